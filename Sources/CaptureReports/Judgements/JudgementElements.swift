internal import Captures
internal import Conformance
internal import Support

// The elements of the lists in a judgement, as specified in `docs/JSON.md`.

/// A member of an element of `checks`.
package enum CheckField: String, CaseIterable, Sendable {
    case check, outcome, found

    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .check: "the check, in the server's order"
        case .outcome:
            CheckResult.Outcome.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .found: "what was found: text, a number, or bytes in hexadecimal digits; null if nothing was checked"
        }
    }
}

extension CheckResult {
    var json: JSONValue {
        .object(
            CheckField.allCases.map { field in
                let value: JSONValue =
                    switch field {
                    case .check: .string(check.name)
                    case .outcome: .string(outcome.rawValue)
                    case .found: found?.json ?? .null
                    }
                return JSONValue.Member(key: field.rawValue, value: value)
            })
    }
}

extension CheckValue {
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .number(number.description)
        case .number(let number) where number.isNaN: .number("NaN")
        case .number(let number) where number.isInfinite: .number(number < 0 ? "-Infinity" : "Infinity")
        case .number(let number): .number(number.description)
        case .bytes(let bytes): .string(Hexadecimal.text(of: bytes))
        }
    }
}

/// A member of an element of `changes`.
package enum ChangeField: String, CaseIterable, Sendable {
    case change, party, purpose, sentence

    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .change: "the kind of change, for programs"
        case .party: "the party that would have to change: \(Self.names(CaptureChange.Party.self))"
        case .purpose:
            "the purpose: \(Self.names(CaptureChange.Purpose.self)); a `record` never affects the confidence"
        case .sentence: "what to do"
        }
    }

    private static func names<Name: RawRepresentable & CaseIterable>(_ type: Name.Type) -> String
    where Name.RawValue == String {
        type.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }
}

extension CaptureChange {
    func json(at endpoint: CaptureEndpoint) -> JSONValue {
        .object(
            ChangeField.allCases.map { field in
                let value =
                    switch field {
                    case .change: code
                    case .party: party.rawValue
                    case .purpose: purpose(at: endpoint).rawValue
                    case .sentence: sentence
                    }
                return JSONValue.Member(key: field.rawValue, value: .string(value))
            })
    }
}

/// A member of an element of `differences`.
package enum DifferenceField: String, CaseIterable, Sendable {
    case field, expected, found

    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .field: "the member that differs, such as `assertion.counter_valid`; empty if no answer was expected"
        case .expected: "its value in the expected answer"
        case .found: "its value here; null if there was no answer"
        }
    }
}

extension AnswerDifference {
    var json: JSONValue {
        .object(
            DifferenceField.allCases.map { member in
                let value: JSONValue? =
                    switch member {
                    case .field: .string(field)
                    case .expected: expected
                    case .found: found
                    }
                return JSONValue.Member(key: member.rawValue, value: value ?? .null)
            })
    }

    var wording: String {
        guard let expected else {
            return field.isEmpty
                ? "found no expected answer of this name"
                : "\(field): expected no such member, found \(found?.plainText ?? "nothing")"
        }
        return "\(field): expected \(expected.plainText), found \(found?.plainText ?? "nothing")"
    }
}

extension JSONValue {
    /// Compact JSON, truncated if it exceeds 60 characters.
    fileprivate var plainText: String {
        var writer = JSONWriter(.compact, .texts)
        writer.value(self)
        let text = writer.text
        return text.count > 60 ? text.prefix(57) + "…" : text
    }
}
