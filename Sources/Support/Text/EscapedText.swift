extension String {
    /// The text for a line or a table cell of Markdown: characters that could be markup have a backslash.
    ///
    /// Source: GitHub Flavored Markdown, 6.1 (any ASCII punctuation can be escaped) and 4.10 (`|` in cells).
    package var markdownEscaped: String {
        replacingScalars { "\\`*_[]<>|~&$".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }

    /// The text escaped for XML 1.0. Characters that XML cannot represent, such as most control characters, are
    /// replaced by U+FFFD.
    package var xmlEscaped: String {
        replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\r": "&#13;"
            case "\t", "\n": nil
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }

    /// The text as a part of one line of a document, such as a figure or a table for people: line ends and tabs become
    /// a space, and scalars that cannot be shown, or that would reorder the rest of the line, are escaped as in
    /// ``printable``. Joiners, variation selectors and spaces, which belong to names, are unchanged.
    package var documentLine: String {
        var text = ""
        var held = String.UnicodeScalarView()
        // Escapes are unambiguous only together with the backslashes before them.
        func flushed() -> String { String(held).printable }
        for scalar in unicodeScalars {
            guard let shown = scalar.inDocument else {
                held.append(scalar)
                continue
            }
            text += flushed()
            held = String.UnicodeScalarView()
            text.unicodeScalars.append(shown)
        }
        return text + flushed()
    }
}

extension Unicode.Scalar {
    /// The scalar that a document shows for one that ``isPrintable`` excludes; nil if it is shown as ``printable``.
    fileprivate var inDocument: Unicode.Scalar? {
        switch properties.generalCategory {
        case .control: return (0x09...0x0D).contains(value) || value == 0x85 ? " " : nil
        case .lineSeparator, .paragraphSeparator: return " "
        case .spaceSeparator: return isASCII ? nil : self
        case .format: return [0xAD, 0x200C, 0x200D].contains(value) ? self : nil
        default: return isPrintable ? nil : properties.isVariationSelector ? self : nil
        }
    }
}
