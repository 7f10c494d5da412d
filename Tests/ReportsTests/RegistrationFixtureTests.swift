import Captures
import Conformance
import Foundation
import Reports
import Support
import TestSupport
import Testing

/// The registrations and requests in the repository, with the answers of `tools/dev/captures/second-opinion`.
@Suite struct RegistrationFixtureTests {
    private static let folder = CommandRunner.package.appending(path: "fixtures/captures")

    private static func expected(_ kind: String) throws -> [JSONValue.Member] {
        let json = try JSONReader.read([UInt8](try Data(contentsOf: folder.appending(path: "\(kind).json"))))
        return try #require(json.members)
    }

    @Test(arguments: [("registrations", 274), ("requests", 124)])
    func everyCaseMatchesItsAnswerInEveryField(kind: String, count: Int) throws {
        let expected = try Self.expected(kind)
        let folder = Self.folder.appending(path: kind)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == expected.map { $0.key + ".json" }.sorted())
        #expect(names.count >= count)
        let answers = try #require(ExpectedAnswers(.object(expected)))
        let verifier = CaptureVerifier(
            reader: CaptureInputReader(), serverState: ServerState(), expected: answers)
        for name in names {
            let result = verifier.verify(folder.appending(path: name).path)
            #expect(result.differences == [], "\(name): \(result.error.map(\.wording.description) ?? "")")
        }
    }

    private func reasons(_ kind: String, _ mode: String) throws -> Set<String> {
        Set(
            try Self.expected(kind).flatMap { answer in
                [answer.value[mode]?["detail"], answer.value[mode]?["reason"], answer.value["answer"]?["reason"]]
                    .compactMap { $0?.string }
            })
    }

    @Test func everyRegistrationRuleIsBrokenByACase() throws {
        let found = try reasons("registrations", "strict")
        let bytes: [UInt8] = []
        let time = CaptureTimestamp(utcSeconds: 0)
        var failures: [AttestationFailure] = [
            .noChallenge, .invalidCBOR(.notMap), .invalidFormat(found: ""), .invalidAuthenticatorData(byteCount: 0),
            .incompleteChain(count: 0), .invalidCertificate(index: 0),
            .certificateExpired(index: 0, notBefore: time, notAfter: time), .nonceMissing, .invalidNonceFormat,
            .nonceMismatch(found: bytes, expected: bytes), .appIDMismatch(found: bytes, expected: bytes),
            .invalidPublicKey(.keyType), .counterNotZero(1),
        ]
        failures += ChallengeState.allCases.filter { $0 != .issued }.map { .challenge($0) }
        failures += AttestationFailure.Member.allCases.map { .missingMember($0) }
        failures += AttestationFailure.ChainLink.allCases.map { .chain($0) }
        let names =
            failures.map { $0.detail ?? $0.code } + RegistrationRule.allCases.map(\.rawValue)
            + ["content_type", "body_limit", "syntax", "challenge_length", "unique_key_id", "nul_character"]
        for name in names { #expect(found.contains(name), "no case breaks \(name)") }
        let unchecked = Set(
            try Self.expected("registrations").flatMap { answer in
                answer.value["apple_asks_but_server_does_not_check"]?.elements?.compactMap(\.string) ?? []
            })
        #expect(unchecked == Set(AppleRequirement.allCases.map(\.rawValue)))
    }

    @Test func everyRequestRuleIsBrokenByACase() throws {
        let found = try reasons("requests", "strict")
        let assertions: [AssertionFailure] = [
            .invalidCBOR(.notMap), .missingMember(.signature), .missingMember(.authenticatorData),
            .invalidAuthenticatorData(byteCount: 0), .counterNotIncreasing(found: 0, stored: 0), .missingPublicKey,
            .invalidPublicKey, .signatureFormat, .signatureInvalid,
        ]
        let names =
            ["past", "future", "unknown", "unverified", "request_limit"] + assertions.map(\.code)
            + SignatureHeader.allCases.map(\.rawValue)
        for name in names { #expect(found.contains(name), "no case breaks \(name)") }
    }

    @Test func iOS27ObjectsExplainWhyTheyCannotVerify() throws {
        let path = Self.folder.appending(path: "registrations/register-ios-27.json").path
        let verifier = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState())
        let result = verifier.verify(path)
        let reason = try #require(result.reasons.first)
        #expect(reason.code == "invalid_public_key")
        #expect(reason.sentence.contains("apple_bundle_version_01 \"42\""))
        #expect(reason.sentence.contains("apple_validation_category_01 4 (App Store)"))
        #expect(result.changes.map(\.code) == ["invalid_public_key", "new_key"])
        let map = result.json["object"]?["extension_map"]
        #expect(map?["apple_validation_category_01"] == .number("4"))
        #expect(result.json["object"]?["flags"] == .number("64"), "phones leave ED clear")
        #expect(result.json["apple"]?["accepted"] == .flag(true))
        #expect(result.json["stored"]?["level"] == .string("unverified"))
    }

    @Test(arguments: [
        ("challenge-itself", "challenge-itself"), ("twice", "challenge-twice"), ("base64", "challenge-base64"),
        ("hexadecimal", "challenge-hexadecimal"), ("nothing", "nothing-hashed"),
    ])
    func wrongNoncesNameWhatTheyCover(name: String, binding: String) throws {
        let path = Self.folder.appending(path: "registrations/register-nonce-of-\(name).json").path
        let result = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState()).verify(path)
        #expect(result.json["bindings"] == .array([.string(binding), .string("receipt")]))
        let definition = try #require(ChallengeBinding(rawValue: binding)?.definition)
        #expect(result.reasons.first?.sentence.contains(definition) == true)
        #expect(result.json["consequences"]?.elements?.first?.string?.contains("final for this key") == true)
    }
}
