/// The same random numbers in every run, on every platform (Steele, Lea and Flood, OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

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

    /// A number in 0..<bound, by multiplication; `Int.random(in:using:)` may change between Swift versions.
    package mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }
}

// The standard library does not guarantee which numbers it draws from a range, so these functions are written out.
extension SplitMix64 {
    /// A whole number from a closed range. The modulo bias, below 2^-40 here, does not matter.
    package mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// A multiple of 2^-53 in 0..<1, uniformly distributed.
    package mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A multiple of `1 / denominator` from a range.
    package mutating func decimal(_ range: ClosedRange<Double>, per denominator: Int) -> Double {
        let least = Int((range.lowerBound * Double(denominator)).rounded(.up))
        let most = Int((range.upperBound * Double(denominator)).rounded(.down))
        return Double(integer(least...most)) / Double(denominator)
    }

    package mutating func one<Element>(of elements: [Element]) -> Element {
        elements[integer(0...elements.count - 1)]
    }

    package mutating func inRandomOrder<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.dropLast() { elements.swapAt(index, integer(index...elements.count - 1)) }
        return elements
    }
}
