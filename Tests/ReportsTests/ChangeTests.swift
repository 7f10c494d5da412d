import Captures
import Reports
import Support
import TestSupport
import Testing

/// A request and the codes of the changes that it needs.
private struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let changes: [String]
    var request: CaptureRequest
    var testDescription: String { name }

    init(_ name: String, _ changes: [String], _ request: CaptureRequest) {
        self.name = name
        self.changes = changes
        self.request = request
    }

    init(_ name: String, _ changes: [String], _ request: CaptureRequest, _ adapt: (inout CaptureRequest) -> Void) {
        self.init(name, changes, request)
        adapt(&self.request)
    }
}

private func full(
    photo: [UInt8] = TestCapture.photo, depthMap: [UInt8] = CaptureFiles.room,
    assertion: String? = TestCapture.fullAssertion, _ replacements: [String: String] = [:]
) -> CaptureRequest {
    TestCapture.request([
        TestCapture.part(.photo, photo), TestCapture.part(.depthMap, depthMap),
        TestCapture.part(.metadata, TestCapture.metadata(assertion: assertion, replacements)),
    ])
}

private let valid = full()
private let signed = Array("\(TestCapture.photoHash)|\(TestCapture.capturedAt)".utf8)

/// The client data hash that the server would check for these strings.
private func bound(to photoHash: String, _ capturedAt: String) -> [UInt8] {
    TestCapture.clientDataHash(Array("\(photoHash)|\(capturedAt)".utf8))
}

/// Base64url without padding, and with a line break that makes it differ from base64 in any case.
private func otherForm(_ text: String) -> String {
    "\\n" + text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

/// A hash-only capture whose assertion is written as hexadecimal digits.
///
/// The digits of an even number of bytes are also strict base64. A signature has a random length, so requests are
/// signed until one fits.
private func hexadecimalRequest(ofEvenByteCount isEven: Bool) -> CaptureRequest {
    while true {
        var request = TestCapture.hashOnlyRequest()
        guard case .hashOnly(let body, let contentType) = request.payload,
            let payload = try? HashOnlyPayload(json: body), let bytes = StrictBase64.bytes(of: payload.assertion)
        else { preconditionFailure("the test's own capture is not hash-only") }
        guard bytes.count.isMultiple(of: 2) == isEven else { continue }
        let text = String(decoding: body, as: UTF8.self)
            .replacing(payload.assertion, with: Hexadecimal.text(of: bytes))
        request.payload = .hashOnly(Array("\(text) ".utf8), contentType: contentType)
        return request
    }
}

private let rows = [
    Row("nothing", [], valid),
    Row("the counter and the app", ["application", "counter"], valid) {
        $0.application = .standard
        $0.device?.counter = 6
    },
    Row("no key", ["registration"], valid) { $0.device?.publicKey = nil },
    Row("no valid key", ["registration"], valid) { $0.device?.publicKey = [4, 5] },
    Row("no assertion", ["assertion"], full(assertion: nil)),
    Row("no base64", ["assertion:base64"], full(assertion: "#")),
    Row("no CBOR", ["assertion:cbor"], full(assertion: "QUJD")),
    Row("base64url of a good assertion", ["assertion:base64"], full(assertion: otherForm(TestCapture.fullAssertion))),
    Row(
        "base64url of another assertion", ["assertion:base64", "unknown_signature"],
        full(assertion: otherForm(TestCapture.assertion(of: [1])))),
    Row("hexadecimal digits that are base64", ["assertion:cbor"], hexadecimalRequest(ofEvenByteCount: true)),
    Row(
        "hexadecimal digits that are not base64", ["payload:assertion_base64"],
        hexadecimalRequest(ofEvenByteCount: false)),
    Row("an unknown signed hash", ["unknown_signature"], full(assertion: TestCapture.assertion(of: [1]))),
    Row("no map", ["depth_container"], full(depthMap: [0, 0, 128, 63])),
    Row("no request signature", ["request_signature"], valid) { $0.isRequestVerified = false },
    Row("another model", ["model_name"], full(["iPhone 15 Pro": "iPhone"])),
    Row("media that is already stored", ["media_is_new"], valid) { $0.isMediaStored = true },
    Row("a photo without content", ["photo_content"], full(photo: [])),
    Row("another photo", ["photo_hash"], full(photo: [1])),
    Row(
        "two rules", ["metadata:dimensions_zero", "metadata:dimensions_large"],
        full([#""width":8,"height":6"#: #""width":0,"height":1001"#])),
    Row("no metadata, no photo", ["photo_present", "metadata_present"], TestCapture.request([CaptureFiles.parts[1]])),
    Row(
        "several faults where the server names one", ["photo_content", "metadata:latitude", "media_is_new", "counter"],
        full(photo: [], [#"height":6}"#: #"height":6},"location":{"latitude":91,"longitude":0}"#])
    ) {
        $0.isMediaStored = true
        $0.device?.counter = 6
    },
    Row(
        "an empty part and a missing one", ["photo_content", "depth_map_present"],
        TestCapture.request([TestCapture.part(.photo, []), CaptureFiles.parts[2]])),
    Row(
        "an empty part before a good one", ["photo_content"],
        TestCapture.request([TestCapture.part(.photo, [])] + CaptureFiles.parts)),
    Row(
        "metadata with two kinds of faults", ["metadata_json", "metadata:device_model", "assertion"],
        TestCapture.request(
            CaptureFiles.parts.prefix(2) + [
                TestCapture.part(.metadata, Array("{".utf8)),
                TestCapture.part(.metadata, TestCapture.metadata(assertion: nil, ["iPhone 15 Pro": " "])),
            ]
        )),
    Row(
        "a hash surrounded by white space", ["photo_hash_encoding", "sign_again"],
        full(
            assertion: TestCapture.assertion(of: bound(to: " \(TestCapture.photoHash)", TestCapture.capturedAt)),
            [#""photo_hash":""#: #""photo_hash":" "#])),
    Row(
        "an invalid time that was signed", ["metadata:captured_at", "sign_again"],
        full(
            assertion: TestCapture.assertion(of: bound(to: TestCapture.photoHash, "today")),
            [TestCapture.capturedAt: "today"])),
    Row(
        "an invalid time, signed for another", ["metadata:captured_at", "unknown_signature"],
        full([TestCapture.capturedAt: "today"])),
    Row("no base64 and no key", ["assertion:base64", "registration"], full(assertion: "#")) {
        $0.device?.publicKey = nil
    },
    Row("neither assertion nor request signature", ["assertion", "request_signature"], full(assertion: nil)) {
        $0.isRequestVerified = false
    },
    Row("no JSON", ["metadata_json"], full(["{\"captured_at\"": "{captured_at"])),
    Row("a body too large", ["body_size"], full(photo: Array(repeating: 0, count: 2_100_000))),
    Row(
        "a hash-only capture without the flags' members", ["location_member", "model_member"],
        TestCapture.hashOnlyRequest([#""location_included":false"#: #""location_included":true"#])),
    Row(
        "a city", ["payload_json"],
        TestCapture.hashOnlyRequest([#""metadata":{}"#: #""metadata":{"location":{"city":"x"}}"#])),
    Row(
        "a negative layer count that was signed", ["payload:depth_layers", "sign_again"],
        TestCapture.hashOnlyRequest([#""depth_layers":5"#: #""depth_layers":-1"#])),
    Row(
        "a video without an unsigned member", ["payload:video_requires:frame_count"],
        TestCapture.hashOnlyRequest([
            #""media_type":"photo""#:
                #""media_type":"video","hash_chain":{"final_hash":"x","chain_length":1},"duration_ms":1"#
        ])),
    Row(
        "a scene that fails on the phone", ["sign_again", "depth_scene"],
        TestCapture.hashOnlyRequest([#""is_likely_real_scene":true"#: #""is_likely_real_scene":false"#])),
    Row(
        "inexactly read numbers, signed as read", ["counter"],
        TestCapture.hashOnlyRequest([#""min_depth":0.5"#: #""min_depth":0.1234567890123456789"#])
    ) {
        $0.device?.counter = 6
    },
    Row(
        "text that also breaks a rule", ["content_type", "payload:algorithm_version", "sign_again"],
        TestCapture.hashOnlyRequest([#""algorithm_version":"1.0""#: #""algorithm_version":"""#])
    ) {
        guard case .hashOnly(let body, _) = $0.payload else { return }
        $0.payload = .hashOnly(body, contentType: nil)
    },
    Row("text that is not JSON", ["content_type", "payload_json"], TestCapture.hashOnlyRequest()) {
        $0.payload = .hashOnly(Array("{".utf8), contentType: "text/plain")
    },
    Row("text", ["content_type"], TestCapture.hashOnlyRequest()) {
        guard case .hashOnly(let body, _) = $0.payload else { return }
        $0.payload = .hashOnly(body, contentType: "text/plain")
    },
]

@Suite struct ChangeTests {
    @Test(arguments: rows) private func changesMatchTheFaults(row: Row) throws {
        let verified = JudgedCapture(row.request)
        // Every hash-only row gets the remark about the model, which only its own row expects.
        let isHashOnly = row.request.payload.endpoint == .hashOnly
        let codes = verified.changes.map(\.code).filter {
            !isHashOnly || $0 != "model_member" || row.changes.contains($0)
        }
        #expect(codes == row.changes)
        #expect(verified.changes.allSatisfy { !$0.sentence.isEmpty && !$0.sentence.hasSuffix(".") })
    }

    /// A change names the checks that it hides, because correcting it may reveal more faults.
    @Test(arguments: [
        ("metadata_json", full(["{\"captured_at\"": "{captured_at"]), "the rest of the metadata"),
        ("assertion:base64", full(assertion: "#"), "the app, the counter and the signed data"),
        ("assertion:cbor", full(assertion: "QUJD"), "the app, the counter and the signed data"),
        ("depth_container", full(depthMap: [0, 0, 128, 63]), "the samples"),
        (
            "payload_json", TestCapture.hashOnlyRequest([#""metadata":{}"#: #""metadata":"#]),
            "the rest of the payload and the assertion"
        ),
    ])
    func uncheckedPartsAreNamed(code: String, request: CaptureRequest, hidden: String) throws {
        let change = try #require(JudgedCapture(request).changes.first { $0.code == code })
        let end = "; \(hidden)"
        #expect(change.sentence.contains(end) && change.sentence.hasSuffix("after that and may have further faults"))
    }

    /// The answer is that of the server, which reads no such text; the signature is checked nevertheless.
    @Test func assertionsInAnotherFormAreReadForTheReport() throws {
        let judged = JudgedCapture(full(assertion: otherForm(TestCapture.fullAssertion)))
        #expect(judged.judgement.assertion?.failure == .invalidBase64)
        #expect(judged.judgement.bindings.isEmpty)
        #expect(judged.judgement.readableBindings.map(\.name) == ["server-full/plain"])
        let sentences = [try #require(judged.reasons.first?.sentence), try #require(judged.changes.first?.sentence)]
        for sentence in sentences {
            #expect(sentence.contains("with line breaks"), "\(sentence)")
            #expect(!sentence.contains("can only be checked after that"))
        }
        let twice = StrictBase64.text(of: Array(TestCapture.fullAssertion.utf8))
        let reason = try #require(JudgedCapture(full(assertion: twice)).reasons.first)
        #expect(reason.code == "invalid_cbor" && reason.sentence.contains("; it is base64 of base64"))
    }

    @Test func aNewPhotoNeedsANewHashAndSignature() throws {
        var stored = valid
        stored.isMediaStored = true
        for request in [stored, full(photo: [])] {
            let sentence = try #require(JudgedCapture(request).changes.first).sentence
            #expect(sentence.hasSuffix("needs a new hash and a new signature"), "\(sentence)")
        }
        #expect(!JudgedCapture(valid).changes.contains { $0.sentence.contains("new photo") })
    }

    @Test func hardwareSignaturesNeedAServerChange() {
        let hash = TestCapture.clientDataHash(signed)
        let judged = JudgedCapture(full(assertion: TestCapture.assertion(of: hash, form: .nonce)))
        #expect(judged.changes.map(\.code) == ["signing_form"])
        #expect(judged.changes.map(\.party) == [.server])
        #expect(judged.reasons.map(\.code) == ["signature_invalid"])
    }

    @Test func changesAreOrderedByPurpose() {
        let judged = JudgedCapture(full(photo: [1], assertion: nil, ["iPhone 15 Pro": "iPhone"]))
        #expect(judged.changes.map(\.purpose) == [.acceptance, .confidence])
    }
}
