import RealModule

/// Random numbers of a capture: the same for the same seed.
///
/// Source: SplitMix64, Steele, Lea and Flood, OOPSLA 2014.
struct Random {
    private var state: UInt64

    /// A stream of its own for every scene and capture.
    init(seed: UInt64, scene: Int, capture: Int = -1) {
        state = seed
        state = next() ^ UInt64(scene)
        state = next() ^ UInt64(bitPattern: Int64(capture))
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// From 0 to below 1.
    mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

    /// Between the ends of a range, evenly.
    mutating func between(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// A whole number of a range.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Float(range.count))
    }

    /// Normally distributed with mean 0 and standard deviation 1, by Box and Muller's transform.
    mutating func normal() -> Float {
        (-2 * Float.log(1 - unit())).squareRoot() * Float.cos(2 * .pi * unit())
    }
}
