package import Support

/// A member in which an answer differs from the expected one.
package struct AnswerDifference: Sendable, Hashable {
    /// The path of the member, such as `assertion.counter_valid`; empty for the whole answer.
    package let field: String
    /// The expected value; nil if no answer or no such member was expected.
    package let expected: JSONValue?
    /// The actual value; nil if the answer has no such member.
    package let found: JSONValue?
}

/// Expected answers, by name of the capture, or one answer for all captures.
///
///     let expected = try ExpectedAnswers(JSONReader.read(bytes))
///     let differences = expected?.differences(from: result, name: "full-valid")
///
/// Every member of an expected answer is compared, except the remarks `provenance`, `notes` and `contradicts`, and
/// the reason at stage `json_data`. Other members are ignored, with one exception: in a file with answers by name,
/// the verdicts on registrations and requests in both modes must not have additional members.
package struct ExpectedAnswers: Sendable {
    private let answers: [String: JSONValue]
    /// One answer for all captures.
    private let single: JSONValue?

    /// Members that are never compared.
    package static let remarks: Set<String> = ["provenance", "notes", "contradicts"]
    /// At this stage, the reason is the wording of a JSON reader and not a code of the server.
    private static let stageOfWordings = "json_data"

    /// Reads one answer, which has a member `answer`, or answers by name; nil for anything else.
    package init?(_ json: JSONValue) {
        // The answers to signed requests and chains have one member for each mode of the server.
        let isSingle = json["answer"] != nil || json["permissive"] != nil && json["strict"] != nil
        guard let members = json.members, !members.isEmpty,
            members.allSatisfy({ $0.value.members != nil || isSingle })
        else { return nil }
        single = isSingle ? json : nil
        answers = Dictionary(members.map { (String(jsonName: $0.key), $0.value) }) { first, _ in first }
    }

    /// The number of expected answers.
    package var count: Int { single == nil ? answers.count : 1 }

    /// The differences between a result and the expected answer.
    package func differences(from result: JSONValue, name: String) -> [AnswerDifference] {
        guard let expected = single ?? answers[name] else {
            return [AnswerDifference(field: "", expected: nil, found: .string(name.jsonName))]
        }
        var differences = Self.differences(result, expected)
        guard single == nil, expected["permissive"] != nil, expected["strict"] != nil else { return differences }
        for name in ["request", "permissive", "strict"] {
            differences += Self.additions(result[name], expected[name], at: name)
        }
        return differences
    }

    /// Members that are present but not expected.
    private static func additions(
        _ found: JSONValue?, _ expected: JSONValue?, at path: String
    ) -> [AnswerDifference] {
        // Values of different kinds are already reported.
        guard let members = found?.members, expected?.members != nil else { return [] }
        return members.flatMap { member in
            let path = "\(path).\(member.key)"
            guard let expected = expected?[member.key] else {
                return [AnswerDifference(field: path, expected: nil, found: member.value)]
            }
            return additions(member.value, expected, at: path)
        }
    }

    /// The members of an expected answer that an answer lacks or has with another value.
    static func differences(
        _ found: JSONValue?, _ expected: JSONValue, at path: String = ""
    ) -> [AnswerDifference] {
        guard let members = expected.members else {
            let isSame = found.map { $0.isSame(as: expected) } ?? (expected == .null)
            return isSame ? [] : [AnswerDifference(field: path, expected: expected, found: found)]
        }
        return compared(members, of: expected).flatMap { member in
            differences(found?[member.key], member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)")
        }
    }

    /// The paths of the compared members of an expected answer that are not null.
    static func paths(of expected: JSONValue, at path: String = "") -> [String] {
        guard let members = expected.members else { return expected == .null ? [] : [path] }
        return compared(members, of: expected).flatMap { member in
            paths(of: member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)")
        }
    }

    private static func compared(_ members: [JSONValue.Member], of expected: JSONValue) -> [JSONValue.Member] {
        let isShape = expected["stage"] == .string(stageOfWordings)
        return members.filter { !remarks.contains($0.key) && !(isShape && $0.key == "reason") }
    }
}
