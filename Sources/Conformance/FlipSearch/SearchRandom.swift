internal import Support

// Random numbers that are the same for a seed on every platform. The standard library guarantees no sequence for
// its ranges.
extension SplitMix64 {
    /// A whole number from a closed range. The modulo bias, below 2^-40 here, does not matter.
    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// A multiple of 2^-53 in 0..<1, uniformly distributed.
    mutating func share() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A multiple of `1 / denominator` from a range.
    mutating func decimal(_ range: ClosedRange<Double>, per denominator: Int) -> Double {
        let least = Int((range.lowerBound * Double(denominator)).rounded(.up))
        let most = Int((range.upperBound * Double(denominator)).rounded(.down))
        return Double(integer(least...most)) / Double(denominator)
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[integer(0...elements.count - 1)]
    }

    mutating func inRandomOrder<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.dropLast() {
            elements.swapAt(index, integer(index...elements.count - 1))
        }
        return elements
    }
}
