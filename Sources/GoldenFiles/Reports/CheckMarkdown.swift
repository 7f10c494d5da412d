internal import PlainText

/// A check as Markdown for the summary of a job: a table of the failures, and each in full below.
struct CheckMarkdown {
    let text: String

    init(_ report: CheckReport) {
        var lines = [
            "## \(report.isGood ? "✅" : "❌") golden check: \(report.summary)", "",
            "\(Self.code(report.subject)) held against \(Self.code(report.set)), "
                + "\(NumberText.fixed(report.seconds, digits: 2)) s.", "",
        ]
        if !report.failed.isEmpty {
            lines += ["| golden | what | guards |", "|---|---|---|"]
            lines += report.failed.map { entry in
                let what = entry.failures.map(\.headline).joined(separator: "; ")
                return "| \(Self.cell(entry.id)) | \(Self.cell(what)) | \(Self.cell(entry.guards ?? "")) |"
            }
            for entry in report.failed {
                let details = entry.failures.flatMap { [$0.headline] + $0.details.map { "  " + $0 } }
                guard details.count > entry.failures.count else { continue }
                lines += ["", "<details><summary>\(Self.cell(entry.id))</summary>", "", "~~~~text"]
                lines += details
                lines += ["~~~~", "", "</details>"]
            }
            lines.append("")
        }
        lines += report.remarks.map { "- \(Self.cell($0))" }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func cell(_ text: String) -> String {
        text.replacingScalars(["|": "\\|", "<": "&lt;", "\n": " ", "\r": ""])
    }

    private static func code(_ text: String) -> String { "`\(text.replacing("`", with: "'"))`" }
}
