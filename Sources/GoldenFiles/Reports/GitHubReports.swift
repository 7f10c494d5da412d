internal import PlainText

/// A check as workflow commands of GitHub Actions: an annotation for each of the worst failures.
///
/// GitHub shows ten annotations of a step and drops the rest without a word, so at most ten are written and the last
/// line counts those left out.
struct GitHubAnnotations {
    static let maximumCount = 10

    let text: String

    init(_ report: CheckReport) {
        let failures = report.failed.flatMap { entry in entry.failures.map { (entry, $0) } }
        // A count of the rest is an annotation too.
        let shownCount = failures.count > Self.maximumCount ? Self.maximumCount - 1 : failures.count
        var lines = failures.prefix(shownCount).map { entry, failure in
            let body = ([failure.headline] + failure.details).joined(separator: "\n")
            return "::error file=\(Self.property(entry.path)),title=\(Self.property("golden \(entry.id)"))::"
                + Self.data(body)
        }
        if failures.count > shownCount {
            lines.append(
                "::error title=golden check::"
                    + Self.data("\(failures.count - shownCount) more failures are not shown here; \(report.summary)"))
        }
        lines.append("\(report.isGood ? "PASS" : "FAIL")  \(report.summary)")
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func data(_ text: String) -> String {
        text.replacingScalars(["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    private static func property(_ text: String) -> String {
        data(text).replacingScalars([":": "%3A", ",": "%2C"])
    }
}

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
