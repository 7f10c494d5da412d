internal import SeededRandom

/// Random numbers that are the same in every run.
public struct SeededGenerator: RandomNumberGenerator {
    private var generator: SplitMix64

    /// The sequence of this seed.
    public init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 { generator.next() }
}
