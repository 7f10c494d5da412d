internal import Support

/// Names in a figure: shortened in the middle to the available width, all different, and isolated from the direction
/// of the text around them.
///
///     FigureLabels.all([("AUC 0.987: ", "print"), ("AUC 0.912: ", "screen")], width: 211, size: 7.5)
enum FigureLabels {
    /// A label, and the full name if the label has only a part of it.
    struct Label: Hashable {
        let text: String
        let fullName: String?

        /// The text without the characters that isolate the name, which some programs draw as boxes.
        var plainText: String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }))
        }
    }

    /// The labels in order: a text, which is never shortened, then a name.
    static func all(_ names: [(before: String, name: String)], width: Double, size: Double) -> [Label] {
        let space = width / size / fontMargin
        let lines = names.map { (before: $0.before, name: $0.name.documentLine) }
        func shown(_ line: (before: String, name: String), after: String = "") -> String {
            shortened(line.name, to: space - Self.width(of: line.before) - Self.width(of: after)) + after
        }
        var parts = lines.map { shown($0) }
        let first = parts
        // A number distinguishes names that differ only in the part that is left out.
        var number = 0
        for (place, part) in first.enumerated() {
            let name = lines[place].name
            guard zip(first, lines).contains(where: { $0 == part && $1.name != name }) else { continue }
            repeat {
                number += 1
                parts[place] = shown(lines[place], after: " (\(number))")
            } while first.contains(parts[place])
        }
        return zip(lines, parts).map { line, part in
            Label(text: line.before + isolated(part), fullName: part == line.name ? nil : line.name)
        }
    }

    /// The name, or its beginning and end with an ellipsis between them.
    private static func shortened(_ name: String, to space: Double) -> String {
        guard width(of: name) > space else { return name }
        let characters = Array(name)
        var rest = space - width(of: "…")
        var (head, tail) = (0, 0)
        // Alternates between the beginning and the end of the name.
        while head + tail < characters.count {
            let isHead = head <= tail
            rest -= width(of: characters[isHead ? head : characters.count - 1 - tail])
            guard rest >= 0 else { break }
            if isHead { head += 1 } else { tail += 1 }
        }
        return String(characters.prefix(head)) + "…" + String(characters.suffix(tail))
    }

    /// The name within a first strong isolate if it may have letters that are read from right to left.
    ///
    /// Source: Unicode Standard Annex #9, 2.4.
    private static func isolated(_ name: String) -> String {
        let isMixed = name.unicodeScalars.contains { scalar in rightToLeft.contains { $0.contains(scalar.value) } }
        return isMixed ? "\u{2068}\(name)\u{2069}" : name
    }

    /// Source: Unicode Character Database, DerivedBidiClass.txt, blocks with the classes R and AL.
    private static let rightToLeft: [ClosedRange<UInt32>] = [
        0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]

    // MARK: Widths

    /// Fonts that replace Helvetica are wider: DejaVu Sans by up to this factor.
    private static let fontMargin = 1.16

    /// The width in points, in the widest font that may be used.
    static func drawnWidth(of text: String, size: Double) -> Double { width(of: text) * size * fontMargin }

    /// The width in units of the font size.
    static func width(of text: some StringProtocol) -> Double { text.reduce(0) { $0 + width(of: $1) } }

    private static func width(of character: Character) -> Double {
        guard let ascii = character.asciiValue, (0x20..<0x7F).contains(ascii) else {
            return String(character).columnCount > 1 ? 1.1 : 0.72
        }
        return Double(helvetica[Int(ascii) - 0x20]) / 1000
    }

    /// The widths of the printable ASCII characters in thousandths of the font size.
    ///
    /// Source: Adobe Font Metrics of Helvetica.
    private static let helvetica = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
    ]
}
