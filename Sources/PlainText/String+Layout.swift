extension String {
    /// The text with every control character written out, so that a file name cannot break a line or colour a terminal.
    package var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The words of the text on lines of at most `width` columns. A word that is longer stays whole.
    ///
    /// - Parameters:
    ///   - width: columns, those of the indentation included.
    ///   - indent: of all lines but the first.
    ///   - firstIndent: of the first.
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
}
