internal import Captures
package import Support

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
        for code in Set(result.changes.map(\.code)) { changes[code, default: 0] += 1 }
        if let differences = result.differences {
            comparedCount += 1
            if !differences.isEmpty { differingCount += 1 }
        }
    }

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

    package var json: String { Self.shape.text(of: self) + "\n" }

    package static let shape = Shape<JudgementSummary> {
        Member("captures", .count) { $0.count }
        Member("outcome", outcomes) { $0.outcomes }
        Member("http_status", counts) { summary in
            summary.statuses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        Member("reason_code", counts) { ranked($0.reasons) }
        Member("change", counts) { ranked($0.changes) }
        Member("error_code", counts) { ranked($0.errorCodes) }
        Member("compared", .count) { $0.comparedCount }
        Member("as_expected", .count) { $0.comparedCount - $0.differingCount }
    }
    private static let outcomes = Shape<[CaptureOutcome: Int]> {
        for outcome in CaptureOutcome.allCases { Member(outcome.rawValue, .count) { $0[outcome] ?? 0 } }
    }
    private static let counts = Shape<[(key: String, value: Int)]>.map(of: .count)

    private func ranking(_ title: String, _ counts: [String: Int]) -> [String] {
        guard !counts.isEmpty else { return [] }
        return ["", title]
            + Self.ranked(counts).map { "\($0.value.description.aligned(to: 8))  \($0.key.printable)" }
    }

    private static func ranked(_ counts: [String: Int]) -> [(key: String, value: Int)] {
        counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map { ($0.key, $0.value) }
    }
}
