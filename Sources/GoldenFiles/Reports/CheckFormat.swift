package import PlainText

package enum CheckFormat: String, Sendable, CaseIterable {
    case text
    case json
    /// JUnit XML, as GitLab and Jenkins read it.
    case junit
    /// Annotations of a GitHub workflow.
    case github
    case markdown

    package func text(_ report: CheckReport, style: Style = .plain) -> String {
        switch self {
        case .text: CheckText(report, style: style).text
        case .json: CheckJSON(report).text
        case .junit: JUnit(report).text
        case .github: GitHubAnnotations(report).text
        case .markdown: CheckMarkdown(report).text
        }
    }
}

/// A check for a person, mostly at most 60 columns wide.
struct CheckText {
    let text: String

    init(_ report: CheckReport, style: Style) {
        var lines = ["\(style.bold("golden check")) \(report.set), held against it: \(report.subject)"]
        for entry in report.failed {
            lines += ["", "\(style.bad("FAIL"))  \(style.bold(entry.id))"]
            if let guards = entry.guards { lines.append("      \(style.dim(guards))") }
            for failure in entry.failures {
                lines.append("      \(failure.headline)")
                lines += failure.details.map { "        \($0)" }
            }
        }
        if !report.failed.isEmpty || !report.remarks.isEmpty { lines.append("") }
        lines += report.remarks.map { style.warning("note: ") + $0 }
        let badge = report.isGood ? style.good("PASS") : style.bad("FAIL")
        lines.append("\(badge)  \(report.summary), \(NumberText.fixed(report.seconds, digits: 2)) s")
        text = lines.joined(separator: "\n") + "\n"
    }
}
