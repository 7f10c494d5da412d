extension String {
    /// For a line or a table cell of Markdown (GFM 6.1, 4.10).
    package var markdownEscaped: String {
        replacingScalars { "\\`*_[]<>|~&$".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }

    /// Characters that XML 1.0 cannot represent are replaced by U+FFFD.
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

    /// Line ends and tabs become a space; scalars that cannot be shown, or that would reorder the line, are escaped.
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
    /// The scalar that a document shows in place of an unprintable one; nil to show the ``printable`` form.
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
