package enum SHA256Digest {
    package static func hexadecimal(of bytes: [UInt8]) -> String { bytes.withUnsafeBytes(hexadecimal) }

    /// The digest of samples as stored in an unpacked file: little-endian float32.
    package static func hexadecimal(ofSamples samples: [Float]) -> String {
        #if _endian(little)
            samples.withUnsafeBytes(hexadecimal)
        #else
            samples.map(\.bitPattern.littleEndian).withUnsafeBytes(hexadecimal)
        #endif
    }

    package static func bytes(of bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes(digest) }

    private static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String {
        Hexadecimal.text(of: digest(of: bytes))
    }

    private static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let state = HashState()
        state.append(bytes)
        return state.finish()
    }
}

package struct SHA256Stream: Sendable {
    private var state = HashState()

    package init() {}

    package mutating func append(_ bytes: [UInt8]) {
        if !isKnownUniquelyReferenced(&state) { state = HashState(state) }
        bytes.withUnsafeBytes(state.append)
    }

    package var digest: [UInt8] { HashState(state).finish() }
}
