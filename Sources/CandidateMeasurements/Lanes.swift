/// Eight cells side by side in a row of the lattice, and what is calculated of them.
typealias Lanes = SIMD8<Double>
/// One truth value a lane.
typealias LaneMask = SIMDMask<SIMD8<Int64>>

extension SIMD8<Double> {
    /// Without their signs.
    @inline(__always)
    var magnitudes: Lanes {
        let allButSign = SIMD8<UInt64>(repeating: 0x7fff_ffff_ffff_ffff)
        // SAFETY: both are eight times 64 bits, and every pattern is a value of either.
        return unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt64>.self) & allButSign, to: Lanes.self)
    }

    /// The sum of all, always added in this order.
    @inline(__always)
    var total: Double {
        let four = lowHalf + highHalf
        let two = four.lowHalf + four.highHalf
        return two[0] + two[1]
    }

    /// The values where `mask` holds, and 0 elsewhere.
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

/// A truth value of each lane as a bit, that of the first lane the lowest.
enum LaneBits {
    private static let values = Lanes(1, 2, 4, 8, 16, 32, 64, 128)

    @inline(__always)
    static func of(_ mask: LaneMask) -> UInt8 { UInt8(truncatingIfNeeded: Int(values.kept(where: mask).total)) }

    /// Of each byte the lanes: 1 where the bit is set, 0 elsewhere.
    static let weights: [Lanes] = (0..<256).map { byte in
        var lanes = Lanes.zero
        for lane in 0..<8 where byte >> lane & 1 == 1 { lanes[lane] = 1 }
        return lanes
    }
}
