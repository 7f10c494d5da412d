/// The samples as little-endian float16, two bytes each; see ``Swift/Float/halfBits``.
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
    /// The bits of the nearest IEEE binary16 number, with ties to even; above 65504 after rounding, an infinity. A
    /// NaN keeps its sign and the first ten bits of its payload, and remains NaN if these are zero.
    ///
    /// Source: IEEE 754-2019 §3.4, §4.3.1. Implemented here because `Float16` is not available on every platform.
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
