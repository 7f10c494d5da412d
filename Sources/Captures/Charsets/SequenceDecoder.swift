/// Decodes stateless encodings of one or more bytes per character.
struct SequenceDecoder {
    /// The decoding of the first bytes of a text.
    enum Reading: Equatable {
        /// One or two characters, and the bytes they take.
        case characters([Unicode.Scalar], byteCount: Int)
        /// Bytes that become one U+FFFD.
        case illFormed(byteCount: Int)
    }

    /// Decodes the first character of a non-empty text.
    let read: (ArraySlice<UInt8>) -> Reading

    func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text = CharsetOutput()
        var rest = bytes
        while !rest.isEmpty {
            switch read(rest) {
            case .characters(let characters, let byteCount):
                for character in characters { text.append(character) }
                rest = rest.dropFirst(byteCount)
            case .illFormed(let byteCount):
                text.append(nil)
                rest = rest.dropFirst(byteCount)
            }
        }
        return text.bytes
    }
}

extension SequenceDecoder.Reading {
    /// A one-byte character; nil marks an invalid lead byte.
    static func single(_ character: Unicode.Scalar?) -> Self {
        character.map { .characters([$0], byteCount: 1) } ?? .illFormed(byteCount: 1)
    }

    /// An invalid pair. An ASCII second byte is not consumed.
    static func illFormed(second: UInt8?) -> Self { .illFormed(byteCount: second.map { $0 < 0x80 } == false ? 2 : 1) }

    /// A two-byte character; nil marks an invalid pair.
    static func pair(_ character: Unicode.Scalar?, second: UInt8?) -> Self {
        character.map { .characters([$0], byteCount: 2) } ?? .illFormed(second: second)
    }
}

extension Charset {
    static func shiftJIS(_ bytes: ArraySlice<UInt8>) -> SequenceDecoder.Reading {
        let lead = bytes[bytes.startIndex]
        switch lead {
        case ...0x80: return .single(Unicode.Scalar(lead))
        case 0xA1...0xDF: return .single(Unicode.Scalar(0xFF61 - 0xA1 + UInt32(lead)))
        case 0x81...0x9F, 0xE0...0xFC: break
        default: return .single(nil)
        }
        let trail = bytes.dropFirst().first
        guard let trail, (0x40...0xFC).contains(trail), trail != 0x7F else { return .illFormed(second: trail) }
        let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
        return .pair(
            CharsetTable.jis0208[row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)], second: trail)
    }

    static func eucKR(_ bytes: ArraySlice<UInt8>) -> SequenceDecoder.Reading {
        let lead = bytes[bytes.startIndex]
        guard lead >= 0x80 else { return .single(Unicode.Scalar(lead)) }
        guard (0x81...0xFE).contains(lead) else { return .single(nil) }
        let trail = bytes.dropFirst().first
        guard let trail, (0x41...0xFE).contains(trail) else { return .illFormed(second: trail) }
        return .pair(CharsetTable.eucKR[(Int(lead) - 0x81) * 190 + Int(trail) - 0x41], second: trail)
    }

    static func big5(_ bytes: ArraySlice<UInt8>) -> SequenceDecoder.Reading {
        let lead = bytes[bytes.startIndex]
        guard lead >= 0x80 else { return .single(Unicode.Scalar(lead)) }
        guard (0x81...0xFE).contains(lead) else { return .single(nil) }
        let trail = bytes.dropFirst().first
        guard let trail, (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else {
            return .illFormed(second: trail)
        }
        let pointer = (Int(lead) - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
        switch pointer {
        case 1133: return .characters(["\u{CA}", "\u{304}"], byteCount: 2)
        case 1135: return .characters(["\u{CA}", "\u{30C}"], byteCount: 2)
        case 1164: return .characters(["\u{EA}", "\u{304}"], byteCount: 2)
        case 1166: return .characters(["\u{EA}", "\u{30C}"], byteCount: 2)
        default: return .pair(CharsetTable.big5[pointer], second: trail)
        }
    }

    static func eucJP(_ bytes: ArraySlice<UInt8>) -> SequenceDecoder.Reading {
        let lead = bytes[bytes.startIndex]
        guard lead >= 0x80 else { return .single(Unicode.Scalar(lead)) }
        guard lead == 0x8E || lead == 0x8F || (0xA1...0xFE).contains(lead) else { return .single(nil) }
        let second = bytes.dropFirst().first
        guard let second, (0xA1...0xFE).contains(second) else { return .illFormed(second: second) }
        if lead == 0x8E {
            return .pair(second <= 0xDF ? Unicode.Scalar(0xFF61 - 0xA1 + UInt32(second)) : nil, second: second)
        }
        guard lead == 0x8F else {
            return .pair(CharsetTable.jis0208[(Int(lead) - 0xA1) * 94 + Int(second) - 0xA1], second: second)
        }
        // 0x8F selects the second table and is followed by two bytes.
        guard let third = bytes.dropFirst(2).first else { return .illFormed(byteCount: 2) }
        let isTrail = (0xA1...0xFE).contains(third)
        let character = isTrail ? CharsetTable.jis0212[(Int(second) - 0xA1) * 94 + Int(third) - 0xA1] : nil
        return character.map { .characters([$0], byteCount: 3) } ?? .illFormed(byteCount: third < 0x80 ? 2 : 3)
    }

    static func gb18030(_ bytes: ArraySlice<UInt8>) -> SequenceDecoder.Reading {
        let first = bytes[bytes.startIndex]
        guard first > 0x80 else { return .single(first == 0x80 ? "€" : Unicode.Scalar(first)) }
        guard first < 0xFF else { return .single(nil) }
        guard let second = bytes.dropFirst().first else { return .illFormed(byteCount: 1) }
        guard (0x30...0x39).contains(second) else {
            guard (0x40...0xFE).contains(second), second != 0x7F else { return .illFormed(second: second) }
            let pointer = (Int(first) - 0x81) * 190 + Int(second) - (second < 0x7F ? 0x40 : 0x41)
            return .pair(CharsetTable.gb18030[pointer], second: second)
        }
        // A four-byte sequence. An invalid third or fourth byte rejects only the first byte; the others are decoded
        // again. At the end of the text the incomplete sequence is one error.
        guard let third = bytes.dropFirst(2).first else { return .illFormed(byteCount: 2) }
        guard (0x81...0xFE).contains(third) else { return .illFormed(byteCount: 1) }
        guard let fourth = bytes.dropFirst(3).first else { return .illFormed(byteCount: 3) }
        guard (0x30...0x39).contains(fourth) else { return .illFormed(byteCount: 1) }
        let pointer =
            ((Int(first) - 0x81) * 10 + Int(second) - 0x30) * 1260 + (Int(third) - 0x81) * 10 + Int(fourth) - 0x30
        return gb18030Character(at: pointer).map { .characters([$0], byteCount: 4) } ?? .illFormed(byteCount: 4)
    }

    /// The character at the pointer of a four-byte sequence.
    private static func gb18030Character(at pointer: Int) -> Unicode.Scalar? {
        switch pointer {
        case 7457: return "\u{E7C7}"
        case 0..<39420:
            let range = CharsetTable.gb18030Ranges.last { $0.pointer <= pointer }
            return range.flatMap { Unicode.Scalar($0.character + UInt32(pointer - $0.pointer)) }
        case 189_000...1_237_575: return Unicode.Scalar(0x10000 + UInt32(pointer - 189_000))
        default: return nil
        }
    }
}
