internal import Captures
package import Support

/// Where an answer is another than was expected.
package struct AnswerDifference: Sendable, Hashable {
    /// The member, such as `assertion.counter_valid`; empty for the whole answer.
    package let field: String
    /// The expected value; nil without an expected answer or without such a member.
    package let expected: JSONValue?
    /// What was found; nil where nothing was answered.
    package let found: JSONValue?
}

/// Answers to hold others against: by the names of captures, or one for all.
///
///     let expected = try ExpectedAnswers(JSONReader.read(bytes))
///     let differences = expected.differences(from: result, name: "full-valid")
///
/// Every member that an expected answer has is compared, except `provenance`, `notes` and `contradicts`, which say
/// where it comes from, and the reason of a `json_data`. Members it does not have are not looked at, except in what
/// both modes of the server make of a registration or a request: there an answer by name has exactly the members that
/// are known, and one more is a difference.
package struct ExpectedAnswers: Sendable {
    private let answers: [String: JSONValue]
    /// One answer for every capture.
    private let single: JSONValue?

    /// What is compared in no answer.
    static let remarks: Set<String> = ["provenance", "notes", "contradicts"]

    /// Takes an answer, which has a member `answer`, or answers by name; nil for anything else, and for no answer.
    package init?(_ json: JSONValue) {
        // The answer to a signed request or a chain has one for each mode of the server.
        let isSingle = json["answer"] != nil || json["permissive"] != nil && json["strict"] != nil
        guard let members = json.members, !members.isEmpty,
            members.allSatisfy({ $0.value.members != nil || isSingle })
        else { return nil }
        single = isSingle ? json : nil
        answers = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// How many captures have an answer of their own.
    package var count: Int { single == nil ? answers.count : 1 }

    /// Where the answer to a capture is another; empty where it is as expected.
    package func differences(from result: JSONValue, name: String) -> [AnswerDifference] {
        guard let expected = single ?? answers[name] else {
            return [AnswerDifference(field: "", expected: nil, found: .string(name))]
        }
        var differences = Self.differences(result, expected, at: "")
        guard single == nil, expected["permissive"] != nil, expected["strict"] != nil else { return differences }
        for name in ["request", "permissive", "strict"] {
            differences += Self.additions(result[name], expected[name], at: name)
        }
        return differences
    }

    /// Members that were found and are not expected.
    private static func additions(
        _ found: JSONValue?, _ expected: JSONValue?, at path: String
    ) -> [AnswerDifference] {
        // A value of another kind is already a difference.
        guard let members = found?.members, expected?.members != nil else { return [] }
        return members.flatMap { member in
            let path = "\(path).\(member.key)"
            guard let expected = expected?[member.key] else {
                return [AnswerDifference(field: path, expected: nil, found: member.value)]
            }
            return additions(member.value, expected, at: path)
        }
    }

    private static func differences(
        _ found: JSONValue?, _ expected: JSONValue, at path: String
    ) -> [AnswerDifference] {
        guard let members = expected.members else {
            let isSame = found.map { areSame($0, expected) } ?? (expected == .null)
            return isSame ? [] : [AnswerDifference(field: path, expected: expected, found: found)]
        }
        // Why JSON has the wrong shape is said in words of the reader, not of the server.
        let isShape = expected["stage"] == .string(CaptureAnswer.Stage.jsonData.rawValue)
        return members.filter { !remarks.contains($0.key) && !(isShape && $0.key == "reason") }.flatMap { member in
            differences(found?[member.key], member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)")
        }
    }

    private static func areSame(_ found: JSONValue, _ expected: JSONValue) -> Bool {
        if case (.number, .number) = (found, expected) { return found.real == expected.real }
        return found == expected
    }
}
