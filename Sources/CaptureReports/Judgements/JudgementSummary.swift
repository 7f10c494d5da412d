internal import Captures
internal import Support

/// Counts of outcomes, reasons and changes over many results.
///
///     var summary = JudgementSummary()
///     for path in paths { summary.add(verifier.verify(path)) }
///     print(summary.text)
package struct JudgementSummary: Sendable {
    private var outcomes: [CaptureOutcome: Int] = [:]
    private var reasons: [String: Int] = [:]
    private var changes: [String: Int] = [:]
    private var statuses: [String: Int] = [:]
    private var errorCodes: [String: Int] = [:]
    private var count = 0
    private var comparedCount = 0
    private var differingCount = 0

    package init() {}

    package mutating func add(_ result: JudgedInput) {
        count += 1
        outcomes[result.outcome, default: 0] += 1
        if let answer = result.answer { statuses[answer.httpStatus.description, default: 0] += 1 }
        if let error = result.error { errorCodes[error.code, default: 0] += 1 }
        for code in Set(result.reasons.map(\.code)) { reasons[code, default: 0] += 1 }
        for code in Set(result.changeCodes) { changes[code, default: 0] += 1 }
        if let differences = result.differences {
            comparedCount += 1
            if !differences.isEmpty { differingCount += 1 }
        }
    }

    /// The summary as text, at most 60 columns wide, with a final newline.
    package var text: String {
        var lines = [NumberText.count(count, "capture")]
        lines += CaptureOutcome.allCases.compactMap { outcome in
            outcomes[outcome].map { "\($0.description.aligned(to: 8))  \(outcome.wording)" }
        }
        lines += ranking("reasons (the server reports few of them)", reasons)
        lines += ranking("required changes", changes)
        if comparedCount > 0 {
            lines += ["", "\(comparedCount - differingCount) of \(comparedCount) as expected"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// One JSON object, specified in `docs/JSON.md`; ends with a newline.
    package var json: String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("captures", count)
            writer.counts("outcome", CaptureOutcome.allCases.map { ($0.rawValue, outcomes[$0] ?? 0) })
            writer.counts("http_status", statuses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            writer.counts("reason_code", Self.ranked(reasons))
            writer.counts("change", Self.ranked(changes))
            writer.counts("error_code", Self.ranked(errorCodes))
            writer.member("compared", comparedCount)
            writer.member("as_expected", comparedCount - differingCount)
        }
        return writer.text + "\n"
    }

    private func ranking(_ title: String, _ counts: [String: Int]) -> [String] {
        guard !counts.isEmpty else { return [] }
        return ["", title]
            + Self.ranked(counts).map { "\($0.count.description.aligned(to: 8))  \($0.name.printable)" }
    }

    /// The names and counts, sorted by descending count, then by name.
    private static func ranked(_ counts: [String: Int]) -> [(name: String, count: Int)] {
        counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map { ($0.key, $0.value) }
    }
}
