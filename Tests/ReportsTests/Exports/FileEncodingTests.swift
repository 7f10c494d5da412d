import Captures
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import Reports

@Suite struct FileEncodingTests {
    private func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).base64EncodedString().utf8) }

    private func gzip(_ bytes: [UInt8]) -> [UInt8] { DepthFileWriter.pack(bytes, as: .gzip) }

    private func hexadecimal(_ bytes: [UInt8]) -> [UInt8] { Array(Hexadecimal.text(of: bytes).utf8) }

    @Test func bodiesAndRequestsInEncodingsAreRead() {
        let request = TestExport.full.http
        for (bytes, formats) in [
            (base64(request), ["base64"]), (hexadecimal(request), ["hexadecimal"]),
            (gzip(request), ["gzip"]), (base64(gzip(request)), ["base64", "gzip"]),
            (Array("0x".utf8) + hexadecimal(request) + [0x0A], ["hexadecimal"]),
        ] {
            let found = TestExport.inputs(bytes, "file")
            #expect(found.map(\.body) == [TestExport.full.body])
            #expect(found.map(\.name) == ["file"] && found[0].origin?.formats == formats)
        }
        let bodies = [TestExport.full.body: CaptureInput.Form.multipart, TestExport.hashOnly.body: .hashOnly]
        for (body, form) in bodies {
            #expect(TestExport.inputs(base64(body)).map(\.form) == [form])
            #expect(TestExport.inputs(gzip(body)).map(\.form) == [form])
        }
    }

    @Test func textThatOnlyLooksEncodedIsNoCapture() {
        for text in ["deadbeefdeadbeef", "SGVsbG8gd29ybGQh", "readable text"] {
            #expect(TestExport.inputs(Array(text.utf8)).map(\.code) == ["no_capture"], "\(text)")
        }
        var nested = TestExport.hashOnly.body
        for _ in 0..<6 { nested = base64(nested) }
        #expect(TestExport.inputs(nested).map(\.code) == ["no_capture"])
    }

    @Test func otherFilesAreNamed() throws {
        let cases: [(String, String)] = [
            (#"{"openapi": "3.0.0", "paths": {}}"#, "a JSON object with the members openapi, paths"),
            (#"{"info": {}, "item": []}"#, "a collection or environment of Postman"),
            (#"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}"#, "a JSON object with the members a, b, c, d and 1 more"),
            (#"{"level": "secure_enclave", "counter": 0}"#, "a device file"),
            (#"{"input": "x", "outcome": "high"}"#, "a result of depthcheck"),
            (#"{"photo_hash": "", "captured_at": "", "assertion": ""}"#, "the metadata of a full capture"),
            (#"[{}, {}]"#, "a JSON array of 2 objects"),
            (#"{"attestation_level": "secure_enclave", "assertion_counter": 0}"#, "a device file"),
            (#"{"input": "x", "outcome": "high", "endpoint": "captures"}"#, "a result of depthcheck"),
            (#"{"input": "x", "form": "multipart", "endpoint": "captures"}"#, "a result of depthcheck"),
            (#"{"name": "x", "platform": "ios"}"#, "a JSON object with the members name, platform"),
            (#"{"metadata": {"photo_hash": ""}}"#, "a JSON object with the member metadata"),
            ("{ // c\n\"compilerOptions\": {}}", "JSON without members of a capture"),
            (String(repeating: "[", count: 100_000), "JSON without members of a capture"),
            (String(repeating: "{\"a\":", count: 10_000), "JSON without members of a capture"),
            (" \n\n", "a file of blanks"), ("42", "JSON with a number only"), ("\"text\"", "JSON with a string only"),
            ("-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----\n", "a PEM file"),
            ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "text, such as a patch"),
            ("<!DOCTYPE html><html></html>", "an HTML page"), ("\0\0\0\u{18}ftypheic\0\0", "a HEIC image"),
            ("*   Trying 127.0.0.1...\n> POST /api/v1/captures HTTP/1.1\n> Host: a\n", "the output of curl -v"),
            ("00000000: 2d2d 420d 0a43 6f6e  --B..Con\n", "a dump in hexadecimal digits"), ("%PDF-1.4", "a PDF"),
            ("PK\u{3}\u{4}...", "a zip archive"), ("\n\r\r\n....", "a capture of network packets"),
        ]
        for (text, noun) in cases {
            let found = TestExport.inputs(Array(text.utf8))
            #expect(found.map(\.code) == ["no_capture"])
            #expect(found[0].wording.hasPrefix("not a capture: this is \(noun)"), "\(found[0].wording)")
        }
    }

    @Test func depthMapsInGzipAreNoCapture() {
        let found = TestExport.inputs(gzip([1, 2, 3, 4]))
        #expect(found[0].wording.hasPrefix("not a capture: this is gzip data without a readable capture"))
    }

    /// The server answers them with the member that is missing or malformed.
    @Test func incompletePayloadsAreJudged() {
        for text in [
            #"{"media_hash": ""}"#, #"{"captureMode": "hash_only"}"#, #"{"captured_at": "", "assertion": ""}"#,
            #"{"assertion": ""}"#, #"{"capture_mode":"#, #"["hash_only"]"#, "{'media_hash'",
        ] {
            #expect(TestExport.inputs(Array(text.utf8)).map(\.form) == [.hashOnly], "\(text)")
        }
        #expect(TestExport.inputs(Array(#"{"a": 1}"#.utf8), "x.body").map(\.form) == [.hashOnly])
    }

    /// A patch, a list in YAML and comments in SQL begin with two hyphens, too.
    @Test func bodiesHaveHeadersOrAClosingBoundary() {
        for text in ["---\ntitle: x\n---\n# x\n", "-- comment\nSELECT 1;\n", "--b\r\n"] {
            #expect(TestExport.inputs(Array(text.utf8)).map(\.code) == ["no_capture"], "\(text)")
            #expect(TestExport.inputs(Array(text.utf8), "x.body").map(\.form) == [.multipart], "\(text)")
        }
        for text in ["--b\ncontent-disposition: form-data\n\nx", "--b\nx\n--b--\n"] {
            #expect(TestExport.inputs(Array(text.utf8)).map(\.form) == [.multipart], "\(text)")
        }
    }
}
