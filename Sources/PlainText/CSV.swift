/// CSV as RFC 4180 quotes it.
package enum CSV {
    /// One row without its newline: fields that need it are quoted.
    package static func row(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",")
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return field }
        var text = "\""
        for character in field.unicodeScalars {
            if character == "\"" { text.unicodeScalars.append("\"") }
            text.unicodeScalars.append(character)
        }
        return text + "\""
    }
}
