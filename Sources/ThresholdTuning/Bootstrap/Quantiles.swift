/// Percentile intervals.
///
/// Quantiles are interpolated linearly between order statistics: definition 7 of Hyndman and Fan (The American
/// Statistician 50, 1996), the default of NumPy and R.
package enum Percentiles {
    /// The interval that leaves (1 - confidence) / 2 of the values out on each side; nil for an empty list.
    /// Reorders the values.
    package static func interval(_ values: UnsafeMutableBufferPointer<Double>, confidence: Double)
        -> ConfidenceInterval?
    {
        guard !values.isEmpty else { return nil }
        let tail = (1 - confidence) / 2
        return ConfidenceInterval(lower: quantile(values, tail), upper: quantile(values, 1 - tail))
    }

    static func quantile(_ values: UnsafeMutableBufferPointer<Double>, _ share: Double) -> Double {
        value(at: Place(share, of: values.count), in: values)
    }

    /// The position of a quantile in a sorted list: on a value or between two neighbours.
    struct Place {
        /// The index of the lower neighbour.
        private(set) var index: Int
        /// The distance from the lower neighbour, in 0..<1.
        let fraction: Double
        /// The index of the last value that the quantile depends on.
        private(set) var lastIndex: Int

        /// The quantile that leaves `share` of `count` values below it; `count` is at least 1.
        init(_ share: Double, of count: Int) {
            let position = share * Double(count - 1)
            index = Int(position)
            fraction = position - Double(index)
            lastIndex = fraction > 0 && index + 1 < count ? index + 1 : index
        }

        /// The same place in the list without its `count` smallest values.
        func after(_ count: Int) -> Place {
            var place = self
            place.index -= count
            place.lastIndex -= count
            return place
        }
    }

    /// The value at a place, which must lie inside the list. Reorders the values.
    static func value(at place: Place, in values: UnsafeMutableBufferPointer<Double>) -> Double {
        let low = select(values, place.index)
        guard place.lastIndex > place.index else { return low }
        // All values behind the selected index are at least as large.
        var high = values[place.lastIndex]
        for index in place.lastIndex + 1..<max(place.lastIndex + 1, values.count) { high = min(high, values[index]) }
        return low + (high - low) * place.fraction
    }

    /// Moves to `index` the value that sorting would put there, with smaller values before it and larger ones behind it
    /// (Hoare's selection).
    ///
    /// The pivot is the median of three, so no random numbers are needed. Equal values are spread over both sides.
    private static func select(_ values: UnsafeMutableBufferPointer<Double>, _ index: Int) -> Double {
        var first = 0
        var last = values.count - 1
        while first < last {
            let a = values[first]
            let b = values[(first + last) / 2]
            let c = values[last]
            let pivot = max(min(a, b), min(max(a, b), c))
            var left = first
            var right = last
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                if left <= right {
                    values.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if index <= right {
                last = right
            } else if index >= left {
                first = left
            } else {
                break
            }
        }
        return values[index]
    }
}
