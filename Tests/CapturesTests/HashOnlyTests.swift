import Captures
import Support
import TestSupport
import Testing

@Suite struct HashOnlyTests {
    private let judge = CaptureJudge()
    private static let video =
        #""media_type":"video","frame_count":1,"duration_ms":1,"hash_chain":{"final_hash":"","chain_length":0}"#

    private func answer(_ replacements: [String: String]) -> CaptureAnswer? {
        judge.judge(TestCapture.hashOnlyRequest(replacements)).answer
    }

    @Test func aPayloadWithTheServersBindingVerifies() throws {
        let judgement = judge.judge(TestCapture.hashOnlyRequest())
        #expect(judgement.answer?.httpStatus == 202)
        #expect(judgement.confidence == .high)
        #expect(judgement.bindings.map(\.name) == ["server-hash-only/plain"])
        #expect(judgement.clientData == judgement.payload?.signedJSON)
        #expect(judgement.depth?.status == .pass)
        let evidence = try #require(judgement.metadataEvidence)
        #expect(evidence.modelName == "Unknown" && evidence.isModelVerified && evidence.timestampDelta == 0)
        #expect(
            judgement.checks.filter { $0.outcome != .passed }.map(\.check.name) == [
                "payload:video_requires:hash_chain", "payload:video_requires:frame_count",
                "payload:video_requires:duration_ms",
                "payload:frame_count_not_positive", "payload:duration_ms_not_positive",
            ])
    }

    @Test(arguments: [
        (#""hash_only""#, #""full""#, "capture_mode"),
        (TestCapture.photoHash, TestCapture.photoHash + " ", "media_hash_length"),
        (TestCapture.photoHash, String(repeating: "g", count: 64), "media_hash_characters"),
        (#""photo""#, #""Photo""#, "media_type"),
        (
            #""media_type":"photo""#, HashOnlyTests.video.replacing(#""hash_chain":{"#, with: #""chain":{"#),
            "video_requires:hash_chain"
        ),
        (
            #""media_type":"photo""#, HashOnlyTests.video.replacing(#""frame_count":1"#, with: #""frame_count":null"#),
            "video_requires:frame_count"
        ),
        (
            #""media_type":"photo""#, HashOnlyTests.video.replacing(#""duration_ms":1"#, with: #""d":1"#),
            "video_requires:duration_ms"
        ),
        (
            #""media_type":"photo""#, HashOnlyTests.video.replacing(#""frame_count":1"#, with: #""frame_count":0"#),
            "frame_count_not_positive"
        ),
        (
            #""media_type":"photo""#, HashOnlyTests.video.replacing(#""duration_ms":1"#, with: #""duration_ms":-1"#),
            "duration_ms_not_positive"
        ),
        (#""1.0""#, #""""#, "algorithm_version"), (#""depth_layers":5"#, #""depth_layers":-1"#, "depth_layers"),
        ("0.75", "1.0000001", "edge_coherence"), ("0.75", "-1e-45", "edge_coherence"),
        ("0.75", "1e39", "edge_coherence"),
        ("2025-12-01T10:00:00Z", "2025-12-01", "captured_at"), (#""QUJD""#, #"" ""#, "assertion_empty"),
        (#""QUJD""#, #""QUI""#, "assertion_base64"),
    ])
    func payloadsThatBreakARuleAreRefused(_ row: (from: String, to: String, reason: String)) {
        let answer = answer([row.from: row.to])
        #expect(answer?.httpStatus == 400)
        #expect(answer?.errorCode == .validation)
        #expect(answer?.stage == .payloadField)
        #expect(answer?.reason == row.reason)
    }

    @Test func theEarlierOfTwoBrokenRulesIsReported() {
        #expect(answer([#""hash_only""#: "\"x\"", #""photo""#: "\"x\""])?.reason == "capture_mode")
        #expect(
            answer([#""1.0""#: "\"\"", #""depth_layers":5"#: #""depth_layers":-1"#])?.reason == "algorithm_version")
        #expect(answer(["0.75": "2", "2025-12-01T10:00:00Z": ""])?.reason == "edge_coherence")
        #expect(answer(["2025-12-01T10:00:00Z": "", #""QUJD""#: "\"\""])?.reason == "captured_at")
    }

    @Test(arguments: [
        (#""media_type":"photo""#, HashOnlyTests.video), ("0.75", "1.00000001"), ("0.75", "-0.0"), ("2.5", "1e39"),
        (#""metadata":{}"#, #""metadata":[[91,-540,null,null],null,"m"]"#),
        (#""metadata":{}"#, #""metadata":{"timestamp":"yesterday"}"#),
        (#""capture_mode""#, #""extra":[{}],"capture_mode""#), (#""photo""#, #""photo","frame_count":0"#),
        (#""hash_only""#, #""hash\u005fonly""#),
    ])
    func payloadsAtTheLimitsAreAccepted(_ row: (from: String, to: String)) {
        #expect(answer([row.from: row.to])?.httpStatus == 202)
    }

    @Test func contentTypeSizeAndGrammarErrorsArePlainText() {
        func answer(_ body: [UInt8], _ contentType: String?) -> CaptureAnswer? {
            var request = TestCapture.hashOnlyRequest()
            request.payload = .hashOnly(body, contentType: contentType)
            return judge.judge(request).answer
        }
        let tooLarge = [UInt8](repeating: 0x20, count: CapturePayload.byteLimit + 1)
        #expect(answer(tooLarge, nil)?.httpStatus == 415)
        #expect(answer(tooLarge, "text/plain")?.httpStatus == 415)
        #expect(answer(tooLarge, "application/json")?.httpStatus == 413)
        #expect(answer(Array(tooLarge.dropLast()), "application/json")?.httpStatus == 400)
        #expect(answer(TestCapture.payload() + [0x20, 0x78], "application/json")?.stage == .jsonSyntax)
        #expect(answer(Array("[]".utf8), "application/x+json; charset=x")?.httpStatus == 422)
        #expect([tooLarge, [], Array("7".utf8)].allSatisfy { answer($0, "application/json")?.errorCode == nil })
    }

    @Test func aFailedAssertionRefusesTheCapture() throws {
        var request = TestCapture.hashOnlyRequest()
        request.device?.counter = 6
        let judgement = judge.judge(request)
        #expect(judgement.answer?.httpStatus == 401 && judgement.answer?.reason == "counter_not_increasing")
        #expect(judgement.answer?.httpStatus == 401)
        #expect(judgement.answer?.errorCode == .attestation)
        #expect(judgement.bindings.map(\.name) == ["server-hash-only/plain"])
        #expect(judgement.confidence == nil)
    }

    @Test func unsignedMembersMayChange() throws {
        let payload = try HashOnlyPayload(json: TestCapture.payload())
        let other = try HashOnlyPayload(
            json: TestCapture.payload([#""capture_mode""#: #""frame_count":7,"x":1,"capture_mode""#]))
        #expect(payload.signedJSON == other.signedJSON)
        #expect(
            try HashOnlyPayload(json: payload.signedJSON.dropLast() + #","assertion":"QUJD"}"#.utf8).signedJSON
                == payload.signedJSON)
    }

    @Test func aSignatureOverTheBodyWithoutItsAssertionIsFound() throws {
        let body = TestCapture.payload()
        let payload = try HashOnlyPayload(json: body)
        let emptied = Array(body[..<payload.assertionRange.lowerBound] + body[payload.assertionRange.upperBound...])
        #expect(String(decoding: emptied, as: UTF8.self).contains(#""assertion":"""#))
        let once = SHA256Digest.bytes(of: emptied)
        for (hash, name) in [
            (once, "body-empty-assertion"), (SHA256Digest.bytes(of: once), "body-empty-assertion-twice"),
        ] {
            let judgement = judge.judge(
                TestCapture.hashOnlyRequest([#""QUJD""#: "\"\(TestCapture.assertion(of: hash))\""]))
            #expect(judgement.answer?.reason == "signature_invalid")
            #expect(judgement.bindings.map(\.name) == ["\(name)/plain"])
        }
    }

    @Test(arguments: [
        ("coarse", "~37.8, ~-122.4"), ("precise", "37.7749, -122.4194"), ("city", "Location available"),
        ("", "Location available"),
    ])
    func locationsAreShownByTheirLevel(_ row: (level: String, text: String)) {
        let location = #""metadata":{"location":{"latitude":37.7749,"longitude":-122.4194}}"#
        func evidence(_ included: Bool) -> MetadataEvidence? {
            judge.judge(
                TestCapture.hashOnlyRequest([
                    #""metadata":{}"#: location, #""location_included":false"#: #""location_included":\#(included)"#,
                    #""location_level":"none""#: #""location_level":"\#(row.level)""#,
                ])
            ).metadataEvidence
        }
        #expect(evidence(true)?.coarseLocation == row.text)
        #expect(evidence(true)?.isLocationAvailable == true)
        #expect(evidence(false)?.coarseLocation == nil)
        #expect(evidence(false)?.isLocationOptedOut == true)
    }

    @Test func trailingArrayElementsWithDefaultsMayBeMissing() throws {
        let temporal = #""temporal_depth_analysis":[[[1,2,0.5,1,2,true,"v"]],1,2,3,true,4,"v"]"#
        let payload = try HashOnlyPayload(
            json: TestCapture.payload([
                #""media_type":"photo""#: #""media_type":"photo","hash_chain":["h",1],\#(temporal)"#
            ]))
        #expect(payload.hashChain?.version == "1.0" && payload.hashChain?.checkpointCount == 0)
        #expect(payload.numbers.count == 4)
        for chain in [#"["h"]"#, #"["h",1,null]"#, #"{"final_hash":"h","chain_length":1,"version":null}"#] {
            let json = TestCapture.payload([#""media_type":"photo""#: #""media_type":"photo","hash_chain":\#(chain)"#])
            #expect(throws: ServerJSONError.self) { try HashOnlyPayload(json: json) }
        }
    }

    @Test func changedBodiesNeverTrap() {
        var random = SplitMix64(seed: 9)
        var stages: Set<CaptureAnswer.Stage> = []
        guard case .hashOnly(let body, _) = TestCapture.hashOnlyRequest().payload else { return }
        for _ in 0..<1500 {
            var changed = body
            for _ in 0...random.below(3) { changed[random.below(changed.count)] = UInt8(random.below(256)) }
            var request = TestCapture.hashOnlyRequest()
            request.payload = .hashOnly(changed, contentType: "application/json")
            if let stage = judge.judge(request).answer?.stage { stages.insert(stage) }
        }
        #expect(stages.isSuperset(of: [.jsonSyntax, .jsonData, .payloadField, .assertion]))
    }
}
