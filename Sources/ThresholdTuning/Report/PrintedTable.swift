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
            "| " + row.map { number == 1 ? $0 : $0.markdownEscaped }.joined(separator: " | ") + " |"
        }
        return "<!-- \(Self.signature) -->\n\n" + lines.joined(separator: "\n") + "\n"
    }

    /// A table for LaTeX with the package booktabs. Columns with long text are paragraphs.
    package var latex: String {
        let rows = (0..<rowCount).map(printedCells)
        let columns = units.indices.map { column in
            guard units[column] == .words else { return "r" }
            let longest = rows.map { $0[column]?.count ?? 0 }.max() ?? 0
            return longest > 40 ? "p{0.3\\linewidth}" : "l"
        }
        func line(_ cells: [String]) -> String { cells.joined(separator: " & ") + " \\\\" }
        func body(_ cells: [String?]) -> String {
            line(
                zip(cells, units).map { cell, unit in
                    cell.map { unit == .words ? LaTeXText.escaped($0) : LaTeXText.number($0) } ?? "--"
                })
        }
        let lines =
            [
                "% \(Self.signature) Needs \\usepackage{booktabs}.", "\\begin{tabular}{\(columns.joined())}",
                "\\toprule", line(headingCells.map(LaTeXText.escaped)), "\\midrule",
            ] + rows.map(body) + ["\\bottomrule", "\\end{tabular}"]
        return lines.joined(separator: "\n") + "\n"
    }

    private var headingCells: [String] {
        zip(headings.map(\.documentLine), units).map { heading, unit in
            switch unit {
            case .share: "\(heading) (%)"
            case .metres: "\(heading) (m)"
            case .count, .layers, .none, .words, .deviates: heading
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
            // Enough digits that a share below 1, such as a level, is not 100 %.
            let texts = (2...15).map { NumberText.fixed(100 * number, digits: $0) }
            return texts.first { number >= 1 || Double($0) != 100 } ?? texts[0]
        case .count, .layers: return NumberText.fixed(number, digits: 0)
        case .metres, .none, .words, .deviates:
            // Rounding errors, as of a threshold midway between two scores around 0, are printed as 0.
            return abs(number) < 1e-12 ? "0" : NumberText.significant(number, digits: 4)
        }
    }
}

/// Text of a LaTeX table.
enum LaTeXText {
    /// Special characters become commands. Those that are special only in some places, such as `[` after a line end,
    /// or `-` after another, are in braces.
    static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "\\": "\\textbackslash{}"
            case "&", "%", "$", "#", "_", "{", "}": "\\\(scalar)"
            case "~": "\\textasciitilde{}"
            case "^": "\\textasciicircum{}"
            case "<": "\\textless{}"
            case ">": "\\textgreater{}"
            case "|": "\\textbar{}"
            case "\"": "{\\char34}"
            case "`": "\\textasciigrave{}"
            case "[", "]", "*", "-": "{\(scalar)}"
            case "–": "--"
            default: nil
            }
        }
    }

    /// A number with the minus sign of mathematics.
    static func number(_ text: String) -> String { text.replacingScalars(["-": "$-$"]) }
}
