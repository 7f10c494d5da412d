internal import Support

/// The bytes that a text contains in a form other than strict base64.
///
///     let reading = Base64Reading(of: "AAEC-w") { $0.count == 4 }
///     print(reading?.name ?? "-", reading?.strictText ?? "-")  // base64url without padding AAEC+w==
///
/// The server refuses such texts. A reading explains them, and supplies the bytes for further checks.
package struct Base64Reading: Sendable, Hashable {
    package let bytes: [UInt8]
    /// The differences from strict base64, the outermost first; empty for strict base64.
    package let differences: [Base64Difference]

    /// The largest number of bytes whose text is printed in full, enough for a key or a hash.
    private static let printedByteCount = 65

    /// Reads a text; nil if no form explains it.
    ///
    /// - Parameter isExpected: Whether bytes are of the expected kind. Such a reading is preferred, then strict base64,
    ///   then the likeliest.
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

    package init?(of text: String, where isExpected: ([UInt8]) -> Bool) {
        self.init(of: text.utf8, where: isExpected)
    }

    /// Whether the text is strict base64.
    package var isStrict: Bool { differences.isEmpty }

    private init(_ bytes: [UInt8], _ differences: [Base64Difference]) {
        (self.bytes, self.differences) = (bytes, differences)
    }

    /// The readings of a text, the likeliest first. A text can be both hexadecimal and base64.
    package static func all(of text: some Sequence<UInt8>) -> [Base64Reading] {
        readings(of: Array(text), depth: 2)
    }

    /// The likeliest reading of a text that is not cut off.
    package static func complete(_ text: some Sequence<UInt8>) -> Base64Reading? {
        let text = Array(text)
        // The readings of one encoding are the first of all.
        return [1, 2].lazy.compactMap { depth in
            readings(of: text, depth: depth).first { !$0.differences.contains(.incomplete) }
        }.first
    }

    /// - Parameter depth: The number of encodings around the bytes that are tried.
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

    /// An encoding of bytes in text.
    enum Encoding: CaseIterable {
        case hexadecimal, numbers, base64, base32
    }

    /// The readings of a text in one encoding. The first byte that is not text ends the search.
    static func readings(of text: [UInt8], in encoding: Encoding) -> [Base64Reading] {
        guard text.allSatisfy(isTextByte) else { return [] }
        let (content, wrappings) = unwrapped(text)
        guard !content.isEmpty else { return [] }
        let readings =
            switch encoding {
            case .hexadecimal: hexadecimal(content)
            case .numbers: numbers(content)
            case .base64: base64(content)
            case .base32: base32(content)
            }
        return readings.map { Base64Reading($0.bytes, wrappings + $0.differences) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    private static func isTextByte(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || isBlank(byte) || isLineBreak(byte)
    }

    /// The text without what surrounds it, and without escapes.
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
        if content.starts(with: "data:".utf8), let comma = content.firstIndex(of: UInt8(ascii: ",")) {
            content = content[(comma + 1)...]
            note(.dataURL)
        }
        if let decoded = percentDecoded(content) {
            content = decoded[...]
            note(.percentEncoding)
        }
        if content.contains(UInt8(ascii: "\\")) {
            content = withoutEscapes(content)[...]
            note(.escapes)
        }
        return (Array(content), wrappings)
    }

    /// The bytes of a text with percent encoding; nil for other text.
    static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "%")) else { return nil }
        var (decoded, rest) = ([UInt8](), text)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.digit),
                let low = rest.popFirst().flatMap(Hexadecimal.digit)
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    /// Applies the escapes of JSON that occur in base64: of a slash, of a line break, and with four digits.
    private static func withoutEscapes(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var (plain, rest) = ([UInt8](), text)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "n"): plain.append(0x0A)
            case UInt8(ascii: "r"): plain.append(0x0D)
            case UInt8(ascii: "u"):
                let code = Hexadecimal.bytes(of: Array(rest.prefix(4)))
                rest = rest.dropFirst(4)
                plain.append(code?.last ?? escape)
            default: plain.append(escape)
            }
        }
        return plain
    }

    /// Digits in any case, after `0x` or `\x`, in angle brackets, with blanks, colons or hyphens between them.
    private static func hexadecimal(_ text: [UInt8]) -> [Base64Reading] {
        let inner = text.drop { $0 == UInt8(ascii: "<") }
        let prefix = ["0x", "0X", "x"].first { inner.starts(with: $0.utf8) } ?? ""
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

    /// A list of byte values, also signed, `1, 2, -1`, as an array of bytes is printed, or in a JSON object, as the
    /// member `data` or as all members.
    private static func numbers(_ text: [UInt8]) -> [Base64Reading] {
        let fields: [String]
        if text.first == UInt8(ascii: "{") {
            guard let json = try? JSONReader.read(text) else { return [] }
            let values = json["data"]?.elements ?? json.members?.map(\.value) ?? []
            fields = values.map { if case .number(let text) = $0 { text } else { "" } }
        } else {
            guard text.allSatisfy(isListByte), text.contains(UInt8(ascii: ",")) else { return [] }
            fields = text.filter { !isBlank($0) && !isLineBreak($0) && !"[]".utf8.contains($0) }
                .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        let bytes = fields.compactMap { UInt8($0) ?? Int8($0).map { UInt8(bitPattern: $0) } }
        return bytes.isEmpty || bytes.count < fields.count ? [] : [Base64Reading(bytes, [.numbers])]
    }

    private static func isListByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || isBlank(byte) || isLineBreak(byte) || "[],+-".utf8.contains(byte)
    }

    /// RFC 4648 §6, also without padding: at least 16 characters, because shorter ones are likelier something else.
    private static func base32(_ text: [UInt8]) -> [Base64Reading] {
        var digits = text
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard digits.count >= 16 else { return [] }
        var (bytes, bits, bitCount) = ([UInt8](), UInt16(0), 0)
        for digit in digits {
            guard let value = Self.base32Alphabet.firstIndex(of: digit) else { return [] }
            (bits, bitCount) = (bits << 5 | UInt16(value), bitCount + 5)
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt16(bitCount)))
                bits &= 1 << UInt16(bitCount) - 1
            }
        }
        return bits == 0 ? [Base64Reading(bytes, [.base32])] : []
    }

    private static let base32Alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

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

    private static func base64(
        withoutBlanks text: [UInt8], _ start: [Base64Difference]
    ) -> [Base64Reading] {
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
            // Text without padding is base64url unless a character shows the contrary.
            if hasNone, !text.contains(where: "-_+/".utf8.contains) { differences.append(.alphabet) }
            differences.append(hasNone ? .noPadding : .wrongPadding)
        }
        guard !characters.isEmpty else { return [] }
        func bytes(_ characters: [UInt8]) -> [UInt8]? {
            let whole = characters + Array(repeating: UInt8(ascii: "="), count: (4 - characters.count % 4) % 4)
            return StrictBase64.bytes(of: whole)
        }
        if let bytes = bytes(characters) { return [Base64Reading(bytes, differences)] }
        // The last character has bits that belong to no byte.
        guard let last = characters.last.flatMap(StrictBase64.value), characters.count % 4 != 0 else { return [] }
        let mask: UInt8 = characters.count % 4 == 2 ? 0b11_0000 : 0b11_1100
        characters[characters.count - 1] = StrictBase64.character(last & mask)
        return bytes(characters).map { [Base64Reading($0, differences + [.unusedBits])] } ?? []
    }
}

/// A difference between a text and strict base64.
package enum Base64Difference: Sendable, Hashable {
    // The surroundings of the text.
    case optional, quotes, dataURL, percentEncoding, escapes
    // The characters of base64.
    case lineBreaks, blanks, blanksForPlus, noPadding, wrongPadding
    /// The text is base64url, RFC 4648 §5.
    case alphabet
    /// A bit is set that belongs to no byte.
    case unusedBits
    /// The last group has one character: the text is cut off.
    case incomplete
    // Other encodings.
    case hexadecimal, numbers, base32
    /// The bytes are a text again, which the next differences describe.
    case text
}

extension Base64Reading {
    /// The form as a noun phrase, such as "base64url without padding".
    package var name: String {
        let names = unique.split(separator: .text, omittingEmptySubsequences: false).map { Self.name(Array($0)) }
        return names.joined(separator: " of ")
    }

    /// The differences without repeated ones of the same text, such as line breaks around and within it.
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
            } else if differences.contains(.base32) {
                "base32"
            } else if differences.contains(.numbers) {
                "a list of byte values"
            } else {
                differences.contains(.alphabet) ? "base64url" : "base64"
            }
        let details = differences.compactMap(\.phrase)
        return ([noun] + (details.isEmpty ? [] : [details.joined(separator: ", ")])).joined(separator: " ")
    }

    /// The bytes in strict base64; only the start of more than 65 bytes.
    package var strictText: String {
        let text = StrictBase64.text(of: bytes)
        return bytes.count > Self.printedByteCount ? "\(text.prefix(12))…" : text
    }

    /// The form and the right text, such as "base64url without padding: the same 32 bytes are AAEC…=".
    package var explanation: String {
        if differences.contains(.incomplete) { return "\(name): the text is cut off after \(byteCount)" }
        let verb = bytes.count == 1 ? "is" : "are"
        let form = bytes.count > Self.printedByteCount ? " in strict base64" : ""
        return "\(name): the same \(byteCount) \(verb)\(form) \(strictText)"
    }
}

extension Base64Reading {
    /// The difference between a text and strict base64 of the expected bytes, in words; nil if there is none.
    package static func explanation(of text: String, where isExpected: ([UInt8]) -> Bool) -> String? {
        explanation(of: text, where: isExpected, nil)
    }

    /// - Parameter noun: The expected bytes. With it, the text of other bytes is never described as that of the same.
    package static func explanation(
        of text: String, where isExpected: ([UInt8]) -> Bool, _ noun: String?
    ) -> String? {
        if isDescription(text) { return "the description of a Data value, which does not contain its bytes" }
        guard let reading = Base64Reading(of: text, where: isExpected) else { return fault(in: text) }
        if let noun, !isExpected(reading.bytes), !reading.differences.contains(.incomplete) {
            let isChanged = text.count > 40 && text.contains(where: \.isLetter)
            if isChanged, text == text.lowercased() || text == text.uppercased(), !reading.differences.isPlainCoding {
                let letters = text == text.lowercased() ? "small" : "capital"
                return "base64 in which all letters are \(letters): the text was changed, and the bytes are lost"
            }
            if !reading.isStrict { return "\(reading.name) of \(reading.byteCount), which are not \(noun)" }
        }
        return reading.isStrict ? nil : reading.explanation
    }

    private var byteCount: String { NumberText.count(bytes.count, "byte") }

    /// Whether a text is printed by Foundation for a value of type Data, such as "32 bytes".
    static func isDescription(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        let isCount = words.count == 2 && ["byte", "bytes"].contains(words[1]) && words[0].allSatisfy(\.isNumber)
        return isCount || text.hasPrefix("{length = ")
    }

    /// The reason a text has no reading.
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

extension [Base64Difference] {
    /// Whether the coding has only one case of letters.
    fileprivate var isPlainCoding: Bool { contains(.hexadecimal) || contains(.base32) || contains(.numbers) }
}

extension Base64Difference {
    /// The difference as a phrase after the noun; nil if the noun covers it.
    fileprivate var phrase: String? {
        switch self {
        case .optional: "inside Optional(…)"
        case .quotes: "in quotation marks"
        case .dataURL: "after a data: prefix"
        case .percentEncoding: "that is percent-encoded already"
        case .escapes: "with escapes (\\/, \\n) in the text itself"
        case .lineBreaks: "with line breaks"
        case .blanks: "with blanks"
        case .blanksForPlus: "with blanks in place of +"
        case .noPadding: "without padding"
        case .wrongPadding: "with the wrong padding"
        case .unusedBits: "with unused bits set in the last character"
        case .incomplete: "with an incomplete last group"
        case .alphabet, .hexadecimal, .numbers, .base32, .text: nil
        }
    }
}
