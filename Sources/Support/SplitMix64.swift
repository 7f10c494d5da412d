/// The SplitMix64 generator: the same random numbers in every run, on every platform and on any number of threads.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// An independent sequence for each `stream`, all derived from one seed.
    package init(seed: UInt64, stream: Int) {
        var mixer = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(stream)) &* 0xD134_2543_DE82_EF95)
        state = mixer.next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A random integer in `0..<bound`, by multiplication; the bias is below bound / 2^64.
    ///
    /// `Int.random(in:using:)` is not used because its algorithm may change between Swift versions.
    package mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
