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

func lazyFloat32Samples(of bytes: [UInt8]) -> some Sequence<Float> {
    stride(from: 0, to: bytes.count & ~3, by: 4).lazy.map { place in
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
        return Float(bitPattern: bits)
    }
}

package func float32Bytes(of samples: [Float]) -> [UInt8] {
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

func float16Bytes(of samples: [Float]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 2)
    for sample in samples {
        let bits = sample.halfBits
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    }
    return bytes
}

extension Float {
    /// The nearest IEEE binary16 number, ties to even. A NaN remains NaN. `Float16` is not available on every platform.
    var halfBits: UInt16 {
        let sign = UInt16(bitPattern >> 16) & 0x8000
        if isNaN {
            let payload = UInt16(truncatingIfNeeded: bitPattern >> 13) & 0x3FF
            return sign | 0x7C00 | (payload == 0 ? 0x200 : payload)
        }
        // Half a unit above the largest number; from here on, rounding overflows the exponent.
        if magnitude >= 65520 { return sign | 0x7C00 }
        if magnitude < 0x1p-14 {
            // Subnormal: a multiple of 2^-24. 1024 of them are the smallest normal number.
            return sign | UInt16((magnitude * 0x1p24).rounded(.toNearestOrEven))
        }
        let bits = magnitude.bitPattern
        // Drop 13 bits: add a half, minus one if the last remaining bit is even. A carry into the exponent is
        // correct.
        let rounded = bits + 0xFFF + (bits >> 13 & 1)
        return sign | UInt16((rounded - (112 << 23)) >> 13)
    }
}

/// Counts samples that look like distances.
///
/// Packed bytes read as float32 are spread over all 512 combinations of sign and exponent; distances from a millimetre
/// to 100 km use 27 of those. NaN and the infinities mean "no reading" and count as plausible; zeros do not count,
/// because highly compressed bytes are full of them.
struct PlausibleSamples {
    var plausible = 0
    var total = 0

    init(in samples: some Sequence<Float>) {
        for sample in samples where sample != 0 {
            total += 1
            if !sample.isFinite || (sample >= 0.001 && sample <= 100_000) { plausible += 1 }
        }
    }

    /// Whether at least half of the counted samples are plausible; true if none was counted.
    var areMost: Bool { plausible * 2 >= total }
}
