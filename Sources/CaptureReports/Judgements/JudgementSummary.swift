internal import PlainText

/// What many judgements come to.
///
///     var summary = JudgementSummary()
///     for path in paths { summary.add(verifier.verify(path)) }
///     print(summary.text)
package struct JudgementSummary: Sendable {
    private var outcomes: [CaptureOutcome: Int] = [:]
    private var reasons: [String: Int] = [:]
    private var changes: [String: Int] = [:]
    private var count = 0
    private var comparedCount = 0
    private var differingCount = 0

    package init() {}

    /// Counts one more result.
    package mutating func add(_ result: JudgedCapture) {
        count += 1
        outcomes[result.outcome, default: 0] += 1
        for code in Set(result.judged?.reasons.map(\.code) ?? []) { reasons[code, default: 0] += 1 }
        for code in Set(result.judged?.changes.map(\.code) ?? []) { changes[code, default: 0] += 1 }
        if let differences = result.differences {
            comparedCount += 1
            if !differences.isEmpty { differingCount += 1 }
        }
    }

    /// As text, at most 60 columns wide; ends with a newline.
    package var text: String {
        var lines = [NumberText.count(count, "capture")]
        lines += CaptureOutcome.allCases.compactMap { outcome in
            outcomes[outcome].map { "\($0.description.aligned(to: 8))  \(outcome.wording)" }
        }
        lines += ranking("reasons, of which the server tells nobody most", reasons)
        lines += ranking("what would have to change", changes)
        if comparedCount > 0 {
            lines += ["", "\(comparedCount - differingCount) of \(comparedCount) as expected"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func ranking(_ title: String, _ counts: [String: Int]) -> [String] {
        guard !counts.isEmpty else { return [] }
        let ranked = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
        return ["", title] + ranked.map { "\($0.value.description.aligned(to: 8))  \($0.key.printable)" }
    }
}
