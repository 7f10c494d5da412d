internal import Support

/// A value of another kind of JSON than the stored one, such as a number as text.
package struct KindMistake: Sendable, Hashable {
    let expected: String
    let found: String

    /// Nil if both are of one kind, or null is stored.
    init?(_ stored: JSONValue, _ answer: JSONValue) {
        var found: KindMistake?
        switch (stored, answer) {
        case (.array(let stored), .array(let answer)):
            found = zip(stored, answer).lazy.compactMap { KindMistake($0, $1) }.first
        case (.object(let stored), .object):
            found = stored.lazy.compactMap { KindMistake($0.value, answer[$0.key] ?? $0.value) }.first
        default:
            if stored != .null, stored.kindNoun != answer.kindNoun {
                found = KindMistake(expected: stored.kindNoun, found: answer.kindNoun)
            }
        }
        guard let found else { return nil }
        self = found
    }

    private init(expected: String, found: String) {
        self.expected = expected
        self.found = found
    }
}

extension JSONValue {
    /// The kind of this value, as several values of it are called. NaN and the infinities are numbers even as text.
    fileprivate var kindNoun: String {
        switch self {
        case .null: "null"
        case .flag: "booleans"
        case .number: "numbers"
        case .string: real == nil ? "text" : "numbers"
        case .array: "lists"
        case .object: "objects"
        }
    }

    /// This value in the kind of the stored one, if it has the same content: numbers from text, booleans from 0 and 1
    /// or text.
    func converted(to stored: JSONValue) -> JSONValue {
        switch (stored, self) {
        case (.number, .string(let text)): Double(text) == nil ? self : .number(text)
        case (.flag, .number("0")), (.flag, .string("0")): .flag(false)
        case (.flag, .number("1")), (.flag, .string("1")): .flag(true)
        case (.flag, .string(let text)): Bool(text.lowercased()).map { .flag($0) } ?? self
        case (.array(let stored), .array(let elements)):
            .array(zip(stored, elements).map { $1.converted(to: $0) } + elements.dropFirst(stored.count))
        case (.object, .object(let members)):
            .object(
                members.map { Member(key: $0.key, value: stored[$0.key].map($0.value.converted(to:)) ?? $0.value) })
        default: self
        }
    }
}
