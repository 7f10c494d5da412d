internal import DepthAnalysis
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

struct CheckJSON {
    let text: String

    init(_ report: CheckReport) {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("set", report.set)
            writer.member("subject", report.subject)
            writer.member("passed", report.isGood)
            writer.member("golden_count", report.entries.count)
            writer.member("passed_count", report.passedCount)
            writer.member("seconds", report.seconds)
            let failures = report.failed.flatMap { entry in entry.failures.map { (entry, $0) } }
            writer.objects("failures", failures) { Self.write($0.1, of: $0.0, to: &$1) }
            let edges = report.entries.flatMap { entry in entry.knifeEdges.map { (entry.id, $0) } }
            writer.objects("knife_edges", edges) { found, writer in
                let (id, edge) = found
                writer.member("id", id)
                writer.member("decision", edge.check.text)
                writer.member("stored", edge.stored)
                writer.member("tolerance", edge.tolerance.text)
            }
            writer.member("not_reported") { writer in
                writer.object { for (field, count) in report.notReportedCounts { $0.member(field, count) } }
            }
            writer.member("notes", report.notes)
        }
        text = writer.text + "\n"
    }

    private static func write(_ failure: Failure, of entry: CheckReport.Entry, to writer: inout JSONWriter) {
        writer.member("id", entry.id)
        writer.member("kind", failure.code)
        writer.member("message", failure.headline)
        writer.member("path", entry.path)
        writer.member("guards", entry.guards)
        guard case .differences(let differences, let divergence) = failure else { return }
        writer.member("first_diverged_stage", divergence.stage.name)
        writer.member("look_at", divergence.place)
        writer.objects("differences", differences, write)
    }

    private static func write(_ difference: Difference, to writer: inout JSONWriter) {
        writer.member("field", difference.name)
        writer.member("stage", difference.field.stage.name)
        writer.member("expected", difference.expected)
        writer.member("answered", difference.actual)
        if let delta = difference.delta {
            writer.member("difference", delta)
            writer.member("unit", difference.unit)
        }
        if let ulp = difference.ulp { writer.member("ulp", Int(clamping: ulp)) }
        if let crossed = difference.crossed { writer.member("crosses", crossed.text) }
        if difference.more > 0 { writer.member("more_elements", difference.more) }
    }
}
