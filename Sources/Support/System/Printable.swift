// Escaping of external text, so that it cannot move the cursor, change colours, reverse the order of letters or be
// invisible.

extension Unicode.Scalar {
    /// Whether a terminal shows this scalar in place and does nothing else: Python's `str.isprintable`, minus
    /// `Default_Ignorable_Code_Point`.
    package var isPrintable: Bool {
        if isASCII { return (0x20..<0x7F).contains(value) }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return !properties.isDefaultIgnorableCodePoint
        }
    }
}

package enum Printable {
    /// Escapes unprintable scalars as `\u{1B}`, and bytes that are not UTF-8 as `\xFF`. ``text(of:)`` can reverse it,
    /// because backslashes before an escape are doubled.
    package static func form(of text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) { return text }
        var printed = ""
        var backslashes = 0
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.first {
            if scalar == "\\" {
                backslashes += 1
                rest.removeFirst()
                continue
            }
            let looksEscaped = backslashes > 0 && beginsEscape(rest)
            let count = !scalar.isPrintable || looksEscaped ? 2 * backslashes : backslashes
            printed += String(repeating: "\\", count: count)
            backslashes = 0
            if scalar.isPrintable {
                printed.unicodeScalars.append(rest.removeFirst())
            } else {
                printed += escapeFirst(of: &rest)
            }
        }
        return printed + String(repeating: "\\", count: backslashes)
    }

    /// The text whose form is `printed`; `printed` itself if there is none.
    package static func text(of printed: String) -> String {
        guard printed.utf8.contains(UInt8(ascii: "\\")), let text = read(printed), form(of: text).isExactly(printed)
        else { return printed }
        return text
    }

    /// Escapes a composed text, but not its line feeds and, if it is coloured, not the sequences of ``TextStyle``.
    package static func sanitised(_ text: String, isColored: Bool = false) -> String {
        writtenOut(text, hasLines: true, isColored: isColored)
    }

    /// Like ``sanitised(_:isColored:)``, for a single line without ``TextStyle``.
    package static func sanitisedLine(_ text: String) -> String { writtenOut(text, hasLines: false, isColored: false) }

    private static func writtenOut(_ text: String, hasLines: Bool, isColored: Bool) -> String {
        func stays(_ scalar: Unicode.Scalar) -> Bool { scalar.isPrintable || hasLines && scalar == "\n" }
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || hasLines && $0 == 0x0A }) { return text }
        var printed = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if isColored, scalar == "\u{1B}", let sequence = TextStyle.sequences.first(where: rest.starts(with:)) {
                printed += sequence
                rest = rest.dropFirst(sequence.count)
                continue
            }
            if stays(scalar) {
                printed.append(rest.removeFirst())
            } else {
                printed += escapeFirst(of: &rest).unicodeScalars
            }
        }
        return String(printed)
    }

    /// Two scalars stand for a byte that is not UTF-8.
    private static func escapeFirst<Scalars: Collection<Unicode.Scalar>>(of scalars: inout Scalars) -> String
    where Scalars.SubSequence == Scalars {
        if let byte = scalars.representedByte {
            scalars.removeFirst(2)
            return "\\x" + String(byte, radix: 16, uppercase: true)
        }
        return "\\u{" + String(scalars.removeFirst().value, radix: 16, uppercase: true) + "}"
    }

    /// Whether the scalars after a backslash form an escape: `xFF` or `u{`.
    private static func beginsEscape(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let next = Array(scalars.prefix(3))
        if next.starts(with: ["u", "{"]) { return true }
        return next.count == 3 && next[0] == "x" && "89ABCDEF".unicodeScalars.contains(next[1])
            && "0123456789ABCDEF".unicodeScalars.contains(next[2])
    }

    private static func read(_ printed: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(printed.unicodeScalars)[...]
        while !rest.isEmpty {
            let verbatim = rest.prefix { $0 != "\\" }
            bytes += String(String.UnicodeScalarView(verbatim)).fileBytes
            rest = rest.dropFirst(verbatim.count)
            let backslashes = rest.prefix { $0 == "\\" }.count
            rest = rest.dropFirst(backslashes)
            let isBeforeEscape = beginsEscape(rest)
            let count = isBeforeEscape ? backslashes / 2 : backslashes
            bytes += Array(repeating: UInt8(ascii: "\\"), count: count)
            if isBeforeEscape, backslashes % 2 == 1 {
                guard let escaped = consumeEscape(&rest) else { return nil }
                bytes += escaped
            }
        }
        return String(fileBytes: bytes)
    }

    private static func consumeEscape(_ scalars: inout ArraySlice<Unicode.Scalar>) -> [UInt8]? {
        func number(_ digits: ArraySlice<Unicode.Scalar>) -> UInt32? {
            UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        }
        if scalars.first == "x" {
            defer { scalars = scalars.dropFirst(3) }
            return number(scalars.dropFirst().prefix(2)).map { [UInt8($0)] }
        }
        let digits = scalars.dropFirst(2).prefix { $0 != "}" }
        guard let scalar = number(digits).flatMap(Unicode.Scalar.init) else { return nil }
        scalars = scalars.dropFirst(digits.count + 3)
        return UTF8.encode(scalar).map(Array.init)
    }
}

package enum TextStyle: Int, CaseIterable, Sendable {
    case reset = 0
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33

    package var sequence: String { "\u{1B}[\(rawValue)m" }
    fileprivate static let sequences = allCases.map { $0.sequence.unicodeScalars }
}
