internal import Platform

extension String {
    /// The text with every control character written out, so that a file name cannot break a line or colour a terminal.
    package var printable: String {
        replacingScalars { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: "\\u{\(String(scalar.value, radix: 16))}"
            default: nil
            }
        }
    }

    /// The text with some characters replaced, one by one: to Swift a carriage return and a line feed are one
    /// character.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let replacement = replacement(scalar) {
                text += replacement
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    package func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
        replacingScalars { replacements[$0] }
    }

    /// The words of the text on lines of at most `width` columns, the indentation included. A word that is longer stays
    /// whole.
    package func wrapped(width: Int = 60, indent: Int, firstIndent: Int = 0) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ", omittingEmptySubsequences: true) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(repeating: " ", count: lines.isEmpty ? firstIndent : indent) + word)
            }
        }
        return lines
    }

    /// The text in a column of a table: filled up with spaces, and with one at least before the next column.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 1))
    }

    package var withoutTrailingSpaces: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}

/// Numbers for a person to read.
package enum NumberText {
    /// A number of things: `1 row`, `3 rows`.
    package static func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }

    package static func fixed(_ number: Double, digits: Int) -> String {
        Machine.text("%.*f", digits: digits, number)
    }

    /// A number with at most that many significant digits, in scientific notation where that is shorter.
    package static func significant(_ number: Double, digits: Int) -> String {
        Machine.text("%.*g", digits: digits, number)
    }

    /// The same with its sign, `+` included.
    package static func signed(_ number: Double, digits: Int) -> String {
        Machine.text("%+.*g", digits: digits, number)
    }
}

/// How text is set off on a terminal.
package struct Style: Sendable {
    private let isColored: Bool

    /// - Parameter isColored: whether escape sequences are written at all.
    package init(isColored: Bool) {
        self.isColored = isColored
    }

    package static let plain = Style(isColored: false)

    package func bold(_ text: String) -> String { set(text, "1") }
    /// What the eye may skip.
    package func dim(_ text: String) -> String { set(text, "2") }
    package func good(_ text: String) -> String { set(text, "32") }
    package func bad(_ text: String) -> String { set(text, "31") }
    /// What deserves a look.
    package func warning(_ text: String) -> String { set(text, "33") }

    private func set(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
