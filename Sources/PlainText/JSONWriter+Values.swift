extension JSONWriter {
    /// Writes a value that was read, its numbers with the text they had. Lists of plain values stay on one line.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .flag(let flag): self.value(flag)
        case .number(let text):
            if JSONValue.nonFiniteWords.contains(text) { self.value(text) } else { number(text) }
        case .string(let text): self.value(text)
        case .array(let elements):
            let isPlain = elements.allSatisfy { $0.members == nil && $0.elements == nil }
            array(isInline: isPlain) { writer in
                for element in elements { writer.value(element) }
            }
        case .object(let members):
            object { writer in
                for member in members {
                    writer.key(member.key)
                    writer.value(member.value)
                }
            }
        }
    }
}
