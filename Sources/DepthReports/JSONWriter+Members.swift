extension JSONWriter {
    /// Writes a member of the object that is open.
    public mutating func member(_ key: String, _ value: (inout JSONWriter) -> Void) {
        self.key(key)
        value(&self)
    }

    /// Writes a member that is a string, or null.
    public mutating func member(_ key: String, _ value: String?) {
        member(key) { writer in if let value { writer.value(value) } else { writer.null() } }
    }

    /// Writes a member that is a whole number, or null.
    public mutating func member(_ key: String, _ value: Int?) {
        member(key) { writer in if let value { writer.value(value) } else { writer.null() } }
    }

    /// Writes a member that is a number, or null.
    public mutating func member(_ key: String, _ value: Double?) {
        member(key) { writer in if let value { writer.value(value) } else { writer.null() } }
    }

    /// Writes a member that is true or false.
    public mutating func member(_ key: String, _ value: Bool) {
        member(key) { $0.value(value) }
    }

    /// Writes a member that is a list of objects.
    public mutating func objects<Element>(
        _ key: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
    ) {
        member(key) { writer in
            writer.array(isInline: false) { writer in
                for element in elements { writer.object { write(element, &$0) } }
            }
        }
    }
}
