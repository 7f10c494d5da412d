internal import Support

/// Names the fault of a text that is not a SHA-256 hash of 64 hexadecimal digits.
package enum HashTextFault {
    package static func wording(_ sent: String) -> String? {
        let text = String(sent.trimmed)
        func isDigit(_ character: Character) -> Bool { character.utf8.allSatisfy { Hexadecimal.digit($0) != nil } }
        if text.allSatisfy(isDigit) {
            if text.count == digitCount { return nil }
            return count(text) + (kinds[text.count / 2].map { text.count % 2 == 0 ? ", as \($0) has" : "" } ?? "")
        }
        // The 64 digits are in one run, with other text before or after it.
        let runs = text.split(whereSeparator: { !isDigit($0) })
        if let run = runs.first(where: { $0.count == digitCount }) {
            let (before, after) = (text[..<run.startIndex], text[run.endIndex...])
            let places = [
                before.isEmpty ? nil : "after \"\(String(before).printable)\"",
                after.isEmpty ? nil : "before \"\(String(after).printable)\"",
            ]
            return "the digits " + places.compactMap(\.self).joined(separator: " and ")
        }
        let separators = text.filter { " :-<>".contains($0) }
        if !separators.isEmpty, text.count - separators.count == digitCount,
            text.allSatisfy({ isDigit($0) || separators.contains($0) })
        {
            return "the digits with separators (\"\(String(Set(separators).sorted()).printable)\")"
        }
        let readings = Base64Reading.all(of: text.utf8).filter { !$0.differences.contains(.incomplete) }
        if let reading = readings.first(where: { kinds[$0.bytes.count] != nil }), let kind = kinds[reading.bytes.count]
        {
            return "\(reading.name) of \(reading.bytes.count) bytes, as \(kind) has"
        }
        return text.count == digitCount ? nil : count(text)
    }

    /// Whether the text has 64 characters without white space around it.
    package static func hasLength(_ text: String) -> Bool { text.trimmed.utf8.count == digitCount }

    private static let digitCount = 64

    private static let kinds = [16: "MD5", 20: "SHA-1", 28: "SHA-224", 32: "SHA-256", 48: "SHA-384", 64: "SHA-512"]

    private static func count(_ text: String) -> String { NumberText.count(text.count, "character") }
}
