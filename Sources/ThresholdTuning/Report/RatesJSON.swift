internal import DepthAnalysis
internal import Support

// Parts shared by the JSON reports of tuning, evaluation and planning.

extension Shape<ConfidenceInterval?> {
    /// Both ends of an interval, or null.
    static var interval: Shape {
        Shape<[Double]>.list(of: .number).orNull.of { interval in interval.map { [$0.lower, $0.upper] } }
    }
}

extension AnalysisParameters {
    static let thresholds = Shape<AnalysisParameters> {
        for key in VerdictThresholds.keys { Member(key.rawValue, .digits(isWhole: key.isWhole)) { $0[key].text } }
    }
}

extension VerdictThresholds {
    static let shape = Shape<VerdictThresholds> {
        Member(AnalysisParameters.Key.varianceThreshold.rawValue, .number) { $0.standardDeviation }
        Member(AnalysisParameters.Key.layerThreshold.rawValue, .count) { $0.layers }
        Member(AnalysisParameters.Key.coherenceThreshold.rawValue, .number) { $0.coherence }
    }
}

extension RequiredGroups {
    static let shape = Shape<RequiredGroups> {
        Member("each_species", .count) { $0.eachSpecies }
        Member("to_bound_apcer", .number) { $0.apcer }
        Member("bona_fide", .count) { $0.bonaFide }
        Member("to_bound_bpcer", .number) { $0.bpcer }
    }
}

/// The rates of both classes with their intervals over groups.
struct ReportedRates {
    let rates: ErrorRates
    let grouped: GroupedRates
    let species: [String]
    let confidence: Double

    private typealias Rate = (rate: ErrorRate, grouped: GroupedRate, confidence: Double)

    private func named<Part>(_ part: (Int) -> Part) -> [(key: String, value: Part)] {
        species.indices.map { (species[$0], part($0)) }
    }

    private static let plain = Shape<(rate: ErrorRate, confidence: Double)> {
        Member("errors", .count) { $0.rate.errors }
        Member("total", .count) { $0.rate.total }
        Member("value", .number, or: .null) { $0.rate.value }
        Member("clopper_pearson", .interval) { $0.rate.clopperPearson(confidence: $0.confidence) }
    }
    private static let rate = Shape<Rate> {
        plain.members { ($0.rate, $0.confidence) }
        Member("groups", .count) { $0.grouped.groups }
        Member("groups_with_errors", .count) { $0.grouped.groupsWithErrors }
        Member("effective_size", .number) { $0.grouped.effectiveSize }
        Member("interval", .interval) { $0.grouped.interval }
        Member("interval_level", .number, or: .null) { rate in rate.grouped.interval.map { _ in rate.grouped.level } }
    }

    static let shape = Shape<ReportedRates> {
        Member("bpcer", rate) { ($0.rates.bpcer, $0.grouped.bpcer, $0.confidence) }
        Member("apcer", .map(of: rate)) { all in
            all.named { (all.rates.apcer[$0], all.grouped.apcer[$0], all.confidence) }
        }
        Member("apcer_worst_species", .text, or: .null) { all in all.rates.worstSpecies.map { all.species[$0] } }
        Member("apcer_worst", .number, or: .null) { $0.rates.worstAPCER }
        Member("apcer_worst_interval", .interval) { $0.grouped.worstAPCER }
        Member("apcer_worst_interval_level", .number, or: .null) { all in
            all.grouped.worstAPCER.map { _ in all.confidence }
        }
        Member("acer_literature_usage", .number, or: .null) { $0.rates.acer }
        Member("acer_literature_usage_interval", .interval) { $0.grouped.acer }
        Member("bpnrr", plain) { ($0.rates.bpnrr, $0.confidence) }
        Member("apnrr", .map(of: plain)) { all in all.named { (all.rates.apnrr[$0], all.confidence) } }
    }
}
