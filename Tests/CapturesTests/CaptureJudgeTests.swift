import Captures
import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import Testing

@Suite struct CaptureJudgeTests {
    private let judge = CaptureJudge()

    private func answer(_ parts: [BodyPart]) -> String {
        let answer = judge.judge(TestCapture.request(parts)).answer
        return [answer?.httpStatus.description, answer?.stage.rawValue, answer?.reason].compactMap(\.self).joined(
            separator: " ")
    }

    private func metadata(_ replacements: [String: String]) -> BodyPart {
        TestCapture.part(.metadata, TestCapture.metadata(replacements))
    }

    private var photo: BodyPart { TestCapture.part(.photo, TestCapture.photo) }
    private var depth: BodyPart { TestCapture.part(.depthMap, TestCapture.depthMap) }

    @Test func aCaptureWithTheServersBindingVerifies() throws {
        let judgement = judge.judge(TestCapture.request(TestCapture.parts))
        #expect(judgement.answer?.httpStatus == 202)
        #expect(judgement.answer?.stage == .processed)
        let assertion = try #require(judgement.assertion)
        #expect(assertion.status == .pass)
        #expect(assertion.isMarkedVerified && assertion.isCounterMarkedValid)
        #expect(assertion.newCounter == 6)
        #expect(judgement.bindings.map(\.name) == ["server-full/plain"])
        #expect(judgement.clientData == Array("\(TestCapture.photoHash)|\(TestCapture.capturedAt)".utf8))
        let file = FileAnalyzer(
            analyzer: DepthAnalyzer(),
            reader: DepthFileReader(options: ReadingOptions(dimensions: MapDimensions(width: 8, height: 6))))
        #expect(judgement.depth?.analysis == file.analyze(TestCapture.depthMap, input: "map").analysis)
        #expect(judgement.checks.allSatisfy { [.passed, .notApplicable].contains($0.outcome) })
        #expect(
            judgement.checks.filter { $0.outcome == .notApplicable }.map(\.check.name) == [
                "content_type", "metadata:latitude", "metadata:longitude",
            ])
    }

    @Test func anAssertionWithAFlippedBitFails() throws {
        let text = TestCapture.fullAssertion
        let bytes = try #require(StrictBase64.bytes(of: text))
        for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            let parts = [
                photo, depth,
                TestCapture.part(.metadata, TestCapture.metadata(assertion: StrictBase64.text(of: changed))),
            ]
            let judgement = judge.judge(TestCapture.request(parts))
            #expect(judgement.answer?.httpStatus == 202)
            #expect(judgement.assertion?.status == .fail)
            #expect(judgement.confidence == .suspicious)
            #expect(judgement.assertion?.newCounter == nil)
        }
    }

    @Test func everyBindingIsFoundButOnlyTheServersIsAccepted() {
        let both = SHA256Digest.bytes(of: TestCapture.photo + TestCapture.depthMap)
        let bodyHash = [UInt8](repeating: 0xAB, count: 32)
        let hashes: [(AssertionBinding, [UInt8])] = [
            (.serverFull, SHA256Digest.bytes(of: Array("\(TestCapture.photoHash)|\(TestCapture.capturedAt)".utf8))),
            (.jpegDepth, both), (.jpegDepthTwice, SHA256Digest.bytes(of: both)),
            (.jpeg, SHA256Digest.bytes(of: TestCapture.photo)),
            (.request, SHA256Digest.bytes(of: Array("1764583230000|\(Hexadecimal.text(of: bodyHash))".utf8))),
        ]
        for (binding, hash) in hashes {
            for form in SigningForm.allCases {
                let text = TestCapture.assertion(of: hash, form: form)
                var request = TestCapture.request([
                    photo, depth, TestCapture.part(.metadata, TestCapture.metadata(assertion: text)),
                ])
                request.signedRequest = SignedRequest(milliseconds: 1_764_583_230_000, bodyHash: bodyHash)
                let judgement = judge.judge(request)
                #expect(judgement.bindings == [SatisfiedBinding(binding, form)])
                #expect((judgement.assertion?.status == .pass) == (binding == .serverFull && form == .plain))
            }
        }
    }

    @Test func aPhotoWithAnEmptyDepthMapMatchesTwoBindings() {
        let text = TestCapture.assertion(of: SHA256Digest.bytes(of: TestCapture.photo))
        let parts = [
            photo, TestCapture.part(.depthMap, []), TestCapture.part(.metadata, TestCapture.metadata(assertion: text)),
        ]
        let judgement = judge.judge(TestCapture.request(parts))
        #expect(judgement.answer?.reason == "depth_map_empty")
        #expect(judgement.bindings.map(\.name) == ["jpeg-depth/plain", "jpeg/plain"])
    }

    @Test func partsAreCheckedInReadingOrderBeforeMissingParts() {
        let badTime = metadata([TestCapture.capturedAt: "now"])
        let empty = TestCapture.part(.photo, [])
        #expect(answer([]) == "400 multipart missing_part:photo")
        #expect(answer([photo]) == "400 multipart missing_part:depth_map")
        #expect(answer([photo, depth]) == "400 multipart missing_part:metadata")
        #expect(answer([badTime]) == "400 metadata_field captured_at")
        #expect(answer([badTime, empty]) == "400 metadata_field captured_at")
        #expect(answer([empty, badTime]) == "400 part_size photo_empty")
        #expect(answer([TestCapture.part(.depthMap, [])]) == "400 part_size depth_map_empty")
        #expect(answer([TestCapture.part(.metadata, [])]) == "400 metadata_json syntax")
        // Unknown and unnamed parts are ignored, and the last of two parts with one name counts.
        let other = TestCapture.part(.photo, [1, 2, 3])
        #expect(
            answer([BodyPart(name: "detection", content: []), BodyPart(name: nil, content: [])] + TestCapture.parts)
                == "202 processed")
        #expect(answer([other] + TestCapture.parts) == "202 processed")
        #expect(answer(TestCapture.parts + [other]) == "400 photo_hash_mismatch photo_hash")
        #expect(answer([badTime] + TestCapture.parts) == "400 metadata_field captured_at")
        #expect(answer(TestCapture.parts.reversed()) == "202 processed")
    }

    @Test func bodiesAreLimitedToTwoMebibytes() {
        // Built once because signatures differ in length.
        var parts = TestCapture.parts + [BodyPart(name: "x", content: [])]
        let room = CapturePayload.byteLimit - MultipartWriter.standard.byteCount(of: parts)
        parts[3].content = [UInt8](repeating: 0, count: room)
        #expect(MultipartWriter.standard.body(of: parts).count == 2_097_152)
        #expect(answer(parts) == "202 processed")
        parts[3].content.append(0)
        #expect(answer(parts) == "400 multipart body_too_large")
        // The size is checked before the parts.
        #expect(answer([TestCapture.part(.photo, [])] + parts) == "400 multipart body_too_large")
    }

    @Test(arguments: [
        (#""iPhone 15 Pro""#, #"" \u00a0\u3000\t""#, "device_model"),
        (TestCapture.photoHash, "  ", "photo_hash_length"),
        (TestCapture.photoHash, String(repeating: "é", count: 32), "photo_hash_characters"),
        (TestCapture.photoHash, String(repeating: "A", count: 64), "photo_hash"),
        (TestCapture.photoHash, TestCapture.photoHash + "\\u3000", "photo_hash"),
        (TestCapture.photoHash, TestCapture.photoHash + "0", "photo_hash_length"),
        (#""width":8"#, #""width":0"#, "dimensions_zero"), (#""height":6"#, #""height":1001"#, "dimensions_large"),
        (#""depth_map"#, #""location":[90.00001,0,null,null],"depth_map"#, "latitude"),
        (#""depth_map"#, #""location":[-90,180.00001,null,null],"depth_map"#, "longitude"),
        // The location is checked last, wherever it occurs.
        (
            #""depth_map_dimensions":{"width":8"#, #""location":[91,0,null,null],"depth_map_dimensions":{"width":0"#,
            "dimensions_zero"
        ),
        (#""depth_map"#, #""location":{"city":"x"},"depth_map"#, "data: missing field `latitude`"),
    ])
    func metadataThatBreaksARuleIsRefused(_ row: (from: String, to: String, reason: String)) {
        let judgement = judge.judge(TestCapture.request([photo, depth, metadata([row.from: row.to])]))
        #expect(judgement.answer?.httpStatus == 400)
        #expect(judgement.answer?.errorCode == .validation)
        #expect(judgement.answer?.reason == row.reason)
        #expect(judgement.confidence == nil && judgement.depth == nil && judgement.metadataEvidence == nil)
    }

    @Test(arguments: [
        (#""width":8"#, #""width":1000"#), (#""depth_map"#, #""location":[-90,180,1e300,-5],"depth_map"#),
        (TestCapture.photoHash, TestCapture.photoHash.uppercased()),
        (#","device_model"#, #","assertion":" ","device_model"#),
    ])
    func metadataAtTheLimitsIsAccepted(_ row: (from: String, to: String)) {
        let judgement = judge.judge(TestCapture.request([photo, depth, metadata([row.from: row.to])]))
        #expect(judgement.answer?.httpStatus == 202)
        #expect(judgement.assertion?.status == .unavailable)
        #expect(judgement.bindings.isEmpty)
    }

    @Test func alreadyStoredMediaIsAnInternalError() {
        for request in [TestCapture.request(TestCapture.parts), TestCapture.hashOnlyRequest()] {
            var request = request
            request.isMediaStored = true
            let judgement = judge.judge(request)
            #expect(judgement.answer?.httpStatus == 500)
            #expect(judgement.answer?.errorCode == .internal)
            #expect(judgement.assertion?.newCounter == 6)
            #expect(judgement.confidence == nil)
        }
    }

    @Test func assertionChecksAndFlagsFollowTheServersOrder() throws {
        let other = CaptureApplication(teamIdentifier: "OTHER", bundleIdentifier: "app")
        let key = TestCapture.device.publicKey
        let noPoint = key.map { Array($0.dropLast()) + [$0[64] ^ 1] }
        let rows: [(CaptureDevice, CaptureApplication, String, verified: Bool, counter: Bool)] = [
            (CaptureDevice(publicKey: nil, counter: 6), other, "rp_id_mismatch", false, true),
            (CaptureDevice(publicKey: nil, counter: 6), TestCapture.application, "counter_not_increasing", true, false),
            (CaptureDevice(publicKey: nil, counter: 5), TestCapture.application, "missing_public_key", false, false),
            (
                CaptureDevice(publicKey: noPoint, counter: 5), TestCapture.application, "invalid_public_key", false,
                false
            ),
        ]
        for row in rows {
            var request = TestCapture.request(TestCapture.parts)
            request.device = row.0
            request.application = row.1
            let judgement = judge.judge(request)
            let assertion = try #require(judgement.assertion)
            #expect(assertion.failure?.code == row.2)
            #expect(assertion.isMarkedVerified == row.verified)
            #expect(assertion.isCounterMarkedValid == row.counter)
            let checks = judgement.checks.filter { $0.check.name.hasPrefix("assertion:") }
            let failed = try #require(checks.firstIndex { $0.outcome == .failed })
            #expect(checks[..<failed].allSatisfy { $0.outcome == .passed })
            #expect(checks[(failed + 1)...].allSatisfy { $0.outcome == .notReached })
        }
    }

    @Test func changedBodiesNeverTrap() {
        var random = SplitMix64(seed: 5)
        let body = MultipartWriter.standard.body(of: TestCapture.parts)
        var stages: Set<CaptureAnswer.Stage> = []
        for _ in 0..<600 {
            var changed = body
            for _ in 0...random.below(3) { changed[random.below(changed.count)] = UInt8(random.below(256)) }
            var request = TestCapture.request([])
            request.payload = .full(.multipart(changed))
            if let stage = judge.judge(request).answer?.stage { stages.insert(stage) }
        }
        #expect(stages.count >= 4)
    }

    // Behaviour that is not modelled.

    private func in2022JP(_ part: BodyPart) -> BodyPart {
        var part = part
        part.contentType = "application/json; charset=iso-2022-jp"
        return part
    }

    @Test func metadataInAnotherCharsetHaveNoAnswer() throws {
        let parts = TestCapture.parts
        let judgement = judge.judge(TestCapture.request([parts[0], parts[1], in2022JP(parts[2])]))
        #expect(judgement.notModelled == .charset("iso-2022-jp"))
        #expect(judgement.notModelled?.code == "not_modelled:charset")
        #expect(judgement.answer == nil && judgement.refusal == nil)
        #expect(judgement.assertion == nil && judgement.confidence == nil && judgement.metadataEvidence == nil)
        #expect(!judgement.checks.contains { $0.outcome == .failed })
        // An earlier part decides alone, a later one does not.
        let empty = TestCapture.part(.photo, [])
        #expect(answer([empty, in2022JP(parts[2])]) == "400 part_size photo_empty")
        #expect(judge.judge(TestCapture.request([in2022JP(parts[2]), empty])).answer == nil)
        // Of two parts, the server still reads both.
        #expect(judge.judge(TestCapture.request(parts + [in2022JP(parts[2])])).answer == nil)
        let marked = BodyPart(
            name: "metadata", contentType: "a/b; charset=koi8-r", content: [0xEF, 0xBB, 0xBF] + parts[2].content)
        #expect(answer([parts[0], parts[1], marked]) == "202 processed")
    }

    @Test func aDetectionInAnotherCharsetHidesWhetherTheCaptureIsStored() {
        let read = BodyPart(
            name: "detection",
            content: Array(#"{"computed_at":"2025-12-01T10:00:00Z","total_processing_time_ms":1}"#.utf8))
        let parts = TestCapture.parts
        let judgement = judge.judge(TestCapture.request(parts + [in2022JP(read)]))
        #expect(judgement.answer == nil && judgement.notModelled == .charset("iso-2022-jp"))
        #expect(judgement.assertion?.status == .pass)
        // The answer does not depend on a detection that is replaced, or that follows another failure.
        #expect(answer(parts + [in2022JP(read), read]) == "202 processed")
        #expect(answer([parts[0], parts[1], in2022JP(read)]) == "400 multipart missing_part:metadata")
        let withNul = TestCapture.part(.metadata, TestCapture.metadata(["iPhone 15 Pro": "\\u0000"]))
        #expect(answer([parts[0], parts[1], withNul, in2022JP(read)]) == "500 store nul_character")
        // Other parts have no text.
        #expect(answer([in2022JP(parts[0]), in2022JP(parts[1]), parts[2]]) == "202 processed")
    }
}
