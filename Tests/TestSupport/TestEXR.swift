/// Writes uncompressed float32 scan-line OpenEXR files of one or several parts.
package struct TestEXR {
    /// Each part has channels in order of name, with samples row by row.
    package var parts: [[(name: String, samples: [Float])]]
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int, parts: [[(name: String, samples: [Float])]]) {
        self.width = width
        self.height = height
        self.parts = parts
    }

    package var bytes: [UInt8] {
        let isMultipart = parts.count > 1
        var bytes: [UInt8] = [0x76, 0x2F, 0x31, 1] + Self.integer(isMultipart ? 0x1002 : 2)
        for (number, channels) in parts.enumerated() {
            bytes += header(channels, isMultipart ? number : nil) + [0]
        }
        if isMultipart { bytes.append(0) }
        var chunks: [[UInt8]] = []
        for (number, channels) in parts.enumerated() {
            for row in 0..<height {
                let line = channels.flatMap { channel in
                    channel.samples[row * width..<(row + 1) * width].flatMap { Self.integer(Int($0.bitPattern)) }
                }
                chunks.append(
                    (isMultipart ? Self.integer(number) : []) + Self.integer(row) + Self.integer(line.count) + line)
            }
        }
        var offset = bytes.count + 8 * chunks.count
        for chunk in chunks {
            bytes += Self.integer(offset) + Self.integer(0)
            offset += chunk.count
        }
        return bytes + chunks.flatMap { $0 }
    }

    private func header(_ channels: [(name: String, samples: [Float])], _ part: Int?) -> [UInt8] {
        var list: [UInt8] = []
        for channel in channels {
            list += Array(channel.name.utf8) + [0]
            for number in [2, 0, 1, 1] { list += Self.integer(number) }
        }
        let window = [0, 0, width - 1, height - 1].flatMap(Self.integer)
        let one = Self.integer(Int(Float(1).bitPattern))
        var attributes: [(String, String, [UInt8])] = [
            ("channels", "chlist", list + [0]), ("compression", "compression", [0]),
            ("dataWindow", "box2i", window), ("displayWindow", "box2i", window), ("lineOrder", "lineOrder", [0]),
            ("pixelAspectRatio", "float", one), ("screenWindowCenter", "v2f", Self.integer(0) + Self.integer(0)),
            ("screenWindowWidth", "float", one),
        ]
        if let part {
            attributes += [
                ("name", "string", Array("part\(part)".utf8)), ("type", "string", Array("scanlineimage".utf8)),
                ("chunkCount", "int", Self.integer(height)),
            ]
        }
        var header: [UInt8] = []
        for (name, type, value) in attributes {
            header += Array(name.utf8) + [0]
            header += Array(type.utf8) + [0]
            header += Self.integer(value.count) + value
        }
        return header
    }

    private static func integer(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
