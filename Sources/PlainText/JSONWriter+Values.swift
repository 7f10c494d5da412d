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

    /// Writes a member that is a string, or null.
    package mutating func member(_ key: String, _ value: String?) {
        member(key) { writer in if let value { writer.value(value) } else { writer.null() } }
    }

    /// Writes a member that is a whole number, or null.
    package mutating func member(_ key: String, _ value: Int?) {
        member(key) { writer in if let value { writer.value(value) } else { writer.null() } }
    }

    /// Writes a member that is a number, or null.
    package mutating func member(_ key: String, _ value: Double?) {
        member(key) { writer in if let value { writer.value(value) } else { writer.null() } }
    }

    /// Writes a member that is true or false.
    package mutating func member(_ key: String, _ value: Bool) {
        member(key) { $0.value(value) }
    }

    /// Writes a member that is a list of objects.
    package mutating func objects<Element>(
        _ key: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) {
        list(key, elements) { element, writer in writer.object { write(element, &$0) } }
    }
}
