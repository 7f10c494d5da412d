package import DepthAnalysis

extension DepthRange {
    /// The range of a map's valid samples without outliers; nil without a valid sample.
    ///
    /// Outliers are up to 1 % of the valid samples at either end, if they are farther from the other 98 % than half
    /// the span of those; and up to 0.1 %, or one sample, behind a gap of more than a tenth of that span. So a few
    /// stray samples do not compress the colours of all others, but sizeable objects and the tails of noise keep
    /// their colours.
    package init?(withoutOutliersOf samples: [Float], validRange: ValidRange) {
        var valid = samples.filter(validRange.contains)
        valid.sort()
        guard !valid.isEmpty else { return nil }
        let strayCount = valid.count / 100
        let (low, high) = (valid[strayCount], valid[valid.count - 1 - strayCount])
        let reach = (high - low) / 2
        var start = valid.firstIndex { $0 >= low - reach } ?? 0
        var end = valid.lastIndex { $0 <= high + reach } ?? valid.count - 1
        // Small maps have no outliers.
        if end - start >= Self.leastWithStrays {
            let mostBehindGaps = max(valid.count / 1000, 1)
            // In a small map a single sample may widen the range.
            let span = valid[end - mostBehindGaps] - valid[start + mostBehindGaps]
            let gap = min(high - low, span) / 10
            start = (1...mostBehindGaps).map { start + $0 }.last { valid[$0] - valid[$0 - 1] > gap } ?? start
            end = (1...mostBehindGaps).map { end - $0 }.last { valid[$0 + 1] - valid[$0] > gap } ?? end
        }
        self.init(nearest: Double(valid[start]), farthest: Double(valid[end]))
    }

    private static let leastWithStrays = 16
}
