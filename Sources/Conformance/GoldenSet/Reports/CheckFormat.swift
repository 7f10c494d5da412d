internal import DepthAnalysis
package import Support

package enum CheckFormat: String, Sendable, CaseIterable {
    case text
    case json
    /// JUnit XML, as GitLab and Jenkins read it.
    case junit
    case github
    case markdown

    package func text(_ report: CheckReport, layout: CheckLayout = CheckLayout()) -> String {
        switch self {
        case .text: CheckText(report, layout).text
        case .json: CheckJSON(report).text
        case .junit: JUnit(report).text
        case .github: GitHubAnnotations(report).text
        case .markdown: CheckMarkdown(report, layout).text
        }
    }

    /// The annotations of a GitHub workflow, to print beside another report.
    package static func annotations(_ report: CheckReport) -> String { GitHubAnnotations(report).annotations }

    /// Whether the format shows only a few examples of each cause unless more are requested.
    package var hasExamples: Bool { self == .text || self == .markdown }
}

package struct CheckLayout: Sendable {
    package var style = Style.plain
    /// The line width in columns; long words may exceed it.
    package var width = 80
    /// Whether to show every failure in full instead of a few examples of each cause.
    package var showsAll = false
    /// Whether to show only the summary and the causes.
    package var isBrief = false
    package var names = OptionNames<GoldenChoice>.properties

    package init() {}

    func examples(of group: FailureGroup) -> ArraySlice<FailureGroup.Member> {
        group.members.prefix(showsAll ? .max : Self.exampleCount)
    }

    private static let exampleCount = 2
}

/// A check as text: the summary, then the causes with a table and some examples each.
struct CheckText {
    private(set) var text = ""
    private let layout: CheckLayout

    init(_ report: CheckReport, _ layout: CheckLayout) {
        self.layout = layout
        let style = layout.style
        let badge = report.isGood ? style.good("PASS") : style.bad("FAIL")
        add(badge + report.headline.dropFirst(4) + ", \(NumberText.fixed(report.seconds, digits: 2)) s")
        for (number, group) in report.groups.enumerated() {
            if !layout.isBrief { add("") }
            add(group.title, first: style.bold("\(number + 1)") + "  ", indent: 3)
            if !layout.isBrief { add(group) }
        }
        guard !layout.isBrief else { return }
        if !report.groups.isEmpty { add("") }
        for remark in report.remarks { add(remark, first: style.warning("note: "), indent: 6) }
        add("\(report.set) checked against: \(report.subject)", first: style.dim("set:  "), indent: 6)
    }

    private mutating func add(_ group: FailureGroup) {
        for remark in group.remarks { add(remark, first: "   ", indent: 5) }
        let table = Self.table(group, width: layout.width - 3)
        if !table.isEmpty { add("") }
        for line in table { add("   " + line) }
        let examples = layout.examples(of: group)
        for member in examples {
            let lines = group.lines(of: member)
            add((lines.isEmpty ? "" : "\n") + "   " + layout.style.bold(member.entry.id.printable))
            if lines.isEmpty { continue }
            if let guards = member.entry.guards { add(guards, first: "     ", indent: 5) }
            for line in lines {
                // Lines that begin with a space are tabular, so do not wrap them.
                if line.hasPrefix(" ") { add("     " + line.printable) } else { add(line, first: "     ", indent: 7) }
            }
        }
        let rest = group.members.count - examples.count
        if rest > 0 { add("\n   and \(rest) more: \(layout.names[.all]) shows \(rest == 1 ? "it" : "them")") }
    }

    /// A table of the differing fields: name, stage, number of goldens, largest difference. Empty for failures of
    /// the set.
    ///
    /// - Parameter width: if the table would be wider, it shows only one unit of the differences.
    static func table(_ group: FailureGroup, width: Int = .max) -> [String] {
        let table = table(group, \.allDistances)
        return table.contains { $0.count > width } ? Self.table(group, \.distance) : table
    }

    private static func table(_ group: FailureGroup, _ apart: (FailureGroup.Tally) -> String) -> [String] {
        let rows = group.tallies.map { [$0.field.path, $0.field.stage.name, "\($0.goldenCount)", apart($0)] }
        guard !rows.isEmpty else {
            return group.members.allSatisfy { $0.entry.guards != nil } ? [Count.goldens(group.members.count)] : []
        }
        let all = [["field", "stage", "goldens", "apart at most"]] + rows
        let widths = (0..<3).map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let goldens = String(repeating: " ", count: widths[2] - row[2].count) + row[2]
            return (row[0].padded(to: widths[0] + 2) + row[1].padded(to: widths[1] + 2) + goldens + "  " + row[3])
                .withoutTrailingSpaces
        }
    }

    private mutating func add(_ line: String) { text += line + "\n" }

    /// Adds a wrapped sentence. Text from programs and files is made printable.
    private mutating func add(_ sentence: String, first: String, indent: Int) {
        let lines = sentence.printable.wrapped(width: layout.width, indent: indent, firstIndent: indent)
        for (index, line) in lines.enumerated() { add(index == 0 ? first + line.dropFirst(indent) : line) }
        if lines.isEmpty { add(first) }
    }
}
