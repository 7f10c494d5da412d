import Captures
import Foundation
import Support
import TestSupport
import Testing

@testable import Reports

/// Texts that look like the notations for names of files: private scalars, scalars that stand for bytes in names, and
/// printed forms.
@Suite struct CaptureTextTests {
    /// Names of faults are not split into words.
    @Test func faultsOfJSONAndCBORAreClauses() {
        let error = ServerJSONError.grammar(.notUTF8, offset: 7)
        #expect(error.wording == "not JSON from byte 7 on (bytes that are not UTF-8)")
        for fault in CBORFault.allCases { #expect(fault.wording.contains(" "), "\(fault)") }
        #expect(CBORFault.notUTF8.wording == "a text in it is not UTF-8")
    }

    private let files: CaptureFiles
    /// A text of the noncharacters that stand for a byte of a name.
    private static let escapedByte = String(fileBytes: [0x61, 0xE9])
    private static let texts = [
        "a\u{10FFFE}b", "a\u{10FF80}", escapedByte, #"a\\xE9"#, #"\\\\xE9"#, #"\\u{1B}"#, "\u{10FF41}\u{10FDFF}",
    ]

    init() throws { files = try CaptureFiles() }

    private func result(_ arguments: [String]) throws -> [String: Any] {
        try #require(try files.results(arguments).first)
    }

    @Test(arguments: texts)
    func theTextOfABodyIsItself(_ text: String) throws {
        let body = Array(text.utf8)
        let case_: [String: Any] = [
            "endpoint": "request-authentication", "now": "2026-03-01T12:00:00Z", "body": ["text": text],
            "headers": [
                "X-Device-Id": "00000000-0000-0000-0000-000000000000", "X-Device-Timestamp": "1772366400000",
                "X-Device-Signature": "AA==",
            ],
            "device": ["attestation_level": "secure_enclave", "public_key_hex": "04", "assertion_counter": 1],
        ]
        try files.folder.file("case.json", try JSONSerialization.data(withJSONObject: case_))
        let signed = "1772366400000|\(SHA256Digest.hexadecimal(of: body))"
        #expect(try result(["case.json"])["client_data"] as? String == signed)
    }

    @Test(arguments: texts)
    func signedTextsHaveTheHashBesideThem(_ text: String) throws {
        let json = try #require(String(data: JSONEncoder().encode(text), encoding: .utf8))
        let old = #""metadata":{}"#
        guard case .hashOnly(let body, _) = TestCapture.hashOnlyRequest().payload else { return }
        let sent = String(decoding: body, as: UTF8.self)
        #expect(sent.contains(old))
        try files.folder.file(
            "payload.json", sent.replacingOccurrences(of: old, with: #""metadata":{"device_model":\#(json)}"#).utf8)
        let result = try result(["payload.json"] + CaptureFiles.serverOptions)
        let signedJSON = try #require(result["signed_json"] as? String)
        #expect(result["client_data_hash"] as? String == SHA256Digest.hexadecimal(of: Array(signedJSON.utf8)))
        #expect(try JSONReader.read(signedJSON, .texts)["metadata"]?["device_model"] == .string(text))
        let outcome = try files.run("inspect", ["payload.json", "--format", "json"])
        let inspected = try JSONReader.read(Array(outcome.output.utf8), .texts)
        #expect(inspected["payload"]?["metadata"]?["device_model"] == .string(text), "\(outcome.output)")
        #expect(inspected["client_data"] == .string(signedJSON))
    }

    @Test func namesOfFilesKeepTheirNotation() throws {
        let name = String(fileBytes: [0x61, 0xE9])
        try FileAccess.write(MultipartWriter.standard.body(of: CaptureFiles.parts), to: "\(files.folder.path)/\(name)")
        let verifier = CaptureVerifier(
            reader: CaptureInputReader(),
            serverState: ServerState(
                device: TestCapture.device, application: TestCapture.application, now: TestCapture.now))
        let result = verifier.verify("\(files.folder.path)/\(name)")
        #expect(result.json["input"] == .string("\(files.folder.path)/a\\xE9"))
        // A case names a file in the same way.
        for reference in [#"a\xE9"#, "a\u{10FFE9}", Self.escapedByte] {
            let case_ =
                #"{"endpoint": "captures/hash-only", "now": "2026-03-01T12:00:00Z", "device": "#
                + #"{"assertion_counter": 1}, "body": {"ref": "\#(reference.replacing("\\", with: "\\\\"))"}}"#
            try files.folder.file("case.json", case_.utf8)
            let error = verifier.verify("\(files.folder.path)/case.json").error
            #expect((error == nil) == (reference == #"a\xE9"#), "\(reference): \(error?.wording.description ?? "-")")
        }
    }
}
