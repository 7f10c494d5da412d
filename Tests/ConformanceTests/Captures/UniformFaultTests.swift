import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Check of a capture server: faults that all answers have alike")
struct UniformFaultTests {
    /// The set with further cases like the good capture, each of another rule.
    private func files() throws -> TemporaryCaseSet {
        let files = try TemporaryCaseSet()
        let text = try files.folder.text(of: "captures/cases/full-good.json")
        for number in 1...4 {
            let other = text.replacing("CAP-001", with: "CAP-00\(number + 1)")
            try files.folder.file("captures/cases/more-\(number).json", other.utf8)
            try files.replace(
                "\"full-good\":",
                by: "\"more-\(number)\": \(TemporaryCaseSet.answers["full-good"] ?? ""), \"full-good\":",
                in: "captures/expected.json")
        }
        return files
    }

    private func check(
        _ names: [String] = ["full-good", "more-1", "more-2", "more-3", "more-4"],
        _ change: @escaping @Sendable (JSONValue) -> JSONValue
    ) async throws -> ServerCheckReport {
        var answers = try TemporaryCaseSet.answers.mapValues { try JSONReader.read($0) }
        for number in 1...4 { answers["more-\(number)"] = answers["full-good"] }
        for name in names { answers[name] = answers[name].map(change) }
        let given = answers
        return try await files().check(by: .library { given[$0.name].map { .success($0) } ?? .failure(.notInFile) })
    }

    private static let chain = ["chain-good"]
    private static let captures = ["full-good", "more-1", "more-2", "more-3", "more-4"]

    @Test func oneValueForAnotherInAllAnswersIsOneCause() async throws {
        let report = try await check(Self.captures + Self.chain) { answer in
            ["answer", "permissive.answer", "strict.answer"].reduce(answer) { answer, path in
                answer.value(at: path) == nil ? answer : answer.setting("\(path).http_status", to: .number("200"))
            }
        }
        #expect(report.titles == ["http_status is 200 in all answers that should have 202"])
        #expect(report.headline == "FAIL  6 of 9 cases, 1 cause")
    }

    @Test func anotherTypeIsNamedAndOneCause() async throws {
        for (path, value, title) in [
            ("answer.http_status", .string("202"), "http_status: a string in place of a number"),
            ("assertion.new_counter", .string("7"), "new_counter: a string in place of a number"),
            ("assertion.counter_valid", .number("1"), "counter_valid: a number in place of a boolean"),
            ("assertion.assertion_verified", .string("true"), "assertion_verified: a string in place of a boolean"),
            ("confidence", .array([.string("high")]), "confidence: an array in place of a string"),
        ] as [(String, JSONValue, String)] {
            let report = try await check { $0.setting(path, to: value) }
            #expect(report.titles == [title])
        }
    }

    @Test func oneWrongTypeInSeveralMembersIsOneCause() async throws {
        let report = try await check {
            $0.setting("assertion.counter_valid", to: .number("1"))
                .setting("assertion.assertion_verified", to: .number("1"))
        }
        #expect(report.titles == ["assertion_verified, counter_valid: a number in place of a boolean"])
    }

    @Test func otherMembersOfTheSameAnswersFollow() async throws {
        let report = try await check(Self.captures + Self.chain) { answer in
            answer["request"] != nil
                ? answer.setting("permissive.confidence", to: .string("low"))
                    .setting("strict.confidence", to: .string("low"))
                    .setting("permissive.depth_status", to: .string("fail"))
                    .setting("strict.depth_status", to: .string("fail"))
                : answer.setting("confidence", to: .string("low")).setting("depth_status", to: .string("fail"))
        }
        #expect(report.groups.count == 1 && report.groups[0].tallies.count == 6, "\(report.titles)")
    }

    @Test func aDifferenceInSomeAnswersIsGroupedByRule() async throws {
        let report = try await check(["full-good", "more-1", "more-2", "more-3"]) {
            $0.setting("confidence", to: .string("low"))
        }
        #expect(report.titles.count == 4 && report.titles.contains("CAP-001: The photo counts."))
    }
}
