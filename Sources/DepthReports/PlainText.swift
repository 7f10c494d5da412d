extension String {
    /// The text with every control character written out, so that a file name cannot break a line or colour a terminal.
    public var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The words of the text on lines of at most `width` columns, all but the first indented. A word that is longer stays whole.
    func wrapped(width: Int = 60, indent: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ", omittingEmptySubsequences: true) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(lines.isEmpty ? String(word) : String(repeating: " ", count: indent) + word)
            }
        }
        return lines
    }
}
