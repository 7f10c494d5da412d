/// A JSON object that is read member by member. Conforming types word the faults, and state where the object is.
package protocol MemberReader {
    associatedtype Failure: Error

    func value(_ name: String) -> JSONValue?

    func failure(of fault: MemberFault) -> Failure
}

package enum MemberFault: Hashable, Sendable {
    case missing(String)
    case wrongKind(String, found: JSONValue, expected: String)
}

extension MemberReader {
    package func required<Value>(_ name: String, _ kind: JSONKind<Value>) throws(Failure) -> Value {
        guard let found = value(name) else { throw failure(of: .missing(name)) }
        return try expect(found, at: name, kind.name, kind.read)
    }

    package func optional<Value>(_ name: String, _ kind: JSONKind<Value>) throws(Failure) -> Value? {
        try optional(name, kind.name, kind.read)
    }

    /// `expected` describes what `read` accepts, for the message.
    package func optional<Value>(
        _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(Failure) -> Value? {
        guard let found = value(name), found != .null else { return nil }
        return try expect(found, at: name, expected, read)
    }

    package func expect<Value>(
        _ found: JSONValue, at name: String, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(Failure) -> Value {
        guard let value = read(found) else { throw failure(of: .wrongKind(name, found: found, expected: expected)) }
        return value
    }
}

/// A kind of JSON value: its name in messages, and its value in Swift.
package struct JSONKind<Value> {
    package let name: String
    package let read: (JSONValue) -> Value?

    package init(_ name: String, _ read: @escaping (JSONValue) -> Value?) { (self.name, self.read) = (name, read) }

    /// The same kind, for messages about a member that can be null.
    package var orNull: JSONKind { JSONKind(name + " or null", read) }
}

extension JSONKind<JSONValue> {
    package static var any: JSONKind { JSONKind("a value") { $0 } }
}

extension JSONKind<String> { package static var string: JSONKind { JSONKind("a string", \.string) } }

extension JSONKind<[String]> {
    package static var strings: JSONKind {
        JSONKind("an array of strings") { value in
            let strings = value.elements?.compactMap(\.string)
            return strings?.count == value.elements?.count ? strings : nil
        }
    }
}

extension JSONKind<Bool> { package static var flag: JSONKind { JSONKind("true or false", \.flag) } }

extension JSONKind<Int> {
    package static var whole: JSONKind { JSONKind("a whole number", \.whole) }

    package static func whole(in range: ClosedRange<Int>) -> JSONKind {
        JSONKind("a whole number from \(range.lowerBound) to \(range.upperBound)") {
            $0.whole.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension JSONKind<Double> {
    package static var number: JSONKind { JSONKind("a number", \.real) }

    package static func number(in range: some RangeExpression<Double>, _ name: String) -> JSONKind {
        JSONKind(name) { $0.real.flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension JSONKind<[JSONValue]> { package static var array: JSONKind { JSONKind("an array", \.elements) } }

extension JSONKind<[JSONValue.Member]> { package static var object: JSONKind { JSONKind("an object", \.members) } }

extension JSONKind where Value: RawRepresentable<String> & CaseIterable {
    package static func word(_ words: Value.Type) -> JSONKind {
        JSONKind("one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") {
            $0.string.flatMap(Value.init(rawValue:))
        }
    }
}
