package import DepthAnalysis

extension DepthRange {
    /// The valid samples of a map from the nearest to the farthest that is no outlier; nil without a valid sample.
    ///
    /// Outliers are at most 1 % of the valid samples at either end that are farther from the other 98 % than half of
    /// what these span; and at most 0.1 %, or one, behind a gap of more than a tenth of that. So a few stray samples do
    /// not take the colours from all others, and neither an object of some size nor the tail of noise loses its own.
    package init?(withoutOutliersOf samples: [Float], validRange: ValidRange) {
        var valid = samples.filter(validRange.contains)
        valid.sort()
        guard !valid.isEmpty else { return nil }
        let strayCount = valid.count / 100
        let (low, high) = (valid[strayCount], valid[valid.count - 1 - strayCount])
        let reach = (high - low) / 2
        var start = valid.firstIndex { $0 >= low - reach } ?? 0
        var end = valid.lastIndex { $0 <= high + reach } ?? valid.count - 1
        // Of a handful none is stray.
        if end - start >= Self.leastWithStrays {
            let mostBehindGaps = max(valid.count / 1000, 1)
            // One sample alone may be what widens the range of a small map.
            let span = valid[end - mostBehindGaps] - valid[start + mostBehindGaps]
            let gap = min(high - low, span) / 10
            start = (1...mostBehindGaps).map { start + $0 }.last { valid[$0] - valid[$0 - 1] > gap } ?? start
            end = (1...mostBehindGaps).map { end - $0 }.last { valid[$0 + 1] - valid[$0] > gap } ?? end
        }
        self.init(nearest: Double(valid[start]), farthest: Double(valid[end]))
    }

    private static let leastWithStrays = 16
}
