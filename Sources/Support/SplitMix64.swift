/// Random numbers that are the same in every run, on every platform and on any number of threads: SplitMix64.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence of this seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// A sequence of its own for every number, all from one seed.
    package init(seed: UInt64, stream: Int) {
        var mixer = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(stream)) &* 0xD134_2543_DE82_EF95)
        state = mixer.next()
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A whole number from 0 to below `bound`, by multiplication: its bias is below bound / 2^64.
    ///
    /// Not `Int.random(in:using:)`, whose algorithm may change between versions of Swift.
    package mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
