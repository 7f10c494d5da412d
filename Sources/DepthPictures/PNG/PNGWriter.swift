// The one file that writes PNG, through libpng behind the C shim. Where there is no libpng, as on a page, pixels are
// shown as they are.
#if canImport(CPNG)
    import CPNG

    extension IndexedImage {
        /// The picture as PNG: a palette and a byte a pixel, packed fast. Nil with too little memory for it.
        package var png: [UInt8]? { png(level: Self.fastestLevel) }

        /// The same packed as well as zlib can.
        package var smallPNG: [UInt8]? { png(level: 9) }

        private func png(level: Int32) -> [UInt8]? {
            let colours = palette.colours.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
            var written = cpng_written()
            defer { cpng_free(&written) }
            // SAFETY: there is a byte for each pixel and three for each colour; the shim reads no others, and keeps
            // none of the addresses.
            let status = cpng_write_palette(
                pixels, UInt32(width), UInt32(height), colours, Int32(palette.colours.count), level, &written)
            guard status == CPNG_OK else { return nil }
            return Array(UnsafeBufferPointer(start: written.bytes, count: written.count))
        }

        /// zlib's fastest: a map takes a third of the time of the usual 6, and some tenths more bytes.
        private static let fastestLevel: Int32 = 1
    }
#endif
