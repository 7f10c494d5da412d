internal import Support

// Numbers for the search: the same ones for a seed on every platform and with every version of the standard library,
// whose own ranges promise no sequence.
extension SplitMix64 {
    /// A whole number from the range, ends included. The bias of a remainder, below 2^-40 here, matters to no search.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// A number from 0 up to 1, all multiples of 2^-53 alike.
    mutating func share() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number of the range in whole steps of `1 / denominator`, as people write distances.
    mutating func decimal(_ range: ClosedRange<Double>, per denominator: Int) -> Double {
        let least = Int((range.lowerBound * Double(denominator)).rounded(.up))
        let most = Int((range.upperBound * Double(denominator)).rounded(.down))
        return Double(whole(least...most)) / Double(denominator)
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[whole(0...elements.count - 1)]
    }

    mutating func inRandomOrder<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.dropLast() {
            elements.swapAt(index, whole(index...elements.count - 1))
        }
        return elements
    }
}
