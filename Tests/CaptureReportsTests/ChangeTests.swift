import CapturePayloads
import CaptureReports
import CaptureTestSupport
import DepthTestSupport
import Testing

/// A request and the changes that it needs, by their codes.
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

private let rows = [
    Row("nothing", [], valid),
    Row("the counter and the app", ["application", "counter"], valid) {
        $0.application = .standard
        $0.device.counter = 6
    },
    Row("no key", ["registration"], valid) { $0.device.publicKey = nil },
    Row("no valid key", ["registration"], valid) { $0.device.publicKey = [4, 5] },
    Row("no assertion", ["assertion"], full(assertion: nil)),
    Row("no base64", ["assertion:base64"], full(assertion: "#")),
    Row("no CBOR", ["assertion:cbor"], full(assertion: "QUJD")),
    Row("nothing known is signed", ["unknown_signature"], full(assertion: TestCapture.assertion(of: [1]))),
    Row("no map", ["depth_container"], full(depthMap: [0, 0, 128, 63])),
    Row("no request signature", ["request_signature"], valid) { $0.isRequestVerified = false },
    Row("another model", ["model_name"], full(["iPhone 15 Pro": "iPhone"])),
    Row("media that is stored", ["media_is_new"], valid) { $0.isMediaStored = true },
    Row("a photo without content", ["photo_content"], full(photo: [])),
    Row("another photo", ["photo_hash"], full(photo: [1])),
    Row(
        "two rules", ["metadata:dimensions_zero", "metadata:dimensions_large"],
        full([#""width":8,"height":6"#: #""width":0,"height":1001"#])),
    Row("no metadata, no photo", ["photo_present", "metadata_present"], TestCapture.request([CaptureFiles.parts[1]])),
    Row("no JSON", ["metadata_json"], full(["{\"captured_at\"": "{captured_at"])),
    Row("a body too large", ["body_size"], full(photo: Array(repeating: 0, count: 2_100_000))),
    Row(
        "a hash-only capture without the flags' members", ["location_member", "model_member"],
        TestCapture.hashOnlyRequest([#""location_included":false"#: #""location_included":true"#])),
    Row(
        "a city", ["payload_json"],
        TestCapture.hashOnlyRequest([#""metadata":{}"#: #""metadata":{"location":{"city":"x"}}"#])),
    Row("text", ["content_type"], TestCapture.hashOnlyRequest()) {
        guard case .hashOnly(let body, _) = $0.payload else { return }
        $0.payload = .hashOnly(body, contentType: "text/plain")
    },
]

@Suite struct ChangeTests {
    @Test(arguments: rows) private func changesAreThoseOfWhatIsWrong(row: Row) throws {
        let verified = JudgedCapture.Judged(row.request)
        // The model of a hash-only capture is a remark of every row but its own.
        let isHashOnly = row.request.payload.endpoint == .hashOnly
        let codes = verified.changes.map(\.code).filter {
            !isHashOnly || $0 != "model_member" || row.changes.contains($0)
        }
        #expect(codes == row.changes)
        #expect(verified.changes.allSatisfy { !$0.sentence.isEmpty && !$0.sentence.hasSuffix(".") })
    }

    @Test func aSignatureAsApplesHardwareMakesItNeedsAnotherServer() {
        let hash = TestCapture.clientDataHash(signed)
        let judged = JudgedCapture.Judged(full(assertion: TestCapture.assertion(of: hash, form: .nonce)))
        #expect(judged.changes.map(\.code) == ["signing_form"])
        #expect(judged.changes.map(\.party) == [.server])
        #expect(judged.reasons.map(\.code) == ["signature_invalid"])
    }

    @Test func acceptanceComesFirstThenConfidenceThenTheRecord() {
        let judged = JudgedCapture.Judged(full(photo: [1], assertion: nil, ["iPhone 15 Pro": "iPhone"]))
        #expect(judged.changes.map { $0.purpose(at: .full) } == [.acceptance, .confidence])
    }
}
