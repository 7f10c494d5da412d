package import Support

/// Formats a checklist.
package enum ChecklistReport {
    package enum Format: String, Sendable, CaseIterable {
        case text, json, markdown
    }

    /// Ends with a newline.
    ///
    /// - Parameter isBrief: Whether text has only the status and the id of each criterion.
    package static func text(
        of checklist: Checklist, format: Format, isBrief: Bool = false, style: Style, width: Int
    ) -> String {
        switch format {
        case .text where isBrief:
            checklist.items.map { item in
                color(item.status.wording.padded(to: indent) + item.criterion.rawValue, style) + "\n"
            }.joined()
        case .text: page(checklist, style, min(max(width, 60), 120))
        case .json: shape.text(of: checklist) + "\n"
        case .markdown: markdown(checklist)
        }
    }

    /// The column of the criteria, after the longest status.
    private static let indent = 21

    private static func page(_ checklist: Checklist, _ style: Style, _ width: Int) -> String {
        var lines = ["\(style.bold(checklist.path.printable)): \(summary(checklist))"]
        for item in checklist.items {
            lines.append("")
            let sentence = "\(item.criterion.rawValue): \(item.criterion.sentence)"
                .wrapped(width: width, indent: indent, firstIndent: indent)
            lines.append(item.status.wording.padded(to: indent) + sentence[0].dropFirst(indent))
            lines += sentence.dropFirst()
            lines += values(item).flatMap {
                $0.sanitisedLine.wrapped(width: width, indent: indent + 2, firstIndent: indent)
            }
        }
        return lines.map { color($0, style) }.joined(separator: "\n") + "\n"
    }

    /// Colours the status at the beginning of a line.
    private static func color(_ line: String, _ style: Style) -> String {
        guard let status = Checklist.Status.allCases.reversed().first(where: { line.hasPrefix($0.wording + " ") })
        else {
            return line
        }
        let rest = line.dropFirst(status.wording.count)
        return switch status {
        case .met: style.good(status.wording) + rest
        case .notMet: style.bad(status.wording) + rest
        case .notMeasurable, .contradictsReality: style.warning(status.wording) + rest
        }
    }

    private static func values(_ item: Checklist.Item) -> [String] {
        item.findings.map { finding in
            let mark = finding.status == .notMet && item.findings.count > 1 ? "not met: " : ""
            return "\(mark)\(finding.file.printable): \(finding.value)"
        } + (item.remark.map { [$0] } ?? [])
    }

    private static func summary(_ checklist: Checklist) -> String {
        Checklist.Status.allCases.map { status in
            "\(checklist.count(of: status)) \(status.wording)"
        }.joined(separator: ", ")
    }

    private static func markdown(_ checklist: Checklist) -> String {
        var lines = [
            "**\(checklist.path.printable.markdownEscaped)**: \(summary(checklist))", "",
            "| criterion | sentence | result | measured |",
            "|---|---|---|---|",
        ]
        for item in checklist.items {
            let cells = [
                item.criterion.sentence, item.status.wording, values(item).map(\.sanitisedLine).joined(separator: "; "),
            ]
            lines.append(
                "| `\(item.criterion.rawValue)` | \(cells.map(\.markdownEscaped).joined(separator: " | ")) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    package static let shape = Shape<Checklist> {
        Member("input", .text) { $0.path }
        Member("met", .flag) { $0.isMet }
        Member("counts", counts) { $0 }
        Member("criteria", .list(of: criterion)) { $0.items }
        Member("unreadable", .texts) { $0.unreadable.map(\.name) }
    }
    private static let counts = Shape<Checklist> {
        for status in Checklist.Status.allCases { Member(status.rawValue, .count) { $0.count(of: status) } }
    }
    private static let criterion = Shape<Checklist.Item> {
        Member("id", .word) { $0.criterion }
        Member("sentence", .text) { $0.criterion.sentence }
        Member("status", .word) { $0.status }
        Member("remark", .text, or: .null) { $0.remark }
        Member("findings", .list(of: finding)) { $0.findings }
    }
    private static let finding = Shape<Checklist.Finding> {
        Member("file", .text) { $0.file }
        Member("value", .text) { $0.value }
        Member("status", .word) { $0.status }
    }
}

extension Checklist {
    fileprivate func count(of status: Status) -> Int { items.count { $0.status == status } }
}

extension Checklist.Status {
    package var wording: String {
        switch self {
        case .met: "met"
        case .notMet: "not met"
        case .notMeasurable: "not measurable"
        case .contradictsReality: "contradicts reality"
        }
    }
}
