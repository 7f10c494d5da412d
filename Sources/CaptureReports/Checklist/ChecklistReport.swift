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
        case .json: json(checklist)
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

    private static func json(_ checklist: Checklist) -> String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("input", checklist.path)
            writer.member("met", checklist.isMet)
            writer.counts("counts", Checklist.Status.allCases.map { ($0.rawValue, checklist.count(of: $0)) })
            writer.objects("criteria", checklist.items) { item, writer in
                writer.member("id", item.criterion.rawValue)
                writer.member("sentence", item.criterion.sentence)
                writer.member("status", item.status.rawValue)
                writer.member("remark", item.remark)
                writer.objects("findings", item.findings) { finding, writer in
                    writer.member("file", finding.file)
                    writer.member("value", finding.value)
                    writer.member("status", finding.status.rawValue)
                }
            }
            writer.member("unreadable", checklist.unreadable.map(\.name))
        }
        return writer.text + "\n"
    }

    /// The schema of the output of `parity checklist`.
    package static var schema: JSONSchema {
        let status = JSONSchema.words(Checklist.Status.self)
        return .object([
            "input": .string, "met": .flag,
            "counts": .object(Checklist.Status.allCases.map { JSONSchema.Member($0.rawValue, .count) }),
            "criteria": .list(
                of: .object([
                    "id": .words(ChecklistCriterion.self), "sentence": .string, "status": status,
                    "remark": .string.orNull,
                    "findings": .list(of: .object(["file": .string, "value": .string, "status": status])),
                ])), "unreadable": .strings,
        ])
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
