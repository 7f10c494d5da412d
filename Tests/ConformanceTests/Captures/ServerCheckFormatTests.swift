import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Check of a capture server: report formats")
struct ServerCheckFormatTests {
    private static let nasty = "a < b & \"c\" ]]> | `e` \u{1} é\r\n::error::"

    /// A report with a difference, a case without answer, an accepted difference, and a failure of the set.
    private static func report() async throws -> ServerCheckReport {
        let files = try TemporaryCaseSet()
        try files.allowLow()
        try files.replace("\"refused\"", by: "\"may_differ\"", in: "captures/cases/hash-only-bad.json")
        try files.replace("\"rules\": []", by: "\"rules\": [\"CAP-001\"]", in: "captures/cases/hash-only-bad.json")
        try files.folder.file("captures/cases/unreadable.json", "{".utf8)
        try files.replace("\"full-good\":", by: "\"unreadable\": {}, \"full-good\":", in: "captures/expected.json")
        let answers = try TemporaryCaseSet.answers.mapValues { try JSONReader.read($0) }
        return try await files.check(
            by: .library { testCase in
                let answer = answers[testCase.name] ?? .null
                return switch testCase.name {
                case "full-good": .success(answer.setting("confidence", to: .string(nasty)))
                case "hash-only-bad": .success(answer.setting("confidence", to: .string("low")))
                case "register-good": .failure(.refused("\(nasty)"))
                default: .success(answer)
                }
            })
    }

    @Test func textBeginsWithTheResultAndShowsCauses() async throws {
        let text = CheckFormat.text.text(try await Self.report())
        #expect(text.hasPrefix("FAIL  2 of 5 cases, 1 failure of the set, 3 causes, "), "\(text)")
        for part in [
            "unreadable files", "the program reported that it has no answer", "CAP-001: The photo counts.",
            "member      cases  most often", "confidence      1  expected \"high\", answered \"a < b",
            "note: hash-only-bad differs where servers may: confidence",
        ] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
    }

    @Test func junitCountsCasesFailuresAndErrors() async throws {
        let text = CheckFormat.junit.text(try await Self.report())
        let elements = try WellFormedXML.elements(of: text)
        #expect(elements.count { $0 == "testcase" } == 6)
        #expect(text.contains("<testsuites name=\"depthcheck capture check\" tests=\"6\" failures=\"2\" errors=\"1\""))
        #expect(text.contains("classname=\"capture.registrations\" name=\"register-good\""))
        #expect(text.contains("classname=\"capture.set\""))
    }

    @Test func jsonHasEveryFailureAndTheAcceptedDifference() async throws {
        let value = try JSONReader.read(CheckFormat.json.text(try await Self.report()))
        #expect(value["passed"] == .flag(false) && value["case_count"]?.whole == 5 && value["failed_count"]?.whole == 2)
        let failures = try #require(value["failures"]?.elements)
        #expect(failures.map { $0["kind"]?.string } == ["unreadable-case", "differences", "refused"])
        #expect(failures[1]["differences"]?.elements?.first?["answered"]?.string == Self.nasty)
        #expect(value["may_differ"]?.elements?.first?["id"]?.string == "hash-only-bad")
        #expect(value["causes"]?.elements?.count == 3)
    }

    @Test func githubAndMarkdownHaveOneEntryForEachCause() async throws {
        let report = try await Self.report()
        let lines = CheckFormat.github.text(report).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("::error title=") } == 3)
        #expect(lines.count { $0.hasPrefix("::notice title=capture check%3A may differ::") } == 1)
        let markdown = CheckFormat.markdown.text(report)
        #expect(markdown.hasPrefix("## ❌ capture check: FAIL  2 of 5 cases"))
        #expect(markdown.split(separator: "\n").count { $0.hasPrefix("| ") } == 4)
        #expect(markdown.contains("| | cause | cases | members |"))
    }

    @Test func largeNumbersOfCasesHaveSeparators() async throws {
        var report = try await Self.report()
        report.setFailures = []
        report.entries = (0..<1143).map { ServerCheckReport.Entry(id: "\($0)", path: "\($0)") }
        #expect(report.headline == "PASS  1,143 of 1,143 cases")
    }
}
