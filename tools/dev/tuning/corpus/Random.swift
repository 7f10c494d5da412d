import RealModule
import Support

/// Reproducible random numbers for a capture.
struct Random {
    private var generator: SplitMix64

    /// Each scene and capture has a separate stream.
    init(seed: UInt64, scene: Int, capture: Int = -1) {
        generator = SplitMix64(seed: seed)
        generator = SplitMix64(seed: generator.next() ^ UInt64(scene))
        generator = SplitMix64(seed: generator.next() ^ UInt64(bitPattern: Int64(capture)))
    }

    /// A number from 0 to below 1.
    mutating func unit() -> Float { Float(generator.next() >> 40) * 0x1p-24 }

    /// A uniformly distributed number.
    mutating func between(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// A uniformly distributed integer.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Float(range.count))
    }

    /// A normally distributed number with mean 0 and standard deviation 1 (Box-Muller transform).
    mutating func normal() -> Float {
        (-2 * Float.log(1 - unit())).squareRoot() * Float.cos(2 * .pi * unit())
    }
}
