extension String {
    /// The text in a form that cannot break a line, set a colour or hide anything.
    package var printable: String { Printable.form(of: self) }
    /// A composed message as one line, with unprintable characters escaped.
    package var sanitisedLine: String { Printable.sanitisedLine(self) }

    /// Replaces single scalars. A carriage return and a line feed are two scalars, but one `Character`.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let replacement = replacement(scalar) { text += replacement } else { text.unicodeScalars.append(scalar) }
        }
    }

    package func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
        replacingScalars { replacements[$0] }
    }

    /// Wraps the text at `width` columns, including indentation. Longer words are not broken.
    package func wrapped(width: Int = 60, indent: Int, firstIndent: Int = 0) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ", omittingEmptySubsequences: true) {
            if let last = lines.last, last.columnCount + 1 + word.columnCount <= width {
                lines[lines.count - 1] += " " + String(word)
            } else {
                lines.append(String(repeating: " ", count: lines.isEmpty ? firstIndent : indent) + String(word))
            }
        }
        return lines
    }

    /// The text as a left-aligned table cell, with at least one space after it.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - columnCount, 1)) }

    /// The text as a right-aligned table cell, with at least one space before it.
    package func aligned(to width: Int) -> String {
        String(repeating: " ", count: max(width - columnCount, 1)) + self
    }

    /// Digits, preceded by zeros up to `count` characters.
    package func zeroPadded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - utf8.count)) + self
    }

    package var withoutTrailingSpaces: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }

    /// The width in terminal columns without the escape sequences of ``Style``.
    fileprivate var visibleColumnCount: Int {
        split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().reduce(0) { sum, part in
            let text = part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst()
            return sum + text.columnCount
        }
    }
}

extension StringProtocol {
    /// The width in terminal columns; wide characters, such as Chinese or emoji, count two.
    package var columnCount: Int {
        if utf8.count == count { return count }
        return reduce(0) { $0 + ($1.unicodeScalars.first.map(isWide) ?? false ? 2 : 1) }
    }
}

/// East Asian Width W and F, by blocks (Unicode Standard Annex #11).
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
        true
    default: false
    }
}

/// A presenter's emphasis on a terminal, its names for options, and the width of a result in a list.
package struct Style: Sendable {
    package let isColored: Bool
    package let names: OptionNaming
    private let lineWidth: Int

    package init(isColored: Bool, _ names: OptionNaming = .properties, lineWidth: Int = .max) {
        (self.isColored, self.names, self.lineWidth) = (isColored, names, lineWidth)
    }

    /// One line or, if that is too long, the head and then the details on indented lines.
    package func result(_ head: String, _ details: [String], gap: String = "  ") -> String {
        let line = ([head] + details).joined(separator: gap)
        if line.visibleColumnCount <= lineWidth { return line }
        return ([head] + details.flatMap { $0.wrapped(width: lineWidth, indent: 8, firstIndent: 6) })
            .joined(separator: "\n")
    }

    package static let plain = Style(isColored: false)

    package func bold(_ text: String) -> String { set(text, .bold) }
    package func dim(_ text: String) -> String { set(text, .dim) }
    package func good(_ text: String) -> String { set(text, .green) }
    package func bad(_ text: String) -> String { set(text, .red) }
    package func warning(_ text: String) -> String { set(text, .yellow) }

    private func set(_ text: String, _ style: TextStyle) -> String {
        isColored ? style.sequence + text + TextStyle.reset.sequence : text
    }
}

extension ArraySlice {
    /// The elements between the first and the last one that does not meet a condition.
    package func trimmed(while isOuter: (Element) -> Bool) -> ArraySlice {
        var rest = drop(while: isOuter)
        while let last = rest.last, isOuter(last) { rest.removeLast() }
        return rest
    }
}
