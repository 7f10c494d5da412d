/// The two ends of a percentile interval.
///
/// Quantiles lie between order statistics, in proportion: the seventh of Hyndman and Fan's definitions, which NumPy and
/// R use by default. Source: Hyndman and Fan, The American Statistician 50 (1996).
package enum Percentiles {
    /// The interval that leaves (1 - confidence) / 2 of the values out at each side; nil of no values. Reorders the
    /// values.
    package static func interval(_ values: UnsafeMutableBufferPointer<Double>, confidence: Double)
        -> ConfidenceInterval?
    {
        guard !values.isEmpty else { return nil }
        let tail = (1 - confidence) / 2
        return ConfidenceInterval(lower: quantile(values, tail), upper: quantile(values, 1 - tail))
    }

    /// One quantile of at least one value. Reorders the values.
    static func quantile(_ values: UnsafeMutableBufferPointer<Double>, _ share: Double) -> Double {
        value(at: Place(share, of: values.count), in: values)
    }

    /// Where a quantile lies among sorted values: on one of them, or between two neighbours.
    struct Place {
        /// The index of the lower one.
        private(set) var index: Int
        /// How far on the way to the next one it lies, from 0 to below 1.
        let fraction: Double
        /// The index of the last value it depends on.
        private(set) var lastIndex: Int

        /// The quantile that leaves a share of `count` values, at least one, below it.
        init(_ share: Double, of count: Int) {
            let position = share * Double(count - 1)
            index = Int(position)
            fraction = position - Double(index)
            lastIndex = fraction > 0 && index + 1 < count ? index + 1 : index
        }

        /// The same place counted without the `count` smallest values.
        func after(_ count: Int) -> Place {
            var place = self
            place.index -= count
            place.lastIndex -= count
            return place
        }
    }

    /// What lies at a place of the values, which have to reach so far. Reorders the values.
    static func value(at place: Place, in values: UnsafeMutableBufferPointer<Double>) -> Double {
        let low = select(values, place.index)
        guard place.lastIndex > place.index else { return low }
        // All that lies behind the selected place is at least as large.
        var high = values[place.lastIndex]
        for index in place.lastIndex + 1..<max(place.lastIndex + 1, values.count) { high = min(high, values[index]) }
        return low + (high - low) * place.fraction
    }

    /// Puts the value that would stand at `index` after sorting there, smaller ones before and larger ones behind it:
    /// Hoare's selection.
    ///
    /// The pivot is the median of three, so no random numbers are needed; equal values are spread over both sides.
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
