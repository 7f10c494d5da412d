import Captures
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct HARExportTests {
    private func entry(_ request: TestExport.Request, _ data: [String: Any]?, size: Int? = nil) -> [String: Any] {
        var json: [String: Any] = [
            "method": "POST", "url": "https://example.com\(request.path)?x=1",
            "headers": [["name": ":method", "value": "POST"]]
                + request.headers.map { ["name": $0.name, "value": $0.value] },
        ]
        json["postData"] = data
        json["bodySize"] = size
        return ["startedDateTime": "2025-12-01T11:00:10.123+01:00", "request": json, "response": ["status": 202]]
    }

    private func har(_ entries: [[String: Any]]) -> [String: Any] { ["log": ["version": "1.2", "entries": entries]] }

    private let other: [String: Any] = ["request": ["method": "GET", "url": "https://example.com/"]]

    private func characters(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    @Test func everyRequestToTheServerIsAnInput() throws {
        let (full, hashOnly) = (TestExport.full, TestExport.hashOnly)
        let base64 = ["text": Data(full.body).base64EncodedString(), "encoding": "base64"]
        let text = ["text": String(decoding: hashOnly.body, as: UTF8.self)]
        let found = try TestExport.inputs(
            json: har([other, entry(full, base64), entry(hashOnly, text), other]), "a/session.har")
        #expect(
            found.map(\.name) == [
                "a/session.har#2 POST /api/v1/captures", "a/session.har#3 POST /api/v1/captures/hash-only",
            ])
        #expect(found.map(\.body) == [full.body, hashOnly.body])
        let request = try #require(found.first?.origin?.request)
        #expect(request.number == 2 && request.count == 4 && request.otherCount == 2)
        #expect(request.time == CaptureTimestamp("2025-12-01T10:00:10.123Z"))
    }

    /// The stated size decides between the forms in which programs write bytes as text.
    @Test func bytesAsCharactersOrUnmarkedBase64AreRead() throws {
        let full = TestExport.full
        for text in [characters(full.body), Data(full.body).base64EncodedString()] {
            #expect(try TestExport.inputs(json: har([entry(full, ["text": text])])).map(\.body) == [full.body])
        }
    }

    @Test func bodiesThatAreDamagedOrAbsentAreNotJudged() throws {
        let full = TestExport.full
        let damaged = String(decoding: full.body, as: UTF8.self)
        let cases: [([String: Any]?, String)] = [
            (["text": damaged], "as text, not as bytes"), (nil, "does not hold"), (["text": ""], "does not hold"),
            (["text": "%%", "encoding": "base64"], "not base64"),
            (["text": "QUJD", "encoding": "base64"], "3 bytes of body, although \(full.body.count) were sent"),
            (["text": "abc"], "although \(full.body.count) were sent"),
            (["params": [["name": "photo", "fileName": "photo.jpg"]]], "the fields of a form"),
        ]
        for (data, expected) in cases {
            let found = try TestExport.inputs(json: har([entry(full, data)]))
            #expect(found.map(\.code) == ["incomplete_request"])
            #expect(found[0].wording.contains(expected), "\(found[0].wording)")
        }
    }

    @Test func fieldsOfAFormAreABodyOfTheStatedSize() throws {
        let boundary = MultipartWriter.standard.boundary
        let body = Array(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{}\r\n--\(boundary)--\r\n".utf8)
        let request = TestExport.Request(
            "/api/v1/captures", contentType: MultipartWriter.standard.contentType, body)
        let data = ["params": [["name": "metadata", "value": "{}"]]]
        #expect(try TestExport.inputs(json: har([entry(request, data)])).map(\.body) == [body])
    }

    /// Half a surrogate pair is the trace of a byte that is not text.
    @Test func halfASurrogatePairDoesNotMakeTheFileUnreadable() throws {
        let text =
            #"{"log":{"entries":[{"request":{"method":"POST","url":"http://h/api/v1/captures","headers":["#
            + #"{"name":"Content-Type","value":"multipart/form-data; boundary=B"}],"#
            + #""postData":{"text":"--B\r\n\udcff\ud800x"}}}]}}"#
        let found = TestExport.inputs(Array(text.utf8))
        #expect(found.map(\.code) == ["incomplete_request"])
        #expect(found[0].wording.contains("as text, not as bytes"))
    }

    @Test func exportsWithoutARequestToTheServerSayWhatTheyHave() throws {
        let found = try TestExport.inputs(json: har([other, other]))
        #expect(found.map(\.code) == ["no_capture"])
        #expect(
            found[0].wording.hasPrefix("found a HAR (HTTP archive) with 2 requests, none to the capture server (GET /"))
        #expect(TestExport.inputs(Array(#"{"log":{"entries":["#.utf8)).map(\.code) == ["damaged_export"])
    }

    @Test func damagedFilesEndNoProcess() throws {
        let hashOnly = TestExport.hashOnly
        let json = har([entry(hashOnly, ["text": String(decoding: hashOnly.body, as: UTF8.self)])])
        TestExport.readDamaged([UInt8](try JSONSerialization.data(withJSONObject: json)))
        _ = TestExport.inputs(Array(("{\"log\":{\"entries\":" + String(repeating: "[", count: 100_000)).utf8))
    }
}
