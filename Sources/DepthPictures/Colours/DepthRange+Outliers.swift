package import DepthAnalysis

extension DepthRange {
    /// The valid samples of a map from the nearest to the farthest that is no outlier; nil without a valid sample.
    ///
    /// Outliers are at most 1 % of the valid samples at either end, and farther from the other 98 % than half of what
    /// these span: so a few stray samples do not take the colours from all others, and no object of some size loses
    /// its own.
    package init?(withoutOutliersOf samples: [Float], validRange: ValidRange) {
        var valid = samples.filter(validRange.contains)
        valid.sort()
        guard let first = valid.first, let last = valid.last else { return nil }
        let strayCount = valid.count / 100
        let (low, high) = (valid[strayCount], valid[valid.count - 1 - strayCount])
        let reach = (high - low) / 2
        let nearest = valid.first { $0 >= low - reach } ?? first
        let farthest = valid.last { $0 <= high + reach } ?? last
        self.init(nearest: Double(nearest), farthest: Double(farthest))
    }
}
