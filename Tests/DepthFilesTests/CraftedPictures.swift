/// A little-endian TIFF of float32 samples with arbitrary bytes as strips.
struct StripTIFF {
    var width = 16
    var height = 8
    var rowsPerStrip = 8
    /// 1 for none, 5 for LZW, 8 for deflate, 32773 for PackBits, 50000 for Zstandard.
    var compression = 1
    var strips: [[UInt8]]

    /// The size of an uncompressed strip.
    var stripByteCount: Int { 4 * width * rowsPerStrip }

    var bytes: [UInt8] {
        var offsets: [Int] = []
        var contents: [UInt8] = []
        for strip in strips {
            offsets.append(8 + contents.count)
            contents += strip
        }
        contents += [UInt8](repeating: 0, count: contents.count % 2)
        func list(_ numbers: [Int]) -> Int {
            guard numbers.count > 1 else { return numbers.first ?? 0 }
            defer { contents += numbers.flatMap { Self.number($0, 4) } }
            return 8 + contents.count
        }
        let (offsetList, countList) = (list(offsets), list(strips.map(\.count)))
        let entries = [
            (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 32), (259, 3, 1, compression), (262, 3, 1, 1),
            (273, 4, strips.count, offsetList), (277, 3, 1, 1), (278, 4, 1, rowsPerStrip),
            (279, 4, strips.count, countList), (339, 3, 1, 3),
        ]
        let directory = entries.flatMap { tag, kind, count, value in
            Self.number(tag, 2) + Self.number(kind, 2) + Self.number(count, 4) + Self.number(value, 4)
        }
        return [0x49, 0x49, 0x2A, 0] + Self.number(8 + contents.count, 4) + contents
            + Self.number(entries.count, 2) + directory + Self.number(0, 4)
    }

    static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// An OpenEXR file of float32 channels with arbitrary bytes as blocks of lines.
struct BlockEXR {
    var width = 16
    var height = 8
    /// 0 for none, 1 for RLE, 2 for ZIP by line, 3 for ZIP of 16 lines.
    var compression = 0
    var channels = ["Z"]
    /// Each block with the number of its first line.
    var blocks: [(line: Int, bytes: [UInt8])]

    /// The size of an uncompressed line.
    var lineByteCount: Int { 4 * width * channels.count }

    var bytes: [UInt8] {
        var list: [UInt8] = []
        for name in channels { list += Array(name.utf8) + [0] + number(2) + number(0) + number(1) + number(1) }
        let window = number(0) + number(0) + number(width - 1) + number(height - 1)
        var file = number(20_000_630) + number(2)
        file += attribute("channels", "chlist", list + [0])
        file += attribute("compression", "compression", [UInt8(compression)])
        file += attribute("dataWindow", "box2i", window)
        file += attribute("displayWindow", "box2i", window)
        file += attribute("lineOrder", "lineOrder", [0])
        file += attribute("pixelAspectRatio", "float", [0, 0, 0x80, 0x3F])
        file += attribute("screenWindowCenter", "v2f", [UInt8](repeating: 0, count: 8))
        file += attribute("screenWindowWidth", "float", [0, 0, 0x80, 0x3F]) + [0]
        var offset = file.count + 8 * blocks.count
        var contents: [UInt8] = []
        for block in blocks {
            file += StripTIFF.number(offset, 8)
            contents += number(block.line) + number(block.bytes.count) + block.bytes
            offset += 8 + block.bytes.count
        }
        return file + contents
    }

    private func number(_ number: Int) -> [UInt8] { StripTIFF.number(number, 4) }

    private func attribute(_ name: String, _ kind: String, _ value: [UInt8]) -> [UInt8] {
        Array(name.utf8) + [0] + Array(kind.utf8) + [0] + number(value.count) + value
    }
}
