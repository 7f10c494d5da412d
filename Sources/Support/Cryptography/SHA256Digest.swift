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

    /// The digest of bytes, in 32 bytes.
    package static func bytes(of bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes(digest) }

    private static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest(of: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let state = HashState()
        state.append(bytes)
        return state.finish()
    }
}

/// The digest of bytes that come one after the other.
///
///     var stream = SHA256Stream()
///     stream.append(photo)
///     let ofPhoto = stream.digest
///     stream.append(depth)        // goes on from there
package struct SHA256Stream: Sendable {
    private var state = HashState()

    package init() {}

    package mutating func append(_ bytes: [UInt8]) {
        if !isKnownUniquelyReferenced(&state) { state = HashState(state) }
        bytes.withUnsafeBytes(state.append)
    }

    /// The digest of all bytes so far, in 32 bytes.
    package var digest: [UInt8] { HashState(state).finish() }
}
