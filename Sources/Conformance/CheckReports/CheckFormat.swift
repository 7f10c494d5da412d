package import Support

package enum CheckFormat: String, Sendable, CaseIterable {
    case text
    case json
    /// JUnit XML, as GitLab and Jenkins read it.
    case junit
    case github
    case markdown

    package func text(_ report: some Checked, layout: CheckLayout = CheckLayout()) -> String {
        let names = layout.style.names
        return switch self {
        case .text: CheckText(report.summary(names), layout).text
        case .json: report.json(names)
        case .junit: JUnit(report.summary(names)).text
        case .github: GitHubAnnotations(report.summary(names)).text
        case .markdown: CheckMarkdown(report.summary(names), layout).text
        }
    }

    package static func annotations(_ report: some Checked, _ names: OptionNaming) -> String {
        GitHubAnnotations(report.summary(names)).annotations
    }

    /// Whether the format shows only a few examples of each cause unless more are requested.
    package var hasExamples: Bool { self == .text || self == .markdown }
}

package struct CheckLayout: Sendable {
    package var style = Style.plain
    package var width = 80
    package var showsAll = false
    package var isBrief = false

    package init() {}

    func examples(of group: CheckSummary.Group) -> ArraySlice<CheckSummary.Group.Member> {
        group.members.prefix(showsAll ? .max : Self.exampleCount)
    }

    private static let exampleCount = 2
}

/// A check as text: the summary, then the causes with a table and some examples each.
struct CheckText {
    private(set) var text = ""
    private let layout: CheckLayout

    init(_ report: CheckSummary, _ layout: CheckLayout) {
        self.layout = layout
        let style = layout.style
        let badge = report.isGood ? style.good("PASS") : style.bad("FAIL")
        add(badge + report.headline.dropFirst(4) + ", \(NumberText.fixed(report.seconds, digits: 2)) s")
        for (number, group) in report.groups.enumerated() {
            if !layout.isBrief { add("") }
            add(group.title, first: style.bold("\(number + 1)") + "  ", indent: 3)
            if !layout.isBrief { add(group, of: report) }
        }
        guard !layout.isBrief else { return }
        if !report.groups.isEmpty { add("") }
        for remark in report.remarks { add(remark, first: style.warning("note: "), indent: 6) }
        add("\(report.set) checked against: \(report.subject)", first: style.dim("set:  "), indent: 6)
    }

    private mutating func add(_ group: CheckSummary.Group, of report: CheckSummary) {
        for remark in group.remarks { add(remark, first: "   ", indent: 5) }
        let table = report.table(group, width: layout.width - 3, isShort: !layout.showsAll)
        if !table.isEmpty { add("") }
        for line in table { add("   " + line) }
        let examples = layout.examples(of: group)
        for member in examples {
            add((member.lines.isEmpty ? "" : "\n") + "   " + layout.style.bold(member.place.id.printable))
            if member.lines.isEmpty { continue }
            if let guards = member.place.guards { add(guards, first: "     ", indent: 5) }
            for line in member.lines {
                // Lines that begin with a space are tabular, so do not wrap them.
                if line.hasPrefix(" ") { add("     " + line.printable) } else { add(line, first: "     ", indent: 7) }
            }
        }
        let rest = group.members.count - examples.count
        let more: Message = "\n   and \(rest) more: \(option: .all) shows \(rest == 1 ? "it" : "them")"
        if rest > 0 { add(more.text(layout.style.names)) }
    }

    private mutating func add(_ line: String) { text += line + "\n" }

    /// Adds a wrapped sentence. Text from programs and files is made printable.
    private mutating func add(_ sentence: String, first: String, indent: Int) {
        let lines = sentence.printable.wrapped(width: layout.width, indent: indent, firstIndent: indent)
        for (index, line) in lines.enumerated() { add(index == 0 ? first + line.dropFirst(indent) : line) }
        if lines.isEmpty { add(first) }
    }
}
