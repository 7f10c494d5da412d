/// The header of a gzip member (RFC 1952, 2.3), read as the server reads it.
struct GzipHeader {
    /// The server's limit for a file name and for a comment, without the terminating zero.
    static let longestText = 65_535

    let byteCount: Int

    private enum Flag {
        static let checksum: UInt8 = 1 << 1
        static let extra: UInt8 = 1 << 2
        static let name: UInt8 = 1 << 3
        static let comment: UInt8 = 1 << 4
        static let reserved: UInt8 = 0b1110_0000
    }

    init(_ input: [UInt8]) throws(GzipRefusal) {
        var reader = BitReader(input)
        for expected: UInt8 in [0x1F, 0x8B, 8] where try reader.byte() != expected { throw .notGzip }
        let flags = try reader.byte()
        guard flags & Flag.reserved == 0 else { throw .reservedFlags }
        // Time, compression level and system are ignored.
        for _ in 0..<6 { _ = try reader.byte() }
        if flags & Flag.extra != 0 {
            for _ in 0..<(try reader.bits(16)) { _ = try reader.byte() }
        }
        for text in [Flag.name, Flag.comment] where flags & text != 0 { try Self.skipText(&reader) }
        if flags & Flag.checksum != 0 {
            let checksum = CRC32.checksum(of: input[..<reader.position])
            guard try reader.bits(16) == Int(checksum & 0xFFFF) else { throw .wrongHeaderChecksum }
        }
        byteCount = reader.position
    }

    private static func skipText(_ reader: inout BitReader) throws(GzipRefusal) {
        var count = 0
        while try reader.byte() != 0 {
            count += 1
            if count > longestText { throw .textTooLong(limit: longestText) }
        }
    }
}
