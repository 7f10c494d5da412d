import Captures
import Foundation
import Reports
import TestSupport
import Testing

/// Signatures over another text of the value that was sent.
struct SignedTextTests {
    private let hash = TestCapture.photoHash
    private let time = TestCapture.capturedAt

    /// A full capture that states `sent` and signs `signed`.
    private func full(
        hash sentHash: String? = nil, time sentTime: String? = nil, signing signed: String,
        form: SigningForm = .plain
    ) -> JudgedCapture {
        let assertion = TestCapture.assertion(of: TestCapture.clientDataHash(Array(signed.utf8)), form: form)
        let replacements = [hash: sentHash ?? hash, time: sentTime ?? time]
        return JudgedCapture(
            TestCapture.request([
                TestCapture.part(.photo, TestCapture.photo), TestCapture.part(.depthMap, CaptureFiles.room),
                TestCapture.part(.metadata, TestCapture.metadata(assertion: assertion, replacements)),
            ]))
    }

    private func member(_ judged: JudgedCapture) -> (name: String, signed: String, form: String)? {
        guard case .member(let name, _, let signed, let form)? = judged.signedText?.source else { return nil }
        return (name, signed, form)
    }

    @Test(arguments: [
        ("2025-12-01T10:00:00Z", "2025-12-01T10:00:00.123Z", "with 3 digits of fraction"),
        ("2025-12-01T10:00:00.124Z", "2025-12-01T10:00:00.991Z", "with another fraction"),
        ("2025-12-01 10:00:00.123Z", "2025-12-01T10:00:00.123Z", "with T"),
        ("2025-12-01T10:00:00.123Z", "2025-12-01 10:00:00.123+00:00", "with a space and with +00:00"),
        ("2025-12-01T10:00:00+00:00", "2025-12-01T10:00:00Z", "with Z"),
        ("2025-12-01T10:00:00.123Z", "2025-12-01T10:00:00.123000Z", "with 6 digits of fraction"),
        ("2025-12-01T10:00:00.123Z", "2025-12-01T10:00:00Z", "without a fraction"),
        ("2025-12-01T11:00:00.123+01:00", "2025-12-01T10:00:00.123Z", "in UTC"),
        ("2025-12-01T10:00:00.123Z", "1764583200123", "in milliseconds since 1970"),
    ])
    func aTimeInAnotherFormIsFound(sent: String, signed: String, form: String) throws {
        let found = try #require(member(full(time: sent, signing: "\(hash)|\(signed)")))
        #expect(found == ("captured_at", signed, form))
    }

    @Test func aHashInAnotherFormIsFound() throws {
        let upper = try #require(member(full(hash: hash.uppercased(), signing: "\(hash)|\(time)")))
        #expect(upper == ("photo_hash", hash, "in lower case"))
        let base64 = Data(TestCapture.clientDataHash(TestCapture.photo)).base64EncodedString()
        #expect(try #require(member(full(signing: "\(base64)|\(time)"))) == ("photo_hash", base64, "in base64"))
    }

    @Test func theNonceFormAddsTheChangeOfTheServer() throws {
        let judged = full(hash: hash.uppercased(), signing: "\(hash)|\(time)", form: .nonce)
        #expect(judged.signedText?.form == .nonce)
        #expect(judged.changes.prefix(2).map(\.code) == ["signed_text", "signing_form"])
        #expect(judged.reasons.first?.sentence.contains("server-full/nonce of photo_hash in lower case") == true)
    }

    @Test(arguments: [true, false])
    func aPayloadInAnotherLayoutIsFound(isSorted: Bool) throws {
        guard case .hashOnly(let body, let type) = TestCapture.hashOnlyRequest().payload else { return }
        var object = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        object["assertion"] = nil
        let options: JSONSerialization.WritingOptions =
            isSorted ? [.sortedKeys] : [.sortedKeys, .withoutEscapingSlashes]
        let signed = try JSONSerialization.data(withJSONObject: object, options: options)
        object["assertion"] = TestCapture.assertion(of: TestCapture.clientDataHash(Array(signed)))
        let sent = try JSONSerialization.data(withJSONObject: object, options: options)
        var request = TestCapture.hashOnlyRequest()
        request.payload = .hashOnly(Array(sent), contentType: type)
        let judged = JudgedCapture(request)
        guard case .json(let form)? = judged.signedText?.source else {
            Issue.record("found no layout")
            return
        }
        #expect(form.members != .emptyAssertion)
        #expect(form.isSorted || form.escape == .none)
        #expect(judged.changes.map(\.code).contains("signed_text"))
    }

    @Test func aCaptureAndItsRequestNeedAtMostThreeThousandVerifications() {
        #expect(SignedText.verificationLimit + RequestSigning.definitionCount <= 3_000)
    }

    @Test func anotherKeyMatchesNoText() {
        var request = full(signing: "\(hash)|\(time)").request
        request.device?.publicKey = TestKey().publicKey
        let judged = JudgedCapture(request)
        #expect(judged.signedText == nil && judged.changes.map(\.code).contains("unknown_signature"))
    }
}
