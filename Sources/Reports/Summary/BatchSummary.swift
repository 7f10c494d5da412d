package import DepthAnalysis
package import DepthFiles

/// A summary of many results: counts, quantiles, near misses, the slowest and the largest files.
///
///     var summary = BatchSummary(parameters: .standard, profile: .server)
///     for path in paths { summary.add(analyzer.analyze(path)) }
///     print(summary.text(width: 80))
///
/// Quantiles are exact: every measurement is stored, about a hundred bytes per file.
package struct BatchSummary: Sendable {
    /// The server's answer and the verdict on the map.
    struct Verdicts: Hashable {
        let server: String
        let map: SceneAnalysis.Status
    }

    struct CheckTally: Sendable {
        let check: SceneAnalysis.Check
        let threshold: Double
        private(set) var holdCount = 0
        private(set) var failCount = 0
        private(set) var nearCount = 0

        /// A value within this share of its threshold counts as near.
        static let nearShare = 0.05

        init(_ check: SceneAnalysis.Check, threshold: Double) {
            self.check = check
            self.threshold = threshold
        }

        fileprivate mutating func add(_ outcome: CheckOutcome) {
            if outcome.holds { holdCount += 1 } else { failCount += 1 }
            if abs(outcome.margin) <= Self.nearShare * abs(threshold) { nearCount += 1 }
        }
    }

    /// Files skipped in folders because of their names.
    package var skippedCount = 0
    private(set) var fileCount = 0
    private(set) var unreadableCount = 0
    private(set) var verdicts = Tally<Verdicts>()
    private(set) var statuses = Tally<SceneAnalysis.Status>()
    private(set) var serverAnswers = Tally<String>()
    private(set) var serverCodes = Tally<String>()
    private(set) var errorCodes = Tally<String>()
    private(set) var noteCodes = Tally<String>()
    /// Each reason counted separately.
    private(set) var reasons = Tally<VerdictReason>()
    /// The combinations of reasons.
    private(set) var reasonSets = Tally<[VerdictReason]>()
    private(set) var checks: [CheckTally]
    private(set) var slowest = Ranking<Duration>()
    private(set) var largest = Ranking<Int>()
    private var values: [[Double]]

    package init(parameters: AnalysisParameters, profile: AnalysisProfile) {
        checks = SceneAnalysis.Check.allCases.map { CheckTally($0, threshold: $0.threshold(parameters, in: profile)) }
        values = SummaryMeasurement.all.map { _ in [] }
    }

    package mutating func add(_ result: FileAnalysis, taking duration: Duration = .zero) {
        let analysis = result.analysis
        fileCount += 1
        verdicts.add(Verdicts(server: result.serverAnswer.code, map: analysis.status))
        statuses.add(analysis.status)
        serverAnswers.add(result.serverAnswer.code)
        if let code = result.serverAnswer.reasonCode { serverCodes.add(code) }
        if let error = result.error {
            unreadableCount += 1
            errorCodes.add(error.code)
        }
        for code in Set(result.notes.map(\.code)) { noteCodes.add(code) }
        if analysis.status != .pass {
            for reason in analysis.reasons { reasons.add(reason) }
            reasonSets.add(analysis.reasons)
        }
        for outcome in analysis.checks {
            guard let place = checks.firstIndex(where: { $0.check == outcome.check }) else { continue }
            checks[place].add(outcome)
        }
        if analysis.status != .unavailable {
            for (place, measurement) in SummaryMeasurement.all.enumerated() {
                if let value = measurement.value(in: analysis) { values[place].append(value) }
            }
        }
        slowest.add(result.input, duration)
        if let byteCount = result.byteCount { largest.add(result.input, byteCount) }
    }

    /// Each measurement with the number of its values and their quantiles.
    var measurements: [(measurement: SummaryMeasurement, count: Int, quantiles: Quantiles)] {
        zip(SummaryMeasurement.all, values).map { ($0, $1.count, Quantiles(of: $1)) }
    }
}

/// A numeric field of results; the summary shows the distribution of its values.
enum SummaryMeasurement: Sendable {
    case field(SceneAnalysis.Field)
    /// The value that the screen rule compares.
    case depthRange

    /// All numbers measured from maps, as opposed to properties of files.
    static let all: [SummaryMeasurement] =
        SceneAnalysis.Field.allCases.filter { field in
            (field.kind == .real || field.kind == .whole) && !field.isInStages && field.stage != .decoding
        }.map { .field($0) } + [.depthRange]

    /// The name in JSON and CSV.
    var name: String {
        switch self {
        case .field(let field): field.rawValue
        case .depthRange: SceneAnalysis.depthRangeKey
        }
    }

    /// The name in text: the name of the check that compares the number or, if there is none, ``name`` with spaces.
    var label: String {
        let check = SceneAnalysis.Check.allCases.first { check in
            switch self {
            case .field(let field): check.fields == [field]
            case .depthRange: check == .screenRange
            }
        }
        return check?.name ?? name.split(separator: "_").joined(separator: " ")
    }

    var unit: SceneAnalysis.Field.Unit {
        switch self {
        case .field(let field): field.unit
        case .depthRange: SceneAnalysis.Check.screenRange.unit
        }
    }

    /// The number in a result that has a verdict; nil if the number was not measured.
    func value(in analysis: SceneAnalysis) -> Double? {
        switch self {
        case .field(let field): field.isMeasured(in: analysis) ? field.value(in: analysis).number : nil
        case .depthRange: analysis.depthRange
        }
    }
}
