public import DepthAnalysis

/// The complete result of tuning, which the reports serialise.
///
///     print(report.present.rates.bpcer, report.tuned.assessment.parameters)
public struct TuningReport: Sendable {
    /// An operating point with its rates.
    public struct Assessment: Sendable {
        /// All parameters.
        public let parameters: AnalysisParameters
        /// The rates over all data.
        public let rates: ErrorRates
        /// The rates with intervals over groups.
        public let grouped: GroupedRates

        /// The rate of accepted attacks over all species.
        let pooledAPCER: GroupedRate?

        /// Whether the whole interval of ACER over all attacks is above 50 %.
        var isWorseThanChance: Bool { grouped.isWorseThanChance(pooledAPCER) }

        /// The three tuned thresholds.
        public var thresholds: VerdictThresholds { VerdictThresholds(parameters) }
    }

    /// The best thresholds for one objective.
    public struct Best: Sendable {
        /// The thresholds, and the region of thresholds that decide alike.
        public let optimum: ThresholdOptimum
        /// Their rates.
        public let assessment: Assessment
    }

    /// A measurement variant that was tried.
    public struct VariantResult: Sendable {
        /// All its parameters, including the thresholds it was tuned to.
        public let parameters: AnalysisParameters
        /// The origin of the variant.
        public let origin: TuningVariant.Origin
        /// The rates over all data.
        public let rates: ErrorRates
        /// The rates in cross-validation; nil if that was not possible.
        public let expected: ErrorRates?
    }

    /// The options of the tuning.
    public let options: TuningOptions
    /// The presentations, measured with the tuned parameters.
    public let presentations: LabelledPresentations
    /// Files on which labels and measurements disagree.
    public let unmatched: LabelMismatch
    /// Files that could not be read; they count as non-responses.
    public let unreadable: [String]
    /// Gaps in the labels: missing groups, missing species, ignored columns.
    public let labelNotes: LabelNotes
    /// The digests of the tables of measurements and labels; nil if they were not read from tables.
    package let tables: TableDigests?
    /// The present thresholds.
    public let present: Assessment
    /// The best thresholds for each named objective and for the requested one.
    public let best: [Best]
    /// The best thresholds for the requested objective.
    public let tuned: Best
    /// The reason why ``expected`` is nil.
    package let foldObstacle: FoldObstacle?
    /// The expected result on new scenes; nil if folds cannot be formed.
    public let expected: CrossValidation?
    /// The expected rates on new scenes, with intervals that hold for the tuned thresholds.
    public let expectedGrouped: GroupedRates?
    /// How much other folds move the expected rates; nil if folds cannot be formed.
    public let spread: ValidationSpread?
    /// The measurement variants that were tried, the present one first; empty if there was only one.
    public let variants: [VariantResult]
    /// The effect of each rule at the present thresholds.
    public let presentRules: [RuleInfluence]
    /// The effect of each rule at the tuned thresholds.
    public let tunedRules: [RuleInfluence]
    /// The amount of data near the present thresholds.
    public let presentSupport: [ThresholdSupport]
    /// The amount of data near the tuned thresholds.
    public let tunedSupport: [ThresholdSupport]
    /// The trade-off curve of the conjunction: least BPCER against APCER, by rising APCER.
    public let tradeOff: [GroupBootstrap.Estimate]
    /// The curve of the smallest normalised margin, from accepting most to accepting none.
    public let marginCurve: [GroupBootstrap.Estimate]
    /// Further operating points, if requested.
    public let operatingPoints: [GroupBootstrap.Estimate]

    /// A question about the labels if rates are worse than chance; otherwise nil.
    var suspicion: String? {
        let sides = [("the present thresholds", present), ("the tuned ones", tuned.assessment)]
        let worse = sides.filter(\.1.isWorseThanChance).map { name, side in
            (name, side.pooledAPCER?.rate.value.flatMap { apcer in side.rates.bpcer.value.map { (apcer + $0) / 2 } })
        }
        return worse.isEmpty ? nil : GroupedRates.suspicion(worse)
    }

    /// The number of groups with a verdict: bona fide, and of each species.
    var groupCounts: (bonaFide: Int, species: [Int]) {
        (present.grouped.bpcer.groups, present.grouped.apcer.map(\.groups))
    }
}
