/// A JSON value as written.
///
/// Numbers keep their text, so that each reader rounds once, to its own arithmetic, and `-0`, `1e400` or seventeen
/// digits are not lost.
package indirect enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    /// A number, or one of the words `NaN`, `Infinity` and `-Infinity`, which JSON lacks but some writers print.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// An object; members keep their order, and keys are unique.
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
    }

    /// The value of a member; nil if this is not an object or has no such key.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The kind of this value, with its article.
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

    /// The text of a plain value, for messages, or the kind of any other.
    package var shownText: String {
        switch self {
        case .number(let text): text
        case .string(let text): "\"\(text.printable)\""
        case .flag(let flag): flag.description
        case .null, .array, .object: kindName
        }
    }

    // The content of a value of each kind; nil for other kinds.

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The integer, or nil. `7`, `7.0` and `7e0` are the same number in JSON, and here.
    package var whole: Int? {
        guard case .number(let text) = self else { return nil }
        if let number = Int(text) { return number }
        guard let number = Double(text), abs(number) <= 0x1p53 else { return nil }
        return Int(exactly: number)
    }

    package var real: Double? { real(as: Double.self) }

    /// The number, rounded once to the given type; nil for any other kind.
    ///
    /// `NaN`, `Infinity` and `-Infinity` are numbers with or without quotes. `null` is not, because it is ambiguous.
    package func real<Scalar: LosslessStringConvertible & BinaryFloatingPoint>(as type: Scalar.Type) -> Scalar? {
        switch self {
        case .number(let text): Scalar(text)
        case .string(let text): Self.nonFiniteWords.contains(text) ? Scalar(text) : nil
        default: nil
        }
    }

    static let nonFiniteWords = ["NaN", "Infinity", "-Infinity"]
}

/// The meaning of the strings in a JSON document.
package enum JSONStrings: Sendable {
    /// Names of files and other text with possible bytes that are not UTF-8, in the form ``Swift/String/jsonName``.
    case names
    /// Unicode texts, in which every scalar stands for itself. The caller converts names among them.
    case texts
}

extension String {
    /// The name in JSON: in its printed form if it is not UTF-8 or looks like a printed form; otherwise unchanged.
    package var jsonName: String { !hasEscapedBytes && Printable.text(of: self).isExactly(self) ? self : printable }

    /// The name that a string of JSON holds.
    package init(jsonName text: String) { self = Printable.text(of: String(fileBytes: Array(text.utf8))) }
}
