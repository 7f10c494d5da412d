internal import Support

/// A check as workflow commands of GitHub Actions: an annotation for each cause at its first example, and a notice
/// for answers that differ and are accepted.
///
/// GitHub shows ten annotations per step and silently drops the rest, so at most ten are written, the last with the
/// number of omitted ones. An annotation refers to a file of the repository (GITHUB_WORKSPACE or else the working
/// folder): the golden or case if it is in there, otherwise the first file in the program's command.
struct GitHubAnnotations {
    static let maximumCount = 10

    let annotations: String
    let text: String

    init(_ report: CheckSummary) {
        // The count of omitted causes is an annotation too.
        let shownCount = report.groups.count > Self.maximumCount ? Self.maximumCount - 1 : report.groups.count
        var lines = report.groups.prefix(shownCount).compactMap { group in
            group.members.first.map { Self.annotation(group, $0, of: report) }
        }
        if report.groups.count > shownCount {
            lines.append(
                "::error title=\(report.check)::"
                    + Self.data(
                        "\(report.groups.count - shownCount) more causes are not shown here; \(report.headline)"))
        }
        // GitHub limits notices and errors separately.
        let compared = report.compared.isEmpty ? [] : [report.compared.joined(separator: "\n")]
        lines += report.accepted.prefix(Self.maximumCount - compared.count).map { line in
            "::notice title=\(report.check)%3A may differ::" + Self.data(line.printable)
        }
        lines += compared.map { "::notice title=\(report.check)%3A compared::" + Self.data($0) }
        annotations = lines.map { $0 + "\n" }.joined()
        text = annotations + report.headline + "\n"
    }

    private static func annotation(
        _ group: CheckSummary.Group, _ example: CheckSummary.Group.Member, of report: CheckSummary
    ) -> String {
        let title = "\(report.check): \(NumberText.count(group.members.count, report.unit))"
        let words = ((try? CommandTemplate.split(report.subject)) ?? []).filter(FileAccess.isFile)
        let repository = Machine.environment("GITHUB_WORKSPACE") ?? "."
        let file = ([example.place.path] + words).lazy.compactMap { FileAccess.path($0, in: repository) }.first
        let place = file.map { "file=\(property($0.printable))," } ?? ""
        return "::error \(place)title=\(property(title))::\(data(group.title.printable))"
    }

    private static func data(_ text: String) -> String {
        text.replacingScalars(["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    private static func property(_ text: String) -> String { data(text).replacingScalars([":": "%3A", ",": "%2C"]) }
}

struct CheckMarkdown {
    let text: String

    init(_ report: CheckSummary, _ layout: CheckLayout) {
        var lines = [
            "## \(report.isGood ? "✅" : "❌") \(report.check): \(Self.cell(report.headline))", "",
            "\(Self.code(report.subject)) checked against \(Self.code(report.set)), "
                + "\(NumberText.fixed(report.seconds, digits: 2)) s.", "",
        ]
        if !report.groups.isEmpty {
            lines += ["| | cause | \(report.unit)s | \(report.groups[0].table.titles[0])s |", "|---|---|---|---|"]
            lines += report.groups.enumerated().map { number, group in
                "| \(number + 1) | \(Self.cell(group.title)) | \(group.members.count) | \(Self.cell(group.fields)) |"
            }
            for (number, group) in report.groups.enumerated() {
                lines += Self.section(number + 1, group, of: report, layout)
            }
            lines.append("")
        }
        lines += report.remarks.map { "- \(Self.cell($0))" }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func section(
        _ number: Int, _ group: CheckSummary.Group, of report: CheckSummary, _ layout: CheckLayout
    ) -> [String] {
        let title = "\(number): \(NumberText.count(group.members.count, report.unit)): \(group.title)"
        var lines = group.remarks.map(\.printable) + report.table(group, isShort: !layout.showsAll)
        let examples = layout.examples(of: group)
        for member in examples {
            lines += ["", member.place.id.printable]
            lines += ([member.place.guards].compactMap(\.self) + member.lines).map { "  " + $0.printable }
        }
        let rest = group.members.dropFirst(examples.count).map(\.place.id)
        if !rest.isEmpty { lines += ["", "and \(rest.count) more: \(rest.joined(separator: ", "))".printable] }
        // Longer than any fence in the block, so that no line ends the block.
        var fence = "~~~~"
        while lines.contains(where: { $0.contains(fence) }) { fence += "~" }
        return ["", "<details><summary>\(title.printable.xmlEscaped)</summary>", "", fence + "text"] + lines
            + [fence, "", "</details>"]
    }

    private static func cell(_ text: String) -> String { text.printable.markdownEscaped }

    private static func code(_ text: String) -> String { "`\(text.printable.replacing("`", with: "'"))`" }
}
