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

    /// Writes what this header says of a part into it.
    func apply(to part: inout BodyPart) {
        switch name {
        case "content-disposition":
            part.name = parameter("name")
            part.fileName = parameter("filename")
        case "content-type": part.contentType = String(decoding: value, as: UTF8.self)
        default: break
        }
    }

    /// A parameter of a content disposition: what stands behind `name=`, with or without quotes.
    private func parameter(_ parameter: String) -> String? {
        let prefix = Array("\(parameter)=".utf8)
        var rest = value
        while let place = ByteSearch(prefix).firstIndex(in: rest) {
            let found = rest[(place + prefix.count)...]
            // Not the end of another name, as in `filename=`.
            let before = place > value.startIndex ? value[place - 1] : UInt8(ascii: ";")
            guard before == UInt8(ascii: ";") || before == 0x20 || before == 0x09 else {
                rest = found
                continue
            }
            return String(decoding: Self.unquoted(found), as: UTF8.self)
        }
        return nil
    }

    private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.first == UInt8(ascii: "\"") else {
            var plain = Array(text.prefix { $0 != UInt8(ascii: ";") })
            while let last = plain.last, last == 0x20 || last == 0x09 { plain.removeLast() }
            return plain
        }
        var content: [UInt8] = []
        var isEscaped = false
        for byte in text.dropFirst() {
            if isEscaped {
                // Only quotes are escaped; other backslashes stand for themselves.
                if byte != UInt8(ascii: "\"") { content.append(UInt8(ascii: "\\")) }
                content.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return content
            } else {
                content.append(byte)
            }
        }
        return content
    }
}
