internal import Support

/// Compares an answer with the expected one, member by member.
struct CaseComparison: Sendable {
    /// The differences that count: in the members that an answer must have, and in others if they are compared.
    private(set) var differences: [AnswerDifference] = []
    /// Differences in other members, as far as the answer has them, if these are not compared.
    private(set) var further: [AnswerDifference] = []
    /// The position of the switches that the answer leaves out although it has the other one.
    private(set) var omittedMode: String?
    /// The positions of the switches that the answer has, if the expected answer has both.
    private(set) var answeredModes: [String] = []
    /// The expected values of the required members, with the defaults of those that are not expected.
    private(set) var required: [String: JSONValue] = [:]
    /// The differing members that the expected answer lacks.
    private(set) var unexpected: Set<String> = []

    /// - Parameters:
    ///   - observed: members that show whether a rule of the case is kept. They count if the answer has them.
    ///   - comparesFurther: whether differences in members that are not required count.
    init(_ testCase: ConformanceCase, answer: JSONValue, observed: [String] = [], comparesFurther: Bool) {
        let (expected, modes) = (testCase.expected, RequiredMembers.modes)
        if modes.allSatisfy({ Self.has($0, in: expected) }) {
            answeredModes = modes.filter { Self.has($0, in: answer) }
            if !answeredModes.isEmpty { omittedMode = modes.first { !answeredModes.contains($0) } }
        }
        func counts(_ difference: AnswerDifference) -> Bool {
            let path = difference.field
            if required[path] != nil { return true }
            guard difference.found != nil else { return false }
            return comparesFurther || observed.contains { path == $0 || path.hasSuffix(".\($0)") }
        }
        for path in RequiredMembers.paths(of: testCase.kind)
        where omittedMode == nil || RequiredMembers.mode(of: path) != omittedMode {
            required[path] = expected.value(at: path) ?? Self.defaultValue(at: path, in: expected)
        }
        for difference in ExpectedAnswers.differences(answer, expected) {
            if let omittedMode, RequiredMembers.mode(of: difference.field) == omittedMode { continue }
            if counts(difference) {
                differences.append(difference)
            } else if difference.found != nil {
                further.append(difference)
            }
        }
        for (path, value) in required.sorted(by: { $0.key < $1.key }) where expected.value(at: path) == nil {
            guard let found = answer.value(at: path), found != .null, found != value else { continue }
            differences.append(AnswerDifference(field: path, expected: value, found: found))
            unexpected.insert(path)
        }
    }

    private static func defaultValue(at path: String, in expected: JSONValue) -> JSONValue? {
        // Some expected answers omit the assertion, which is then not compared. Null means that there is no assertion.
        let outer = path.split(separator: ".").dropLast()
        if outer.last == "assertion", expected.value(at: outer.joined(separator: ".")) != .null { return nil }
        return RequiredMembers.defaultValue(at: path)
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
