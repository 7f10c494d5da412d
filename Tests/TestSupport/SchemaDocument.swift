package import Support

/// The text of a schema's file: each subschema that occurs more than once and needs more than one line is in `$defs`.
///
///     let text = SchemaDocument(.object(["x": .number]), named: "point", title: "A point").text
package struct SchemaDocument {
    /// With a final newline.
    package let text: String

    /// - Parameter name: the name of the file, without `.json`.
    package init(_ schema: JSONSchema, named name: String, title: String) {
        var subschemas = Subschemas()
        subschemas.count(schema.json)
        let keywords = subschemas.withReferences(in: schema.json, named: name).members ?? []
        var members = [
            JSONValue.Member(key: "$schema", value: .string("https://json-schema.org/draft/2020-12/schema")),
            JSONValue.Member(key: "$id", value: .string("\(name).json")),
            JSONValue.Member(key: "title", value: .string(title)),
        ]
        members += keywords
        if !subschemas.definitions.isEmpty {
            members.append(.init(key: "$defs", value: .object(subschemas.definitions)))
        }
        var writer = JSONWriter(.indented)
        writer.valueOnShortLines(.object(members), isInline: false)
        text = writer.text + "\n"
    }
}

private struct Subschemas {
    /// Definitions in the order in which they are complete: each only refers to earlier ones.
    private(set) var definitions: [JSONValue.Member] = []
    private var occurrences: [JSONValue: Int] = [:]
    private var references: [JSONValue: JSONValue] = [:]

    /// Counts a schema and those in it. What is in a repeated schema is counted once.
    mutating func count(_ schema: JSONValue) {
        occurrences[schema, default: 0] += 1
        guard occurrences[schema] == 1 else { return }
        _ = Self.replacingChildren(of: schema, named: "") { child, _ in
            count(child)
            return child
        }
    }

    /// The schema with a reference in place of each repeated schema in it.
    ///
    /// - Parameter name: the property whose schema this is, after which a definition is named.
    mutating func withReferences(in schema: JSONValue, named name: String) -> JSONValue {
        if let reference = references[schema] { return reference }
        let replaced = Self.replacingChildren(of: schema, named: name) { child, name in
            withReferences(in: child, named: name)
        }
        guard occurrences[schema, default: 0] > 1, !replaced.fitsOnLine else { return replaced }
        var unique = name
        var number = 2
        while definitions.contains(where: { $0.key == unique }) {
            unique = "\(name)_\(number)"
            number += 1
        }
        let reference = JSONValue.object([.init(key: "$ref", value: .string("#/$defs/\(unique)"))])
        definitions.append(.init(key: unique, value: replaced))
        references[schema] = reference
        return reference
    }

    /// Replaces the schemas directly in a schema.
    private static func replacingChildren(
        of schema: JSONValue, named name: String, _ replacement: (_ child: JSONValue, _ name: String) -> JSONValue
    ) -> JSONValue {
        .object(
            (schema.members ?? []).map { keyword in
                JSONValue.Member(
                    key: keyword.key, value: replacingChildren(of: keyword, named: name, replacement))
            })
    }

    private static func replacingChildren(
        of keyword: JSONValue.Member, named name: String,
        _ replacement: (_ child: JSONValue, _ name: String) -> JSONValue
    ) -> JSONValue {
        switch (keyword.key, keyword.value) {
        case ("properties", .object(let members)), ("patternProperties", .object(let members)):
            .object(members.map { JSONValue.Member(key: $0.key, value: replacement($0.value, $0.key)) })
        case ("items", .object), ("additionalProperties", .object): replacement(keyword.value, name)
        case ("anyOf", .array(let children)): .array(children.map { replacement($0, name) })
        default: keyword.value
        }
    }
}

extension JSONValue {
    fileprivate var fitsOnLine: Bool {
        var line = JSONWriter(.compact)
        line.value(self)
        return line.bytes.count <= 100
    }
}

extension JSONWriter {
    /// Writes a value on one line if it fits, and otherwise over several lines; likewise for the values in it.
    fileprivate mutating func valueOnShortLines(_ value: JSONValue, isInline: Bool) {
        let isInline = isInline || value.fitsOnLine
        switch value {
        case .object(let members):
            object(isInline: isInline) { writer in
                for member in members {
                    writer.member(member.key) { $0.valueOnShortLines(member.value, isInline: isInline) }
                }
            }
        case .array(let elements):
            array(isInline: isInline) { writer in
                for element in elements { writer.valueOnShortLines(element, isInline: isInline) }
            }
        default: self.value(value)
        }
    }
}
