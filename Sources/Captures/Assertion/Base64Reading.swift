internal import Support

/// The bytes of a text, and how the text differs from strict base64, which is all that the server accepts.
package struct Base64Reading: Sendable, Hashable {
    package let bytes: [UInt8]
    package let differences: [Base64Difference]

    /// The largest number of bytes whose text is printed in full, enough for a key or a hash.
    private static let printedByteCount = 65

    /// Prefers the expected bytes, then strict base64, then the likeliest reading; nil if the text has no reading.
    package init?(of text: some Sequence<UInt8>, where isExpected: ([UInt8]) -> Bool) {
        let text = Array(text)
        if let bytes = StrictBase64.bytes(of: text), isExpected(bytes) {
            self.init(bytes, [])
            return
        }
        let readings = Self.all(of: text)
        let best = readings.first { isExpected($0.bytes) } ?? readings.first(where: \.isStrict) ?? readings.first
        guard let best else { return nil }
        self = best
    }

    package init?(of text: String, where isExpected: ([UInt8]) -> Bool) { self.init(of: text.utf8, where: isExpected) }
    package var isStrict: Bool { differences.isEmpty }

    private init(_ bytes: [UInt8], _ differences: [Base64Difference]) {
        (self.bytes, self.differences) = (bytes, differences)
    }

    /// The readings of a text, the likeliest first. A text can be both hexadecimal and base64.
    package static func all(of text: some Sequence<UInt8>) -> [Base64Reading] { readings(of: Array(text), depth: 2) }

    /// The likeliest reading of a text that is not cut off.
    package static func complete(_ text: some Sequence<UInt8>) -> Base64Reading? {
        let text = Array(text)
        // Readings with a single encoding come first, so nested encodings are tried only if none of those is complete.
        return [1, 2].lazy.compactMap { depth in
            readings(of: text, depth: depth).first { !$0.differences.contains(.incomplete) }
        }.first
    }

    private static func readings(of text: [UInt8], depth: Int) -> [Base64Reading] {
        var readings = Encoding.allCases.flatMap { Self.readings(of: text, in: $0) }
        guard depth > 1 else { return readings }
        for outer in readings where outer.bytes.count >= 4 && outer.bytes.allSatisfy(isTextByte) {
            readings += self.readings(of: outer.bytes, depth: depth - 1).map {
                Base64Reading($0.bytes, outer.differences + [.text] + $0.differences)
            }
        }
        return readings
    }

    enum Encoding: CaseIterable { case hexadecimal, base64 }

    /// The readings of a text in one encoding; none if any byte is not text. The check stops at the first such byte.
    static func readings(of text: [UInt8], in encoding: Encoding) -> [Base64Reading] {
        guard text.allSatisfy(isTextByte) else { return [] }
        let (content, wrappings) = unwrapped(text)
        guard !content.isEmpty else { return [] }
        let readings =
            switch encoding {
            case .hexadecimal: hexadecimal(content)
            case .base64: base64(content)
            }
        return readings.map { Base64Reading($0.bytes, wrappings + $0.differences) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    private static func isTextByte(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || isBlank(byte) || isLineBreak(byte)
    }

    private static func unwrapped(_ text: [UInt8]) -> (content: [UInt8], wrappings: [Base64Difference]) {
        var (content, wrappings) = (text[...], [Base64Difference]())
        func note(_ difference: Base64Difference) {
            if !wrappings.contains(difference) { wrappings.append(difference) }
        }
        func trim(while isOuter: (UInt8) -> Bool) -> Bool {
            let count = content.count
            content = content.trimmed(while: isOuter)
            return content.count < count
        }
        func strip(_ prefix: String, _ suffix: String) -> Bool {
            let (start, end) = (Array(prefix.utf8), Array(suffix.utf8))
            guard content.count > start.count + end.count, content.starts(with: start),
                content.suffix(end.count).elementsEqual(end)
            else { return false }
            content = content.dropFirst(start.count).dropLast(end.count)
            return true
        }
        let hasOuterBreak = trim { isBlank($0) || isLineBreak($0) }
        if hasOuterBreak {
            note(text.first.map(isLineBreak) == true || text.last.map(isLineBreak) == true ? .lineBreaks : .blanks)
        }
        if strip("Optional(", ")") { note(.optional) }
        if ["\"", "'"].contains(where: { strip("b" + $0, $0) || strip($0, $0) }) { note(.quotes) }
        return (Array(content), wrappings)
    }

    /// Digits in any case, optionally after `0x` or `\x`, in angle brackets, or separated by blanks, colons or hyphens.
    private static func hexadecimal(_ text: [UInt8]) -> [Base64Reading] {
        let inner = text.drop { $0 == UInt8(ascii: "<") }
        let prefix = ["0x", "0X", "\\x"].first { inner.starts(with: $0.utf8) } ?? ""
        var digits: [UInt8] = []
        for byte in inner.dropFirst(prefix.utf8.count) {
            if Hexadecimal.digit(byte) != nil {
                digits.append(byte)
            } else if !isBlank(byte), !isLineBreak(byte), !":-<>".utf8.contains(byte) {
                return []
            }
        }
        guard let bytes = Hexadecimal.bytes(of: digits), !bytes.isEmpty else { return [] }
        return [Base64Reading(bytes, [.hexadecimal])]
    }

    /// Base64 in any alphabet and with any padding. A blank may have been a plus sign.
    private static func base64(_ text: [UInt8]) -> [Base64Reading] {
        let joined = text.filter { !isLineBreak($0) }
        var start: [Base64Difference] = joined.count < text.count ? [.lineBreaks] : []
        guard joined.contains(where: isBlank) else { return base64(withoutBlanks: joined, start) }
        let plus = base64(withoutBlanks: joined.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, start + [.blanksForPlus])
        start.append(.blanks)
        let blanks = base64(withoutBlanks: joined.filter { !isBlank($0) }, start)
        return joined.count % 4 == 0 ? plus + blanks : blanks + plus
    }

    private static func base64(withoutBlanks text: [UInt8], _ start: [Base64Difference]) -> [Base64Reading] {
        var (characters, differences) = (text, start)
        if characters.contains(where: "-_".utf8.contains) {
            differences.append(.alphabet)
            characters = characters.map {
                $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
            }
        }
        let length = characters.count
        while characters.last == UInt8(ascii: "=") { characters.removeLast() }
        let padding = (4 - characters.count % 4) % 4
        if characters.count % 4 == 1 {
            characters.removeLast()
            differences.append(.incomplete)
        } else if characters.count + padding != length {
            let hasNone = length == characters.count
            // Text without padding counts as base64url unless it contains `+` or `/`.
            if hasNone, !text.contains(where: "-_+/".utf8.contains) { differences.append(.alphabet) }
            differences.append(hasNone ? .noPadding : .wrongPadding)
        }
        guard !characters.isEmpty else { return [] }
        func bytes(_ characters: [UInt8]) -> [UInt8]? {
            let whole = characters + Array(repeating: UInt8(ascii: "="), count: (4 - characters.count % 4) % 4)
            return StrictBase64.bytes(of: whole)
        }
        if let bytes = bytes(characters) { return [Base64Reading(bytes, differences)] }
        // The unused bits of the last character are set. Clear them.
        guard let last = characters.last.flatMap(StrictBase64.value), characters.count % 4 != 0 else { return [] }
        let mask: UInt8 = characters.count % 4 == 2 ? 0b11_0000 : 0b11_1100
        characters[characters.count - 1] = StrictBase64.character(last & mask)
        return bytes(characters).map { [Base64Reading($0, differences + [.unusedBits])] } ?? []
    }
}

package enum Base64Difference: Sendable, Hashable {
    // The text is in quotes, or in `Optional(…)`, as Swift prints an optional value.
    case optional, quotes
    // The characters of base64.
    case lineBreaks, blanks, blanksForPlus, noPadding, wrongPadding
    /// The text is base64url, RFC 4648 §5.
    case alphabet
    /// A bit of the last character is set that belongs to no byte.
    case unusedBits
    /// The last group has one character: the text is cut off.
    case incomplete
    // Other encodings.
    case hexadecimal
    /// The decoded bytes are an encoded text themselves, which the following differences describe.
    case text
}

extension Base64Reading {
    package var name: String {
        let names = unique.split(separator: .text, omittingEmptySubsequences: false).map { Self.name(Array($0)) }
        return names.joined(separator: " of ")
    }

    private var unique: [Base64Difference] {
        differences.reduce(into: []) { unique, difference in
            let start = unique.lastIndex(of: .text) ?? 0
            if difference == .text || !unique[start...].contains(difference) { unique.append(difference) }
        }
    }

    private static func name(_ differences: [Base64Difference]) -> String {
        let noun =
            if differences.contains(.hexadecimal) {
                "hexadecimal digits"
            } else {
                differences.contains(.alphabet) ? "base64url" : "base64"
            }
        let details = differences.compactMap(\.phrase)
        return ([noun] + (details.isEmpty ? [] : [details.joined(separator: ", ")])).joined(separator: " ")
    }

    /// The bytes in strict base64, cut short for more than 65 bytes.
    package var strictText: String {
        let text = StrictBase64.text(of: bytes)
        return bytes.count > Self.printedByteCount ? "\(text.prefix(12))…" : text
    }

    /// The form of the text and the right text, such as "base64url without padding: the same 32 bytes are AAEC…=".
    package var explanation: String {
        if differences.contains(.incomplete) { return "\(name): the text is cut off after \(byteCount)" }
        let verb = bytes.count == 1 ? "is" : "are"
        let form = bytes.count > Self.printedByteCount ? " in strict base64" : ""
        return "\(name): the same \(byteCount) \(verb)\(form) \(strictText)"
    }

    /// Describes how a text differs from the expected bytes in strict base64; nil if it does not.
    package static func explanation(of text: String, where isExpected: ([UInt8]) -> Bool) -> String? {
        explanation(of: text, where: isExpected, nil)
    }

    /// - Parameter noun: A noun for the expected bytes. With it, other bytes are reported as not being these.
    package static func explanation(of text: String, where isExpected: ([UInt8]) -> Bool, _ noun: String?) -> String? {
        if isDescription(text) { return "the description of a Data value, which does not contain its bytes" }
        guard let reading = Base64Reading(of: text, where: isExpected) else { return fault(in: text) }
        if let noun, !isExpected(reading.bytes), !reading.differences.contains(.incomplete) {
            let isChanged = text.count > 40 && text.contains(where: \.isLetter)
            let isInOneCase = text == text.lowercased() || text == text.uppercased()
            if isChanged, isInOneCase, !reading.differences.contains(.hexadecimal) {
                let letters = text == text.lowercased() ? "small" : "capital"
                return "base64 in which all letters are \(letters): the text was changed, and the bytes are lost"
            }
            if !reading.isStrict { return "\(reading.name) of \(reading.byteCount), which are not \(noun)" }
        }
        return reading.isStrict ? nil : reading.explanation
    }

    private var byteCount: String { NumberText.count(bytes.count, "byte") }

    /// Whether a text is the description that Foundation prints for a value of type Data, such as "32 bytes".
    static func isDescription(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        let isCount = words.count == 2 && ["byte", "bytes"].contains(words[1]) && words[0].allSatisfy(\.isNumber)
        return isCount || text.hasPrefix("{length = ")
    }

    private static func fault(in text: String) -> String {
        if text.allSatisfy(\.isWhitespace) { return "an empty text" }
        if text.utf8.count < 4 { return "a text that is too short for base64" }
        let foreign = text.enumerated().first { _, character in
            !"-_=".contains(character) && character.asciiValue.flatMap(StrictBase64.value) == nil
        }
        return foreign.map { position, character in
            "a text whose character \(position + 1), \"\(String(character).printable)\", does not occur in base64"
        } ?? "a text with padding in the middle"
    }
}

extension Base64Difference {
    fileprivate var phrase: String? {
        switch self {
        case .optional: "inside Optional(…)"
        case .quotes: "in quotation marks"
        case .lineBreaks: "with line breaks"
        case .blanks: "with blanks"
        case .blanksForPlus: "with blanks in place of +"
        case .noPadding: "without padding"
        case .wrongPadding: "with the wrong padding"
        case .unusedBits: "with unused bits set in the last character"
        case .incomplete: "with an incomplete last group"
        case .alphabet, .hexadecimal, .text: nil
        }
    }
}
