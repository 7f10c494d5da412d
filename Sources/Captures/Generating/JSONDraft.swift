internal import Support

/// JSON before it is written. Names and plain values are kept as they will be written, so that they can be malformed.
package indirect enum JSONDraft: Sendable {
    case raw([UInt8])
    /// An assertion or attestation object, whose text is known only when everything else is written.
    case later
    case object([Member])
    case array([JSONDraft])

    package struct Member: Sendable {
        /// With its quotation marks.
        var name: [UInt8]
        var value: JSONDraft
    }

    static func of(_ members: [(name: String, value: JSONDraft)]) -> JSONDraft {
        .object(members.map { Member(name: quoted($0.name), value: $0.value) })
    }

    static func raw(_ text: String) -> JSONDraft { .raw(Array(text.utf8)) }
    static func text(_ text: String) -> JSONDraft { .raw(quoted(text)) }
    static func number(_ number: some BinaryInteger) -> JSONDraft { .raw(String(number)) }
    static func flag(_ flag: Bool) -> JSONDraft { .raw(flag ? "true" : "false") }
    static let null = JSONDraft.raw("null")

    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONWriter(.compact, .texts)
        writer.value(text)
        return writer.bytes
    }

    /// The value at a path such as `location.latitude`; only members of objects have paths. Setting nil removes the
    /// member.
    subscript(path: String) -> JSONDraft? {
        get {
            let (name, rest) = Self.step(path)
            guard case .object(let members) = self, let member = members.first(where: { $0.name == name })
            else { return nil }
            return rest.map { member.value[$0] } ?? member.value
        }
        set {
            let (name, rest) = Self.step(path)
            guard case .object(var members) = self else { return }
            if let index = members.firstIndex(where: { $0.name == name }) {
                if let rest {
                    members[index].value[rest] = newValue
                } else if let newValue {
                    members[index].value = newValue
                } else {
                    members.remove(at: index)
                }
            } else if rest == nil, let newValue {
                members.append(Member(name: name, value: newValue))
            }
            self = .object(members)
        }
    }

    private static func step(_ path: String) -> (name: [UInt8], rest: String?) {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        return (quoted(parts[0]), parts.count > 1 ? parts[1] : nil)
    }

    var members: [Member] {
        get { if case .object(let members) = self { members } else { [] } }
        set { self = .object(newValue) }
    }

    var paths: [String] {
        members.flatMap { member in
            let name = String(decoding: member.name.dropFirst().dropLast(), as: UTF8.self)
            return [name] + member.value.paths.map { "\(name).\($0)" }
        }
    }

    var objectPaths: [String] { [""] + paths.filter { path in if case .object? = self[path] { true } else { false } } }

    mutating func change(at path: String, _ change: (inout JSONDraft) -> Void) {
        if path.isEmpty {
            change(&self)
        } else if var value = self[path] {
            change(&value)
            self[path] = value
        }
    }

    /// Writes `later` as the text of ``later``, and `space` around every token.
    func bytes(later: String, space: [UInt8] = []) -> [UInt8] {
        func joined(_ parts: [[UInt8]], _ open: String, _ close: String) -> [UInt8] {
            space + Array(open.utf8) + parts.joined(separator: Array(",".utf8)) + Array(close.utf8) + space
        }
        switch self {
        case .raw(let bytes): return space + bytes + space
        case .later: return space + Self.quoted(later) + space
        case .array(let elements): return joined(elements.map { $0.bytes(later: later, space: space) }, "[", "]")
        case .object(let members):
            return joined(
                members.map {
                    space + $0.name + space + Array(":".utf8) + $0.value.bytes(later: later, space: space)
                }, "{", "}")
        }
    }
}
