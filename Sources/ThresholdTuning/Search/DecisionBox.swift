public import DepthAnalysis

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
    }

    /// The thresholds in the middle.
    public func middle(for profile: AnalysisProfile) -> Thresholds {
        Thresholds(
            standardDeviation: standardDeviation.middle(for: profile), layers: layers.middle,
            coherence: coherence.middle(for: profile))
    }

    /// A largest box around `thresholds`.
    ///
    /// At first each interval reaches to the next measured values, where nothing can change. Then the coherence, the
    /// spread and the layers are widened in turn, past every presentation that another interval rejects as a whole: its
    /// decision stays whatever this threshold says.
    ///
    /// - Parameter thresholds: rounded for the profile of the candidates.
    init(around thresholds: Thresholds, in candidates: Candidates) {
        let all = Array(0..<candidates.count)
        standardDeviation = Self.gap(thresholds.standardDeviation, all.map { candidates.standardDeviations[$0] })
        layers = Self.gap(thresholds.layers, all.map { candidates.layerCounts[$0] })
        coherence = Self.gap(thresholds.coherence, all.map { candidates.coherences[$0] })

        let box = self
        coherence = Self.gap(
            thresholds.coherence,
            all.filter {
                candidates.standardDeviations[$0] > box.standardDeviation.lower
                    && candidates.layerCounts[$0] >= box.layers.lower
            }.map { candidates.coherences[$0] })
        let wider = coherence.lower
        standardDeviation = Self.gap(
            thresholds.standardDeviation,
            all.filter { candidates.coherences[$0] > wider && candidates.layerCounts[$0] >= box.layers.lower }
                .map { candidates.standardDeviations[$0] })
        let lowest = standardDeviation.lower
        layers = Self.gap(
            thresholds.layers,
            all.filter { candidates.coherences[$0] > wider && candidates.standardDeviations[$0] > lowest }
                .map { candidates.layerCounts[$0] })
    }

    /// Around a threshold that values must be above: from the largest value that is not, or 0, to the smallest that is.
    private static func gap(_ threshold: Double, _ values: [Double]) -> HalfOpen {
        var gap = HalfOpen(lower: 0, upper: nil)
        for value in values {
            if value > threshold {
                gap.upper = min(gap.upper ?? value, value)
            } else {
                gap.lower = max(gap.lower, value)
            }
        }
        return gap
    }

    /// Around a threshold that values must reach: from one above the largest that does not, or 0, to the smallest that
    /// does.
    private static func gap(_ threshold: Int, _ values: [Int]) -> WholeNumbers {
        var gap = WholeNumbers(lower: 0, upper: nil)
        for value in values {
            if value >= threshold {
                gap.upper = min(gap.upper ?? value, value)
            } else {
                gap.lower = max(gap.lower, value + 1)
            }
        }
        return gap
    }
}
