/// A JSON Schema (draft 2020-12) of a value that this project reads or writes.
///
/// Objects allow only the listed members, so that validators report unlisted ones.
package struct JSONSchema: Sendable, Hashable {
    private let keywords: [JSONValue.Member]

    private init(_ keywords: KeyValuePairs<String, JSONValue>) {
        self.keywords = keywords.map { JSONValue.Member(key: $0.key, value: $0.value) }
    }

    package var json: JSONValue { .object(keywords) }

    package static let any = JSONSchema([:])
    package static let string = JSONSchema(["type": .string("string")])
    package static let integer = JSONSchema(["type": .string("integer")])
    package static let number = JSONSchema(["type": .string("number")])
    package static let flag = JSONSchema(["type": .string("boolean")])
    package static let null = JSONSchema(["type": .string("null")])
    /// Integers of at least 0.
    package static let count = JSONSchema(["type": .string("integer"), "minimum": .number("0")])
    /// Bytes as lower-case hexadecimal digits.
    package static let hexadecimal = JSONSchema(["type": .string("string"), "pattern": .string("^([0-9a-f]{2})*$")])
    package static let strings = list(of: .string)

    package static func words(_ words: [String]) -> JSONSchema {
        JSONSchema(["type": .string("string"), "enum": .array(words.map { .string($0) })])
    }

    package static func words<Word: CaseIterable & RawRepresentable<String>>(_ table: Word.Type) -> JSONSchema {
        words(table.allCases.map(\.rawValue))
    }

    package static func constant(_ number: Int) -> JSONSchema { JSONSchema(["const": .number("\(number)")]) }

    package static func list(of element: JSONSchema, isEmptyAllowed: Bool = true) -> JSONSchema {
        isEmptyAllowed
            ? JSONSchema(["type": .string("array"), "items": element.json])
            : JSONSchema(["type": .string("array"), "items": element.json, "minItems": .number("1")])
    }

    /// An object with arbitrary member names.
    package static func map(of value: JSONSchema) -> JSONSchema {
        JSONSchema(["type": .string("object"), "additionalProperties": value.json])
    }

    /// An object whose member names are among `names`.
    package static func map(of value: JSONSchema, names: [String]) -> JSONSchema {
        JSONSchema([
            "type": .string("object"), "propertyNames": words(names).json, "additionalProperties": value.json,
        ])
    }

    package static func anyOf(_ schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema(["anyOf": .array(schemas.map(\.json))])
    }

    package var orNull: JSONSchema { .anyOf([self, .null]) }
    /// The JSON type in words, such as `array of strings or null`.
    package var typeName: String { Self.typeName(of: json) }

    private static func typeName(of schema: JSONValue) -> String {
        let alternatives = (schema["anyOf"]?.elements ?? []).map(typeName)
        if let first = alternatives.first { return first + (alternatives.contains("null") ? " or null" : "") }
        guard let items = schema["items"] else { return schema["type"]?.string ?? "" }
        let element = typeName(of: items)
        return "array of " + (element.hasPrefix("array ") ? "arrays " + element.dropFirst(6) : element + "s")
    }

    /// A whole document: one value, as on each line of NDJSON, or an array of values.
    package static func oneOrMore(_ value: JSONSchema) -> JSONSchema { .anyOf([value, list(of: value)]) }
}

extension JSONSchema {
    package struct Member: Sendable {
        package enum Presence: Sendable {
            case required, optional
            /// The name is a regular expression that any number of members may match.
            case pattern
        }

        package let name: String
        package let schema: JSONSchema
        package let presence: Presence

        package init(_ name: String, _ schema: JSONSchema, _ presence: Presence = .required) {
            (self.name, self.schema, self.presence) = (name, schema, presence)
        }
    }

    /// An object with the given members.
    package static func object(_ members: [Member], isOpen: Bool = false) -> JSONSchema {
        func properties(_ isIncluded: (Member.Presence) -> Bool) -> [JSONValue.Member] {
            members.filter { isIncluded($0.presence) }.map { JSONValue.Member(key: $0.name, value: $0.schema.json) }
        }
        let patterns = properties { $0 == .pattern }
        var keywords = [
            JSONValue.Member(key: "type", value: .string("object")),
            JSONValue.Member(key: "properties", value: .object(properties { $0 != .pattern })),
        ]
        if !patterns.isEmpty { keywords.append(JSONValue.Member(key: "patternProperties", value: .object(patterns))) }
        let required = members.filter { $0.presence == .required }.map { JSONValue.string($0.name) }
        if !required.isEmpty { keywords.append(JSONValue.Member(key: "required", value: .array(required))) }
        if !isOpen { keywords.append(JSONValue.Member(key: "additionalProperties", value: .flag(false))) }
        return JSONSchema(keywords: keywords)
    }

    /// An object with explicitly listed members.
    package static func object(
        _ required: KeyValuePairs<String, JSONSchema>, optional: KeyValuePairs<String, JSONSchema> = [:]
    ) -> JSONSchema {
        object(members(required) + members(optional, .optional))
    }

    /// The names of the members of an object.
    package var memberNames: [String] { (json["properties"]?.members ?? []).map(\.key) }

    package static func members(
        _ members: KeyValuePairs<String, JSONSchema>, _ presence: Member.Presence = .required
    ) -> [Member] {
        members.map { Member($0.key, $0.value, presence) }
    }

    private init(keywords: [JSONValue.Member]) { self.keywords = keywords }

    /// The schema without the members that have one of the names, at any depth. Alternatives that require one of these
    /// members are dropped.
    package func removing(_ names: Set<String>) -> JSONSchema {
        JSONSchema(
            keywords: keywords.map { .init(key: $0.key, value: Self.removing(names, from: $0.value, of: $0.key)) })
    }

    private static func removing(_ names: Set<String>, from value: JSONValue, of key: String) -> JSONValue {
        switch value {
        case .array(let elements):
            let kept = elements.filter { element in
                let required = element["required"]?.elements ?? []
                return key != "anyOf" || required.allSatisfy { !names.contains($0.string ?? "") }
            }
            return .array(kept.map { removing(names, from: $0, of: "") })
        case .object(let members):
            let kept = members.filter { key != "properties" || !names.contains($0.key) }
            return .object(
                // The name of a property is not a keyword.
                kept.map { member in
                    let inner = key == "properties" ? "" : member.key
                    return .init(key: member.key, value: removing(names, from: member.value, of: inner))
                })
        default: return value
        }
    }
}
