import Captures
import Foundation
import TestSupport
import Testing

@Suite struct ExpectedAnswerTests {
    private let files: CaptureFiles

    init() throws {
        files = try CaptureFiles()
        let request = TestCapture.request(CaptureFiles.parts)
        try files.folder.file("x.json", CaptureFiles.caseFile(request, id: "one"))
        try files.folder.file("two.json", CaptureFiles.caseFile(TestCapture.hashOnlyRequest(), id: "two"))
    }

    private func expect(_ json: String) throws -> CommandRunner.Outcome {
        try files.folder.file("expected.json", json.utf8)
        return try files.run("verify", ["x.json", "two.json", "--expect", "expected.json"])
    }

    private static let answer = #"{"answer": {"http_status": 202, "reason": null}, "confidence": "high", "notes": "-"}"#

    @Test func answersAreMatchedByNameAndComparedByMember() throws {
        let outcome = try expect(#"{"one": \#(Self.answer), "two": \#(Self.answer), "three": {}}"#)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\n2 of 2 as expected\n"))
    }

    @Test func aSingleAnswerAppliesToAllCaptures() throws {
        #expect(try expect(Self.answer).exitCode == 0)
    }

    @Test(arguments: [
        (#""confidence": "high""#, #""confidence": "low""#, #"confidence: expected "low", found "high""#),
        ("202", "200", "answer.http_status: expected 200, found 202"),
        (#""reason": null"#, #""reason": "x""#, #"answer.reason: expected "x", found null"#),
        (#""confidence""#, #""confidance""#, #"confidance: expected "high", found nothing"#),
    ])
    func differencesAreNamedAndExitWith1(from: String, to: String, sentence: String) throws {
        let changed = Self.answer.replacing(from, with: to)
        let outcome = try expect(#"{"one": \#(changed), "two": \#(Self.answer)}"#)
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("not as expected:\n  - \(sentence)\n"), "\(outcome.output)")
        #expect(outcome.output.contains("\n1 of 2 as expected\n"))
    }

    @Test func aCaptureWithoutAnExpectedAnswerIsADifference() throws {
        let outcome = try expect(#"{"one": \#(Self.answer)}"#)
        #expect(outcome.exitCode == 1 && outcome.output.contains("found no expected answer of this name"))
    }

    /// The result of each mode has exactly the known members; an expected answer for both may have fewer.
    @Test func anExtraMemberInEitherModeIsADifference() throws {
        let captures = CommandRunner.package.appending(path: "fixtures/captures")
        let path = captures.appending(path: "requests/request-verified.json").path
        let mode = #"{"passes": true, "request_verified": true, "reason": null}"#
        let whole = mode.replacing("\"reason\"", with: "\"new_counter\": 42, \"reason\"")
        for (text, code) in [
            (#"{"request-verified": {"permissive": \#(whole), "strict": \#(whole)}}"#, 0),
            (#"{"request-verified": {"permissive": \#(mode), "strict": \#(whole)}}"#, 1),
            (#"{"request-verified": {"permissive": \#(mode)}}"#, 0),
            (#"{"permissive": \#(mode), "strict": \#(mode)}"#, 0),
        ] as [(String, Int32)] {
            try files.folder.file("modes.json", text.utf8)
            let outcome = try files.run("verify", [path, "--expect", "modes.json"])
            #expect(outcome.exitCode == code, "\(text)\n\(outcome.output)\(outcome.errors)")
            let isNamed = outcome.output.contains("permissive.new_counter: expected no such member, found 42")
            #expect(isNamed == (code == 1))
        }
    }

    @Test(arguments: ["[]", "{}", #"{"one": 1}"#, "{"])
    func aFileWithoutAnswersIsAUsageError(text: String) throws {
        #expect(try expect(text).exitCode == 64)
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func everyReferenceCaseIsAsExpected() throws {
        let folder = CaptureReference.folder
        let arguments = ["cases", "--expect", "expected.json"]
        let outcome = try CommandRunner.depthcheck(["capture", "verify"] + arguments, in: folder)
        #expect(outcome.exitCode == 4, "\(outcome.errors)")
        #expect(outcome.output.contains("\n187 of 189 as expected\n"))
    }
}
