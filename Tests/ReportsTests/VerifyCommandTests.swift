import Captures
import Foundation
import Support
import TestSupport
import Testing

@Suite struct VerifyCommandTests {
    private let files: CaptureFiles
    private let serverOptions = CaptureFiles.serverOptions

    init() throws { files = try CaptureFiles() }

    private func full(_ file: String = "body.bin", _ parts: [BodyPart] = CaptureFiles.parts) throws {
        try files.folder.file(file, MultipartWriter.standard.body(of: parts))
    }

    private func changing(_ kind: CapturePart, _ content: [UInt8]) -> [BodyPart] {
        CaptureFiles.parts.map { $0.kind == kind ? TestCapture.part(kind, content) : $0 }
    }

    @Test func theFirstLineIsTheAnswerAndTheBindingIsNamed() throws {
        try full()
        let outcome = try files.run("verify", ["body.bin", "--request-verified"] + serverOptions)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "202, recorded as high  body.bin")
        #expect(lines.contains { $0.hasPrefix("signed     server-full/plain: ") })
        #expect(!outcome.output.contains("\nexpected ") && outcome.output.contains("no objection"))
    }

    /// The same capture as a body, with the boundary given, as a folder and as a case.
    @Test func everyInputFormOfACaptureGetsTheSameAnswer() throws {
        try full()
        try full("preamble.bin")
        let body = MultipartWriter(boundary: "xyz").body(of: CaptureFiles.parts)
        try files.folder.file("preamble.bin", Array("a preamble\r\n".utf8) + body)
        try files.capture("capture", CaptureFiles.parts)
        try files.folder.file("case.json", CaptureFiles.caseFile(TestCapture.request(CaptureFiles.parts), id: "a"))
        let rest = ["--request-verified"] + serverOptions
        var results = try files.results(["body.bin", "capture", "case.json"] + rest)
        results += try files.results(["preamble.bin", "--boundary", "xyz"] + rest)
        #expect(results.count == 4)
        for result in results {
            #expect(result["outcome"] as? String == "high", "\(result)")
            #expect(result["bindings"] as? [String] == ["server-full/plain"])
        }
    }

    @Test func hashOnlyBodiesAreDistinguishedFromCases() throws {
        guard case .hashOnly(let body, _) = TestCapture.hashOnlyRequest().payload else { return }
        try files.folder.file("payload.json", body)
        let result = try #require(try files.results(["payload.json"] + serverOptions).first)
        #expect(result["endpoint"] as? String == "captures/hash-only" && result["outcome"] as? String == "high")
        #expect((result["signed_json"] as? String)?.hasPrefix(#"{"capture_mode":"hash_only","captured_at""#) == true)
    }

    @Test func standardInputIsRead() throws {
        let body = Data(MultipartWriter.standard.body(of: CaptureFiles.parts))
        let outcome = try files.run("verify", ["-"] + serverOptions, input: body)
        #expect(outcome.output.hasPrefix("202, recorded as medium  -: the signature of the request did not verify"))
    }

    /// The app's own form: another binding, signed in Apple's way, with a map that is not gzip.
    @Test func phoneCapturesListTheNecessaryChangesInOrder() throws {
        let depth = [UInt8](TestCapture.depthMap.dropFirst(10).dropLast(8))
        let hash = SHA256Digest.bytes(of: TestCapture.photo + depth)
        let assertion = TestCapture.assertion(of: hash, form: .nonce)
        var parts = changing(.depthMap, depth)
        parts[2] = TestCapture.part(
            .metadata, TestCapture.metadata(assertion: assertion, ["iPhone 15 Pro": "iPhone"]))
        try full("phone.bin", parts)
        let result = try #require(try files.results(["phone.bin"] + serverOptions).first)
        #expect(result["outcome"] as? String == "suspicious")
        #expect(result["bindings"] as? [String] == ["jpeg-depth/nonce"])
        #expect(result["reason_codes"] as? [String] == ["signature_invalid", "raw_deflate"])
        let changes = try #require(result["changes"] as? [[String: String]])
        #expect(
            changes.map { $0["change"] } == [
                "binding", "signing_form", "depth_container", "request_signature", "model_name",
            ])
        #expect(changes.map { $0["party"] } == ["sender", "server", "sender", "sender", "sender"])
        #expect(changes.last?["purpose"] == "record")
        #expect(changes[0]["sentence"]?.contains("sign server-full") == true)
        #expect(changes[0]["sentence"]?.contains("not jpeg-depth") == true)
        let text = try files.run("verify", ["phone.bin"] + serverOptions).output
        #expect(text.contains("why (not reported by the server):"))
    }

    @Test func textFitsItsWidthExceptLongWords() throws {
        try full()
        for width in [60, 120] {
            let outcome = try CommandRunner.depthcheck(
                ["capture", "verify", "body.bin"] + serverOptions, in: files.folder.url,
                environment: ["COLUMNS": "\(width)"])
            // The first line is one sentence, for scripts.
            for line in outcome.output.split(separator: "\n").dropFirst() { #expect(line.count <= width, "\(line)") }
        }
    }

    @Test(arguments: [
        ("refused", 0), ("suspicious", 0), ("medium", 1), ("low", 0), ("not-high", 1), ("assertion-fail", 0),
        ("depth-unavailable", 0),
    ])
    func failOnExitsWith1OnlyForItsCondition(name: String, code: Int32) throws {
        try full()
        let outcome = try files.run("verify", ["body.bin", "--fail-on", name] + serverOptions)
        #expect(outcome.exitCode == code, "\(outcome.errors)")
    }

    @Test func unreadableInputsExitWith2AndTheRestIsVerified() throws {
        try full()
        try files.folder.file("noise", [0, 1, 2])
        let outcome = try files.run("verify", ["noise", "missing", "body.bin", "--format", "ndjson"] + serverOptions)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.split(separator: "\n").count == 3)
        #expect(outcome.output.contains(#""error_code":"no_capture""#))
        #expect(outcome.output.contains(#""error_code":"missing""#))
        #expect(outcome.errors.contains("depthcheck: noise: found no multipart body"))
    }

    /// Everything else is checked, and the report names what was not.
    @Test func aCaptureWithoutDeviceOrTimeIsJudgedAsFarAsPossible() throws {
        try full()
        let application = ["--team", "TEAM123456", "--bundle", "org.example.capture"]
        let outcome = try files.run("verify", ["body.bin"] + application)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasPrefix("202, recorded; the confidence is unknown  body.bin: the assertion was not "))
        #expect(outcome.output.contains("give the server's record of the\n   device as --device"))
        #expect(outcome.output.contains("the server's clock was taken as 2025-12-01T10:00:00.123Z, the time of the"))
        let result = try #require(try files.results(["body.bin"] + application).first)
        #expect(result["outcome"] as? String == "unknown" && result["confidence"] == nil)
        let assumptions = try #require(result["assumptions"] as? [[String: String]])
        #expect(assumptions.map { $0["code"] } == ["unknown_device", "assumed_clock"])
        guard case .hashOnly(let body, _) = TestCapture.hashOnlyRequest().payload else { return }
        try files.folder.file("payload.json", body)
        let payload = try #require(try files.results(["payload.json"] + application).first)
        #expect(payload["outcome"] as? String == "unknown" && payload["answer"] == nil)
        // A fault of the body does not depend on the device.
        try files.folder.file("cut.body", Array(MultipartWriter.standard.body(of: CaptureFiles.parts).dropLast(99)))
        #expect(try files.results(["cut.body"] + application).first?["outcome"] as? String == "refused")
    }

    @Test func anotherAppThanTheDefaultNamesTheOptions() throws {
        try full()
        let state = ["--device", "device.json", "--at", "2025-12-01T10:00:30Z"]
        let outcome = try files.run("verify", ["body.bin"] + state)
        #expect(outcome.output.split(separator: "\n")[0].hasSuffix("is the default: see --team and --bundle"))
        #expect(outcome.output.contains("give --team"))
        let given = try files.run("verify", ["body.bin", "--team", "XXXXXXXXXX"] + state)
        #expect(given.output.contains("a different app") && !given.output.contains("--team"))
    }

    @Test func nowIsTheSystemClock() throws {
        let text = String(decoding: TestCapture.metadata(), as: UTF8.self)
        let now = Date.now.formatted(.iso8601)
        for (time, isValid) in [(now, true), ("2025-12-01T10:00:00Z", false)] {
            let metadata = Array(text.replacing(TestCapture.capturedAt, with: time).utf8)
            try full("now.bin", changing(.metadata, metadata))
            let result = try #require(
                try files.results(["now.bin", "--device", "device.json", "--at", "now"]).first)
            let evidence = try #require(result["metadata_evidence"] as? [String: Any])
            #expect(evidence["timestamp_valid"] as? Bool == isValid, "\(evidence)")
        }
    }

    @Test func anInvalidTimeIsAUsageError() throws {
        let outcome = try files.run("verify", ["body.bin", "--device", "device.json", "--at", "today"])
        #expect(outcome.exitCode == 64 && outcome.errors.contains("--at is \"today\"; expected a time such as"))
    }

    @Test func caseFilesAreFoundOnlyBesideAndAboveTheCase() throws {
        let request = TestCapture.request(CaptureFiles.parts)
        let file = try CaptureFiles.caseFile(request, id: "a", files: true)
        try files.folder.file("photo.jpg", TestCapture.photo)
        try files.folder.file("case.json", file)
        try files.folder.file("cases/case.json", file)
        let elsewhere = String(decoding: file, as: UTF8.self).replacing("photo.jpg", with: "..\\/photo.jpg")
        try files.folder.file("cases/elsewhere.json", elsewhere.utf8)
        let results = try files.results(["case.json", "cases/case.json", "cases/elsewhere.json"])
        #expect(results.map { $0["outcome"] as? String } == ["high", "high", "unreadable"])
        #expect(results.last?["error_code"] as? String == "file_elsewhere")
    }

    @Test func invalidCasesAreExplained() throws {
        let json = #"{"endpoint": "captures", "now": "2025-12-01T10:00:30Z", "parts": [], "device": {}}"#
        try files.folder.file("case.json", json.utf8)
        let outcome = try files.run("verify", ["case.json"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("depthcheck: case.json: found no member assertion_counter, in device"))
    }

    /// The parts of one capture beside bodies do not make the folder a capture.
    @Test func foldersOfBodiesWithPartsAreJudgedFileByFile() throws {
        try full()
        let body = try Data(contentsOf: files.folder.url.appending(path: "body.bin"))
        for name in ["01.body", "02.body"] { try files.folder.file("bodies/\(name)", Array(body)) }
        for name in ["metadata.json", "photo.jpg", "notes.txt", ".hidden"] {
            try files.folder.file("bodies/\(name)", "{}".utf8)
        }
        let outcome = try files.run("verify", ["bodies", "--quiet"] + serverOptions)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").count == 2 && outcome.output.contains("bodies/02.body"))
        let skipped = "skipped 3 of 5 files and folders in bodies (metadata.json, notes.txt, photo.jpg)"
        #expect(outcome.errors.contains(skipped), "\(outcome.errors)")
        // A device file beside the parts is no body.
        try files.capture("one", CaptureFiles.parts)
        try files.folder.file("one/device.json", CaptureFiles.device.utf8)
        let one = try files.run("verify", ["one", "--quiet"] + serverOptions)
        #expect(one.output.hasPrefix("202, recorded as medium  one"), "\(one.output)\(one.errors)")
        // The body of a hash-only capture beside the parts is judged.
        try files.folder.file("one/payload.json", #"{"capture_mode": "hash_only"}"#.utf8)
        let payload = try files.run("verify", ["one", "--quiet"] + serverOptions)
        #expect(payload.output.contains("one/payload.json"), "\(payload.output)\(payload.errors)")
    }

    @Test func misnamedPartsAreNamed() throws {
        for name in ["photo.heic", "depth_map.bin", "metadata.json"] { try files.folder.file("a/\(name)", "{}".utf8) }
        for name in ["Photo.JPG", "Metadata.json"] { try files.folder.file("b/\(name)", "{}".utf8) }
        let first = try files.run("verify", ["a", "--format", "json"] + serverOptions)
        #expect(first.output.contains("photo.heic is not read: name it photo.jpg"), "\(first.output)")
        #expect(first.output.contains("depth_map.bin is not read: name it depth.bin"), "\(first.output)")
        let second = try files.run("verify", ["b"] + serverOptions)
        #expect(second.exitCode == 2, "\(second.errors)")
        #expect(second.errors.contains("Photo.JPG is not read: name it photo.jpg"), "\(second.errors)")
    }

    @Test(arguments: ["PUT /api/v1/captures", "POST /api/v1/captures/hash-only/"])
    func requestsThatAlmostSendACaptureAreNoted(line: String) throws {
        try files.folder.file("a.http", "\(line) HTTP/1.1\r\nX-Device-Id: x\r\n\r\n{}".utf8)
        let outcome = try files.run("verify", ["a.http", "--format", "json"] + serverOptions)
        #expect(outcome.output.contains("\(line) is not the method and path of a capture"), "\(outcome.output)")
    }

    @Test func foldersOfCapturesAreSummarised() throws {
        try files.capture("captures/a", CaptureFiles.parts)
        try files.capture("captures/b", Array(CaptureFiles.parts.prefix(2)))
        try full("captures/c.body")
        try files.folder.file("captures/read.me", "no capture".utf8)
        try FileManager.default.moveItem(
            at: files.folder.url.appending(path: "device.json"),
            to: files.folder.url.appending(path: "captures/device.json"))
        let rest = ["--device", "captures/device.json"] + serverOptions.dropFirst(2)
        let outcome = try files.run("verify", ["captures"] + rest)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\n3 captures\n       2  recorded as medium\n       1  refused\n"))
        let quiet = try files.run("verify", ["captures", "-q"] + rest).output.split(separator: "\n")
        #expect(quiet.count == 3 && quiet[1].hasPrefix("400 VALIDATION_ERROR, refused  captures/b  ("))
    }

    @Test func listsNameCapturesAndMissingOnesAreReported() throws {
        try full()
        try files.capture("capture", CaptureFiles.parts)
        try files.folder.file("list", "capture\nmissing\n".utf8)
        let rest = ["--format", "json"] + serverOptions
        let outcome = try files.run("verify", ["body.bin", "--files-from", "list"] + rest)
        #expect(outcome.exitCode == 2 && outcome.output.hasPrefix("["))
        let inputs = outcome.output.split(separator: "\n").filter { $0.contains("\"input\"") }
        #expect(inputs.count == 3 && inputs[1].contains("\"capture\"") && inputs[2].contains("\"missing\""))
        let noList = try files.run("verify", ["body.bin", "--files-from", "nowhere"] + rest)
        #expect(noList.exitCode == 2 && noList.errors.contains("depthcheck: nowhere: found no such file"))
        #expect(noList.output.contains("\"outcome\": \"medium\""))
        let nothing = try files.run("verify", serverOptions)
        #expect(nothing.exitCode == 64 && nothing.errors.contains("found no captures; expected"))
        let inspected = try files.run("inspect", ["--files-from", "list", "--format", "ndjson"])
        #expect(inspected.exitCode == 2 && inspected.output.split(separator: "\n").count == 2)
    }

    /// JSON goes to a file; text goes where the results leave room for it.
    @Test func theSummaryIsWrittenWhereAnalyzeWritesIt() throws {
        try full()
        let rest = ["body.bin", "missing", "--format", "ndjson", "--summary"] + serverOptions
        let beside = try files.run("verify", rest + ["--summary-json", "sum.json"])
        #expect(beside.output.split(separator: "\n").count == 2)
        #expect(beside.errors.contains("2 captures\n       1  recorded as medium\n       1  unreadable\n"))
        let sum = try JSONReader.read([UInt8](try Data(contentsOf: files.folder.url.appending(path: "sum.json"))))
        #expect(sum["captures"] == .number("2"))
        #expect(sum["outcome"]?["medium"] == .number("1") && sum["outcome"]?["high"] == .number("0"))
        #expect(sum["http_status"]?["202"] == .number("1"))
        #expect(sum["reason_code"]?["request_not_verified"] == .number("1"))
        #expect(sum["change"]?["request_signature"] == .number("1"))
        #expect(sum["error_code"]?["missing"] == .number("1") && sum["compared"] == .number("0"))
        let elsewhere = try files.run("verify", rest + ["-o", "results.ndjson"])
        #expect(elsewhere.output.hasPrefix("2 captures\n"))
        let between = try files.run("verify", rest + ["--summary-json", "-"])
        #expect(between.exitCode == 64 && between.errors.contains("--summary-json - needs --output"))
        let over = try files.run("verify", rest + ["--summary-json", "body.bin"])
        #expect(over.exitCode == 64 && over.errors.contains("--summary-json would replace body.bin"))
    }

    @Test func namesAreEscaped() throws {
        try full("a\u{1B}[31m.body")
        let outcome = try files.run("verify", ["a\u{1B}[31m.body"] + serverOptions)
        #expect(outcome.output.contains("a\\u{1B}[31m.body") && !outcome.output.contains("\u{1B}"))
    }

    @Test func whatIsNotModelledHasItsOwnOutcomeAndExitCode() throws {
        var parts = CaptureFiles.parts
        for index in parts.indices where parts[index].kind == .metadata {
            parts[index].contentType = "application/json; charset=Shift_JIS"
        }
        try full("other.bin", parts)
        try full()
        let outcome = try files.run("verify", ["other.bin"] + serverOptions)
        #expect(outcome.exitCode == 4)
        #expect(
            outcome.output.hasPrefix("not modelled  other.bin: not modelled: charset shift_jis"))
        let result = try #require(try files.results(["other.bin"] + serverOptions).first)
        #expect(result["outcome"] as? String == "not_modelled" && result["answer"] == nil)
        #expect(result["reason_codes"] as? [String] == ["not_modelled:charset"])
        // It outranks a condition that holds and an input that cannot be read.
        let several = ["body.bin", "other.bin", "absent.bin", "--fail-on", "medium", "--quiet"] + serverOptions
        #expect(try files.run("verify", several).exitCode == 4)
        let inspected = try files.run("inspect", ["other.bin", "--format", "json"])
        #expect(inspected.exitCode == 0 && inspected.output.contains(#""error": "not modelled: charset shift_jis""#))
    }
}
