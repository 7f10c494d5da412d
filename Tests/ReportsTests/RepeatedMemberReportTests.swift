import Captures
import Foundation
import Reports
import Support
import TestSupport
import Testing

@Suite struct RepeatedMemberReportTests {
    /// An assertion with another signature before or behind the right one.
    private func request(isRightFirst: Bool) throws -> CaptureRequest {
        let cbor = try #require(StrictBase64.bytes(of: TestCapture.fullAssertion))
        let decoy = [0x69] + Array("signature".utf8) + [0x41, 0x07]
        let members = Array(cbor.dropFirst())
        let twice = [0xA3] + (isRightFirst ? members + decoy : decoy + members)
        return TestCapture.request([
            TestCapture.part(.photo, TestCapture.photo), TestCapture.part(.depthMap, CaptureFiles.room),
            TestCapture.part(.metadata, TestCapture.metadata(assertion: StrictBase64.text(of: twice))),
        ])
    }

    @Test(arguments: [true, false]) func assertionsWithAMemberTwiceAreNoted(isRightFirst: Bool) throws {
        let judged = JudgedCapture(try request(isRightFirst: isRightFirst))
        #expect(judged.judgement.assertion?.status == (isRightFirst ? .pass : .fail))
        #expect(judged.consequences.map(\.code) == ["repeated_member"])
        #expect(
            judged.consequences.first?.sentence
                == "signature occurs twice in the assertion; the server uses the first (AST-005); another "
                + "library, such as cbor2 of Python, reads the last")
    }

    @Test func extensionsWithAMemberTwiceAreNoted() throws {
        let valid = try AppAttestAssertion(base64: TestCapture.fullAssertion)
        let member: [UInt8] = [0x61, 0x61, 0x01]
        let data = try #require(AuthenticatorData(valid.authenticatorData.bytes + [0xA2] + member + member))
        let assertion = AppAttestAssertion(signature: valid.signature, authenticatorData: data)
        let found = RepeatedMember.all(inAssertion: assertion.cbor)
        #expect(found.map(\.name) == ["a"] && found.map(\.map) == [.extensions] && !found[0].isRead)
        #expect(found[0].consequence.sentence == "a occurs twice in the map of extensions; the server uses none")
    }

    @Test func verifyAndInspectPrintTheMember() throws {
        let files = try CaptureFiles()
        try files.folder.file("case.json", try CaptureFiles.caseFile(request(isRightFirst: true), id: "twice"))
        for command in ["verify", "inspect"] {
            let page = try files.run(command, ["case.json"]).output
            #expect(page.contains("signature occurs twice"), "\(page)")
        }
        let results = try files.results(["case.json"])
        #expect((results.first?["consequences"] as? [String])?.first?.contains("signature occurs twice") == true)
    }

    @Test(arguments: [true, false]) func registrationsWithAMemberTwiceAreNoted(isRightFirst: Bool) throws {
        let folder = CommandRunner.package.appending(path: "fixtures/captures/registrations")
        let path = folder.appending(path: "register-off-curve.json").path
        let result = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState()).verify(path)
        guard case .registration(let valid) = result.kind else { throw CocoaError(.fileReadCorruptFile) }
        let object = try #require(valid.judgement.objectBytes)
        let decoy = [0x68] + Array("authData".utf8) + [0x41, 0x07]
        let members = Array(object.dropFirst())
        let twice = [object[0] + 1] + (isRightFirst ? members + decoy : decoy + members)
        let diagnosis = AttestationDiagnosis(object: twice)
        #expect(diagnosis.repeatedMembers.map(\.name) == ["authData"])
        #expect((diagnosis.data != nil) == isRightFirst)
        // The page has one sentence about it.
        let files = try CaptureFiles()
        let body = try String(contentsOfFile: path, encoding: .utf8)
            .replacingOccurrences(of: StrictBase64.text(of: object), with: StrictBase64.text(of: twice))
        try files.folder.file("twice.json", Array(body.utf8))
        let root = CommandRunner.package.appending(path: "fixtures/captures/shared/test-root.der")
        try files.folder.file("shared/test-root.der", Data(contentsOf: root))
        let page = try files.run("verify", ["twice.json"]).output
        #expect(page.components(separatedBy: "authData occurs twice").count == 2, "\(page)")
    }
}
