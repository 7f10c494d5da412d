/// Eight cells side by side in a row of the lattice, or values derived from them.
typealias Lanes = SIMD8<Double>
typealias LaneMask = SIMDMask<SIMD8<Int64>>

/// Two lanes, which fit one register of every processor.
typealias TwoLanes = SIMD2<Double>

extension SIMD8<Double> {
    @inline(__always)
    var magnitudes: Lanes {
        let allButSign = SIMD8<UInt64>(repeating: 0x7fff_ffff_ffff_ffff)
        // SAFETY: both are eight times 64 bits, and every bit pattern is valid in either.
        return unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt64>.self) & allButSign, to: Lanes.self)
    }

    /// The sum of all lanes, always added in the same order.
    @inline(__always)
    var total: Double { TwoLanes.total(lowHalf.lowHalf, lowHalf.highHalf, highHalf.lowHalf, highHalf.highHalf) }

    @inline(__always)
    func kept(where mask: LaneMask) -> Lanes { Lanes.zero.replacing(with: self, where: mask) }

    @inline(__always)
    func atLeast(_ least: Double) -> Lanes {
        let least = Lanes(repeating: least)
        return replacing(with: least, where: self .< least)
    }

    @inline(__always)
    func atMost(_ most: Double) -> Lanes {
        let most = Lanes(repeating: most)
        return replacing(with: most, where: self .> most)
    }
}

extension SIMD2<Double> {
    /// The sum of eight lanes, given in pairs and always added in the same order.
    @inline(__always)
    static func total(_ first: TwoLanes, _ second: TwoLanes, _ third: TwoLanes, _ fourth: TwoLanes) -> Double {
        let two = (first + third) + (second + fourth)
        return two[0] + two[1]
    }

    @inline(__always)
    var magnitudes: TwoLanes {
        let allButSign = SIMD2<UInt64>(repeating: 0x7fff_ffff_ffff_ffff)
        // SAFETY: both are two times 64 bits, and every bit pattern is valid in either.
        return unsafeBitCast(unsafeBitCast(self, to: SIMD2<UInt64>.self) & allButSign, to: TwoLanes.self)
    }

    /// 1 where `mask` is true; 0 elsewhere.
    @inline(__always)
    static func ones(where mask: SIMDMask<SIMD2<Int64>>) -> TwoLanes {
        TwoLanes.zero.replacing(with: TwoLanes(repeating: 1), where: mask)
    }
}

/// Expands bits to weights: 1 for a set bit, 0 otherwise.
struct BitWeights {
    private let lanes = (TwoLanes(0, 0), TwoLanes(1, 0), TwoLanes(0, 1), TwoLanes(1, 1))

    @inline(__always)
    func callAsFunction(_ bits: UInt8, _ pair: Int) -> TwoLanes {
        withUnsafeBytes(of: lanes) { bytes in
            // SAFETY: the two bits give an index below four, and there are four times 16 bytes.
            bytes.loadUnaligned(
                fromByteOffset: Int(bits &>> UInt8(truncatingIfNeeded: 2 &* pair) & 3) &* 16, as: TwoLanes.self)
        }
    }
}

/// The truth values of eight groups of eight lanes as bits of a word; the first lane is the lowest bit.
struct LaneBits {
    /// The bits of each lane, combined in ``word``.
    private var bits = SIMD8<Int64>.zero
    @inline(__always)
    private static var first: SIMD8<Int64> { SIMD8(1, 2, 4, 8, 16, 32, 64, 128) }

    @inline(__always)
    mutating func set(_ group: Int, where mask: LaneMask) {
        bits |= SIMD8<Int64>.zero.replacing(with: Self.first &<< Int64(8 * group), where: mask)
    }

    @inline(__always)
    var word: UInt64 {
        let four = bits.lowHalf | bits.highHalf
        let two = four.lowHalf | four.highHalf
        return UInt64(bitPattern: two[0] | two[1])
    }

    @inline(__always)
    static func of(_ mask: LaneMask) -> UInt8 {
        var bits = LaneBits()
        bits.set(0, where: mask)
        return UInt8(truncatingIfNeeded: bits.word)
    }
}
