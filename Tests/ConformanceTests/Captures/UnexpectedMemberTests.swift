import Support
import TestSupport
import Testing

@testable import Conformance

/// Members that the expected answer lacks.
@Suite("Check of a capture server: unexpected members")
struct UnexpectedMemberTests {
    private typealias Change = @Sendable (JSONValue) -> JSONValue

    private static let effects: [(name: String, path: String, harmless: JSONValue, harmful: JSONValue)] = [
        ("request-replayed", "strict.passes", .flag(false), .flag(true)),
        ("request-replayed", "strict.request_verified", .flag(false), .flag(true)),
        ("request-replayed", "strict.new_counter", .null, .number("4242")),
        ("request-replayed", "permissive.http_status", .null, .number("401")),
        ("chain-good", "request.permissive.error_code", .null, .string("SIGNATURE_INVALID")),
        ("register-refused", "challenge_spent", .flag(false), .flag(true)),
        ("register-refused", "permissive.public_key_hex", .null, .string("04")),
        ("register-refused", "strict.public_key_hex", .null, .string("04")),
    ]

    /// The small set with a registration that is refused before anything is read.
    private func files() throws -> TemporaryCaseSet {
        let files = try TemporaryCaseSet()
        let text = try files.folder.text(of: "captures/registrations/register-good.json")
        try files.folder.file("captures/registrations/register-refused.json", text.utf8)
        try files.replace(
            "\"register-good\":", by: "\"register-refused\": \(Self.refused), \"register-good\":",
            in: "captures/registrations.json")
        return files
    }

    private static let refused = "{\"answer\": {\"http_status\": 422, \"error_code\": null}}"

    private func check(_ changes: [String: Change], _ files: TemporaryCaseSet? = nil) async throws -> ServerCheckReport
    {
        var answers = try TemporaryCaseSet.answers.mapValues { try JSONReader.read($0) }
        answers["register-refused"] = try JSONReader.read(Self.refused)
        for (name, change) in changes { answers[name] = answers[name].map(change) }
        let given = answers
        return try await (try files ?? self.files()).check(
            by: .library { given[$0.name].map { .success($0) } ?? .failure(.notInFile) })
    }

    @Test(arguments: effects.indices) func anEffectThatIsNotExpectedIsAFailure(_ index: Int) async throws {
        let (name, path, harmless, harmful) = Self.effects[index]
        let report = try await check([name: { $0.setting(path, to: harmful) }])
        #expect(report.differing == ["\(name): \(path)"] && report.exitCode == 1)
        for value in [harmless, .null] {
            #expect(try await check([name: { $0.setting(path, to: value) }]).isGood, "\(value)")
        }
    }

    @Test func aCounterIsComparedWithNullOnlyIfTheAssertionIsExpectedToBeNull() async throws {
        let changes: [String: Change] = [
            "hash-only-bad": { $0.setting("assertion.new_counter", to: .number("999")) }
        ]
        #expect(try await check(changes).differing == ["hash-only-bad: assertion.new_counter"])
        let files = try TemporaryCaseSet()
        try files.replace("\"assertion\": null, ", by: "", in: "captures/expected.json")
        #expect(try await files.check(changing: changes).isGood)
    }

    /// The table of mistakes lists only expected members.
    @Test func unexpectedMembersFollowTheMistakeThatExplainsTheCase() async throws {
        let files = try files()
        try files.write(
            mistakes: """
                {"name": "replay", "text": "accepts it again", "rules": [], "answers": [
                 {"members": {"strict.http_status": null, "strict.error_code": null}, "cases": ["request-replayed"]}]}
                """)
        let passing = try JSONReader.read("{\"passes\": true, \"request_verified\": true, \"new_counter\": 8}")
        let report = try await check(["request-replayed": { $0.setting("strict", to: passing) }], files)
        #expect(report.titles == ["looks like replay: accepts it again"])
        #expect(report.groups.first?.members.first?.differences.count == 5)
    }
}
