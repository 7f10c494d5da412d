import Captures
import Reports
import Support
import TestSupport
import Testing

/// Texts that are sent in place of an assertion, of JSON or of a hash.
@Suite struct OtherTextTests {
    private func change(assertion: String) throws -> RequiredChange {
        let judged = JudgedCapture(request(TestCapture.metadata(assertion: assertion)))
        let changes = judged.changes.filter { $0.code.hasPrefix("assertion") }
        #expect(changes.count == 1, "\(changes.map(\.sentence))")
        return try #require(changes.first)
    }

    private func request(_ metadata: [UInt8]) -> CaptureRequest {
        TestCapture.request([
            TestCapture.part(.photo, TestCapture.photo), TestCapture.part(.depthMap, CaptureFiles.room),
            TestCapture.part(.metadata, metadata),
        ])
    }

    private func cbor() throws -> [UInt8] { try #require(StrictBase64.bytes(of: TestCapture.fullAssertion)) }

    @Test func whatIsSentInPlaceOfAnAssertionIsNamed() throws {
        let assertion = try AppAttestAssertion(base64: TestCapture.fullAssertion)
        let signature = try #require(P256Signature(assertion.signature))
        let key = CBORBytes.text("authenticatorData")
        let place = try #require(try cbor().indices.first { try cbor()[$0...].starts(with: key) })
        let named = try cbor()[..<place] + CBORBytes.text("authData") + cbor()[(place + key.count)...]
        let format = CBORBytes.text("fmt") + CBORBytes.text("apple-appattest")
        let object: [UInt8] = [0xA2] + format + CBORBytes.text("attStmt") + [0xA0]
        for (bytes, noun) in [
            (object, "found an attestation object of attestKey"),
            (Array(named), "the member authData in place of authenticatorData"),
            (assertion.signature, signature.form == .der ? "the bare signature in DER" : "a bare signature"),
            (signature.raw, "a bare signature (r and s)"),
            (assertion.authenticatorData.bytes, "bare authenticator data"),
            (Array(repeating: 7, count: 32), "32 bytes, such as a key id"),
        ] {
            // 64 digits could be anything.
            let digits = bytes.count == 32 ? [] : [Hexadecimal.text(of: bytes)]
            for text in [StrictBase64.text(of: bytes)] + digits {
                let sentence = try change(assertion: text).sentence
                #expect(sentence.contains("send the result of generateAssertion"), "\(sentence)")
                #expect(sentence.contains(noun), "\(sentence)")
            }
        }
    }

    /// Other bytes are never called the same.
    @Test func changedTextsAreNotTheSameBytes() throws {
        let lower = try change(assertion: TestCapture.fullAssertion.lowercased()).sentence
        #expect(lower.contains("all letters are small") && !lower.contains("the same"), "\(lower)")
        let short = try change(assertion: "x").sentence
        #expect(short.contains("too short"), "\(short)")
        let other = try change(assertion: "AAEC-w").sentence
        #expect(other.contains("of 4 bytes, which are not an assertion"), "\(other)")
    }

    @Test(arguments: [
        ("{'captured_at': 1}", "single quotes"), ("[object Object]", "JSON.stringify"),
        ("{\"a\": NaN}", "NaN or Infinity"),
        ("{\"a\": None}", "Python dictionary"), ("<?xml version=\"1.0\"?><plist/>", "XML or HTML"),
        ("a=1&b=2", "a form"),
        ("{\"a\": 1 // one\n}", "a comment"),
    ])
    func otherTextsThanJSONAreNamed(text: String, noun: String) throws {
        for judged in [judged(payload: Array(text.utf8)), JudgedCapture(request(Array(text.utf8)))] {
            let change = try #require(judged.changes.first { ["payload_json", "metadata_json"].contains($0.code) })
            let reason = try #require(judged.reasons.first)
            for sentence in [change.sentence, reason.sentence] { #expect(sentence.contains(noun), "\(sentence)") }
        }
    }

    private func judged(payload: [UInt8]) -> JudgedCapture {
        var request = TestCapture.hashOnlyRequest()
        request.payload = .hashOnly(payload, contentType: "application/json")
        return JudgedCapture(request)
    }

    @Test func aByteOrderMarkAndOtherMemberNamesAreNamed() throws {
        guard case .hashOnly(let body, _) = TestCapture.hashOnlyRequest().payload else { return }
        let marked = judged(payload: [0xEF, 0xBB, 0xBF] + body)
        #expect(marked.changes.first?.sentence.contains("byte order mark (EF BB BF)") == true)
        #expect(marked.reasons.first?.sentence.contains("(CAP-102)") == true)
        let text = String(decoding: body, as: UTF8.self).replacing("media_hash", with: "mediaHash")
        let camel = judged(payload: Array(text.utf8))
        #expect(camel.changes.first?.sentence.contains("media_hash` at byte") == true)
        #expect(camel.changes.first?.sentence.contains(": there is mediaHash") == true)
    }

    @Test func aHashInAnotherFormIsOneChange() throws {
        let digits = TestCapture.photoHash
        for (text, words) in [
            ("sha256:" + digits, "the digits after \"sha256:\""), ("0x" + digits, "the digits after \"0x\""),
            (digits + "  photo.jpg", "the digits before \"  photo.jpg\""), (String(digits.prefix(32)), "as MD5 has"),
            (String(digits.prefix(40)), "as SHA-1 has"), (digits + digits, "as SHA-512 has"),
            (digits + "0", "found 65 characters"), ("zz", "found 2 characters"),
            (StrictBase64.text(of: try #require(Hexadecimal.bytes(of: digits))), "base64 of 32 bytes, as SHA-256 has"),
        ] {
            let judged = JudgedCapture(
                request(TestCapture.metadata(assertion: TestCapture.fullAssertion, [digits: text])))
            let changes = judged.changes.filter { $0.code.hasPrefix("metadata:photo_hash") }
            #expect(changes.count == 1 && changes.first?.sentence.contains(words) == true, "\(changes.map(\.sentence))")
        }
    }
}

private enum CBORBytes {
    /// A text of fewer than 24 bytes.
    static func text(_ text: String) -> [UInt8] { [0x60 + UInt8(text.utf8.count)] + text.utf8 }
}
