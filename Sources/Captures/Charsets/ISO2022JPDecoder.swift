/// Decodes ISO-2022-JP, in which escape sequences select the meaning of the bytes that follow.
///
/// Source: the Encoding Standard, section 12.2.1.
struct ISO2022JPDecoder {
    private enum CharacterSet { case ascii, roman, katakana, pairs }

    private var characterSet = CharacterSet.ascii
    /// Whether the bytes just read were an escape sequence; two escape sequences in succession are an error.
    private var followsEscape = false
    private var text = CharsetOutput()

    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoder = ISO2022JPDecoder()
        var rest = bytes
        while let byte = rest.popFirst() { decoder.read(byte, &rest) }
        return decoder.text.bytes
    }

    private mutating func read(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
        if byte == 0x1B { return readEscape(&rest) }
        followsEscape = false
        switch characterSet {
        case .ascii, .roman:
            guard byte < 0x80, byte != 0x0E, byte != 0x0F else { return text.append(nil) }
            let isYen = characterSet == .roman && byte == 0x5C
            let isOverline = characterSet == .roman && byte == 0x7E
            text.append(isYen ? "¥" : isOverline ? "\u{203E}" : Unicode.Scalar(byte))
        case .katakana:
            text.append((0x21...0x5F).contains(byte) ? Unicode.Scalar(0xFF61 - 0x21 + UInt32(byte)) : nil)
        case .pairs:
            guard (0x21...0x7E).contains(byte) else { return text.append(nil) }
            readTrail(of: byte, &rest)
        }
    }

    private mutating func readTrail(of lead: UInt8, _ rest: inout ArraySlice<UInt8>) {
        guard let trail = rest.first, trail != 0x1B else {
            // An escape sequence interrupts a pair.
            text.append(nil)
            return
        }
        rest = rest.dropFirst()
        let isTrail = (0x21...0x7E).contains(trail)
        text.append(isTrail ? CharsetTable.jis0208[(Int(lead) - 0x21) * 94 + Int(trail) - 0x21] : nil)
    }

    /// Reads an escape sequence. If the bytes form none, the escape is an error and the bytes are read as text.
    private mutating func readEscape(_ rest: inout ArraySlice<UInt8>) {
        let chosen: CharacterSet? =
            switch (rest.first, rest.dropFirst().first) {
            case (0x28, 0x42): .ascii
            case (0x28, 0x4A): .roman
            case (0x28, 0x49): .katakana
            case (0x24, 0x40), (0x24, 0x42): .pairs
            default: nil
            }
        guard let chosen else {
            followsEscape = false
            return text.append(nil)
        }
        rest = rest.dropFirst(2)
        characterSet = chosen
        if followsEscape { text.append(nil) }
        followsEscape = true
    }
}
