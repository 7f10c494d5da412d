/// The SHA-256 digest of bytes, by which an input is told from a changed one.
///
/// Sixty lines instead of swift-crypto, whose BoringSSL takes minutes to compile on a fresh clone and adds some 20 MB to the
/// command. Nothing secret is hashed here.
///
/// Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5 and 6.2.
public struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// The digest as 64 hexadecimal digits, in lower case.
    public static func hexadecimalDigest(of bytes: [UInt8]) -> String {
        var hash = SHA256()
        let wholeBlocks = bytes.count / 64 * 64
        hash.update(bytes, upTo: wholeBlocks)
        hash.update(padding(after: bytes[wholeBlocks...], totalCount: bytes.count))
        return hash.state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// The last block or two: the rest of the message, a single bit, zeros, the length in bits.
    private static func padding(after rest: ArraySlice<UInt8>, totalCount: Int) -> [UInt8] {
        var bytes = Array(rest) + [0x80]
        bytes += repeatElement(0, count: (120 - bytes.count) % 64)
        let bitCount = UInt64(totalCount) * 8
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
        return bytes
    }

    private mutating func update(_ bytes: [UInt8], upTo end: Int? = nil) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            // SAFETY: all 64 words are initialised here, before `compress` reads or writes any.
            schedule.initialize(repeating: 0)
            bytes.withUnsafeBufferPointer { bytes in
                for block in stride(from: 0, to: end ?? bytes.count, by: 64) {
                    compress(bytes, from: block, schedule)
                }
            }
        }
    }

    /// Takes up the 64 bytes that begin at `start`.
    private mutating func compress(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ schedule: UnsafeMutableBufferPointer<UInt32>
    ) {
        for index in 0..<16 {
            let byte = start + 4 * index
            schedule[index] =
                UInt32(bytes[byte]) << 24 | UInt32(bytes[byte + 1]) << 16 | UInt32(bytes[byte + 2]) << 8
                | UInt32(bytes[byte + 3])
        }
        for index in 16..<64 {
            let (old, new) = (schedule[index - 15], schedule[index - 2])
            let first = Self.rotate(old, 7) ^ Self.rotate(old, 18) ^ (old >> 3)
            let second = Self.rotate(new, 17) ^ Self.rotate(new, 19) ^ (new >> 10)
            schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let sum1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sum1 &+ choice &+ Self.constants[index] &+ schedule[index]
            let sum0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ sum0 &+ majority)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
