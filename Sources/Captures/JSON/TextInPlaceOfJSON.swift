internal import Support

/// A kind of text that clients send in place of JSON, as a noun.
package enum TextInPlaceOfJSON: String, Sendable, CaseIterable {
    case byteOrderMark = "JSON after a byte order mark (EF BB BF), which the server does not skip here (CAP-102)"
    case utf16 = "UTF-16; write UTF-8"
    case markup = "XML or HTML, not JSON"
    case compressed = "compressed data; send the JSON itself"
    case object = "\"[object Object]\", which JavaScript makes of an object; use JSON.stringify"
    case notANumber = "JSON with NaN or Infinity, which JSON does not have"
    case pythonDictionary = "a Python dictionary, not JSON; use json.dumps"
    case singleQuotes = "text with single quotes, not JSON; a Python dictionary is written with json.dumps"
    case comment = "JSON with a comment, which JSON does not have"
    case form = "a form (name=value), not JSON"

    /// - Parameter offset: The position of the first error of grammar.
    package init?(_ bytes: [UInt8], offset: Int) {
        let start = String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace)
        let rest = bytes.dropFirst(max(offset, 0))
        let isWordByte: (UInt8) -> Bool = { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
        let before = bytes.prefix(offset).reversed().prefix(while: isWordByte).reversed()
        let word = String(decoding: before + rest.prefix(while: isWordByte), as: UTF8.self)
        func begins(with starts: [[UInt8]]) -> Bool { starts.contains { bytes.starts(with: $0) } }
        let name = start.prefix { $0.isLetter || $0.isNumber || "_-.%[]".contains($0) }
        let tests: [(TextInPlaceOfJSON, () -> Bool)] = [
            (.byteOrderMark, { begins(with: [[0xEF, 0xBB, 0xBF]]) }),
            (
                .utf16,
                {
                    begins(with: [[0xFF, 0xFE], [0xFE, 0xFF]]) || bytes.count > 3 && (bytes[0] == 0) != (bytes[1] == 0)
                }
            ),
            (
                .compressed,
                { begins(with: [[0x1F, 0x8B], [0x78, 0x01], [0x78, 0x5E], [0x78, 0x9C], [0x78, 0xDA]]) }
            ),
            (.markup, { start.hasPrefix("<") }),
            (.object, { start.hasPrefix("[object ") }),
            (.notANumber, { ["nan", "infinity", "-infinity", "inf", "-inf"].contains(word.lowercased()) }),
            (.pythonDictionary, { ["None", "True", "False"].contains(word) }),
            (.singleQuotes, { rest.first == UInt8(ascii: "'") }),
            (.comment, { ["//", "/*", "#"].contains { rest.starts(with: $0.utf8) } }),
            (.form, { !name.isEmpty && start[name.endIndex...].hasPrefix("=") }),
        ]
        guard let kind = tests.first(where: { $0.1() })?.0 else { return nil }
        self = kind
    }
}

extension DecodedCapture {
    /// The likely cause of an error: the kind of text, or the member that was sent in place of a missing one.
    func remark(on error: ServerJSONError, in text: [UInt8]) -> String? {
        switch error {
        case .grammar(_, let offset): TextInPlaceOfJSON(text, offset: offset).map { "this is \($0.rawValue)" }
        case .shape(.missingMember(let name), _):
            (try? JSONReader.read(text, .texts)).flatMap { Self.resembling(name, in: $0) }.map {
                "there is \($0.printable)"
            }
        default: nil
        }
    }

    /// The text that the server reads as JSON: the metadata without byte order mark, or the body of a hash-only
    /// capture.
    var jsonText: [UInt8] {
        if case .hashOnly(let body, _) = request.payload { return body }
        let text = part(.metadata)?.content ?? []
        return Array(text.dropFirst(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    }

    /// The path of a member with the same name elsewhere, or with a similar one such as `capturedAt`.
    private static func resembling(_ name: String, in json: JSONValue, path: String = "") -> String? {
        let members = json.members ?? []
        let folded = Resemblance.folded(name)
        let similar = members.first { member in
            let other = Resemblance.folded(member.key)
            return other == folded || folded.count >= 8 && Resemblance.distance(other, folded) <= 2
        }
        if let similar { return path + similar.key }
        return members.lazy.compactMap { resembling(name, in: $0.value, path: "\(path)\($0.key).") }.first
    }
}
