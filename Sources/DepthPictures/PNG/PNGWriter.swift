// Writes PNG through libpng and its C shim. Builds without libpng, such as web pages, show the pixels directly.
#if canImport(CPNG)
    import CPNG

    extension IndexedImage {
        /// The picture as PNG with a palette, compressed fast; nil if out of memory.
        package var png: [UInt8]? { png(level: Self.fastestLevel) }
        /// The picture as PNG with maximum compression; nil if out of memory.
        package var smallPNG: [UInt8]? { png(level: 9) }

        private func png(level: Int32) -> [UInt8]? {
            let colours = palette.colours.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
            var written = cpng_written()
            defer { cpng_free(&written) }
            // SAFETY: there is a byte for each pixel and three for each colour; the shim reads no others and keeps no
            // pointer.
            let status = cpng_write_palette(
                pixels, UInt32(width), UInt32(height), colours, Int32(palette.colours.count), level, &written)
            guard status == CPNG_OK else { return nil }
            return Array(UnsafeBufferPointer(start: written.bytes, count: written.count))
        }

        /// zlib's fastest level: it takes a third of the time of the default level 6, and gives some tenths more bytes.
        private static let fastestLevel: Int32 = 1
    }
#endif
