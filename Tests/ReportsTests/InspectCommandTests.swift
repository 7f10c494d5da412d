import Captures
import Foundation
import Support
import TestSupport
import Testing

@Suite struct InspectCommandTests {
    private let files: CaptureFiles

    init() throws { files = try CaptureFiles() }

    private func inspect(_ arguments: [String]) throws -> [String: Any] {
        let outcome = try files.run("inspect", arguments + ["--format", "json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test func fullCapturesAreDecodedWithoutAKey() throws {
        let parts = [TestCapture.part(.photo, [1])] + TestCapture.parts + [BodyPart(name: "more", content: [])]
        try files.folder.file("body.bin", MultipartWriter.standard.body(of: parts))
        let found = try inspect(["body.bin"])
        #expect(found["form"] as? String == "multipart" && found["endpoint"] as? String == "captures")
        #expect(found["byte_count"] as? Int == MultipartWriter.standard.byteCount(of: parts))
        let sent = try #require(found["parts"] as? [[String: Any]])
        #expect(sent.map { $0["counts"] as? Bool } == [false, true, true, true, false])
        #expect(sent[1]["sha256"] as? String == TestCapture.photoHash)
        #expect((found["photo"] as? [String: Any])?["is_jpeg"] as? Bool == false)
        let map = try #require(found["depth_map"] as? [String: Any])
        #expect(map["container"] as? String == "gzip" && map["width"] as? Int == 8 && map["height"] as? Int == 6)
        let assertion = try #require(found["assertion"] as? [String: Any])
        #expect(assertion["counter"] as? Int == 6 && assertion["flags"] as? String == "40")
        #expect(assertion["signature_form"] as? String == "der")
        #expect(assertion["rp_id_hash"] as? String == Hexadecimal.text(of: TestCapture.application.rpIDHash))
        let text = "\(TestCapture.photoHash)|\(TestCapture.capturedAt)"
        #expect(found["client_data"] as? String == text)
        #expect(found["client_data_hash"] as? String == SHA256Digest.hexadecimal(of: Array(text.utf8)))
        let page = try files.run("inspect", ["body.bin"]).output
        #expect(page.hasPrefix("full capture in a multipart body, "))
        #expect(page.contains("part photo: 1 bytes, replaced by a later one\n"))
        #expect(page.contains("part more: 0 bytes, ignored\n"))
    }

    /// The body has many parts and fits the server's limit of two mebibytes.
    @Test func allOfManyPartsAreListed() throws {
        let parts = (0..<28_000).map { BodyPart(name: "p\($0)", content: []) } + TestCapture.parts
        try files.folder.file("body.bin", MultipartWriter(boundary: "B").body(of: parts))
        let found = try inspect(["body.bin"])
        let sent = try #require(found["parts"] as? [[String: Any]])
        #expect(sent.count == 28_003 && sent.count { $0["counts"] as? Bool == true } == 3)
    }

    /// The 204 bytes that phones send.
    @Test func theExtensionMapOfIOS27IsDecodedAndNamed() throws {
        func member(_ name: String, _ value: [UInt8]) -> [UInt8] {
            let count = UInt8(name.utf8.count)
            return (count < 24 ? [0x60 + count] : [0x78, count]) + Array(name.utf8) + value
        }
        let map =
            [0xA2] + member("apple_bundle_version_01", [0x61, UInt8(ascii: "7")])
            + member("apple_validation_category_01", [0x44, 2, 0, 0, 0])
        let data = AuthenticatorData(rpIDHash: TestCapture.application.rpIDHash, flags: 0x80, counter: 6).bytes + map
        let cbor = TestCapture.cbor(signature: Array(repeating: 1, count: 72), authenticatorData: data)
        #expect(cbor.count == 204)
        var parts = TestCapture.parts
        parts[2] = TestCapture.part(.metadata, TestCapture.metadata(assertion: StrictBase64.text(of: cbor)))
        try files.capture("capture", parts)
        let assertion = try #require(try inspect(["capture"])["assertion"] as? [String: Any])
        #expect(assertion["extension"] as? String == Hexadecimal.text(of: map))
        let decoded = try #require(assertion["extension_map"] as? [String: Any])
        #expect(decoded["apple_bundle_version_01"] as? String == "7")
        #expect(decoded["apple_validation_category_01"] as? Int == 2)
        #expect(decoded["validation_category_name"] as? String == "TestFlight")
        let page = try files.run("inspect", ["capture"]).output.split(separator: "\n").map {
            $0.drop { $0 == " " }
        }.joined(separator: " ")
        #expect(page.contains("the extension map of iOS 27, signed with the rest: apple_bundle_version_01 \"7\""))
        #expect(page.contains("apple_validation_category_01 2 (TestFlight)"))
    }

    @Test func numbersSignedDifferentlyAreNamed() throws {
        let body = TestCapture.payload([
            "0.75": "0.87", "2.5": "2.50",
            #""metadata":{}"#:
                #""metadata":{"location":{"latitude":37.5,"longitude":-122.41941550000001}}"#,
        ])
        try files.folder.file("payload.json", body)
        let numbers = try #require(try inspect(["payload.json"])["numbers"] as? [[String: Any]])
        #expect(
            numbers.map { $0["path"] as? String } == [
                "depth_analysis.depth_variance", "depth_analysis.edge_coherence", "metadata.location.longitude",
            ])
        #expect(numbers.map { $0["read"] as? String } == ["2.5", "0.8700000047683716", "-122.4194155"])
        #expect(numbers.map { $0["nearest"] as? Bool } == [true, true, false])
        let page = try files.run("inspect", ["payload.json"]).output
        #expect(page.contains("-122.41941550000001 is -122.4194155, which is not"))
    }

    @Test func undecodablePartsAreExplainedAndTheRestIsShown() throws {
        var parts = TestCapture.parts
        parts[1] = TestCapture.part(.depthMap, [1, 2, 3])
        parts[2] = TestCapture.part(.metadata, TestCapture.metadata(assertion: "QUJD"))
        var body = MultipartWriter.standard.body(of: parts)
        body.removeLast(20)
        try files.folder.file("body.bin", body + Array("\r\n".utf8))
        let found = try inspect(["body.bin"])
        #expect((found["fault"] as? String)?.contains("without the closing boundary") == true)
        #expect((found["parts"] as? [Any])?.count == 2)
        let map = try #require(found["depth_map"] as? [String: Any])
        #expect(map["container"] is NSNull && map["server_answer"] as? String == "unavailable")
        try files.capture("capture", parts)
        let assertion = try #require(try inspect(["capture"])["assertion"] as? [String: Any])
        #expect((assertion["error"] as? String)?.contains("CBOR") == true)
    }

    @Test func otherFilesExitWith2() throws {
        try files.folder.file("noise", [1])
        let outcome = try files.run("inspect", ["noise"])
        #expect(outcome.exitCode == 2 && outcome.errors.hasPrefix("depthcheck: noise: found no multipart body"))
    }
}
