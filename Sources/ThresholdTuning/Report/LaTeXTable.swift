internal import Support

/// A table for LaTeX that fits a page, or a column of it.
///
/// Columns of numbers and words that do not fit continue in a further part below, which repeats the names of the rows.
/// If the first two columns are text, the first becomes lines above the rows. Widths are those of Computer Modern at 8
/// points, which the table selects.
struct LaTeXTable {
    struct Column {
        let heading: String
        let isText: Bool
        var cells: [String?]

        /// The heading on lines no wider than the cells, if its words permit.
        fileprivate var headingLines: [String] {
            let words = heading.split(separator: " ").map(String.init)
            let most = (words + cells.map { $0 ?? "" }).map(LaTeXText.width).max() ?? 0
            return words.reduce(into: []) { lines, word in
                if let last = lines.last, LaTeXText.width(of: last + " " + word) <= most {
                    lines[lines.count - 1] = last + " " + word
                } else {
                    lines.append(word)
                }
            }
        }

        /// The width without a line break in a cell.
        fileprivate var width: Double {
            ((isText ? [heading] : headingLines) + cells.map { $0 ?? "--" }).map(LaTeXText.width).max() ?? 0
        }
    }

    /// A part of the table: its columns, and the widths of those whose cells are paragraphs.
    private struct Part {
        var columns: [(column: Column, paragraph: Double?)]
        var rows: [Int]
        var hasHeadLines = true

        var width: Double {
            columns.reduce(0) { $0 + ($1.paragraph ?? $1.column.width) }
                + 2 * LaTeXTable.separation * Double(columns.count - 1)
        }
    }

    /// The widths in points that tables may have: of a page, and of one of its two columns.
    static let widths = [469.0, 229]
    fileprivate static let separation = 3.0
    /// Text columns after the names that are wider than this explain the rows. They form a part of their own.
    private static let longestWord = 80.0
    /// The rest allows for what the widths of single characters do not include, such as kerning.
    private static let usedShare = 0.99

    private let caption: String?
    private let head: [String?]?
    private let parts: [Part]

    init(_ columns: [Column], caption: String?, width: Double) {
        var columns = columns.map { $0.isText ? $0 : $0.aligned }
        self.caption = caption
        head = columns.count > 2 && columns[0].isText && columns[1].isText ? columns.removeFirst().cells : nil
        parts = Self.parts(columns, width: Self.usedShare * width)
    }

    private static func parts(_ columns: [Column], width: Double) -> [Part] {
        let rows = Array((columns.first?.cells ?? []).indices)
        let names = Array(columns.prefix { $0.isText })
        let values = columns.dropFirst(names.count)
        let numbers = values.filter { !$0.isText || $0.width <= longestWord }
        let texts = values.filter { $0.isText && $0.width > longestWord }
        func needed(_ columns: some Collection<Column>) -> Double {
            columns.reduce(0) { $0 + $1.width + 2 * separation }
        }
        let space = max(numbers.isEmpty ? width : width * 0.3, width - needed(numbers))
        let named = fitted(names, in: space)
        var parts = [Part(columns: named, rows: rows)]
        for column in numbers {
            if parts[parts.count - 1].width + 2 * separation + column.width > width {
                parts.append(Part(columns: named, rows: rows))
            }
            parts[parts.count - 1].columns.append((column, nil))
        }
        guard !texts.isEmpty, let last = names.last else { return parts }
        // Several rows may have the same explanation, which is written once.
        let all = fitted([last] + texts, in: width)
        var seen: Set<[String?]> = []
        let unique = rows.filter { row in seen.insert(all.map { $0.column.cells[row] }).inserted }
        return parts + [Part(columns: all, rows: unique, hasHeadLines: false)]
    }

    /// Columns of text in a given space: the widest become paragraphs of equal width.
    private static func fitted(_ columns: [Column], in space: Double) -> [(column: Column, paragraph: Double?)] {
        let space = space - 2 * separation * Double(max(columns.count - 1, 0))
        var (limit, rest, count) = (Double.infinity, space, Double(columns.count))
        for width in columns.map(\.width).sorted() {
            if width * count > rest {
                limit = (rest / count).rounded(.down)
                break
            }
            (rest, count) = (rest - width, count - 1)
        }
        return columns.map { ($0, $0.width > limit ? limit : nil) }
    }

    /// The width of each part in points, from the widths of its characters.
    var estimatedWidths: [Double] { parts.map(\.width) }

    /// The text, without the comment at its beginning.
    var text: String {
        var lines = [
            "\\begin{table}", "\\centering", "\\fontsize{8}{9.5}\\selectfont",
            "\\setlength{\\tabcolsep}{\(Int(Self.separation))pt}",
        ]
        if let caption { lines.append("\\sloppy\\caption{\(LaTeXText.breakable(caption, in: 100))}") }
        for (number, part) in parts.enumerated() {
            if number > 0 { lines += ["", "\\medskip"] }
            lines += self.lines(of: part)
        }
        return (lines + ["\\end{table}"]).joined(separator: "\n") + "\n"
    }

    private func lines(of part: Part) -> [String] {
        func line(_ cells: [String]) -> String { cells.joined(separator: " & ") + " \\\\" }
        let kinds = part.columns.map { $0.column.isText ? "l" : "r" }
        var lines = ["\\begin{tabular}{@{}\(kinds.joined())@{}}", "\\toprule"]
        lines.append(
            line(
                part.columns.map { column, _ in
                    let words = column.isText ? [column.heading] : column.headingLines
                    let lines = words.map(LaTeXText.escaped).joined(separator: "\\\\\\strut ")
                    return words.count == 1 ? lines : "\\shortstack[r]{\\strut \(lines)}"
                }))
        lines.append("\\midrule")
        var above: String?
        for row in part.rows {
            if part.hasHeadLines, let name = head?[row], name != above {
                if above != nil { lines.append("\\addlinespace") }
                let isLong = LaTeXText.width(of: name) > part.width
                let text = isLong ? LaTeXText.paragraph(name, width: part.width) : LaTeXText.escaped(name)
                lines.append("\\multicolumn{\(part.columns.count)}{@{}l@{}}{\\textit{\(text)}} \\\\")
                above = name
            }
            lines.append(
                line(
                    part.columns.map { column, paragraph in
                        guard let cell = column.cells[row] else { return "--" }
                        guard column.isText else { return LaTeXText.number(cell) }
                        return paragraph.map { LaTeXText.paragraph(cell, width: $0) } ?? LaTeXText.escaped(cell)
                    }))
        }
        return lines + ["\\bottomrule", "\\end{tabular}"]
    }
}

extension LaTeXTable.Column {
    /// The numbers with equally many places after the point; added zeros are invisible.
    fileprivate var aligned: Self {
        func places(_ cell: String?) -> Int? {
            cell.flatMap { $0.contains("e") ? nil : $0.split(separator: ".").dropFirst().first?.count ?? 0 }
        }
        let most = cells.compactMap(places).max() ?? 0
        var column = self
        column.cells = cells.map { cell in
            guard let cell, let count = places(cell), count < most else { return cell }
            return cell + LaTeXText.padding + (count == 0 ? "." : "") + String(repeating: "0", count: most - count)
        }
        return column
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

    /// The escaped text, in which words wider than the space may be broken anywhere.
    static func breakable(_ text: String, in space: Double) -> String {
        text.split(separator: " ").map { word in
            width(of: word) <= space
                ? escaped(String(word)) : word.map { escaped(String($0)) }.joined(separator: "\\allowbreak{}")
        }.joined(separator: " ")
    }

    /// The escaped text on lines of the width in points.
    static func paragraph(_ text: String, width: Double) -> String {
        "\\parbox[t]{\(Int(width))pt}{\\raggedright\\strut \(breakable(text, in: width))\\strut}"
    }

    /// Separates a number from digits that only align it.
    fileprivate static let padding = "\u{0}"

    /// A number with the minus sign of mathematics.
    static func number(_ text: String) -> String {
        let parts = text.split(separator: "\u{0}", maxSplits: 1)
            .map { String($0).replacingScalars(["-": "$-$", "<": "$<$"]) }
        return parts.count == 2 ? "\(parts[0])\\phantom{\(parts[1])}" : parts.joined()
    }

    /// The width in points in Computer Modern at 8 points, without kerning. Other scripts are taken to be wide.
    static func width(of text: some StringProtocol) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            case 0: sum
            case 0x20..<0x7F: sum + Double(widths[Int(scalar.value) - 0x20]) * 0.008
            default: sum + 9
            }
        }
    }

    /// The widths of the printable ASCII characters in thousandths of the font size.
    ///
    /// Source: cmr8.tfm; for `\ { } < > | ^ ~ _`, the commands of ``escaped(_:)``; for `-`, the minus sign.
    private static let widths = [
        295, 295, 531, 885, 531, 885, 826, 295, 413, 413, 531, 826, 295, 826, 295, 531,
        531, 531, 531, 531, 531, 531, 531, 531, 531, 531, 295, 295, 826, 826, 826, 502,
        826, 796, 752, 767, 811, 723, 693, 834, 796, 383, 545, 825, 664, 973, 796, 826,
        723, 826, 782, 590, 767, 796, 796, 1091, 796, 796, 649, 295, 531, 295, 531, 531,
        531, 531, 590, 472, 590, 472, 325, 531, 590, 295, 325, 561, 295, 885, 590, 531,
        590, 561, 414, 419, 413, 590, 561, 767, 561, 561, 472, 531, 295, 531, 531,
    ]
}
