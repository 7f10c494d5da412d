internal import SeededRandom

/// Random numbers that are the same in every run.
package struct SeededGenerator: RandomNumberGenerator {
    private var generator: SplitMix64

    package init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    package mutating func next() -> UInt64 { generator.next() }
}
