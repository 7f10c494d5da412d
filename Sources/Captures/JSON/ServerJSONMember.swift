internal import Support

/// A type of the server for a value in JSON: the function that reads the value, and the schema.
struct ServerJSONType<Value: SendableMetatype>: Sendable {
    let schema: JSONSchema
    let read: @Sendable (inout ServerJSONReader) throws(ServerJSONError) -> Value
}

extension ServerJSONType {
    static func optional<Wrapped: SendableMetatype>(_ type: ServerJSONType<Wrapped>) -> Self where Value == Wrapped? {
        Self(schema: type.schema.orNull) { (reader) throws(ServerJSONError) in try reader.optional(type.read) }
    }

    /// A value for an optional property; `null` is not valid.
    static func present<Wrapped: SendableMetatype>(_ type: ServerJSONType<Wrapped>) -> Self where Value == Wrapped? {
        Self(schema: type.schema) { (reader) throws(ServerJSONError) in try type.read(&reader) }
    }

    static func list<Element: SendableMetatype>(of element: ServerJSONType<Element>) -> Self where Value == [Element] {
        Self(schema: .list(of: element.schema)) { (reader) throws(ServerJSONError) in try reader.array(element.read) }
    }

    /// A type whose numbers the reader notes.
    static func noted(_ type: Self) -> Self {
        Self(schema: type.schema) { (reader) throws(ServerJSONError) in
            reader.notesNumbers = true
            defer { reader.notesNumbers = false }
            return try type.read(&reader)
        }
    }
}

extension ServerJSONType<String> {
    static var string: Self { Self(schema: .string) { (reader) throws(ServerJSONError) in try reader.string() } }
    static var hexadecimal: Self { Self(schema: .hexadecimal, read: string.read) }

    static func word<Word: CaseIterable & RawRepresentable<String>>(of table: Word.Type) -> Self {
        Self(schema: .words(table), read: string.read)
    }
}

extension ServerJSONType<Bool> {
    static var flag: Self { Self(schema: .flag) { (reader) throws(ServerJSONError) in try reader.boolean() } }
}

extension ServerJSONType<Float> {
    static var binary32: Self { Self(schema: .number) { (reader) throws(ServerJSONError) in try reader.binary32() } }
}

extension ServerJSONType<Double> {
    static var binary64: Self { Self(schema: .number) { (reader) throws(ServerJSONError) in try reader.binary64() } }
}

extension ServerJSONType where Value: FixedWidthInteger & SignedInteger {
    static var integer: Self { Self(schema: .integer) { (reader) throws(ServerJSONError) in try reader.integer() } }
}

extension ServerJSONType<UInt32> {
    static var count: Self {
        Self(schema: .count) { (reader) throws(ServerJSONError) in try reader.integer(UInt32.self) }
    }
}

extension ServerJSONType where Value: ServerJSONObject {
    static var object: Self { Self(schema: Value.schema) { (reader) throws(ServerJSONError) in try Value(&reader) } }
}

enum ServerJSONAbsence {
    case error
    /// An absent member means `null`. An array in place of the object must still contain the element.
    case null
    /// An absent member gets a default value. An array in place of the object may omit the element at its end.
    case standardValue
}

struct ServerJSONMember<Object: SendableMetatype>: Sendable {
    let name: String
    let absence: ServerJSONAbsence
    let schema: JSONSchema
    let read: @Sendable (inout Object, inout ServerJSONReader) throws(ServerJSONError) -> Void

    init(
        _ name: String, _ absence: ServerJSONAbsence = .error, schema: JSONSchema = .any,
        read: @escaping @Sendable (inout Object, inout ServerJSONReader) throws(ServerJSONError) -> Void
    ) {
        (self.name, self.absence, self.schema, self.read) = (name, absence, schema, read)
    }

    init<Value: SendableMetatype>(
        _ name: String, _ type: ServerJSONType<Value>, _ path: any WritableKeyPath<Object, Value> & Sendable,
        _ absence: ServerJSONAbsence = .error
    ) {
        self.init(name, absence, schema: type.schema) { (object, reader) throws(ServerJSONError) in
            object[keyPath: path] = try type.read(&reader)
        }
    }

    /// A member whose value the server reads and ignores.
    init<Value: SendableMetatype>(_ name: String, ignoring type: ServerJSONType<Value>, _ absence: ServerJSONAbsence) {
        self.init(name, absence, schema: type.schema) { (_, reader) throws(ServerJSONError) in
            _ = try type.read(&reader)
        }
    }

    init(_ name: String, _ absence: ServerJSONAbsence = .error, members: [ServerJSONMember]) {
        self.init(name, absence, schema: .object(of: members)) { (object, reader) throws(ServerJSONError) in
            try reader.object(members, into: &object)
        }
    }
}

protocol ServerJSONObject: SendableMetatype {
    /// The members in the server's declaration order. The server also accepts an array of the values in this order.
    static var members: [ServerJSONMember<Self>] { get }
    static var schema: JSONSchema { get }

    init()
}

extension ServerJSONObject {
    init(_ reader: inout ServerJSONReader) throws(ServerJSONError) {
        self.init()
        try reader.object(Self.members, into: &self)
    }

    static var schema: JSONSchema { .object(of: members) }
}

extension JSONSchema {
    /// Rejects unknown members and arrays in place of the object, although the server accepts both.
    static func object<Object: SendableMetatype>(
        of members: [ServerJSONMember<Object>], and others: [JSONSchema.Member] = []
    ) -> JSONSchema {
        .object(others + members.map { Member($0.name, $0.schema, $0.absence == .error ? .required : .optional) })
    }
}
