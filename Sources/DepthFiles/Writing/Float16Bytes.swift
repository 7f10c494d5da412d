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
    /// The bits of the IEEE binary16 number that is nearest, of two the one with an even fraction; beyond 65504 an
    /// infinity. A NaN keeps its sign and the first ten bits of its payload, and stays NaN where these are zero.
    ///
    /// Source: IEEE 754-2019 §3.4, §4.3.1. Written out, for not every platform of this package has `Float16`.
    var halfBits: UInt16 {
        let sign = UInt16(bitPattern >> 16) & 0x8000
        if isNaN {
            let payload = UInt16(truncatingIfNeeded: bitPattern >> 13) & 0x3FF
            return sign | 0x7C00 | (payload == 0 ? 0x200 : payload)
        }
        // Half a unit above the largest number, from where on the nearest one would have a larger exponent.
        if magnitude >= 65520 { return sign | 0x7C00 }
        if magnitude < 0x1p-14 {
            // Subnormal: whole multiples of 2^-24. What rounds to 1024 of them is the first normal number.
            return sign | UInt16((magnitude * 0x1p24).rounded(.toNearestOrEven))
        }
        let bits = magnitude.bitPattern
        // 13 bits are dropped: a half is added, less one where the last bit that stays is even. A carry goes on into
        // the exponent, as it should.
        let rounded = bits + 0xFFF + (bits >> 13 & 1)
        return sign | UInt16((rounded - (112 << 23)) >> 13)
    }
}
