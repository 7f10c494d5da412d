package import PlainText

/// How a check is reported.
package enum CheckFormat: String, Sendable, CaseIterable {
    /// For a person.
    case text
    /// For a program: one object.
    case json
    /// JUnit XML, as GitLab and Jenkins read it.
    case junit
    /// Annotations of a GitHub workflow.
    case github
    /// For the summary of a job.
    case markdown

    /// The report of a check in this format, with a final newline.
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
