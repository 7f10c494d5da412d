package import DepthAnalysis
package import DepthFiles
package import Support

/// A summary of many results: counts, quantiles, near misses, the slowest and the largest files.
package struct BatchSummary: Sendable {
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

        /// A value counts as near if it is within this share of its threshold.
        static let nearShare = 0.05

        init(_ check: SceneAnalysis.Check, threshold: Double) {
            (self.check, self.threshold) = (check, threshold)
        }

        fileprivate mutating func add(_ outcome: CheckOutcome) {
            if outcome.holds { holdCount += 1 } else { failCount += 1 }
            if abs(outcome.margin) <= Self.nearShare * abs(threshold) { nearCount += 1 }
        }
    }

    package var skippedCount = 0
    package private(set) var fileCount = 0
    private(set) var unreadableCount = 0
    private(set) var verdicts = Tally<Verdicts>()
    private(set) var statuses = Tally<SceneAnalysis.Status>()
    private(set) var serverAnswers = Tally<String>()
    private(set) var serverCodes = Tally<String>()
    /// The containers of readable files that are not gzip.
    private(set) var otherContainers = Tally<String>()
    private(set) var errorCodes = Tally<String>()
    private(set) var noteCodes = Tally<String>()
    private(set) var reasons = Tally<VerdictReason>()
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
        } else if let container = result.containerRefusal {
            otherContainers.add(container.noun)
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

    func value(in analysis: SceneAnalysis) -> Double? {
        switch self {
        case .field(let field): field.isMeasured(in: analysis) ? field.value(in: analysis).number : nil
        case .depthRange: analysis.depthRange
        }
    }
}

struct Tally<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]

    mutating func add(_ key: Key) { counts[key, default: 0] += 1 }

    subscript(key: Key) -> Int { counts[key] ?? 0 }

    /// The keys with their counts, sorted by descending count, then by name.
    func ranked(by name: (Key) -> String) -> [(key: Key, count: Int)] {
        counts.map { (key: $0.key, count: $0.value) }
            .sorted { $0.count != $1.count ? $0.count > $1.count : name($0.key) < name($1.key) }
    }
}

/// The five largest values with their names. Of equal values, earlier ones come first.
struct Ranking<Value: Comparable & Sendable>: Sendable {
    static var limit: Int { 5 }

    private(set) var entries: [(name: String, value: Value)] = []

    mutating func add(_ name: String, _ value: Value) {
        if entries.count == Self.limit, let least = entries.last, least.value >= value { return }
        let place = entries.firstIndex { $0.value < value } ?? entries.count
        entries.insert((name, value), at: place)
        if entries.count > Self.limit { entries.removeLast() }
    }
}

struct Quantiles: Sendable {
    /// The quantiles: each name in text, its key in JSON, and the share of values below it.
    static let shares: [(name: String, key: String, share: Double)] = [
        ("min", "min", 0), ("5 %", "p5", 0.05), ("25 %", "p25", 0.25), ("median", "median", 0.5),
        ("75 %", "p75", 0.75), ("95 %", "p95", 0.95), ("max", "max", 1),
    ]

    let values: [Double]

    /// Exact quantiles, interpolated linearly between neighbouring values.
    ///
    /// Source: definition 7 of Hyndman and Fan, The American Statistician 50 (1996), the default of NumPy and R.
    init(of values: [Double]) {
        guard !values.isEmpty else {
            self.values = []
            return
        }
        let sorted = values.sorted()
        self.values = Self.shares.map { _, _, share in
            let position = share * Double(sorted.count - 1)
            let index = Int(position)
            let next = min(index + 1, sorted.count - 1)
            return sorted[index] + (sorted[next] - sorted[index]) * (position - Double(index))
        }
    }
}

extension BatchSummary {
    package var json: String { Self.shape(.none).text(of: self) + "\n" }

    package static func shape(_ codes: ReadingCodes) -> Shape<BatchSummary> {
        Shape {
            Member("files", .count) { $0.fileCount }
            Member("unreadable", .count) { $0.unreadableCount }
            Member("left_out", .count) { $0.skippedCount }
            Member("status", statuses) { $0.statuses }
            Member("server_answer", answers) { $0.serverAnswers }
            Member("verdicts", .list(of: verdict)) { $0.verdicts.ranked { $0.server + $0.map.rawValue } }
            Member("reasons", .list(of: reason)) { summary in
                summary.reasons.ranked { $0.rawValue }.map { ($0.key, $0.count, summary.reasonSets[[$0.key]]) }
            }
            Member("reason_sets", .list(of: reasonSet)) {
                $0.reasonSets.ranked { $0.map(\.rawValue).joined(separator: " ") }
            }
            Member("error_code", tally(codes.errors)) { $0.errorCodes }
            Member("server_code", tally(codes.refusals)) { $0.serverCodes }
            Member("note_code", tally(codes.notes)) { $0.noteCodes }
            Member("measurements", .list(of: measurement)) { $0.measurements }
            Member("checks", .list(of: check)) { $0.checks }
            Member("slowest", .list(of: slowFile)) { $0.slowest.entries }
            Member("largest", .list(of: largeFile)) { $0.largest.entries }
        }
    }

    private static let statuses = Shape<Tally<SceneAnalysis.Status>> {
        for status in SceneAnalysis.Status.allCases { Member(status.rawValue, .count) { $0[status] } }
    }
    private static let answers = Shape<Tally<String>> {
        for code in ServerAnswer.codes { Member(code, .count) { $0[code] } }
    }
    private static func tally(_ codes: [String]) -> Shape<Tally<String>> {
        Shape<[(key: String, value: Int)]>.map(of: .count, names: codes).of { tally in
            tally.ranked { $0 }.map { ($0.key, $0.count) }
        }
    }

    private static let verdict = Shape<(key: Verdicts, count: Int)> {
        Member("server_answer", .words(ServerAnswer.codeSchema)) { $0.key.server }
        Member("status", .word) { $0.key.map }
        Member("count", .count) { $0.count }
    }
    private static let reason = Shape<(reason: VerdictReason, count: Int, alone: Int)> {
        Member("reason", .word) { $0.reason }
        Member("count", .count) { $0.count }
        Member("alone", .count) { $0.alone }
    }
    private static let reasonSet = Shape<(key: [VerdictReason], count: Int)> {
        Member("reasons", .list(of: .word)) { $0.key }
        Member("count", .count) { $0.count }
    }
    private static let measurement = Shape<(measurement: SummaryMeasurement, count: Int, quantiles: Quantiles)> {
        Member("measurement", .text) { $0.measurement.name }
        Member("unit", .text) { $0.measurement.unit.rawValue }
        Member("count", .count) { $0.count }
        for (index, share) in Quantiles.shares.enumerated() {
            Member(share.key, .number, or: .absent) { $0.quantiles.values.isEmpty ? nil : $0.quantiles.values[index] }
        }
    }
    private static let check = Shape<CheckTally> {
        Member("check", .word) { $0.check }
        Member("comparison", .words(SceneAnalysis.Check.Comparison.schema)) { $0.check.comparison.rawValue }
        Member("threshold", .number) { $0.threshold }
        Member("holds", .count) { $0.holdCount }
        Member("does_not_hold", .count) { $0.failCount }
        Member("within_5_percent", .count) { $0.nearCount }
    }
    private static let slowFile = Shape<(name: String, value: Duration)> {
        Member("input", .text) { $0.name }
        Member("seconds", .number) { $0.value / .seconds(1) }
    }
    private static let largeFile = Shape<(name: String, value: Int)> {
        Member("input", .text) { $0.name }
        Member("bytes", .count) { $0.value }
    }
}
