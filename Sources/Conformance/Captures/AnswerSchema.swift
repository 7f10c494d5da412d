package import Support

extension ExpectedAnswers {
    /// The schema of an answer for `capture check`: required members of any kind of case, or an error. A member that is
    /// null may be absent, and other members are ignored.
    package static var answerSchema: JSONSchema {
        let paths = Set(ConformanceCase.Kind.allCases.flatMap(RequiredMembers.paths))
        let steps = paths.sorted().map { $0.split(separator: ".").map(String.init)[...] }
        let name = JSONSchema.members([AnswerKey.name.rawValue: .string], .optional)
        return .anyOf(
            ProgramTask.serverMembers.map { .object(name + members(steps, required: $0), isOpen: true) }
                + [.object(name + JSONSchema.members([AnswerKey.error.rawValue: .string]), isOpen: true)])
    }

    /// The members at the given paths, which are sorted.
    private static func members(_ paths: [ArraySlice<String>], required: String? = nil) -> [JSONSchema.Member] {
        let parts = Dictionary(grouping: paths) { $0.first ?? "" }
        return parts.sorted { $0.key < $1.key }.map { name, paths in
            let inner = paths.map { $0.dropFirst() }.filter { !$0.isEmpty }
            let schema = inner.isEmpty ? value(of: name) : .object(members(inner), isOpen: true)
            return name == required ? .init(name, schema) : .init(name, schema.orNull, .optional)
        }
    }

    private static func value(of member: String) -> JSONSchema {
        switch member {
        case "http_status", "new_counter", "counter_after": .integer
        case "passes", "request_verified", "challenge_spent", "assertion_verified", "counter_valid": .flag
        case "public_key_hex": .hexadecimal
        default: .string
        }
    }
}
