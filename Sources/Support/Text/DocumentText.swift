extension String {
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
