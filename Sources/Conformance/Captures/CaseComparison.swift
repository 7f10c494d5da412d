internal import Support

/// Compares an answer with the expected one, member by member.
struct CaseComparison: Sendable {
    /// The differences that count: in the members that an answer must have, and in others if they are compared.
    private(set) var differences: [AnswerDifference] = []
    /// Differences in other members, as far as the answer has them, if these are not compared.
    private(set) var further: [AnswerDifference] = []
    /// The position of the switches that the answer leaves out although it has the other one.
    private(set) var omittedMode: String?
    /// The expected values of the compared members that every answer must have.
    private(set) var required: [String: JSONValue] = [:]

    /// - Parameter comparesFurther: whether differences in members that are not required count.
    init(_ testCase: ConformanceCase, answer: JSONValue, comparesFurther: Bool) {
        let (expected, modes) = (testCase.expected, RequiredMembers.modes)
        func answers(_ mode: String) -> Bool { Self.has(mode, in: answer) }
        if modes.allSatisfy({ Self.has($0, in: expected) }), modes.contains(where: answers) {
            omittedMode = modes.first { !answers($0) }
        }
        for path in RequiredMembers.paths(of: testCase.kind) { required[path] = expected.value(at: path) }
        if let omittedMode { required = required.filter { RequiredMembers.mode(of: $0.key) != omittedMode } }
        for difference in ExpectedAnswers.differences(answer, expected) {
            if let omittedMode, RequiredMembers.mode(of: difference.field) == omittedMode { continue }
            if required[difference.field] != nil || comparesFurther && difference.found != nil {
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
    /// The value of a member at a dotted path; nil if there is none, as below null.
    fileprivate func value(at path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self) { $0?[String($1)] }
    }
}
