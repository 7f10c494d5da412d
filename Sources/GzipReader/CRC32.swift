/// The checksum of gzip (RFC 1952, 8), computed byte by byte.
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
    }

    package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { rest, byte in table[Int((rest ^ UInt32(byte)) & 0xFF)] ^ rest >> 8 }
    }
}
