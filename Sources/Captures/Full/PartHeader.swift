/// One header of a part.
struct PartHeader {
    /// In lower case.
    let name: String
    let value: ArraySlice<UInt8>

    /// Reads one line; nil for what is no header.
    ///
    /// Source: RFC 9110 §5; httparse 1, which takes no white space before the colon and no folded lines.
    init?(_ line: ArraySlice<UInt8>) {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard !name.isEmpty, name.count < line.count, name.allSatisfy(MediaType.isTokenByte) else { return nil }
        var value = line.dropFirst(name.count + 1).drop { $0 == 0x20 || $0 == 0x09 }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        self.name = String(decoding: name, as: UTF8.self).lowercased()
        self.value = value
    }

    /// Writes what this header says of a part into it; a later header of the same name does so again.
    func apply(to part: inout BodyPart) {
        switch name {
        case "content-disposition":
            part.name = Self.parameter("name", in: value)
            part.fileName = Self.parameter("filename", in: value)
        case "content-type": part.contentType = String(decoding: value, as: UTF8.self)
        default: break
        }
    }

    /// A parameter of a content disposition; nil where there is none, and where it is not UTF-8.
    ///
    /// The first word that begins with the name decides, wherever it stands: if no equals sign follows it, the search
    /// ends. So a file name with the word ` name` in it hides the name of the part.
    ///
    /// Source: multer 3.1.
    private static func parameter(_ name: String, in value: ArraySlice<UInt8>) -> String? {
        let search = ByteSearch(name)
        var rest = value
        while let place = search.firstIndex(in: rest) {
            let isWord = place == rest.startIndex || isBlank(rest[place - 1]) || rest[place - 1] == UInt8(ascii: ";")
            rest = rest[(place + name.utf8.count)...]
            guard isWord else { continue }
            rest = rest.drop(while: isBlank)
            guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
            return content(rest.drop(while: isBlank)).flatMap { String(validating: $0, as: UTF8.self) }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A value in quotes, or up to a semicolon or space; nil where the closing quote is missing.
    private static func content(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.first == UInt8(ascii: "\"") else {
            return Array(text.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 })
        }
        var content: [UInt8] = []
        for byte in text.dropFirst() {
            // A backslash only escapes a quote, and another before it does not keep it from that.
            let isEscaped = content.last == UInt8(ascii: "\\")
            if byte == UInt8(ascii: "\"") {
                guard isEscaped else { return content }
                content.removeLast()
            }
            content.append(byte)
        }
        return nil
    }
}
