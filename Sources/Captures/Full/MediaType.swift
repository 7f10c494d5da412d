/// A content type, parsed as mime 0.3.17 does: stricter about white space and more lenient about suffixes than RFC
/// 9110.
package struct MediaType: Hashable {
    /// Lower case.
    package let type: String
    /// Lower case, without the suffix.
    package let subtype: String
    /// The text after the last plus sign, in lower case. A plus sign at the start of the subtype does not count.
    package let suffix: String?
    /// Names in lower case.
    package let parameters: [Parameter]

    package struct Parameter: Hashable {
        package let name: String
        package let value: String
    }

    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        let type = Self.consumeToken(&rest)
        guard !type.isEmpty, rest.popFirst() == UInt8(ascii: "/") else { return nil }
        let subtype = Self.consumeToken(&rest)
        var parameters: [Parameter] = []
        if !rest.isEmpty {
            // The parser allows no white space before the first semicolon.
            guard rest.popFirst() == UInt8(ascii: ";"), !subtype.isEmpty,
                let read = Self.parameters(rest)
            else { return nil }
            parameters = read
        }
        let plus = subtype.dropFirst().lastIndex(of: "+")
        self.type = type
        self.subtype = plus.map { String(subtype[..<$0]) } ?? subtype
        suffix = plus.map { String(subtype[subtype.index(after: $0)...]) }
        self.parameters = parameters
    }

    /// The subtype is compared without the suffix, so `application/json+xml` counts.
    package var isJSON: Bool { type == "application" && (subtype == "json" || suffix == "json") }

    package var formBoundary: String? { type == "multipart" && subtype == "form-data" ? parameter("boundary") : nil }
    package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~":
            true
        default: false
        }
    }

    private static func parameters(_ text: ArraySlice<UInt8>) -> [Parameter]? {
        var rest = text
        var parameters: [Parameter] = []
        while true {
            rest = rest.drop { $0 == 0x20 }
            if rest.isEmpty { return parameters }
            let name = consumeToken(&rest)
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
            let value: String
            if rest.first == UInt8(ascii: "\"") {
                guard let quoted = consumeQuoted(&rest) else { return nil }
                value = quoted
                rest = rest.drop { $0 == 0x20 }
            } else {
                let start = rest
                _ = consumeToken(&rest)
                // The parser accepts an empty value only at the end of the text.
                guard rest.isEmpty || rest.startIndex > start.startIndex else { return nil }
                value = String(decoding: start[..<rest.startIndex], as: UTF8.self)
            }
            parameters.append(Parameter(name: name, value: value))
            guard let separator = rest.popFirst() else { return parameters }
            guard separator == UInt8(ascii: ";") else { return nil }
        }
    }

    private static func consumeToken(_ rest: inout ArraySlice<UInt8>) -> String {
        let token = rest.prefix(while: isTokenByte)
        rest = rest.dropFirst(token.count)
        return String(decoding: token, as: UTF8.self).lowercased()
    }

    /// Consumes a quoted value of at least one byte. A backslash does not escape the closing quote.
    private static func consumeQuoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        let content = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        guard !content.isEmpty, content.endIndex < rest.endIndex, content.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return nil }
        rest = rest[(content.endIndex + 1)...]
        return String(decoding: content, as: UTF8.self)
    }
}
