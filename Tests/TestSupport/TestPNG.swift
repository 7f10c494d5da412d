import DepthFiles

/// Writes PNG files of every kind that the reader must accept or reject.
package struct TestPNG {
    package var width: Int
    package var height: Int
    package var bitDepth: UInt8 = 16
    /// 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
    package var colourType: UInt8 = 0
    /// Whether rows are written in the seven passes of Adam7.
    package var isInterlaced = false
    /// Chunks between header and pixels: a four-letter name and data.
    package var extraChunks: [(String, [UInt8])] = []
    /// Bytes after the compressed pixels in their chunk.
    package var afterPixels: [UInt8] = []
    /// All bytes of a pixel, by column and row.
    package var pixel: (Int, Int) -> [UInt8]

    package init(
        width: Int, height: Int, bitDepth: UInt8 = 16, colourType: UInt8 = 0, isInterlaced: Bool = false,
        extraChunks: [(String, [UInt8])] = [], pixel: @escaping (Int, Int) -> [UInt8]
    ) {
        self.width = width
        self.height = height
        self.bitDepth = bitDepth
        self.colourType = colourType
        self.isInterlaced = isInterlaced
        self.extraChunks = extraChunks
        self.pixel = pixel
    }

    package static func grey16(width: Int, height: Int, _ pixels: [UInt16]) -> TestPNG {
        TestPNG(width: width, height: height) { x, y in
            let value = pixels[y * width + x]
            return [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header =
            Self.bigEndian(width) + Self.bigEndian(height) + [bitDepth, colourType, 0, 0, isInterlaced ? 1 : 0]
        bytes += Self.chunk("IHDR", header)
        for (name, data) in extraChunks { bytes += Self.chunk(name, data) }
        bytes += Self.chunk("IDAT", DepthFileWriter.pack(rows, as: .zlib) + afterPixels)
        return bytes + Self.chunk("IEND", [])
    }

    /// Rows with filter 0, in one pass or the seven of Adam7.
    private var rows: [UInt8] {
        let adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        var rows: [UInt8] = []
        for (firstX, firstY, stepX, stepY) in isInterlaced ? adam7 : [(0, 0, 1, 1)] where firstX < width {
            for y in stride(from: firstY, to: height, by: stepY) {
                rows.append(0)
                for x in stride(from: firstX, to: width, by: stepX) { rows += pixel(x, y) }
            }
        }
        return rows
    }

    package static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + data
        return bigEndian(data.count) + checked + bigEndian(Int(crc32(checked)))
    }

    package static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) }
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~crc
    }
}
