internal import Support

/// Compares an answer with the expected one, member by member.
struct CaseComparison: Sendable {
    /// The differences that count: in the members that an answer must have, and in others if they are compared.
    private(set) var differences: [AnswerDifference] = []
    /// Differences in other members, as far as the answer has them, if these are not compared.
    private(set) var further: [AnswerDifference] = []
    /// The position of the switches that the answer leaves out although it has the other one.
    private(set) var omittedMode: String?
    /// The compared members that every answer must have, with the expected values; null for a member that is absent.
    let required: [String: JSONValue]

    /// - Parameter comparesFurther: whether differences in members that are not required count.
    init(_ testCase: ConformanceCase, answer: JSONValue, comparesFurther: Bool) {
        let (expected, modes) = (testCase.expected, RequiredMembers.modes)
        func answers(_ mode: String) -> Bool { Self.has(mode, in: answer) }
        if modes.allSatisfy({ Self.has($0, in: expected) }), modes.contains(where: answers) {
            omittedMode = modes.first { !answers($0) }
        }
        let paths = RequiredMembers.paths(of: testCase.kind)
        let omittedMode = omittedMode
        var required: [String: JSONValue] = [:]
        for path in paths where omittedMode == nil || RequiredMembers.mode(of: path) != omittedMode {
            required[path] = expected.value(at: path)
        }
        self.required = required
        for difference in ExpectedAnswers.differences(answer, expected).flatMap(\.leaves) {
            if let omittedMode, RequiredMembers.mode(of: difference.field) == omittedMode { continue }
            if paths.contains(difference.field) || comparesFurther && difference.found != nil {
                differences.append(difference)
            } else if difference.found != nil {
                further.append(difference)
            }
        }
    }

    private static func has(_ mode: String, in answer: JSONValue) -> Bool {
        answer[mode] != nil || answer["request"]?[mode] != nil
    }
}

extension JSONValue {
    /// The value of a member of an expected answer: null if the object that would have it is null; nil if neither is
    /// there.
    fileprivate func value(at path: String) -> JSONValue? {
        var value = self
        for step in path.split(separator: ".") {
            if value == .null { return .null }
            guard let inner = value[String(step)] else { return nil }
            value = inner
        }
        return value
    }
}

extension AnswerDifference {
    /// The differing members of an object that is given where null is expected; itself for any other difference.
    fileprivate var leaves: [AnswerDifference] {
        guard expected == .null, let members = found?.members else { return [self] }
        return members.flatMap { member in
            let path = "\(field).\(member.key)"
            return member.value == .null
                ? [] : AnswerDifference(field: path, expected: .null, found: member.value).leaves
        }
    }
}
