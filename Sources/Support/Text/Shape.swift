/// The JSON form of a report, or of a value in a report: writes the value, and has the schema.
///
/// static let shape = Shape<AttestationCertificate> { Member("subject", .text, or: .null) { $0.subjectName } }
package struct Shape<Value>: Sendable {
    package let schema: JSONSchema
    /// Whether the value is neither an array nor an object: lists of such values take one line.
    private let isPlain: Bool
    private let write: @Sendable (Value, inout JSONWriter) -> Void
    private let members: [Member<Value>]
    fileprivate private(set) var elementRows: [(member: String, type: String, meaning: String)] = []

    package init(
        _ schema: JSONSchema, isPlain: Bool = true, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        (self.schema, self.isPlain, self.write, members) = (schema, isPlain, write, [])
    }

    /// An object. Its members are written in this order.
    package init(@MemberBuilder<Value> _ list: () -> [Member<Value>]) {
        let members = list()
        schema = .object((members.filter { !$0.isListedLast } + members.filter(\.isListedLast)).map(\.schema))
        isPlain = false
        write = { value, writer in
            writer.object { writer in
                for member in members { member.write(value, &writer) }
            }
        }
        self.members = members
    }

    /// A value with one of several shapes: the first of which the value has the part (``when(_:)``).
    package init(anyOf alternatives: [Alternative<Value>]) {
        schema = .anyOf(alternatives.map(\.schema))
        isPlain = false
        write = { value, writer in _ = alternatives.contains { $0.write(value, &writer) } }
        members = []
    }

    package func writeMembers(of value: Value, to writer: inout JSONWriter) {
        for member in members { member.write(value, &writer) }
    }

    package func write(_ value: Value, to writer: inout JSONWriter) { write(value, &writer) }

    package func text(
        of value: Value, _ strings: JSONStrings = .names, _ names: OptionNaming = .properties
    ) -> String {
        var writer = JSONWriter(.indented, strings, names)
        write(value, &writer)
        return writer.text
    }

    /// The text of a value on one line, without a final newline.
    package func line(of value: Value) -> String {
        var writer = JSONWriter(.compact)
        write(value, &writer)
        return writer.text
    }

    package func json(of value: Value, _ names: OptionNaming = .properties) -> JSONValue {
        var writer = JSONWriter(.compact, .texts, names)
        write(value, &writer)
        return (try? JSONReader.read(writer.bytes, .texts)) ?? .null
    }

    package var names: [String] { members.map(\.schema.name) }

    /// The schema of an object with any of the members.
    package var partialSchema: JSONSchema {
        .object(members.map { JSONSchema.Member($0.schema.name, $0.schema.schema, .optional) })
    }

    /// For documents. `a.b` is inside a member `a` without a meaning, `a[].b` is a member of a list's elements.
    package var rows: [(member: String, type: String, meaning: String)] {
        members.flatMap { member in
            let name = member.schema.name
            guard !member.meaning.isEmpty
            else { return member.rows.map { (name + "." + $0.member, $0.type, $0.meaning) } }
            return [(name, member.schema.schema.typeName, member.meaning)]
                + member.elementRows.map { (name + "[]." + $0.member, "", $0.meaning) }
        }
    }

    package var orNull: Shape<Value?> {
        Shape<Value?>(schema.orNull, isPlain: isPlain) { value, writer in
            if let value { write(value, &writer) } else { writer.null() }
        }
    }

    /// This shape for a whole of which `part` is written.
    package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> Shape<Whole> {
        Shape<Whole>(schema, isPlain: isPlain) { whole, writer in write(part(whole), &writer) }
    }

    /// The members of a part, for an object that writes them beside its own members.
    package func members<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> [Member<Whole>] {
        members.map { $0.of(part) }
    }

    /// This shape as an alternative for wholes that have the part.
    package func when<Whole>(_ part: @escaping @Sendable (Whole) -> Value?) -> Alternative<Whole> {
        Alternative(schema: schema) { whole, writer in
            guard let value = part(whole) else { return false }
            write(value, &writer)
            return true
        }
    }

    package static func list<Element>(of element: Shape<Element>) -> Shape where Value == [Element] {
        var shape = Shape(.list(of: element.schema), isPlain: false) { list, writer in
            writer.array(isInline: element.isPlain) { writer in
                for value in list { element.write(value, &writer) }
            }
        }
        shape.elementRows = element.rows
        return shape
    }

    /// An object with arbitrary member names, or with names among `names`.
    package static func map<Element>(of element: Shape<Element>, names: [String]? = nil) -> Shape
    where Value == [(key: String, value: Element)] {
        Shape(names.map { .map(of: element.schema, names: $0) } ?? .map(of: element.schema), isPlain: false) {
            map, writer in
            writer.object { writer in
                for (key, value) in map { writer.member(key) { element.write(value, &$0) } }
            }
        }
    }
}

extension Shape<String> {
    package static var text: Shape { words(.string) }
    package static var hexadecimal: Shape { words(.hexadecimal) }
    package static func words(_ words: [String]) -> Shape { self.words(.words(words)) }
    package static func words(_ schema: JSONSchema) -> Shape { Shape(schema) { $1.value($0) } }
    /// A number given as text.
    package static func digits(isWhole: Bool = false) -> Shape { Shape(isWhole ? .count : .number) { $1.number($0) } }
}

extension Shape<Message> {
    package static var message: Shape { Shape(.string) { $1.value($0) } }
}

extension Shape<[String]> { package static var texts: Shape { .list(of: .text) } }

extension Shape<Int> {
    package static var count: Shape { Shape(.count) { $1.value($0) } }
    package static var integer: Shape { Shape(.integer) { $1.value($0) } }
    package static func constant(_ number: Int) -> Shape { Shape(.constant(number)) { $1.value($0) } }
}

extension Shape<Double> {
    package static var number: Shape { Shape(.number) { $1.value($0) } }
}

extension Shape<Bool> {
    package static var flag: Shape { Shape(.flag) { $1.value($0) } }
}

extension Shape where Value: CaseIterable & RawRepresentable<String> & SendableMetatype {
    package static var word: Shape { Shape(.words(Value.self)) { $1.value($0.rawValue) } }
}

package struct Member<Whole>: Sendable {
    package enum Nil: Sendable {
        case null, absent
        /// Absent; in a file written by another program possibly null.
        case absentOrNull
    }

    fileprivate let schema: JSONSchema.Member
    fileprivate let write: @Sendable (Whole, inout JSONWriter) -> Void
    fileprivate let meaning: String
    fileprivate private(set) var rows: [(member: String, type: String, meaning: String)] = []
    fileprivate private(set) var elementRows: [(member: String, type: String, meaning: String)] = []
    fileprivate var isListedLast = false

    private init(
        _ schema: JSONSchema.Member, _ meaning: String = "",
        _ write: @escaping @Sendable (Whole, inout JSONWriter) -> Void
    ) {
        (self.schema, self.meaning, self.write) = (schema, meaning, write)
    }

    package init<Part>(
        _ name: String, _ shape: Shape<Part>, _ meaning: String = "", _ part: @escaping @Sendable (Whole) -> Part
    ) {
        self.init(JSONSchema.Member(name, shape.schema), meaning) { whole, writer in
            writer.key(name)
            shape.write(part(whole), to: &writer)
        }
        (rows, elementRows) = (shape.rows, shape.elementRows)
    }

    package init<Part>(
        _ name: String, _ shape: Shape<Part>, or absence: Nil, _ meaning: String = "",
        _ part: @escaping @Sendable (Whole) -> Part?
    ) {
        guard absence != .null else {
            self.init(name, shape.orNull, meaning, part)
            return
        }
        let schema = absence == .absentOrNull ? shape.schema.orNull : shape.schema
        self.init(JSONSchema.Member(name, schema, .optional), meaning) { whole, writer in
            guard let value = part(whole) else { return }
            writer.key(name)
            shape.write(value, to: &writer)
        }
        (rows, elementRows) = (shape.rows, shape.elementRows)
    }

    /// The same member, after all others in the schema.
    package var listedLast: Member {
        var member = self
        member.isListedLast = true
        return member
    }

    fileprivate func of<Outer>(_ part: @escaping @Sendable (Outer) -> Whole) -> Member<Outer> {
        var member = Member<Outer>(schema, meaning) { outer, writer in write(part(outer), &writer) }
        (member.rows, member.elementRows, member.isListedLast) = (rows, elementRows, isListedLast)
        return member
    }
}

package struct Alternative<Whole>: Sendable {
    fileprivate let schema: JSONSchema
    fileprivate let write: @Sendable (Whole, inout JSONWriter) -> Bool
}

@resultBuilder package enum MemberBuilder<Whole> {
    package static func buildExpression(_ member: Member<Whole>) -> [Member<Whole>] { [member] }
    package static func buildExpression(_ members: [Member<Whole>]) -> [Member<Whole>] { members }
    package static func buildBlock(_ parts: [Member<Whole>]...) -> [Member<Whole>] { parts.flatMap { $0 } }
    package static func buildArray(_ parts: [[Member<Whole>]]) -> [Member<Whole>] { parts.flatMap { $0 } }
}
