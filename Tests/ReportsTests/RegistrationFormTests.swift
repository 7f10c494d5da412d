import Captures
import Support
import Testing

@testable import Reports

/// Registrations whose texts have another form than the server expects.
@Suite struct RegistrationFormTests {
    private static let now = CaptureTimestamp("2026-03-01T12:00:00Z")
    private static let chain = TestChain(at: now ?? CaptureTimestamp(utcSeconds: 0))
    /// A key whose id has both characters that base64url writes differently.
    private let key: TestKey
    private let challenge: [UInt8] = [0xFB, 0xFF] + Array(1...30)

    init() throws {
        key = try #require(
            (1...255).lazy.compactMap { TestKey(number: Array(repeating: $0, count: 32)) }.first { key in
                let text = StrictBase64.text(of: SHA256Digest.bytes(of: key.publicKey))
                return text.contains("+") && text.contains("/")
            })
    }

    private func judged(_ change: (inout RegistrationBody.Attestation) -> Void) throws -> JudgedRegistration {
        let now = try #require(Self.now)
        let attestation = TestAttestation(key: key, challenge: challenge, madeAt: now)
        var body = attestation.registration(by: Self.chain)
        var members = try #require(body.attestation)
        change(&members)
        body.attestation = members
        return JudgedRegistration(
            RegistrationRequest(
                content: .http(body.json, contentType: "application/json"), now: now,
                root: try #require(AttestationCertificate(Self.chain.root))))
    }

    private var hash: [UInt8] { SHA256Digest.bytes(of: key.publicKey) }

    private func remark(_ keyID: String) throws -> String? {
        let judged = try judged { $0.keyID = keyID }
        // The server stores any text.
        #expect(judged.outcome == .verified)
        let codes = judged.consequences.map(\.code)
        #expect(codes.contains("key_id") == (judged.keyIDRemark != nil))
        return judged.keyIDRemark
    }

    @Test func theIDOfTheKeyHasNoRemark() throws {
        #expect(try remark(StrictBase64.text(of: hash)) == nil)
    }

    @Test func theSameKeyInAnotherFormIsNamed() throws {
        let text = StrictBase64.text(of: hash)
        let digits = Hexadecimal.text(of: hash)
        let forms = [
            (String(text.dropLast()), "without padding"), (digits, "in hexadecimal digits"),
            ("0x" + digits.uppercased(), "in hexadecimal digits"), (text + "\n", "in base64 with line breaks"),
            (StrictBase64.text(of: Array(digits.utf8)), "in base64 of hexadecimal digits"),
            (text.lowercased(), "with capital and small letters changed"),
            (String(text.prefix(40)), "only a part of the key's id, 30 of its 32 bytes"),
        ]
        for (sent, name) in forms {
            let remark = try #require(try remark(sent), "\(sent)")
            #expect(remark.contains("key's id") && remark.contains(name), "\(remark)")
            #expect(remark.contains(text) && remark.contains("registers again"), "\(remark)")
        }
    }

    @Test func theURLAlphabetIsNamed() throws {
        let url = StrictBase64.text(of: hash).replacing("+", with: "-").replacing("/", with: "_").dropLast()
        let remark = try #require(try remark(String(url)))
        #expect(remark.hasPrefix("key_id is the key's id in base64url without padding (the URL alphabet)"))
        #expect(remark.hasSuffix("so the same key in the other alphabet registers again"))
    }

    @Test func otherKeysAndOtherDataAreNamed() throws {
        let point = key.publicKey
        let derived: [([UInt8], String)] = [
            (SHA256Digest.bytes(of: TestKey().publicKey), "of another key"),
            (point, "base64 of 65 bytes"), ([1, 2, 3], "base64 of 3 bytes"),
        ]
        for (bytes, name) in derived {
            let remark = try #require(try remark(StrictBase64.text(of: bytes)), "\(name)")
            #expect(remark.contains(name), "\(remark)")
        }
        #expect(try remark("32 bytes")?.contains("the description of a Data value") == true)
        #expect(try remark("iPhone!")?.contains("is not the id of a key") == true)
    }

    @Test func challengesInAnotherFormAreNamedAndChecked() throws {
        let text = StrictBase64.text(of: challenge)
        let url = text.replacing("+", with: "-").replacing("/", with: "_")
        let hexadecimal = Hexadecimal.text(of: challenge)
        for (sent, code, name) in [
            (String(url.dropLast()), "challenge_base64", "base64url without padding"),
            (text + "\n", "challenge_base64", "base64 with line breaks"),
            // 64 digits are also base64 of 48 bytes.
            (hexadecimal, "challenge_length", "hexadecimal digits"),
            (StrictBase64.text(of: Array(text.utf8)), "challenge_length", "base64 of base64"),
        ] {
            let judged = try judged { $0.challenge = sent }
            let reason = try #require(judged.reasons.first)
            #expect(judged.outcome == .refused && reason.code == code)
            #expect(reason.sentence.hasSuffix("; it is \(name): the same 32 bytes are \(text)"), "\(reason.sentence)")
            #expect(judged.changes.count == 1, "the nonce is checked with the same bytes")
            #expect(judged.apple?.failures == [] && judged.apple?.isChallengeUnknown == false)
            #expect(judged.verification?.strict.isVerified == true)
        }
    }

    @Test func theNonceIsCheckedWithAChallengeInAnotherForm() throws {
        let judged = try judged { $0.challenge = Hexadecimal.text(of: Array(0..<32)) }
        #expect(judged.changes.map(\.code) == ["challenge_length", "nonce_mismatch"])
        #expect(judged.apple?.failures == [.nonce])
    }

    @Test func objectsInAnotherFormAreNamedAndChecked() throws {
        for (form, name): ((String) -> String, String) in [
            ({ $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") }, "base64url"),
            ({ "<\(Hexadecimal.text(of: StrictBase64.bytes(of: $0) ?? []))>" }, "hexadecimal digits"),
        ] {
            let judged = try judged { $0.attestationObject = form($0.attestationObject) }
            let reason = try #require(judged.reasons.first)
            #expect(judged.outcome == .refused && reason.sentence.contains("; it is \(name)"), "\(reason.sentence)")
            #expect(judged.verification?.strict.isVerified == true, "\(name)")
            #expect(judged.apple?.failures == [])
        }
        // Base64 of base64 is base64, but not of CBOR: the server stores the device as unverified.
        let twice = try judged { $0.attestationObject = StrictBase64.text(of: Array($0.attestationObject.utf8)) }
        #expect(twice.outcome == .unverified)
        #expect(twice.reasons.first?.sentence.contains("it was sent as base64 of base64") == true)
    }
}
