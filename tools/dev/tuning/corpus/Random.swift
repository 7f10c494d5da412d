import RealModule
import Support

/// Random numbers of a capture: the same for the same seed.
struct Random {
    private var generator: SplitMix64

    /// A stream of its own for every scene and capture.
    init(seed: UInt64, scene: Int, capture: Int = -1) {
        generator = SplitMix64(seed: seed)
        generator = SplitMix64(seed: generator.next() ^ UInt64(scene))
        generator = SplitMix64(seed: generator.next() ^ UInt64(bitPattern: Int64(capture)))
    }

    /// From 0 to below 1.
    mutating func unit() -> Float { Float(generator.next() >> 40) * 0x1p-24 }

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
