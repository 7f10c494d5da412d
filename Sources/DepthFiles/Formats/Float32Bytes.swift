// The only file that converts between bytes and float32 samples.

/// Decodes little-endian float32 samples; up to three bytes at the end are ignored.
func float32Samples(of bytes: [UInt8]) -> [Float] {
    let count = bytes.count / 4
    return bytes.withUnsafeBytes { bytes in
        [Float](unsafeUninitializedCapacity: count) { samples, initializedCount in
            for index in 0..<count {
                // SAFETY: index * 4 + 3 < bytes.count; the load needs no alignment; each of `count` samples is
                // initialized once.
                let bits = bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
                samples.initializeElement(at: index, to: Float(bitPattern: UInt32(littleEndian: bits)))
            }
            initializedCount = count
        }
    }
}

/// Decodes the same samples without storing them.
func lazyFloat32Samples(of bytes: [UInt8]) -> some Sequence<Float> {
    stride(from: 0, to: bytes.count & ~3, by: 4).lazy.map { place in
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
        return Float(bitPattern: bits)
    }
}

/// Encodes samples as little-endian float32.
func float32Bytes(of samples: [Float]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 4)
    for sample in samples {
        let bits = sample.bitPattern
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 24))
    }
    return bytes
}
