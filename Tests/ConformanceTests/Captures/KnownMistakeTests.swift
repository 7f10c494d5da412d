import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Check of a capture server: known mistakes")
struct KnownMistakeTests {
    private static let low = """
        {"name": "always-low", "text": "records low", "rules": ["CAP-001"], "answers": [
         {"members": {"confidence": "low"}, "cases": ["full-good"]},
         {"members": {"permissive.confidence": "low", "strict.confidence": "low"}, "cases": ["chain-good"]}]}
        """
    private static let unspent = """
        {"name": "challenge-kept", "text": "keeps the challenge", "rules": [], "answers": [
         {"members": {"challenge_spent": false}, "cases": ["register-good"]}]}
        """
    private static let setsLow: @Sendable (JSONValue) -> JSONValue = {
        $0["confidence"] != nil
            ? $0.setting("confidence", to: .string("low"))
            : $0.setting("permissive.confidence", to: .string("low"))
                .setting("strict.confidence", to: .string("low"))
    }

    private func files(_ mistakes: String...) throws -> TemporaryCaseSet {
        let files = try TemporaryCaseSet()
        try files.write(mistakes: mistakes.joined(separator: ",\n"))
        return files
    }

    @Test func aMistakeThatGivesAllDifferencesIsNamed() async throws {
        let report = try await files(Self.low, Self.unspent).check(changing: [
            "full-good": Self.setsLow, "chain-good": Self.setsLow,
        ])
        #expect(report.titles == ["looks like always-low (CAP-001): records low"])
        #expect(report.groups.map(\.remarks) == [["it gives all 3 differing values"]])
        #expect(report.headline == "FAIL  2 of 5 cases, 1 cause")
    }

    @Test func twoMistakesInOneServerAreBothNamed() async throws {
        let report = try await files(Self.low, Self.unspent).check(changing: [
            "full-good": Self.setsLow, "chain-good": Self.setsLow,
            "register-good": { $0.setting("challenge_spent", to: .flag(false)) },
        ])
        #expect(
            report.titles == [
                "looks like always-low (CAP-001): records low", "looks like challenge-kept: keeps the challenge",
            ])
        #expect(report.groups[1].remarks == ["it gives the differing value"])
    }

    @Test func aMistakeThatFitsInPartIsNotNamed() async throws {
        let report = try await files(Self.low).check(changing: ["chain-good": Self.setsLow])
        #expect(report.titles == ["REQ-001: The counter increases."])
    }

    @Test func aMistakeThatFitsLittleIsNotNamed() async throws {
        let report = try await files(Self.low).check(changing: ["full-good": Self.setsLow])
        #expect(report.titles == ["CAP-001: The photo counts."])
    }

    @Test func otherValuesOfTheSameMembersAreNotTheMistake() async throws {
        let medium: @Sendable (JSONValue) -> JSONValue = { $0.setting("confidence", to: .string("medium")) }
        let report = try await files(Self.low).check(changing: ["full-good": medium])
        #expect(report.titles == ["CAP-001: The photo counts."])
    }

    @Test func mistakesOfOneEffectAreNamedTogether() async throws {
        let twin = Self.unspent.replacing("challenge-kept", with: "twin")
        let report = try await files(Self.unspent, twin).check(changing: [
            "register-good": { $0.setting("challenge_spent", to: .flag(false)) }
        ])
        #expect(
            report.titles == ["looks like challenge-kept: keeps the challenge; or like twin: keeps the challenge"])
    }

    @Test func aMistakeIsNotNamedIfItLeavesADifferenceInACaseOfItsRule() async throws {
        let report = try await files(Self.low).check(changing: [
            "full-good": { Self.setsLow($0).setting("depth_status", to: .string("fail")) },
            "chain-good": Self.setsLow,
        ])
        #expect(report.titles == ["REQ-001: The counter increases.", "CAP-001: The photo counts."])
        let elsewhere = try await files(Self.low).check(changing: [
            "full-good": Self.setsLow, "chain-good": Self.setsLow,
            "register-good": { $0.setting("challenge_spent", to: .flag(false)) },
        ])
        #expect(elsewhere.titles == ["looks like always-low (CAP-001): records low", "REG-001"])
    }

    /// A member that a mistake omits is null in the table, and absent from the answer.
    @Test func anAbsentMemberMatchesNull() async throws {
        let mistake = """
            {"name": "silent", "text": "omits the depth", "rules": [], "answers": [
             {"members": {"depth_status": null}, "cases": ["full-good"]}]}
            """
        let report = try await files(mistake).check(changing: ["full-good": { $0.setting("depth_status", to: nil) }])
        #expect(report.titles == ["looks like silent: omits the depth"])
    }

    /// A server that always fails gives a part of many mistakes.
    @Test func aCaseCountsOnlyIfAllItsMembersAreThoseOfTheMistake() async throws {
        let mistake = """
            {"name": "refuses", "text": "refuses", "rules": [], "answers": [
             {"members": {"answer.http_status": 500, "confidence": "low"}, "cases": ["full-good"]},
             {"members": {"answer.http_status": 500}, "cases": ["register-good"]}]}
            """
        let fails: @Sendable (JSONValue) -> JSONValue = { $0.setting("answer.http_status", to: .number("500")) }
        let report = try await files(mistake).check(changing: ["full-good": fails, "register-good": fails])
        #expect(report.titles == ["CAP-001: The photo counts.", "REG-001"])
    }

    /// A mistake is named only if it explains more of the remaining differences than it changes beyond them.
    @Test func aMistakeThatExplainsLittleOfTheRestIsNotNamed() async throws {
        let wide = """
            {"name": "wide", "text": "does more", "rules": [], "answers": [
             {"members": {"confidence": "low"}, "cases": ["full-good"]},
             {"members": {"permissive.confidence": "low", "strict.confidence": "low"}, "cases": ["chain-good"]},
             {"members": {"challenge_spent": false}, "cases": ["register-good"]},
             {"members": {"permissive.passes": false, "strict.http_status": 500}, "cases": ["request-replayed"]}]}
            """
        let report = try await files(Self.low, wide).check(changing: [
            "full-good": Self.setsLow, "chain-good": Self.setsLow,
            "register-good": { $0.setting("challenge_spent", to: .flag(false)) },
        ])
        #expect(report.titles == ["looks like always-low (CAP-001): records low", "REG-001"])
    }

    @Test func aMistakeWhereServersMayDifferIsANote() async throws {
        let files = try files(Self.low)
        try files.allowLow()
        for (file, rule) in [("cases/full-good", "CAP-001"), ("requests/chain-good", "REQ-001")] {
            try files.replace("\"accepted\"", by: "\"may_differ\"", in: "captures/\(file).json")
            #expect(try files.folder.text(of: "captures/\(file).json").contains(rule))
        }
        let report = try await files.check(changing: ["full-good": Self.setsLow, "chain-good": Self.setsLow])
        #expect(report.headline == "PASS  5 of 5 cases, 2 of them differ where servers may")
        #expect(
            report.remarks.last == "where servers may differ, it looks like always-low (CAP-001): records low")
        #expect(report.json(.properties).contains("where servers may differ, it looks like always-low"))
        let failing = try await files.check(changing: ["full-good": Self.setsLow])
        #expect(!failing.remarks.contains { $0.description.contains("looks like") })
    }

    @Test func withoutTheTableFailuresAreGroupedByRule() async throws {
        let report = try await TemporaryCaseSet().check(changing: ["full-good": Self.setsLow])
        #expect(report.titles == ["CAP-001: The photo counts."])
        let files = try TemporaryCaseSet()
        for text in ["[", "{\"mistakes\": [{\"name\": \"x\", \"answers\": {}}]}"] {
            try files.folder.file("captures/mistakes.json", text.utf8)
            #expect(try await files.check().exitCode == 2, "\(text)")
        }
    }
}
