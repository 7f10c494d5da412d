package import Support

/// The members of an answer that are always compared, by kind of case.
enum RequiredMembers {
    static let modes = ["permissive", "strict"]

    private static let response = ["answer.http_status", "answer.error_code"]
    private static let assertion = [
        "assertion.status", "assertion.assertion_verified", "assertion.counter_valid", "assertion.new_counter",
    ]
    private static let capture = response + assertion + ["depth_status", "confidence"]
    private static let request = ["http_status", "error_code", "passes", "request_verified", "new_counter"]

    /// The values of members that the expected answer lacks: a request that is refused has no effect, and one that
    /// passes has no error. They are compared if the answer has the member.
    private static let defaults: [String: JSONValue] = [
        "new_counter": .null, "http_status": .null, "error_code": .null, "public_key_hex": .null,
        "passes": .flag(false), "request_verified": .flag(false), "challenge_spent": .flag(false),
    ]

    static func paths(of kind: ConformanceCase.Kind) -> Set<String> { all[kind] ?? [] }

    /// The value of a member that the expected answer lacks; nil if the member may then have any value.
    static func defaultValue(at path: String) -> JSONValue? {
        path.split(separator: ".").last.flatMap { defaults[String($0)] }
    }

    private static let all: [ConformanceCase.Kind: Set<String>] = {
        func inModes(_ members: [String], below prefix: String = "") -> [String] {
            modes.flatMap { mode in members.map { "\(prefix)\(mode).\($0)" } }
        }
        return [
            .full: Set(capture), .hashOnly: Set(capture),
            .registration: Set(response + ["challenge_spent"] + inModes(["attestation_level", "public_key_hex"])),
            .request: Set(inModes(request)),
            .chain: Set(inModes(request, below: "request.") + inModes(capture + ["counter_after"])),
        ]
    }()

    /// Whether a path is below the evidence of a capture.
    static func isEvidence(_ path: String) -> Bool { withoutMode(path).hasPrefix("metadata_evidence.") }

    /// A path without its components for the mode and for the enclosing request.
    static func withoutMode(_ path: String) -> String {
        path.split(separator: ".").map(String.init).filter { !modes.contains($0) && $0 != "request" }
            .joined(separator: ".")
    }

    static func mode(of path: String) -> String? {
        path.split(separator: ".").lazy.map(String.init).first(where: modes.contains)
    }
}

extension ExpectedAnswers {
    /// The schema of an answer for `capture check`: required members of any kind of case, or an error.
    package static var answerSchema: JSONSchema {
        let paths = Set(ConformanceCase.Kind.allCases.flatMap(RequiredMembers.paths))
        let steps = paths.sorted().map { $0.split(separator: ".").map(String.init)[...] }
        let name = JSONSchema.members([AnswerKey.name.rawValue: .string], .optional)
        return .anyOf(
            ProgramTask.serverMembers.map { .object(name + members(steps, required: $0), isOpen: true) }
                + [.object(name + JSONSchema.members([AnswerKey.error.rawValue: .string]), isOpen: true)])
    }

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
