internal import Support

// Tables for people: per cent instead of shares, rounded numbers, names escaped for the format.

extension ReportTable {
    /// The first line of each file for people, by which the command recognises its own files.
    package static let signature = "Written by depthcheck."

    /// A table in GitHub Flavored Markdown.
    package var markdown: String {
        let rule = units.map { $0 == .words ? "---" : "---:" }
        let rows = [headingCells, rule] + (0..<rowCount).map { printedCells($0).map { $0 ?? "–" } }
        let lines = rows.enumerated().map { number, row in
            "| "
                + zip(row, printed).filter(\.1).map { number == 1 ? $0.0 : $0.0.markdownEscaped }
                .joined(separator: " | ") + " |"
        }
        let origin = provenance.map { "<!-- \($0.line) -->\n" } ?? ""
        return "<!-- \(Self.signature) -->\n\(origin)\n" + lines.joined(separator: "\n") + "\n"
    }

    /// A table for LaTeX, which needs the package booktabs.
    package var latex: String {
        let rows = (0..<rowCount).map(printedCells)
        let columns = units.indices.filter { printed[$0] }.map { column in
            LaTeXTable.Column(
                heading: headingCells[column], isText: units[column] == .words, cells: rows.map { $0[column] })
        }
        let width = LaTeXTable.widths[columnsOfPage - 1]
        let needs = "Needs \\usepackage{booktabs} and a text at least \(Int(width)) pt wide."
        let origin = provenance.map { "% \($0.line)\n" } ?? ""
        return "% \(Self.signature) \(needs)\n\(origin)" + LaTeXTable(columns, caption: caption, width: width).text
    }

    private var headingCells: [String] {
        zip(headings.map(\.documentLine), units).map { heading, unit in
            switch unit {
            case .share, .difference: "\(heading) (%)"
            case .metres: "\(heading) (m)"
            case .count, .probability, .layers, .none, .words, .deviates: heading
            }
        }
    }

    /// The cells of a row as text; nil for null.
    private func printedCells(_ row: Int) -> [String?] {
        zip(cells(row), units).map { cell, unit in
            switch cell {
            case .string(let words): words.documentLine
            case .flag(let flag): flag.description
            case .number(let digits): Double(digits).map { Self.printed($0, unit) } ?? digits
            case .null, .array, .object: nil
            }
        }
    }

    private static func printed(_ number: Double, _ unit: ColumnUnit) -> String {
        switch unit {
        case .share:
            // Enough digits that a share below 1, such as a level, is not printed as 100 %.
            let texts = (2...15).map { NumberText.fixed(100 * number, digits: $0) }
            return texts.first { number >= 1 || Double($0) != 100 } ?? texts[0]
        case .difference: return NumberText.fixed(100 * number, digits: 2)
        case .probability: return number < 0.0001 ? "<0.0001" : NumberText.fixed(number, digits: 4)
        case .count, .layers: return NumberText.fixed(number, digits: 0)
        case .metres, .none, .words, .deviates:
            // Rounding errors, as of a threshold midway between two scores around 0, are printed as 0.
            return abs(number) < 1e-12 ? "0" : NumberText.significant(number, digits: 4)
        }
    }
}
