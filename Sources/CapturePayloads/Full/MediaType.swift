/// A content type, as far as the server looks at it.
///
///     MediaType("application/problem+json; charset=utf-8")?.isJSON      // true
///
/// Source: RFC 9110 §8.3.
package struct MediaType: Hashable {
    /// In lower case.
    package let type: String
    /// In lower case, with what follows a plus.
    package let subtype: String
    /// The parameters; names in lower case.
    package let parameters: [Parameter]

    package struct Parameter: Hashable {
        package let name: String
        package let value: String
    }

    /// Reads a content type; nil for what is none.
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let type = Self.takeToken(&rest), rest.popFirst() == UInt8(ascii: "/"),
            let subtype = Self.takeToken(&rest)
        else { return nil }
        var parameters: [Parameter] = []
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
            guard let separator = rest.popFirst() else { break }
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
            guard separator == UInt8(ascii: ";") else { return nil }
            if rest.isEmpty { break }
            guard let name = Self.takeToken(&rest), rest.popFirst() == UInt8(ascii: "="),
                let value = Self.takeQuoted(&rest) ?? Self.takeToken(&rest)
            else { return nil }
            parameters.append(Parameter(name: name.lowercased(), value: value))
        }
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// `application/json` or `application/…+json`: what the server takes for a hash-only capture.
    package var isJSON: Bool { type == "application" && (subtype == "json" || subtype.hasSuffix("+json")) }

    package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~":
            true
        default: false
        }
    }

    private static func takeToken(_ rest: inout ArraySlice<UInt8>) -> String? {
        let token = rest.prefix(while: isTokenByte)
        rest = rest.dropFirst(token.count)
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var content: [UInt8] = []
        var scan = rest.dropFirst()
        while let byte = scan.popFirst() {
            if byte == UInt8(ascii: "\"") {
                rest = scan
                return String(decoding: content, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = scan.popFirst() else { return nil }
                content.append(escaped)
            } else {
                content.append(byte)
            }
        }
        return nil
    }
}
