import DepthAnalysis

extension NumPyArray {
    /// A map as `numpy.save` writes an array of float32 of its rows and columns, byte for byte.
    static func bytes(of map: DepthMap) -> [UInt8] {
        header(rows: map.height, columns: map.width) + float32Bytes(of: map.samples)
    }

    /// Version 1.0. Behind the dictionary NumPy leaves room for the first axis to grow to 21 digits, then it fills up
    /// to a multiple of 64 bytes, by 64 where it was one already but for the line feed.
    private static func header(rows: Int, columns: Int) -> [UInt8] {
        let mostDigits = 21
        let alignment = 64
        var dictionary = Array("{'descr': '<f4', 'fortran_order': False, 'shape': (\(rows), \(columns)), }".utf8)
        dictionary += [UInt8](repeating: UInt8(ascii: " "), count: mostDigits - rows.description.utf8.count)
        let start = NumPyHeader.signature + [1, 0]
        let unpadded = start.count + 2 + dictionary.count + 1
        dictionary += [UInt8](repeating: UInt8(ascii: " "), count: alignment - unpadded % alignment)
        dictionary.append(UInt8(ascii: "\n"))
        return start + [UInt8(dictionary.count & 0xFF), UInt8(dictionary.count >> 8)] + dictionary
    }
}

extension PortableFloatMap {
    /// A map with the bottom row first, little-endian, as a negative scale says.
    static func bytes(of map: DepthMap) -> [UInt8] {
        let header = Array("Pf\n\(map.width) \(map.height)\n-1\n".utf8)
        var bytes = header
        bytes.reserveCapacity(header.count + 4 * map.samples.count)
        for row in (0..<map.height).reversed() {
            bytes += float32Bytes(of: Array(map.samples[row * map.width..<(row + 1) * map.width]))
        }
        return bytes
    }
}

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
