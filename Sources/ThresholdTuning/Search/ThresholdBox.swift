internal import DepthAnalysis

/// A box of thresholds that all decide every presentation alike. The three may move together within their intervals.
public struct ThresholdBox: Sendable, Hashable {
    /// Standard deviation thresholds, in metres.
    public var standardDeviation: HalfOpen
    /// Layer thresholds.
    public var layers: WholeNumbers
    /// Coherence thresholds.
    public var coherence: HalfOpen

    /// A half-open interval of numbers.
    public struct HalfOpen: Sendable, Hashable {
        /// The lower end, included.
        public var lower: Double
        /// The upper end, excluded; nil for unbounded.
        public var upper: Double?

        func contains(_ number: Double) -> Bool { number >= lower && number < upper ?? .infinity }

        /// A value inside the interval: the middle, or the lower end if the interval is unbounded or rounding moves
        /// the middle out. For the client profile, a `Float`.
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

    /// A closed interval of whole numbers.
    public struct WholeNumbers: Sendable, Hashable {
        /// The smallest number.
        public var lower: Int
        /// The largest number; nil for unbounded.
        public var upper: Int?

        var middle: Int { upper.map { lower + ($0 - lower + 1) / 2 } ?? lower }

        func contains(_ number: Int) -> Bool { number >= lower && number <= upper ?? .max }
    }

    /// Each present threshold if it lies inside its interval, otherwise the middle of the interval.
    func thresholds(staying present: VerdictThresholds, for profile: AnalysisProfile) -> VerdictThresholds {
        let rounded = present.rounded(for: profile)
        return VerdictThresholds(
            standardDeviation: standardDeviation.contains(rounded.standardDeviation)
                ? present.standardDeviation : standardDeviation.middle(for: profile),
            layers: layers.contains(present.layers) ? present.layers : layers.middle,
            coherence: coherence.contains(rounded.coherence) ? present.coherence : coherence.middle(for: profile))
    }

    /// A maximal box around `thresholds`.
    ///
    /// Each interval first extends to the neighbouring measured values, between which no decision changes. Then
    /// coherence, standard deviation and layers are widened in turn, past the presentations that every threshold of
    /// another interval rejects: on these, the threshold has no effect.
    ///
    /// - Parameter thresholds: rounded for the profile of the candidates.
    init(around thresholds: VerdictThresholds, in candidates: DecidablePresentations) {
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

extension ThresholdBox.HalfOpen {
    /// The interval around a threshold that values must exceed: from the largest value that does not (or 0) to the
    /// smallest that does.
    init(around threshold: Double, _ values: [Double]) {
        self.init(
            lower: max(0, values.filter { !($0 > threshold) }.max() ?? 0), upper: values.filter { $0 > threshold }.min()
        )
    }
}

extension ThresholdBox.WholeNumbers {
    /// The interval around a threshold that values must reach: from one above the largest value that does not (or
    /// 0) to the smallest that does.
    init(around threshold: Int, _ values: [Int]) {
        self.init(
            lower: (values.filter { $0 < threshold }.max() ?? -1) + 1, upper: values.filter { $0 >= threshold }.min())
    }
}
