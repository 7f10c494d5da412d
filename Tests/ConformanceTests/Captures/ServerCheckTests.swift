import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Check of a capture server")
struct ServerCheckTests {
    private static let members: [(name: String, paths: [String])] = [
        (
            "full-good",
            [
                "answer.http_status", "answer.error_code", "assertion.status", "assertion.assertion_verified",
                "assertion.counter_valid", "assertion.new_counter", "depth_status", "confidence",
            ]
        ),
        ("hash-only-bad", ["answer.http_status", "answer.error_code", "depth_status", "confidence"]),
        (
            "register-good",
            [
                "answer.http_status", "answer.error_code", "challenge_spent", "permissive.attestation_level",
                "strict.attestation_level", "permissive.public_key_hex", "strict.public_key_hex",
            ]
        ),
        (
            "request-replayed",
            [
                "permissive.passes", "permissive.request_verified", "permissive.new_counter", "strict.http_status",
                "strict.error_code",
            ]
        ),
        (
            "chain-good",
            [
                "request.permissive.passes", "request.strict.request_verified", "request.strict.new_counter",
                "permissive.answer.http_status", "strict.answer.error_code", "permissive.assertion.status",
                "strict.assertion.new_counter", "permissive.depth_status", "strict.confidence",
                "permissive.counter_after",
            ]
        ),
    ]

    private static let cases = members.flatMap { name, paths in paths.map { [name, $0] } }

    @Test(arguments: cases) func anotherRequiredMemberIsAFailure(_ place: [String]) async throws {
        let (name, path) = (place[0], place[1])
        let report = try await TemporaryCaseSet().check(changing: [
            name: { $0.setting(path, to: .string("other")) }
        ])
        #expect(report.differing == ["\(name): \(path)"])
        #expect(report.exitCode == 1 && report.passedCount == 4)
        #expect(report.headline == "FAIL  1 of 5 cases, 1 cause")
    }

    /// A member that is null where it is expected may be absent.
    @Test(arguments: cases) func anAbsentRequiredMemberIsAFailureUnlessItIsNull(_ place: [String]) async throws {
        let (name, path) = (place[0], place[1])
        let expected = try JSONReader.read(try #require(TemporaryCaseSet.answers[name]))
        let value = path.split(separator: ".").reduce(expected as JSONValue?) { $0?[String($1)] }
        let report = try await TemporaryCaseSet().check(changing: [name: { $0.setting(path, to: nil) }])
        #expect(report.differing == (value == nil || value == .null ? [] : ["\(name): \(path)"]))
    }

    @Test func theExpectedAnswersPass() async throws {
        let report = try await TemporaryCaseSet().check()
        #expect(report.isGood && report.exitCode == 0, "\(report.codes)")
        #expect(report.headline == "PASS  5 of 5 cases" && report.remarks == [])
    }

    @Test func otherMembersFailOnlyOnRequest() async throws {
        let files = try TemporaryCaseSet()
        for path in ["answer.reason", "answer.stage", "assertion.reason", "bindings"] {
            let changes = ["full-good": { @Sendable (answer: JSONValue) in answer.setting(path, to: .string("x")) }]
            let report = try await files.check(changing: changes)
            #expect(report.isGood && report.furtherCount == 1, "\(path)")
            #expect(
                report.remarks.first?.description.hasPrefix("1 answer differs only in members that are not required")
                    == true)
            let strict = try await files.check(changing: changes) { $0.comparesFurther = true }
            #expect(strict.differing == ["full-good: \(path)"])
            let absent = ["full-good": { @Sendable (answer: JSONValue) in answer.setting(path, to: nil) }]
            let isOptional = try await files.check(changing: absent) { $0.comparesFurther = true }.isGood
            #expect(isOptional == path.hasSuffix("reason"), "\(path): other answers have it")
        }
        // They are shown beside a failure.
        let report = try await files.check(changing: [
            "full-good": { $0.setting("confidence", to: .string("low")).setting("answer.reason", to: .string("x")) }
        ])
        let details = report.entries.flatMap(\.failures).flatMap(\.details)
        #expect(
            details == [
                "confidence: expected \"high\", answered \"low\"", "also answer.reason: expected null, answered \"x\"",
            ])
    }

    @Test func bothPositionsOfTheSwitchesAreRequired() async throws {
        func without(_ modes: [String]) -> @Sendable (JSONValue) -> JSONValue {
            { answer in
                modes.reduce(answer) {
                    let other = $0.setting($1, to: nil)
                    return other["request"] == nil ? other : other.setting("request.\($1)", to: nil)
                }
            }
        }
        let names = ["register-good", "request-replayed", "chain-good"]
        for omitted in RequiredMembers.modes {
            let report = try await TemporaryCaseSet().check(
                changing: Dictionary(uniqueKeysWithValues: names.map { ($0, without([omitted])) }))
            #expect(report.codes == ["omitted-mode", "omitted-mode", "omitted-mode"])
            #expect(report.titles == ["\(omitted) is missing"])
        }
        let neither = try await TemporaryCaseSet().check(
            changing: Dictionary(uniqueKeysWithValues: names.map { ($0, without(["strict", "permissive"])) }))
        #expect(neither.passedCount == 2)
        #expect(neither.differing.contains("request-replayed: strict.http_status"), "\(neither.differing)")
    }

    @Test func theEvidenceIsComparedAndMustBeGivenWhereverItIsExpectedIfItIsGivenOnce() async throws {
        let files = try TemporaryCaseSet()
        for file in ["expected", "requests"] {
            try files.replace(
                "\"bindings\"", by: "\"metadata_evidence\": {\"seen\": true, \"place\": null}, \"bindings\"",
                in: "captures/\(file).json")
        }
        let evidence = try JSONReader.read("{\"seen\": true, \"place\": null}")
        func check(_ values: [String: JSONValue]) async throws -> ServerCheckReport {
            try await files.check(
                changing: values.mapValues { value in { $0.setting("metadata_evidence", to: value) } })
        }
        func inModes(_ change: @escaping @Sendable (JSONValue) -> JSONValue) -> @Sendable (JSONValue) -> JSONValue {
            { answer in
                RequiredMembers.modes.reduce(answer) { $0.setting($1, to: change($0[$1] ?? .null)) }
            }
        }
        let none = try await check([:])
        #expect(none.isGood && none.comparedCounts.isEmpty, "no answer has evidence")
        let wrong = try await check(["full-good": evidence.setting("seen", to: .flag(false))])
        #expect(wrong.differing.contains("full-good: metadata_evidence.seen"))
        let given = inModes { $0.setting("metadata_evidence", to: evidence) }
        let omitted = try await files.check(changing: ["chain-good": given])
        #expect(omitted.differing == ["full-good: metadata_evidence.seen"])
        let both = try await files.check(changing: [
            "chain-good": given, "full-good": { $0.setting("metadata_evidence", to: evidence) },
        ])
        #expect(both.isGood && both.remarks == ["optional members compared, with cases: metadata_evidence.seen (2)"])
    }

    @Test func numbersAreComparedByValue() async throws {
        let report = try await TemporaryCaseSet().check(changing: [
            "full-good": { $0.setting("assertion.new_counter", to: .number("7.0")) }
        ])
        #expect(report.isGood)
    }

    /// A server that refuses a request may have looked at the assertion already, but stores no counter.
    @Test func anObjectWhereNullIsExpectedFailsOnlyWithACounterOrOnRequest() async throws {
        func changes(_ member: String, _ value: JSONValue) -> [String: @Sendable (JSONValue) -> JSONValue] {
            ["hash-only-bad": { $0.setting("assertion.\(member)", to: value) }]
        }
        for (member, value) in [("status", .string("pass")), ("new_counter", .null)] as [(String, JSONValue)] {
            let report = try await TemporaryCaseSet().check(changing: changes(member, value))
            #expect(report.isGood && report.furtherCount == 1, "\(member)")
            let strict = try await TemporaryCaseSet().check(changing: changes(member, value)) {
                $0.comparesFurther = true
            }
            #expect(strict.differing == ["hash-only-bad: assertion"])
        }
        let report = try await TemporaryCaseSet().check(changing: changes("new_counter", .number("999")))
        #expect(report.differing == ["hash-only-bad: assertion.new_counter"])
    }

    @Test func aDifferenceInACaseThatMayDifferIsReportedAndNoFailure() async throws {
        let files = try TemporaryCaseSet()
        try files.replace("\"accepted\"", by: "\"may_differ\"", in: "captures/cases/full-good.json")
        let change = [
            "full-good": { @Sendable (answer: JSONValue) in answer.setting("confidence", to: .string("low")) }
        ]
        #expect(try await files.check(changing: change).differing == ["full-good: confidence"], "no rule allows it")
        try files.allowLow()
        let other = try await files.check(changing: ["full-good": { $0.setting("confidence", to: .string("medium")) }])
        #expect(other.differing == ["full-good: confidence"])
        let report = try await files.check(changing: change)
        #expect(report.isGood && report.exitCode == 0)
        #expect(report.accepted.map(\.id) == ["full-good"])
        #expect(
            report.remarks == [
                "full-good differs where servers may: confidence: CAP-001: The photo counts."
            ])
        #expect(report.headline == "PASS  5 of 5 cases, 1 of them differs where servers may")
        let silent = try await files.check(by: .library { _ in .failure(.endedEarly) })
        #expect(silent.codes.count == 5, "no answer is a failure of any case")
    }

    @Test func failuresAreGroupedByTheFirstRule() async throws {
        let report = try await TemporaryCaseSet().check(changing: [
            "chain-good": { $0.setting("strict.confidence", to: .string("low")) },
            "request-replayed": { $0.setting("permissive.passes", to: .flag(false)) },
            "register-good": { $0.setting("challenge_spent", to: .flag(false)) },
            "hash-only-bad": { $0.setting("answer.error_code", to: .string("x")) },
        ])
        #expect(
            report.titles == [
                "REQ-001: The counter increases.", "REG-001", "no known cause, first difference: answer.error_code",
            ])
        #expect(report.groups.map(\.members.count) == [2, 1, 1])
    }

    @Test func answersFromAFileAreCheckedByName() async throws {
        let lines = TemporaryCaseSet.answers.map { name, answer in
            "{\"name\": \"\(name)\"," + answer.replacing("\n", with: " ").dropFirst()
        }
        for (lines, codes, exitCode) in [
            (lines, [], 0), (lines + [""], [], 0), (Array(lines.dropLast()), ["not-in-file"], 1),
            (lines + [lines[0]], ["second-answer"], 1),
            (lines + ["{\"name\": \"unknown\", \"answer\": {}}"], ["unknown-answer"], 1),
            (lines + ["{"], ["not-an-answer"], 2), (lines + ["{\"answer\": {}}"], ["not-an-answer"], 2),
            (lines.dropLast() + ["{\"name\": \"x\"}"], ["unknown-answer", "not-in-file"], 1),
        ] as [([String], [String], Int32)] {
            let file = AnswerFile(Array(lines.joined(separator: "\n").utf8), path: "answers", to: .serverAnswer)
            let report = try await TemporaryCaseSet().check(by: .file(file))
            #expect(report.codes == codes && report.exitCode == exitCode, "\(lines.last ?? "")")
        }
    }

    @Test func aLineWithoutAnswerOrErrorIsAFailure() {
        func answer(_ line: String) throws -> Answer { ProgramTask.serverAnswer.answer(in: try JSONReader.read(line)) }
        #expect(throws: ProgramFailure.withoutAnswer) { try answer("{\"name\": \"x\", \"status\": \"pass\"}").get() }
        #expect(throws: ProgramFailure.refused("later")) { try answer("{\"error\": \"later\"}").get() }
        #expect(throws: ProgramFailure.self) { try answer("[]").get() }
        #expect(throws: Never.self) { try answer("{\"strict\": {}}").get() }
        #expect(throws: ProgramFailure.refused("later")) { try answer("{\"strict\": {}, \"error\": \"later\"}").get() }
        #expect(throws: Never.self) { try answer("{\"strict\": {}, \"error\": null}").get() }
    }

    @Test func anErrorBesideAnAnalysisIsNoFailure() throws {
        let line = try JSONReader.read("{\"status\": \"unavailable\", \"error\": \"damaged\"}")
        #expect(throws: Never.self) { try ProgramTask.analysis.answer(in: line).get() }
    }
}
