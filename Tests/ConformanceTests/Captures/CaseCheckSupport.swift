import Support
import TestSupport

@testable import Conformance

extension TemporaryCaseSet {
    /// Checks a server that gives the expected answers, changed by case.
    func check(
        changing changes: [String: @Sendable (JSONValue) -> JSONValue] = [:],
        _ change: (inout ServerCheck.Options) -> Void = { _ in }
    ) async throws -> ServerCheckReport {
        var answers: [String: JSONValue] = [:]
        for (name, text) in Self.answers {
            let answer = try JSONReader.read(text)
            answers[name] = changes[name]?(answer) ?? answer
        }
        let given = answers
        return try await check(by: .library { given[$0.name].map { .success($0) } ?? .failure(.notInFile) }, change)
    }

    /// Allows the confidence `low` in cases that may differ.
    func allowLow() throws {
        try replace(
            "\"rules\": [",
            by: """
                "outcomes": {"low": {"full": {"confidence": ["low"]}, "hash-only": {"confidence": ["low"]},
                 "chain": {"permissive.confidence": ["low"], "strict.confidence": ["low"]}}}, "rules": [
                """, in: "rules.json")
        for text in ["The photo counts.", "The counter increases."] {
            try replace("\"\(text)\"", by: "\"\(text)\", \"may_differ\": [\"low\"]", in: "rules.json")
        }
    }

    func check(
        by answerer: CaseAnswerer, _ change: (inout ServerCheck.Options) -> Void = { _ in }
    ) async throws -> ServerCheckReport {
        var options = ServerCheck.Options()
        change(&options)
        return await ServerCheck(try ConformanceSet(path), answerer: answerer, options: options).run()
    }
}

extension ServerCheckReport {
    /// The codes of all failures.
    var codes: [String] { (setFailures + entries).flatMap { $0.failures.map(\.code) } }

    /// The differing members of all cases, such as `full-good: confidence`.
    var differing: [String] {
        entries.flatMap { entry in
            entry.failures.flatMap { failure -> [String] in
                guard case .differences(let differences, _) = failure else { return [] }
                return differences.map { "\(entry.id): \($0.field)" }
            }
        }
    }

    var titles: [String] { groups.map { $0.title(in: set).description } }
}

extension JSONValue {
    /// The value with another member at a dotted path; without it for nil.
    func setting(_ path: String, to value: JSONValue?) -> JSONValue {
        let steps = path.split(separator: ".", maxSplits: 1).map(String.init)
        let inner = steps.count == 1 ? value : (self[steps[0]] ?? .object([])).setting(steps[1], to: value)
        var members = members ?? []
        let place = members.firstIndex { $0.key == steps[0] }
        if let place { members.remove(at: place) }
        if let inner { members.insert(.init(key: steps[0], value: inner), at: place ?? members.count) }
        return .object(members)
    }
}
