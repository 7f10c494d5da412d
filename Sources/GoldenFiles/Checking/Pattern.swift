/// Names with `*` for any text and `?` for any one character.
enum Pattern {
    /// Whether a golden's name or id matches one of the patterns; without patterns every golden does.
    static func any(_ patterns: [String], match golden: GoldenCase) -> Bool {
        patterns.isEmpty || patterns.contains { matches($0[...], golden.name[...]) || matches($0[...], golden.id[...]) }
    }

    static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" { return matches(rest, text) || (!text.isEmpty && matches(pattern, text.dropFirst())) }
        guard let character = text.first, first == "?" || first == character else { return false }
        return matches(rest, text.dropFirst())
    }
}
