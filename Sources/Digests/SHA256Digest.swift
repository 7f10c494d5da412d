internal import Crypto

/// SHA-256 digests, by which an input is told from a changed one.
///
/// Source: FIPS 180-4.
package enum SHA256Digest {
    /// The digest of bytes as 64 hexadecimal digits in lower case.
    package static func hexadecimal(of bytes: [UInt8]) -> String { bytes.withUnsafeBytes(hexadecimal) }

    /// The digest of samples as they lie in an unpacked file: little-endian float32, four bytes each.
    package static func hexadecimal(ofSamples samples: [Float]) -> String {
        #if _endian(little)
            samples.withUnsafeBytes(hexadecimal)
        #else
            samples.map(\.bitPattern.littleEndian).withUnsafeBytes(hexadecimal)
        #endif
    }

    private static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String {
        var hash = SHA256()
        hash.update(bufferPointer: bytes)
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
