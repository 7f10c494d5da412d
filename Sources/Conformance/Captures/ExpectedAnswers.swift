package import Support

package struct AnswerDifference: Sendable, Hashable {
    /// The path of the member, such as `assertion.counter_valid`; empty for the whole answer.
    package let field: String
    /// The expected value; nil if no answer or no such member was expected.
    package let expected: JSONValue?
    /// The actual value; nil if the answer has no such member.
    package let found: JSONValue?
}

/// Expected answers, by name of the capture, or one answer for all captures.
package struct ExpectedAnswers: Sendable {
    private let answers: [String: JSONValue]
    private let single: JSONValue?

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

    package var count: Int { single == nil ? answers.count : 1 }

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
    private static func additions(_ found: JSONValue?, _ expected: JSONValue?, at path: String) -> [AnswerDifference] {
        guard let members = found?.members, expected?.members != nil else { return [] }
        return members.flatMap { member in
            let path = "\(path).\(member.key)"
            guard let expected = expected?[member.key] else {
                return [AnswerDifference(field: path, expected: nil, found: member.value)]
            }
            return additions(member.value, expected, at: path)
        }
    }

    static func differences(_ found: JSONValue?, _ expected: JSONValue, at path: String = "") -> [AnswerDifference] {
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

/// The answers that servers may give in place of the stored one, in cases that may differ.
struct AllowedAnswers: Sendable {
    typealias Outcome = [String: [JSONValue]]

    private var outcomes: [String: [String: Outcome]] = [:]
    private var names: [String: [String]] = [:]

    init(_ rules: JSONValue?) {
        func dictionary<Value>(_ json: JSONValue?, _ value: (JSONValue) -> Value) -> [String: Value] {
            Dictionary((json?.members ?? []).map { ($0.key, value($0.value)) }) { first, _ in first }
        }
        outcomes = dictionary(rules?["outcomes"]) { dictionary($0) { dictionary($0) { $0.elements ?? [] } } }
        for rule in rules?["rules"]?.elements ?? [] {
            guard let id = rule["id"]?.string else { continue }
            names[id] = rule["may_differ"]?.elements?.compactMap(\.string)
        }
    }

    /// Whether an answer is as stored, or has one of the outcomes that the rules of its case name.
    func allow(_ answer: JSONValue, to testCase: ConformanceCase, required: [String: JSONValue]) -> Bool {
        let allowed = Set(testCase.rules.flatMap { names[$0] ?? [] })
        let stored: Outcome = [:]
        return ([stored] + allowed.compactMap { outcomes[$0]?[testCase.kind.rawValue] }).contains { outcome in
            RequiredMembers.paths(of: testCase.kind).allSatisfy { path in
                let found = answer.value(at: path) ?? .null
                if let values = outcome[path] { return values.contains { found.isSame(as: $0) } }
                return required[path].map(found.isSame) ?? true
            }
        }
    }
}
