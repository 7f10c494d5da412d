import Captures
import Conformance
import Foundation
import Reports
import Support
import TestSupport
import Testing

/// The tables of rules agree with `fixtures/rules.json`, and a case notices each entry that is left out.
@Suite struct RuleTableTests {
    private static let fixtures = CommandRunner.package.appending(path: "fixtures")

    private static func json(_ path: String) throws -> JSONValue {
        try JSONReader.read([UInt8](try Data(contentsOf: fixtures.appending(path: path))))
    }

    /// The rules of captures by id.
    private static func rules() throws -> [String: JSONValue] {
        let rules = try #require(try json("rules.json")["rules"]?.elements)
        let pairs = rules.compactMap { rule in rule["id"]?.string.map { ($0, rule) } }
        return Dictionary(uniqueKeysWithValues: pairs.filter { !$0.0.hasPrefix("ANA") })
    }

    @Test func eachEntryHasRulesOfTheDocument() throws {
        let ids = Set(try Self.rules().keys)
        for entry in RuleEntry.all {
            #expect(!entry.ids.isEmpty && ids.isSuperset(of: entry.ids), "\(entry.ids) \(entry.check.name)")
        }
    }

    @Test func eachRuleHasAnEntryOrNamesItsCode() throws {
        let entries = Set(RuleEntry.all.flatMap(\.ids))
        for (id, rule) in try Self.rules() where !entries.contains(id) {
            guard let code = rule["code"]?.string else {
                Issue.record("\(id) has no entry and names no code")
                continue
            }
            let file = CommandRunner.package.appending(path: "Sources/\(code)")
            #expect(FileManager.default.fileExists(atPath: file.path), "\(id): \(code)")
        }
    }

    @Test func aCaseNoticesEachEntryThatIsLeftOut() throws {
        var cases: [(path: String, verifier: CaptureVerifier, rules: Set<String>)] = []
        for (folder, answers) in [
            ("cases", "expected"), ("registrations", "registrations"), ("requests", "requests"),
        ] {
            let expected = try Self.json("captures/\(answers).json")
            let verifier = CaptureVerifier(
                reader: CaptureInputReader(), serverState: ServerState(),
                expected: ExpectedAnswers(expected))
            for name in try #require(expected.members).map(\.key) {
                let path = "captures/\(folder)/\(name).json"
                let rules = try #require(try Self.json(path)["rules"]?.elements).compactMap(\.string)
                cases.append((Self.fixtures.appending(path: path).path, verifier, Set(rules)))
            }
        }
        let rules = try Self.rules()
        for entry in RuleEntry.all where entry.ids.allSatisfy({ rules[$0]?["untested"] == nil }) {
            let guards = cases.filter { !$0.rules.isDisjoint(with: entry.ids) }
            let isNoticed = guards.contains { sent in
                RuleEntry.$omitted.withValue(entry) { sent.verifier.verify(sent.path).differences != [] }
            }
            #expect(isNoticed, "no case notices that \(entry.ids) \(entry.check.name) is left out")
        }
    }
}
