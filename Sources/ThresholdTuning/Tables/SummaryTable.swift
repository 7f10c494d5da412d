internal import Support

extension EvaluationTables {
    /// One measure of one side, with the definition that it follows.
    struct SummaryRow {
        let side: String
        let operatingPoint: OperatingPoint.Source
        let measure: Measure
        let value: Double?
        var interval: ConfidenceInterval?
        var level: Double?
        /// The errors, presentations and groups behind a rate.
        var rate: GroupedRate?

        /// All measures that have a value.
        static func all(_ side: EvaluatedSystem, confidence: Double) -> [SummaryRow] {
            let (rates, grouped) = (side.rates, side.grouped)
            let (scores, transfer) = (ScoreMeasures(side.scored), side.transfer)
            let worst = rates.worstSpecies.map { grouped.apcer[$0] }
            let intervals = side.scoreIntervals
            func hter(_ transfer: ThresholdTransfer?, _ isPooled: Bool) -> ConfidenceInterval? {
                transfer.flatMap {
                    ThresholdIntervals(
                        side.scored, at: $0.atEqualErrors.threshold, isPooled: isPooled, confidence: confidence
                    ).hter
                }
            }
            func row(
                _ measure: Measure, _ value: Double?, _ interval: ConfidenceInterval? = nil, _ rate: GroupedRate? = nil
            ) -> SummaryRow {
                SummaryRow(
                    side: side.name, operatingPoint: side.operatingPoint.source, measure: measure, value: value,
                    interval: interval, level: interval.map { _ in confidence }, rate: rate)
            }
            return [
                row(.bpcer, rates.bpcer.value, grouped.bpcer.interval, grouped.bpcer),
                row(.worstAPCER, rates.worstAPCER, grouped.worstAPCER, worst),
                row(.pooledAPCER, side.pooledAPCER?.rate.value, side.pooledAPCER?.interval, side.pooledAPCER),
                row(.worstACER, rates.acer, grouped.acer), row(.pooledACER, side.pooledACER, side.pooledACERInterval),
                row(.leastAUC, scores.worstSpecies?.auc, intervals.worstSpecies?.auc),
                row(.pooledAUC, scores.pooled?.auc, intervals.pooled?.auc),
                row(.worstEER, scores.worstSpecies?.equalErrorRate, intervals.worstSpecies?.equalErrorRate),
                row(.pooledEER, scores.pooled?.equalErrorRate, intervals.pooled?.equalErrorRate),
                row(.worstHTER, transfer.worstSpecies?.atEqualErrors.hter, hter(transfer.worstSpecies, false)),
                row(.pooledHTER, transfer.pooled?.atEqualErrors.hter, hter(transfer.pooled, true)),
            ].filter { $0.value != nil }
        }
    }

    /// A measure. If the literature defines it in several ways, each definition is a case.
    enum Measure: String, CaseIterable {
        case bpcer = "bpcer"
        case worstAPCER = "apcer_worst"
        case pooledAPCER = "apcer_pooled"
        case worstACER = "acer_worst"
        case pooledACER = "acer_pooled"
        case leastAUC = "auc_least"
        case pooledAUC = "auc_pooled"
        case worstEER = "eer_worst"
        case pooledEER = "eer_pooled"
        case worstHTER = "hter_worst"
        case pooledHTER = "hter_pooled"

        var title: String {
            switch self {
            case .bpcer: "BPCER"
            case .worstAPCER: "APCER, worst species"
            case .pooledAPCER: "APCER, pooled"
            case .worstACER: "ACER, worst species"
            case .pooledACER: "ACER, pooled"
            case .leastAUC: "AUC, least of a species"
            case .pooledAUC: "AUC, pooled"
            case .worstEER: "EER, worst species"
            case .pooledEER: "EER, pooled"
            case .worstHTER: "HTER, worst species"
            case .pooledHTER: "HTER, pooled"
            }
        }

        var definition: String {
            switch self {
            case .bpcer: "share of real scenes with a verdict that are rejected"
            case .worstAPCER: "highest share of accepted attacks of a species, among those with a verdict"
            case .pooledAPCER: "share of accepted attacks among all with a verdict, whatever their species"
            case .worstACER: "mean of BPCER and the worst species' APCER"
            case .pooledACER: "mean of BPCER and pooled APCER"
            case .leastAUC: "least area under the ROC curve of a species; ties count half"
            case .pooledAUC: "area under the ROC curve of all attacks; ties count half"
            case .worstEER: "mean of BPCER and the worst species' APCER where they are closest along the score"
            case .pooledEER: "mean of BPCER and pooled APCER where they are closest along the score"
            case .worstHTER:
                "mean of BPCER and the worst species' APCER, at the development set's threshold of equal errors"
            case .pooledHTER: "mean of BPCER and pooled APCER, at the development set's threshold of equal errors"
            }
        }

        var source: String {
            switch self {
            case .bpcer, .worstAPCER: "ISO/IEC 30107-3"
            case .pooledAPCER, .pooledACER: "Zhang et al., CVPR 2019 (CASIA-SURF)"
            case .worstACER: "Boulkenafet et al., FG 2017 (OULU-NPU); not in ISO/IEC 30107-3"
            case .leastAUC, .pooledAUC: "Hanley and McNeil, Radiology 143 (1982)"
            case .worstEER, .pooledEER: "D-EER of the literature, without interpolation; not in ISO/IEC 30107-3"
            case .worstHTER, .pooledHTER: "Bengio et al., ICML workshop on ROC analysis, 2005"
            }
        }
    }

    static func summaryColumns(of counted: String = "maps") -> [TableColumn<SummaryRow>] {
        [
            TableColumn("system", "the evaluated system", .words) { .string($0.side) },
            TableColumn(
                "measure", "which measure", .words, Measure.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
                isPrinted: false
            ) { .string($0.measure.rawValue) },
            TableColumn("title", "its name", .words) { .string($0.measure.title) },
            TableColumn("value", "its value", .share) { JSONValue($0.value) },
            TableColumn("lower", "lower end of its interval over groups", .share) {
                JSONValue($0.interval?.lower)
            },
            TableColumn("upper", "upper end of that interval", .share) { JSONValue($0.interval?.upper) },
            TableColumn("level", "level of that interval", .share) { JSONValue($0.level) },
            TableColumn("errors", "errors behind a rate", .count) { JSONValue($0.rate?.rate.errors) },
            TableColumn("maps", heading: counted, "maps, or units, behind a rate", .count) {
                JSONValue($0.rate?.rate.total)
            },
            TableColumn("groups", "groups behind a rate", .count) { JSONValue($0.rate?.groups) },
            TableColumn("definition", "which of the usual definitions it follows", .words) {
                .string($0.measure.definition)
            },
            TableColumn("source", "where the definition is from", .words) { .string($0.measure.source) },
            operatingPointColumn(\.operatingPoint),
        ]
    }
}
