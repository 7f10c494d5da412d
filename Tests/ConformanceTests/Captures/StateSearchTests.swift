import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite("Check of a capture server: programs that keep state")
struct StateSearchTests {
    /// Checks a program in Python that gives the expected answers, changed by the statements of `change`.
    private func check(_ change: String) async throws -> ServerCheckReport {
        let files = try TemporaryCaseSet()
        let answers = TemporaryCaseSet.answers.map { "\"\($0)\": \($1)" }.joined(separator: ",\n")
        let program = try files.folder.file(
            "server.py",
            """
            import json, sys
            answers, count, seen = json.loads('''{\(answers)}'''), 0, set()
            for line in sys.stdin:
                name = json.loads(line)["name"]
                answer = json.loads(json.dumps(answers[name]))
                \(change)
                count += 1
                print(json.dumps({"name": name, **answer}), flush=True)
            """.utf8)
        let command = try SessionCommand("python3 '\(program.path)'")
        return try await files.check(by: .session(command, timeout: 60))
    }

    private static let title = "keeps state between requests: a second answer to the same request is different"

    @Test func aProgramWithoutStatePasses() async throws {
        #expect(try await check("pass").isGood)
    }

    @Test func anotherAnswerToTheSameRequestIsACauseOfItsOwn() async throws {
        let report = try await check(
            "if name == 'full-good' and name in seen: answer['confidence'] = 'low'\n    seen.add(name)")
        #expect(report.titles == [Self.title] && report.codes == ["state"])
        let details = report.entries.flatMap(\.failures).flatMap(\.details)
        #expect(details == ["confidence: first \"high\", then \"low\""])
    }

    @Test func anAnswerThatIsRightInAProcessOfItsOwnDependsOnState() async throws {
        let report = try await check("if name == 'register-good' and count: answer['challenge_spent'] = False")
        #expect(report.titles == [Self.title])
        let details = report.entries.flatMap(\.failures).flatMap(\.details)
        #expect(details == ["challenge_spent: first false, then true"])
    }
}
