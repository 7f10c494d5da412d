import Captures
import Foundation
import Reports
import Support
import TestSupport
import Testing

@testable import depthcheck

/// The changes after which a registration would verify: one for every fault, not only the first.
@Suite struct RegistrationChangeTests {
    private static let folder = CommandRunner.package.appending(path: "fixtures/captures/registrations")
    private static let challenge = [UInt8](0..<32)
    private static let otherChallenge = [UInt8](repeating: 9, count: 32)
    private static let now = CaptureTimestamp(utcSeconds: 1_764_583_230)

    private static let key: TestKey = {
        guard let key = TestKey(number: Array(1...32)) else {
            preconditionFailure("a small number is not accepted as a key")
        }
        return key
    }()

    private func attestation(_ challenge: [UInt8] = challenge) -> TestAttestation {
        TestAttestation(key: Self.key, challenge: challenge, madeAt: Self.now)
    }

    private func judged(
        _ attestation: TestAttestation, at now: CaptureTimestamp = now, isStrict: Bool = false,
        changing change: (inout [UInt8]) throws -> Void = { _ in }
    ) throws -> JudgedRegistration {
        let chain = TestChain(at: Self.now)
        var object = attestation.object(by: chain)
        try change(&object)
        let body = RegistrationBody(
            attestation: RegistrationBody.Attestation(
                keyID: attestation.keyID, attestationObject: StrictBase64.text(of: object),
                challenge: StrictBase64.text(of: Self.challenge)))
        var request = RegistrationRequest(content: .members(body), now: now, isStrict: isStrict)
        request.root = try #require(AttestationCertificate(chain.root))
        return JudgedRegistration(request)
    }

    /// Sets the counter in the authenticator data, so that the nonce no longer covers the data.
    private func count(_ object: inout [UInt8], _ application: CaptureApplication = .standard) throws {
        let start = try #require(object.firstRange(of: application.rpIDHash)).lowerBound
        object[start + 36] = 7
    }

    private func judgedCase(_ name: String) throws -> JudgedRegistration {
        let path = Self.folder.appending(path: "\(name).json").path
        let result = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState()).verify(path)
        guard case .registration(let judged) = result.kind else { throw CocoaError(.fileReadCorruptFile) }
        return judged
    }

    @Test func everyFaultOfAnObjectIsListedInTheServersOrder() throws {
        var attestation = attestation(Self.otherChallenge)
        attestation.application = CaptureApplication(teamIdentifier: "OTHER12345", bundleIdentifier: "org.other")
        attestation.extensionMap = AuthenticatorExtensions(bundleVersion: "1", validationCategory: 4)
        let late = CaptureTimestamp(utcSeconds: Self.now.utcSeconds + 86_400 * 10)
        let judged = try judged(attestation, at: late) { try count(&$0, attestation.application) }
        #expect(judged.reasons.map(\.code) == ["certificate_expired"])
        #expect(
            judged.changes.map(\.code) == [
                "certificate_expired", "nonce_mismatch", "app_id_mismatch", "invalid_public_key", "counter_not_zero",
                "new_key",
            ])
        #expect(judged.changes.map(\.party) == [.sender, .sender, .server, .server, .sender, .sender])
    }

    @Test func everyFaultBeforeTheObjectIsListed() throws {
        let json = #"""
            {"platform":"web","model":" ","has_lidar":true,
            "attestation":{"key_id":" ","attestation_object":"?","challenge":"QUJD"}}
            """#
        let request = RegistrationRequest(
            content: .http(Array(json.utf8), contentType: "text/plain"), now: Self.now, isKeyRegistered: true)
        let judged = JudgedRegistration(request)
        #expect(judged.reasons.map(\.code) == ["content_type"])
        #expect(
            judged.changes.map(\.code) == [
                "content_type", "platform", "model", "key_id", "attestation_object_base64", "challenge_length",
                "unique_key_id",
            ])
        #expect(judged.changes.allSatisfy { $0.purpose == .acceptance })
    }

    @Test(arguments: [false, true])
    func theFirstFaultListedIsTheServersRefusal(isStrict: Bool) throws {
        let folder = Self.folder.path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count >= 274)
        let verifier = CaptureVerifier(
            reader: CaptureInputReader(), serverState: ServerState(isAttestationStrict: isStrict))
        var codes: Set<String> = []
        for name in names {
            guard case .registration(let judged) = verifier.verify("\(folder)/\(name)").kind else {
                Issue.record("\(name) is not a registration")
                continue
            }
            let failures = judged.judgement.failures
            let failure = failures.attestation.first?.fault
            #expect((failures.early + failures.storage).first == judged.judgement.refused, "\(name)")
            if let verdict = judged.judgement.verdict { #expect(failure == verdict.failure, "\(name)") }
            if let failure { codes.insert(failure.detail ?? failure.code) }
        }
        #expect(codes.count >= (isStrict ? 24 : 21), "\(codes.count)")
    }

    /// A time is offered only if every certificate is valid then, and only in a form that --at accepts.
    @Test func theSuggestedTimeVerifies() throws {
        let expiry = CaptureTimestamp(utcSeconds: Self.now.utcSeconds + 86_400 * 5)
        let judged = try judged(attestation(), at: expiry)
        let advice = try #require(judged.changes.first?.message.text(.command))
        #expect(advice.contains("the leaf expired at 2025-12-04T10:00:30Z"))
        #expect(advice.contains("give --at 2025-12-01T10:00:30.000Z"))
        #expect(judged.reasons.first?.sentence.contains("the leaf expired 2 days before") == true)
        // A receipt with an invalid time, and one whose time is outside the leaf's validity.
        for text in ["2025-12-01X10:00:30.000Z", "2021-12-01T10:00:30.000Z"] {
            let judged = try self.judged(attestation(), at: expiry) { object in
                let range = try #require(object.firstRange(of: Array("2025-12-01T10:00:30.000Z".utf8)))
                object.replaceSubrange(range, with: text.utf8)
            }
            let sentence = try #require(judged.changes.first?.message.text(.command))
            #expect(sentence.contains("give --at 2025-11-30T10:00:30Z") && !sentence.contains(text), "\(sentence)")
        }
    }

    @Test func aLeafNotYetValidSuggestsCheckingTheClock() throws {
        let early = CaptureTimestamp(utcSeconds: Self.now.utcSeconds - 86_400 - 10_800)
        let judged = try judged(attestation(), at: early)
        #expect(judged.reasons.first?.sentence.contains("the leaf begins 3 hours after") == true)
        let change = try #require(judged.changes.first)
        #expect(change.party == .server && change.sentence.description.contains("correct the server's clock"))
        #expect(!change.sentence.description.contains("register as soon"))
    }

    /// A case contains its time, so --at is not offered.
    @Test func theInvalidCertificateIsNamed() throws {
        let judged = try judgedCase("register-third-early")
        let sentence = try #require(judged.changes.first?.message.text(.command))
        #expect(sentence.contains("certificate 3 ("), "\(sentence)")
        #expect(!sentence.contains("--at"), "\(sentence)")
        let exchanged = try judgedCase("register-leaf-times-exchanged")
        #expect(
            exchanged.changes.first?.sentence.description.contains("no time at which all certificates are valid")
                == true)
    }

    @Test func nonceAdviceDependsOnWhatTheNonceCovers() throws {
        func advice(_ judged: JudgedRegistration) throws -> String {
            try #require(judged.changes.first { $0.code == "nonce_mismatch" }?.sentence.description)
        }
        let itself = try advice(judgedCase("register-nonce-of-challenge-itself"))
        #expect(itself.contains("hashed once, instead of the challenge itself"), "\(itself)")
        let twice = try advice(judgedCase("register-nonce-of-twice"))
        #expect(twice.contains("instead of H(H(challenge))"), "\(twice)")
        let nothing = try advice(judgedCase("register-nonce-of-nothing"))
        #expect(nothing.contains("it was empty when it was hashed"), "\(nothing)")
        // Hashed correctly, but for another challenge.
        let other = try advice(judged(attestation(Self.otherChallenge)))
        #expect(other.contains("send the challenge that the attestation was made for"), "\(other)")
        #expect(!other.contains("hand SHA-256"), "\(other)")
        // The receipt has the right hash, but the data changed after the nonce was made.
        let changed = try advice(judged(attestation()) { try count(&$0) })
        #expect(changed.contains("one of them was changed"), "\(changed)")
        #expect(!changed.contains("hand SHA-256"), "\(changed)")
        let unknown = try advice(
            judged(attestation()) { object in
                try count(&object)
                let range = try #require(object.firstRange(of: Array("receipt".utf8)))
                object.replaceSubrange(range, with: "receipx".utf8)
            })
        #expect(unknown.contains("without a receipt the two cannot be distinguished"), "\(unknown)")
    }

    @Test func oneByteAfterTheKeyIsSingular() throws {
        let sentence = try #require(judgedCase("register-no-key-byte-behind").reasons.first?.sentence)
        #expect(sentence.hasPrefix("1 byte follows the key"), "\(sentence)")
    }

    /// The receipt's text is quoted literally, and compared with the rest.
    @Test func receiptMismatchesNameAppAndEnvironment() throws {
        func replacing(_ old: String, _ new: String) throws -> JudgedRegistration {
            try judged(attestation()) { object in
                let range = try #require(object.lastRange(of: Array(old.utf8)))
                object.replaceSubrange(range, with: new.utf8)
            }
        }
        let odd = try replacing("production", "prodaction")
        #expect(odd.diagnosis?.receipt?.environmentName == "prodaction" && odd.diagnosis?.receipt?.environment == nil)
        #expect(odd.consequences.contains { $0.sentence.contains("the receipt of prodaction") })
        let other = try replacing("XXXXXXXXXX", "YYYYYYYYYY")
        #expect(
            other.consequences.contains {
                $0.code == "apps_differ" && $0.sentence.contains("the receipt YYYYYYYYYY.com.realitycam.app")
            })
        var sandbox = attestation()
        sandbox.environment = .development
        #expect(try judged(sandbox).diagnosis?.receipt?.environmentName == "sandbox")
    }

    /// The leaf names one app, and the authenticator data has the hash of another.
    @Test func aLeafAppDifferingFromTheDataIsNoted() throws {
        let judged = try judged(attestation()) { object in
            let start = try #require(object.firstRange(of: CaptureApplication.standard.rpIDHash)).lowerBound
            object[start] ^= 1
        }
        #expect(judged.consequences.contains { $0.code == "apps_differ" })
        #expect(judged.changes.map(\.code).contains("app_id_mismatch"))
    }

    /// A key that is no point is registered, but the first line does not call it faultless.
    @Test func anUnusableKeyIsNotReportedAsFaultless() throws {
        let path = Self.folder.appending(path: "register-off-curve.json").path
        let outcome = try CommandRunner.depthcheck(["capture", "verify", path])
        #expect(outcome.output.contains("no objection from the server's checks; consequences are below"))
        #expect(!outcome.output.contains("      no objection\n"))
    }
}

extension RangeReplaceableCollection where Element == UInt8, Self: BidirectionalCollection, Index == Int {
    /// The last occurrence of these bytes.
    fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
        indices.reversed().lazy.filter { $0 + bytes.count <= endIndex }
            .first { self[$0..<$0 + bytes.count].elementsEqual(bytes) }.map { $0..<$0 + bytes.count }
    }
}
