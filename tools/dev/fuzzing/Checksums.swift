/// The checksums of gzip, PNG and zlib, for inputs with wrong ones.
enum Checksums {
    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    /// For gzip and PNG chunks.
    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    }

    /// For zlib.
    static func adler32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var (sum, sums): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sum = (sum + UInt32(byte)) % 65521
            sums = (sums + sum) % 65521
        }
        return sums << 16 | sum
    }
}

extension UInt32 {
    var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
