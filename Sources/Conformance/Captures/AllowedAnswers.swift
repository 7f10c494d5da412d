internal import Support

/// The answers that servers may give in place of the stored one, in cases that may differ.
///
/// `rules.json` defines *outcomes*, such as `refused`: for each kind of case the values of required members. Members
/// that an outcome does not list are as stored. Each rule names the outcomes of the cases that guard it.
struct AllowedAnswers: Sendable {
    typealias Outcome = [String: [JSONValue]]

    private var outcomes: [String: [String: Outcome]] = [:]
    /// The names of outcomes, by rule.
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
