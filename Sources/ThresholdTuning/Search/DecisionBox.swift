internal import DepthAnalysis

/// Thresholds that all decide alike, on every presentation at hand: an interval for each, which may be moved in
/// together.
public struct DecisionBox: Sendable, Hashable {
    /// Standard deviation thresholds in metres: from `lower` on and below `upper`; nil for no end.
    public var standardDeviation: HalfOpen
    /// Layer thresholds.
    public var layers: WholeNumbers
    /// Coherence thresholds.
    public var coherence: HalfOpen

    /// Numbers from `lower` on and below `upper`.
    public struct HalfOpen: Sendable, Hashable {
        /// Belongs to the interval.
        public var lower: Double
        /// Does not belong to it; nil for no end.
        public var upper: Double?

        func contains(_ number: Double) -> Bool { number >= lower && number < upper ?? .infinity }

        /// The middle, always inside: the end that belongs to the interval where rounding would leave it, and where it
        /// has no end. For the client a `Float`.
        func middle(for profile: AnalysisProfile) -> Double {
            guard let upper else { return lower }
            let middle =
                switch profile {
                case .server: lower + (upper - lower) / 2
                case .client: Double(Float(lower) + (Float(upper) - Float(lower)) / 2)
                }
            return middle >= lower && middle < upper ? middle : lower
        }
    }

    /// Whole numbers with both ends included; nil for no end.
    public struct WholeNumbers: Sendable, Hashable {
        /// The smallest.
        public var lower: Int
        /// The largest; nil for no end.
        public var upper: Int?

        var middle: Int { upper.map { lower + ($0 - lower + 1) / 2 } ?? lower }

        func contains(_ number: Int) -> Bool { number >= lower && number <= upper ?? .max }
    }

    /// The present thresholds where they lie inside, the middle where they do not.
    func thresholds(staying present: Thresholds, for profile: AnalysisProfile) -> Thresholds {
        let rounded = present.rounded(for: profile)
        return Thresholds(
            standardDeviation: standardDeviation.contains(rounded.standardDeviation)
                ? present.standardDeviation : standardDeviation.middle(for: profile),
            layers: layers.contains(present.layers) ? present.layers : layers.middle,
            coherence: coherence.contains(rounded.coherence) ? present.coherence : coherence.middle(for: profile))
    }

    /// A largest box around `thresholds`.
    ///
    /// At first each interval reaches to the next measured values, where nothing can change. Then the coherence, the
    /// spread and the layers are widened in turn, past every presentation that another interval rejects as a whole: its
    /// decision stays whatever this threshold says.
    ///
    /// - Parameter thresholds: rounded for the profile of the candidates.
    init(around thresholds: Thresholds, in candidates: Candidates) {
        func deviations(_ isWanted: (Presentation) -> Bool) -> HalfOpen {
            HalfOpen(
                around: thresholds.standardDeviation, candidates.all.filter(isWanted).map { $0.standardDeviation })
        }
        func layers(_ isWanted: (Presentation) -> Bool) -> WholeNumbers {
            WholeNumbers(around: thresholds.layers, candidates.all.filter(isWanted).map { $0.layers })
        }
        let nextDeviation = deviations { _ in true }.lower
        let nextLayers = layers { _ in true }.lower
        let coherence = HalfOpen(
            around: thresholds.coherence,
            candidates.all.filter { $0.standardDeviation > nextDeviation && $0.layers >= nextLayers }.map {
                $0.coherence
            })
        let deviation = deviations { $0.coherence > coherence.lower && $0.layers >= nextLayers }
        self.coherence = coherence
        standardDeviation = deviation
        self.layers = layers { $0.coherence > coherence.lower && $0.standardDeviation > deviation.lower }
    }
}

extension DecisionBox.HalfOpen {
    /// Around a threshold that values must be above: from the largest that is not, or 0, to the smallest that is.
    init(around threshold: Double, _ values: [Double]) {
        self.init(
            lower: max(0, values.filter { !($0 > threshold) }.max() ?? 0), upper: values.filter { $0 > threshold }.min()
        )
    }
}

extension DecisionBox.WholeNumbers {
    /// Around a threshold that values must reach: from one above the largest that does not, or 0, to the smallest that
    /// does.
    init(around threshold: Int, _ values: [Int]) {
        self.init(
            lower: (values.filter { $0 < threshold }.max() ?? -1) + 1, upper: values.filter { $0 >= threshold }.min())
    }
}
