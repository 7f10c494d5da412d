internal import Support

/// A value of another kind of JSON than the stored one, such as a number as text.
package struct KindMistake: Sendable, Hashable {
    let expected: String
    let found: String

    /// The first mistake in a value; nil if all kinds are those stored. Null is stored where a value is missing.
    static func first(in answer: JSONValue, for stored: JSONValue) -> KindMistake? {
        switch (stored, answer) {
        case (.array(let stored), .array(let answer)):
            zip(stored, answer).lazy.compactMap { first(in: $1, for: $0) }.first
        case (.object(let stored), .object):
            stored.lazy.compactMap { first(in: answer[$0.key] ?? $0.value, for: $0.value) }.first
        default:
            stored == .null || stored.kindNoun == answer.kindNoun
                ? nil : KindMistake(expected: stored.kindNoun, found: answer.kindNoun)
        }
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
