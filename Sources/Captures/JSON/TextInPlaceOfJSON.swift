/// A kind of text that clients send in place of JSON.
///
///     if let kind = TextInPlaceOfJSON(bytes, offset: error.offset) { print("this is \(kind.rawValue)") }
///
/// The raw value is a noun.
package enum TextInPlaceOfJSON: String, Sendable, CaseIterable {
    case byteOrderMark = "JSON after a byte order mark (EF BB BF), which the server does not skip here (CAP-102)"
    case utf16 = "UTF-16; write UTF-8"
    case binaryPropertyList = "a binary property list, not JSON"
    case propertyList = "a property list in XML, not JSON"
    case markup = "XML or HTML, not JSON"
    case compressed = "compressed data; send the JSON itself"
    case object = "\"[object Object]\", which JavaScript makes of an object; use JSON.stringify"
    case undefined = "JavaScript with the value undefined, which JSON does not have"
    case notANumber = "JSON with NaN or Infinity, which JSON does not have"
    case pythonDictionary = "a Python dictionary, not JSON; use json.dumps"
    case singleQuotes = "text with single quotes, not JSON; a Python dictionary is written with json.dumps"
    case typographicQuotes = "JSON with typographic quotation marks in place of \""
    case entities = "JSON with HTML entities (&quot;) in place of \""
    case comment = "JSON with a comment, which JSON does not have"
    case nul = "JSON with a NUL (00), as after a string of C"
    case form = "a form (name=value), not JSON"
    case bareNames = "JavaScript with names that have no quotation marks, not JSON"

    /// - Parameter offset: The position of the first error of grammar.
    package init?(_ bytes: [UInt8], offset: Int) {
        let text = String(decoding: bytes, as: UTF8.self)
        let start = text.drop(while: \.isWhitespace)
        let rest = Array(bytes.dropFirst(max(offset, 0)))
        let isWordByte: (UInt8) -> Bool = { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        let before = bytes.prefix(offset).reversed().prefix { isWordByte($0) || $0 == UInt8(ascii: "-") }.reversed()
        let word = String(decoding: before + rest.prefix { isWordByte($0) || $0 == UInt8(ascii: "-") }, as: UTF8.self)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .byteOrderMark
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            || bytes.count > 3 && (bytes[0] == 0) != (bytes[1] == 0)
        {
            self = .utf16
        } else if bytes.starts(with: "bplist".utf8) {
            self = .binaryPropertyList
        } else if bytes.starts(with: [0x1F, 0x8B])
            || bytes.first == 0x78 && bytes.count > 1 && [0x01, 0x5E, 0x9C, 0xDA].contains(bytes[1])
        {
            self = .compressed
        } else if start.hasPrefix("<") {
            self = text.contains("<plist") ? .propertyList : .markup
        } else if start.hasPrefix("[object ") {
            self = .object
        } else if word == "undefined" {
            self = .undefined
        } else if ["nan", "infinity", "-infinity", "inf", "-inf"].contains(word.lowercased()) {
            self = .notANumber
        } else if ["None", "True", "False"].contains(word) {
            self = .pythonDictionary
        } else if rest.first == UInt8(ascii: "'") {
            self = .singleQuotes
        } else if ["“", "”", "„"].contains(where: { rest.starts(with: $0.utf8) }) {
            self = .typographicQuotes
        } else if rest.starts(with: "&quot;".utf8) || rest.starts(with: "&#34;".utf8) {
            self = .entities
        } else if rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) || rest.first == UInt8(ascii: "#") {
            self = .comment
        } else if rest.first == 0 {
            self = .nul
        } else if let sign = start.firstIndex(of: "="), sign != start.startIndex,
            start[..<sign].allSatisfy({ $0.isLetter || $0.isNumber || "_-.%[]".contains($0) })
        {
            self = .form
        } else if start.hasPrefix("{"), rest.first.map(isWordByte) == true, offset > 0,
            [UInt8(ascii: "{"), UInt8(ascii: ",")].contains(
                bytes.prefix(offset).last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? 0)
        {
            self = .bareNames
        } else {
            return nil
        }
    }
}
