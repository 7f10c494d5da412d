internal import GzipReader

/// The depth map of a generated capture, before it is packed: a small map that passes.
struct DepthPart: Sendable {
    static let width = 24
    static let height = 18

    var content = Self.bytes(of: Self.steps)
    var method: UInt8 = 8
    var flags: UInt8 = 0
    var fields: [UInt8] = []
    var wrapping = Wrapping.gzip
    var edits: [@Sendable (inout [UInt8]) -> Void] = []

    enum Wrapping: Sendable { case gzip, zlib, deflate, none }

    /// Steps from left to right, each farther away than the one before, with a slight slope.
    static let steps: [Float] = (0..<width * height).map { index in
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        return 0.5 + 1.2 * Float(x / 4) + 0.2 * Float(y % 6) / 6
    }

    static func bytes(of samples: [Float]) -> [UInt8] {
        samples.flatMap { sample in (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) } }
    }

    /// Stored without compression, so that the bytes do not depend on a library.
    var bytes: [UInt8] {
        let header: [UInt8] = [0x1F, 0x8B, method, flags, 0, 0, 0, 0, 0, 0xFF]
        var bytes =
            switch wrapping {
            case .gzip:
                header + fields + stored + Self.littleEndian(CRC32.checksum(of: content), 4)
                    + Self.littleEndian(UInt32(content.count), 4)
            case .zlib: [0x78, 0x01] + stored + Self.littleEndian(adler, 4).reversed()
            case .deflate: stored
            case .none: content
            }
        for edit in edits { edit(&bytes) }
        return bytes
    }

    var headerChecksum: [UInt8] {
        Self.littleEndian(CRC32.checksum(of: [0x1F, 0x8B, method, flags, 0, 0, 0, 0, 0, 0xFF] as [UInt8] + fields), 2)
    }

    /// Blocks of at most 65,535 bytes.
    private var stored: [UInt8] {
        let limit = 0xFFFF
        var bytes: [UInt8] = []
        var start = 0
        repeat {
            let block = content[start..<min(start + limit, content.count)]
            start = block.endIndex
            let count = UInt32(block.count)
            bytes += [start == content.count ? 1 : 0] + Self.littleEndian(count, 2) + Self.littleEndian(~count, 2)
            bytes += block
        } while start < content.count
        return bytes
    }

    private var adler: UInt32 {
        let modulus: UInt32 = 65521
        let (low, high) = content.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % modulus
            return (low, (sums.1 + low) % modulus)
        }
        return high << 16 | low
    }

    private static func littleEndian(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
