package import Support

struct CaseComparison: Sendable {
    /// The differences that count: in the members that an answer must have, and in others if they are compared.
    private(set) var differences: [AnswerDifference] = []
    /// Differences in other members that the answer has, if these are not compared.
    private(set) var further: [AnswerDifference] = []
    /// The mode (position of the server's switches) that the answer leaves out, although it has the other mode.
    private(set) var omittedMode: String?
    /// The optional members that are compared, as paths without the mode.
    private(set) var given: Set<String> = []
    private var omitted: [AnswerDifference] = []
    /// The number of required members that the server does not show.
    private(set) var hiddenCount = 0
    /// The expected values of the required members, with defaults for those that the expected answer lacks.
    private(set) var required: [String: JSONValue] = [:]
    /// The differing members that the table of mistakes lacks: optional ones, and those that the expected answer lacks.
    private(set) var unexpected: Set<String> = []

    /// - Parameter comparesFurther: whether all optional members that both answers have are compared, not only the
    ///   evidence.
    init(_ testCase: ConformanceCase, answer: JSONValue, comparesFurther: Bool, allowsHidden: Bool = false) {
        let (expected, modes) = (testCase.expected, RequiredMembers.modes)
        if modes.allSatisfy({ Self.has($0, in: expected) }) {
            let answered = modes.filter { Self.has($0, in: answer) }
            if !answered.isEmpty { omittedMode = modes.first { !answered.contains($0) } }
        }
        for path in RequiredMembers.paths(of: testCase.kind)
        where omittedMode == nil || RequiredMembers.mode(of: path) != omittedMode {
            required[path] = expected.value(at: path) ?? Self.defaultValue(at: path, in: expected)
        }
        var compared = Set(
            ExpectedAnswers.paths(of: expected).filter { path in
                required[path] == nil && (comparesFurther || RequiredMembers.isEvidence(path))
            })
        for difference in ExpectedAnswers.differences(answer, expected) {
            let path = difference.field
            if let omittedMode, RequiredMembers.mode(of: path) == omittedMode {
                compared.remove(path)
            } else if required[path] != nil, allowsHidden, difference.found == nil {
                hiddenCount += 1
            } else if required[path] != nil {
                differences.append(difference)
            } else if difference.found == nil {
                if compared.remove(path) != nil { omitted.append(difference) }
            } else if comparesFurther || RequiredMembers.isEvidence(path) {
                differences.append(difference)
                unexpected.insert(path)
            } else {
                further.append(difference)
            }
        }
        given = Set(compared.map(RequiredMembers.withoutMode))
        for (path, value) in required.sorted(by: { $0.key < $1.key }) where expected.value(at: path) == nil {
            guard let found = answer.value(at: path), found != .null, found != value else { continue }
            differences.append(AnswerDifference(field: path, expected: value, found: found))
            unexpected.insert(path)
        }
    }

    /// Counts missing optional members as differences if other answers have them, unless the answer differs anyway.
    mutating func require(_ members: Set<String>) {
        guard differences.isEmpty else { return }
        differences = omitted.filter { members.contains(RequiredMembers.withoutMode($0.field)) }
        unexpected = Set(differences.map(\.field))
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
    /// The value of a member at a dotted path; nil if there is none, for example below null.
    func value(at path: String) -> JSONValue? { path.split(separator: ".").reduce(self) { $0?[String($1)] } }

    /// Whether two values are equal. Numbers are compared by value.
    package func isSame(as other: JSONValue) -> Bool {
        if case (.number, .number) = (self, other) { return real == other.real }
        return self == other
    }
}
