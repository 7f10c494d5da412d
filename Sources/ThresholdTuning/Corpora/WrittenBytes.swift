/// The number and the checksum of the bytes written to a file, for detecting changes by other processes.
///
///     var written = WrittenBytes()
///     written.append(line.utf8)
///     if WrittenBytes(bytesOfFile) != written { … }
///
/// The checksum is 64-bit FNV-1a, which detects accidental changes, not attacks.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
struct WrittenBytes: Equatable {
    private(set) var count = 0
    private var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: some Sequence<UInt8> = []) { append(bytes) }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3
            count += 1
        }
    }
}
