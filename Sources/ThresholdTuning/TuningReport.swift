public import DepthAnalysis

/// Everything tuning found: one record that the reports serialise.
///
///     print(report.present.rates.bpcer, report.tuned.assessment.parameters)
public struct TuningReport: Sendable {
    /// An operating point with its rates.
    public struct Assessment: Sendable {
        /// All parameters.
        public let parameters: AnalysisParameters
        /// Counted on all the data at hand.
        public let rates: ErrorRates
        /// With intervals.
        public let grouped: GroupedRates

        /// The three thresholds that are tuned.
        public var thresholds: Thresholds { Thresholds(parameters) }
    }

    /// The best thresholds for one objective.
    public struct Best: Sendable {
        /// The thresholds and those that decide alike.
        public let optimum: Optimum
        /// Their rates.
        public let assessment: Assessment
    }

    /// A way of measuring that was tried.
    public struct VariantResult: Sendable {
        /// All its parameters, with the thresholds it was tuned to.
        public let parameters: AnalysisParameters
        /// How it came to be tried.
        public let origin: TuningVariant.Origin
        /// On the data at hand.
        public let rates: ErrorRates
        /// In cross-validation; nil where that was not possible.
        public let expected: ErrorRates?
    }

    /// What was asked of the tuning.
    public let options: TuningOptions
    /// What was judged, measured as the tuned parameters measure.
    public let presentations: Presentations
    /// What labels and measurements did not agree on.
    public let leftOut: LabelMismatch
    /// Files that could not be read; they are among the non-responses.
    public let unreadable: [String]
    /// What the labels do not say, and what was not read of them.
    public let labelNotes: LabelNotes
    /// The thresholds at present.
    public let present: Assessment
    /// The best for each objective that has a name, and for the one asked for.
    public let best: [Best]
    /// The best for the objective asked for.
    public let tuned: Best
    /// What to expect on new scenes; nil with fewer than two groups of real scenes or of attacks.
    public let expected: CrossValidation?
    /// The expected rates with intervals, which hold for the tuned thresholds on new scenes.
    public let expectedGrouped: GroupedRates?
    /// The ways of measuring that were tried, if more than one was, the present one first.
    public let variants: [VariantResult]
    /// What each rule does at present.
    public let presentRules: [RuleInfluence]
    /// What each rule does when tuned.
    public let tunedRules: [RuleInfluence]
    /// How much data lies near the present thresholds.
    public let presentSupport: [ThresholdSupport]
    /// How much data lies near the tuned thresholds.
    public let tunedSupport: [ThresholdSupport]
    /// The trade-off of the conjunction: least BPCER against APCER, rising in APCER.
    public let tradeOff: [GroupBootstrap.Estimate]
    /// The curve of the smallest normalised margin, from accepting most to accepting nothing.
    public let marginCurve: [GroupBootstrap.Estimate]
    /// Further operating points, if any were asked for.
    public let operatingPoints: [GroupBootstrap.Estimate]

    /// Groups with a verdict: of real scenes, and of each species.
    var groupCounts: (bonaFide: Int, species: [Int]) {
        (present.grouped.bpcer.groups, present.grouped.apcer.map(\.groups))
    }
}
