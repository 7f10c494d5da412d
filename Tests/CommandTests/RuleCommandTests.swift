import Foundation
import TestSupport
import Testing

private let room = "fixtures/room-01.bin.gz"
private let screen = "fixtures/screen-01.bin.gz"
private let nothingValid = "fixtures/all-invalid.bin.gz"

/// `analyze --rule` adds a second verdict and leaves the first unchanged.
@Suite struct RuleCommandTests {
    private let scratch: TemporaryFolder
    private let rule: String

    init() throws {
        scratch = try TemporaryFolder()
        rule = try scratch.file(
            "rule.json",
            Data(
                #"{"rule": [{"measurement": "quadric_distance_median", "above": 0.02}, "#.utf8)
                + Data(#"{"measurement": "depth_layers", "at_least": 2}]}"#.utf8)
        ).path
    }

    private func analyze(_ arguments: [String]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["analyze"] + arguments)
    }

    @Test func aRuleDoesNotChangeTheVerdict() throws {
        for file in [room, screen, nothingValid] {
            let plain: [String: Any] = try parse(try analyze([file, "--format", "json"]).output)
            var ruled: [String: Any] = try parse(try analyze([file, "--rule", rule, "--format", "json"]).output)
            let answer = try #require(ruled.removeValue(forKey: "rule") as? [String: Any])
            #expect(NSDictionary(dictionary: ruled) == NSDictionary(dictionary: plain))
            let expected = [room: "pass", screen: "fail", nothingValid: "unavailable"]
            #expect(answer["verdict"] as? String == expected[file])
            #expect(answer["file"] as? String == rule)
            let comparisons = try #require(answer["comparisons"] as? [[String: Any]])
            #expect(comparisons.count == (file == nothingValid ? 0 : 2))
            for comparison in comparisons {
                let value = try #require(comparison["value"] as? Double)
                let threshold = try #require(comparison["threshold"] as? Double)
                #expect(abs(try #require(comparison["margin"] as? Double) - (value - threshold)) < 1e-12)
                let isAbove = comparison["comparison"] as? String == ">" ? value > threshold : value >= threshold
                #expect(comparison["holds"] as? Bool == isAbove)
            }
        }
    }

    /// The two spellings of `é` are equal strings in Swift, so one file could be taken for the other.
    @Test func canonicallyEqualNamesAreSeparateFiles() throws {
        let parameters = try scratch.file("\u{E9}.json", Data(#"{"varianceThreshold": 9}"#.utf8)).path
        let other = try scratch.file("e\u{301}.json", Data(contentsOf: URL(filePath: rule))).path
        let arguments = [room, "--parameters", parameters, "--rule", other, "--format", "json"]
        let outcome = try analyze(arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let answer: [String: Any] = try parse(outcome.output)
        #expect((answer["rule"] as? [String: Any])?["verdict"] as? String == "pass")
        #expect(answer["status"] as? String == "fail")
    }

    @Test func textShowsBothVerdictsAndTheComparisons() throws {
        let page = try analyze([screen, "--rule", rule]).output
        #expect(page.hasPrefix("FAIL  \(screen)\n"))
        #expect(page.contains("\nFAIL  by the rule in \(rule), in addition to the server's verdict\n"))
        #expect(page.contains(#/\nno {4}quadric_distance_median +0\.00\d+ m +> 0\.02 m\n/#))
        let list = try analyze([room, screen, nothingValid, "/nowhere.bin", "--rule", rule, "--quiet"])
        #expect(list.exitCode == 2)
        #expect(
            list.output.split(separator: "\n").map { String($0.suffix(4)) } == ["pass", "fail", " n/a", " n/a"])
    }

    @Test func tablesEndWithTheRuleColumns() throws {
        let rows = try analyze([room, screen, nothingValid, "--rule", rule, "--format", "csv"]).output
            .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).suffix(2) }
        #expect(
            rows.map { $0.joined(separator: ",") } == [
                "rule_verdict,rule_failed", "pass,", "fail,quadric_distance_median depth_layers", "unavailable,",
            ])
        let plain = try analyze([room, "--format", "csv"]).output
        #expect(!plain.contains("rule_verdict"))
    }

    @Test func failOnAcceptsTheRulesVerdict() throws {
        #expect(try analyze([screen, "--rule", rule, "--fail-on", "rule-fail"]).exitCode == 1)
        #expect(try analyze([room, nothingValid, "--rule", rule, "--fail-on", "rule-fail"]).exitCode == 0)
        let without = try analyze([room, "--fail-on", "rule-fail"])
        #expect(without.exitCode == 64 && without.errors.contains("needs --rule"))
    }

    @Test(arguments: [
        (#"{"rule": [{"measurement": "flatness", "above": 1}]}"#, "found the measurement \"flatness\""),
        (#"{"rule": [{"measurement": "depth_layers", "at_least": 2}], "profile": "client"}"#, "client profile"),
        (
            #"{"rule": [{"measurement": "depth_layers", "at_least": 2}], "measuring_sha256": ""#
                + String(repeating: "ab", count: 32) + "\"}", "measuring_sha256 abababababab"
        ),
        (
            #"{"rule": [{"measurement": "planar_region_share", "at_most": 0.5}], "candidates_version": "0"}"#,
            "version 0 of the candidates; expected version 1"
        ),
        ("{", "found"),
    ])
    func unusableRulesAreRefusedBeforeTheRun(text: String, words: String) throws {
        let file = try scratch.file("other.json", Data(text.utf8)).path
        let outcome = try analyze([room, "--rule", file])
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(words) && outcome.errors.contains("other.json"))
    }

    @Test func candidatesAddColumnsToMeasurements() throws {
        let table = try CommandRunner.depthcheck(["measure", "--candidates", room, screen]).output
        let header = try #require(table.split(separator: "\n").first)
        #expect(header.contains(",candidates_version,plane_distance_median,") && header.hasSuffix(",error_code"))
        let plain = try CommandRunner.depthcheck(["measure", room, screen]).output
        #expect(!plain.contains("candidates_version"))
        // A table without candidates is not resumed, and is left unchanged.
        let file = try scratch.file("m.csv", Data(plain.utf8)).path
        let outcome = try CommandRunner.depthcheck(
            ["measure", "--candidates", "--resume", "-o", file, room, screen])
        #expect(outcome.exitCode == 64 && outcome.errors.contains("candidates_version"))
        #expect(try scratch.text(of: "m.csv") == plain)
    }
}
