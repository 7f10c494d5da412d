internal import Support

/// A header line of a part.
struct PartHeader {
    /// Lower case.
    let name: String
    let value: ArraySlice<UInt8>

    /// Parses one line; nil for a malformed one.
    ///
    /// Source: RFC 9110 §5; httparse 1, which rejects white space before the colon and folded lines.
    init?(_ line: ArraySlice<UInt8>) {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard !name.isEmpty, name.count < line.count, name.allSatisfy(MediaType.isTokenByte) else { return nil }
        let value = line.dropFirst(name.count + 1).trimmed { $0 == 0x20 || $0 == 0x09 }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        self.name = String(decoding: name, as: UTF8.self).lowercased()
        self.value = value
    }

    /// Copies the header's fields into the part, overwriting those of an earlier header with the same name.
    func apply(to part: inout BodyPart) {
        switch name {
        case "content-disposition":
            part.name = Self.parameter("name", in: value)
            part.fileName = Self.parameter("filename", in: value)
        case "content-type": part.contentType = String(decoding: value, as: UTF8.self)
        default: break
        }
    }

    /// A parameter of a content disposition; nil if it is missing or not UTF-8.
    ///
    /// The first word that begins with the name decides, even inside a quoted value; if no equals sign follows it,
    /// the search ends. A file name that contains ` name` therefore hides the part name.
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

    /// A quoted value, or the text up to a semicolon or space; nil if the closing quote is missing.
    private static func content(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.first == UInt8(ascii: "\"") else {
            return Array(text.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 })
        }
        var content: [UInt8] = []
        for byte in text.dropFirst() {
            // A backslash escapes only a quote, and it does so even after another backslash.
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
