/// Percentile intervals of many lists of equal length, found by inspecting only the tails of each list.
///
///     var intervals = PercentileIntervals(capacity: 1000, confidence: 0.95)
///     let interval = rates.withUnsafeMutableBufferPointer { intervals.interval($0) }
///
/// The results equal those of ``Percentiles`` to the last bit. One pass computes the mean and the standard deviation; a
/// second collects the values far enough out to contain the quantiles. If they turn out not to contain them, the code
/// selects from the whole list.
struct PercentileIntervals {
    private let confidence: Double
    /// The distance from the mean, in standard deviations, beyond which values are collected.
    private let reach: Double
    private var low: [Double]
    private var high: [Double]

    init(capacity: Int, confidence: Double) {
        self.confidence = confidence
        // In a normal distribution, 1.5 times the values of the tail, plus about ten, lie beyond this distance.
        let share = min(0.5, (1 - confidence) / 2 * 1.5 + 10 / Double(max(1, capacity)))
        reach = max(0, -NormalDeviate.of(share))
        low = Array(repeating: 0, count: capacity)
        high = low
    }

    /// The interval that leaves (1 - confidence) / 2 of the values out on each side; nil for an empty list.
    /// Reorders the values, none of which may be NaN.
    mutating func interval(_ values: UnsafeMutableBufferPointer<Double>) -> ConfidenceInterval? {
        guard !values.isEmpty else { return nil }
        let tail = (1 - confidence) / 2
        let lower = Percentiles.Place(tail, of: values.count)
        let upper = Percentiles.Place(1 - tail, of: values.count)
        let moments = Moments(values)
        let deviation = moments.standardDeviation * reach
        // The least and the largest value are always collected: many values are often equal to them.
        let lowEdge = max(moments.mean - deviation, moments.least)
        let highEdge = min(moments.mean + deviation, moments.largest)
        return low.withUnsafeMutableBufferPointer { low in
            high.withUnsafeMutableBufferPointer { high in
                precondition(low.count >= values.count && high.count >= values.count, "the list has room")
                var lowCount = 0
                var highCount = 0
                for value in values {
                    low[lowCount] = value
                    lowCount += value <= lowEdge ? 1 : 0
                    high[highCount] = value
                    highCount += value >= highEdge ? 1 : 0
                }
                let before = values.count - highCount
                let lowTail = UnsafeMutableBufferPointer(rebasing: low[..<lowCount])
                let highTail = UnsafeMutableBufferPointer(rebasing: high[..<highCount])
                return ConfidenceInterval(
                    lower: lower.lastIndex < lowCount
                        ? Self.value(lower, in: lowTail, leaving: 0, allEqual: lowEdge == moments.least)
                        : Percentiles.value(at: lower, in: values),
                    upper: upper.index >= before
                        ? Self.value(upper, in: highTail, leaving: before, allEqual: highEdge == moments.largest)
                        : Percentiles.value(at: upper, in: values))
            }
        }
    }

    /// The value at a place of the whole list, found in one tail.
    private static func value(
        _ place: Percentiles.Place, in tail: UnsafeMutableBufferPointer<Double>, leaving before: Int, allEqual: Bool
    ) -> Double {
        allEqual ? tail[0] : Percentiles.value(at: place.after(before), in: tail)
    }
}

/// The approximate distribution of a list. Rounding errors change only how many values are inspected, never the
/// result.
private struct Moments {
    var mean = 0.0
    var standardDeviation = 0.0
    var least = 0.0
    var largest = 0.0

    init(_ values: UnsafeMutableBufferPointer<Double>) {
        typealias Lanes = SIMD8<Double>
        var sums = Lanes(repeating: 0)
        var squares = sums
        var leasts = Lanes(repeating: .infinity)
        var largests = Lanes(repeating: -.infinity)
        let raw = UnsafeRawBufferPointer(values)
        let whole = values.count / Lanes.scalarCount * Lanes.scalarCount
        // Rates lie close together, so distances from the first value avoid cancellation.
        let origin = Lanes(repeating: values[0])
        for place in stride(from: 0, to: whole, by: Lanes.scalarCount) {
            let lanes = raw.loadUnaligned(fromByteOffset: place * MemoryLayout<Double>.stride, as: Lanes.self)
            let distance = lanes - origin
            sums += distance
            squares += distance * distance
            leasts.replace(with: lanes, where: lanes .< leasts)
            largests.replace(with: lanes, where: lanes .> largests)
        }
        var (sum, square) = (sums.sum(), squares.sum())
        (least, largest) = (leasts.min(), largests.max())
        for value in values[whole...] {
            let distance = value - values[0]
            sum += distance
            square += distance * distance
            least = min(least, value)
            largest = max(largest, value)
        }
        let count = Double(values.count)
        mean = values[0] + sum / count
        standardDeviation = max(0, square / count - sum / count * (sum / count)).squareRoot()
    }
}
