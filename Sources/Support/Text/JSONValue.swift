/// A JSON value as it was written.
///
/// Numbers keep their text, so that each reader can round it once, to its own arithmetic, and none of `-0`, `1e400` or
/// seventeen digits is lost on the way.
package indirect enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    /// A number, or one of the words `NaN`, `Infinity` and `-Infinity`, which JSON does not have but some writers
    /// print.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// An object; members keep their order, and no key stands twice.
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a member, or nil when this is no object or has no such key.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// What kind of value this is, with its article.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .flag: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue {
    // What stands in a value of each kind, or nil for any other kind.

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The whole number, or nil. `7`, `7.0` and `7e0` are one number to JSON, and so they are here.
    package var whole: Int? {
        guard case .number(let text) = self else { return nil }
        if let number = Int(text) { return number }
        guard let number = Double(text), abs(number) <= 0x1p53 else { return nil }
        return Int(exactly: number)
    }

    /// The number in double precision, or nil; see ``JSONValue/real(as:)``.
    package var real: Double? { real(as: Double.self) }

    /// The number, rounded once to the given arithmetic, or nil for any other kind.
    ///
    /// The strings `"NaN"`, `"Infinity"` and `"-Infinity"` are numbers too, as well as those words without quotes.
    /// `null` is not: it does not say which number it stands for.
    package func real<Scalar: LosslessStringConvertible & BinaryFloatingPoint>(as type: Scalar.Type) -> Scalar? {
        switch self {
        case .number(let text): Scalar(text)
        case .string(let text): Self.nonFiniteWords.contains(text) ? Scalar(text) : nil
        default: nil
        }
    }

    /// How NaN and the infinities are written.
    static let nonFiniteWords = ["NaN", "Infinity", "-Infinity"]
}
