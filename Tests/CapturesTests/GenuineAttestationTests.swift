import Captures
import Support
import TestSupport
import Testing

/// Attestation objects and assertions of real iPhones with iOS 14.0 to 18.2.
@Suite struct GenuineAttestationTests {
    private struct Genuine {
        let row: JSONValue
        let object: [UInt8]
        let application: CaptureApplication
        /// nil if the challenge is unknown.
        let challenge: [UInt8]?
        /// A time at which all certificates are valid.
        let now: CaptureTimestamp

        init(_ row: JSONValue) throws {
            self.row = row
            object = try #require(row["attestation_object"]?.string.flatMap(StrictBase64.bytes))
            application = CaptureApplication(
                teamIdentifier: try #require(row["team_id"]?.string),
                bundleIdentifier: try #require(row["bundle_id"]?.string))
            challenge = row["challenge"]?["base64"]?.string.flatMap(StrictBase64.bytes)
            now = try #require(row["server_function"]?["at"]?.string.flatMap { CaptureTimestamp($0) })
        }
    }

    private func genuine() throws -> [Genuine] {
        let rows = try AttestationReference.genuine("attestations")
        #expect(rows.count == 23)
        return try rows.map { try Genuine($0) }
    }

    private func bytes(_ value: JSONValue?) -> [UInt8]? { value?.string.flatMap(Hexadecimal.bytes) }

    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func attestationsVerifyAtTheirTimeAndAreExpiredToday() throws {
        var verifiedCount = 0
        for genuine in try genuine() {
            for (isStrict, mode) in [(false, "permissive"), (true, "strict")] {
                let expected = genuine.row["server_function"]?[mode]
                let verdict = AttestationVerifier(application: genuine.application, now: genuine.now)
                    .verify(genuine.object, challenge: genuine.challenge ?? [1], isStrict: isStrict)
                #expect(verdict.level == expected?["attestation_level"]?.string)
                #expect(verdict.failure?.code == expected?["reason"]?.string)
                if verdict.isVerified { verifiedCount += 1 }
                let key = verdict.isVerified ? bytes(genuine.row["public_key_hex"]) : nil
                #expect(verdict.publicKey == key)
                let today = AttestationVerifier(
                    application: genuine.application, now: CaptureTimestamp(utcSeconds: 1_795_651_200))
                let late = today.verify(genuine.object, challenge: genuine.challenge ?? [1], isStrict: isStrict)
                #expect(late.failure?.code == "certificate_expired")
            }
        }
        #expect(verifiedCount == 40)
    }

    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func diagnosisReadsAppSystemKeyAndReceipt() throws {
        for genuine in try genuine() {
            let diagnosis = AttestationDiagnosis(object: genuine.object, challenge: genuine.challenge)
            let row = genuine.row
            #expect(diagnosis.leafNames?.applicationIdentifier == row["app_id"]?.string)
            #expect(diagnosis.matchesNamedApplication == true)
            #expect(diagnosis.data?.environment?.rawValue == row["environment"]?.string)
            #expect(diagnosis.data?.aaguid == bytes(row["aaguid"]))
            #expect(diagnosis.data.map { Int($0.flags) } == row["flags"]?.whole)
            #expect(diagnosis.data.map { Int($0.counter) } == row["counter"]?.whole)
            #expect(diagnosis.keyID == row["key_id"]?.string)
            #expect(diagnosis.point == bytes(row["public_key_hex"]))
            #expect(diagnosis.isOnCurve && diagnosis.byteCountAfterKey == 0 && diagnosis.extensionMap == nil)
            #expect(diagnosis.nonce == bytes(row["leaf"]?["nonce"]))
            let leaf = diagnosis.certificates.first ?? nil
            #expect(leaf?.subjectName == row["leaf"]?["subject_common_name"]?.string)
            #expect(leaf?.notBefore.secondText == row["leaf"]?["not_before"]?.string)
            #expect(leaf?.notAfter.secondText == row["leaf"]?["not_after"]?.string)
            #expect(diagnosis.certificates.count == row["certificates"]?.whole)
            let system = row["operating_system"]
            #expect(diagnosis.leafNames?.systemVersion == system?["version_1400"]?.string)
            #expect(diagnosis.leafNames?.systemBuild == system?["build_1403"]?.string)
            #expect(diagnosis.leafNames?.platform == system?["platform_1026"]?.string)
            #expect(diagnosis.leafNames?.kind == system?["kind_1029"]?.string)
            let receipt = row["receipt"]
            #expect(diagnosis.receipt?.applicationIdentifier == receipt?["app_id_2"]?.string)
            #expect(diagnosis.receipt?.clientDataHash == bytes(receipt?["client_data_hash_4"]))
            #expect(diagnosis.receipt?.kind == receipt?["type_6"]?.string)
            #expect(diagnosis.receipt?.environment?.rawValue == row["environment"]?.string)
            #expect(diagnosis.receipt?.createdAtText == receipt?["created_12"]?.string)
            #expect(diagnosis.receipt?.createdAt != nil)
        }
    }

    /// 20 apps hash the challenge once, one passes it unhashed, and the challenges of two are unknown.
    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func receiptAndChallengeIdentifyWhatTheNonceCovers() throws {
        var counts: [ChallengeBinding: Int] = [:]
        for genuine in try genuine() {
            let bindings = AttestationDiagnosis(object: genuine.object, challenge: genuine.challenge).bindings
            for binding in bindings { counts[binding, default: 0] += 1 }
            let unbound = AttestationDiagnosis(object: genuine.object).bindings
            #expect(unbound == [.receipt])
        }
        #expect(counts == [.challenge: 20, .challengeItself: 1, .receipt: 23])
    }

    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func onlyUnhashedChallengesFailApplesChecks() throws {
        for genuine in try genuine() {
            let verdict = AppleVerdict(
                AttestationDiagnosis(object: genuine.object, challenge: genuine.challenge),
                challenge: genuine.challenge, keyID: genuine.row["key_id"]?.string,
                application: genuine.application, now: genuine.now, root: AppleRoot.certificate)
            let isHashed = genuine.row["challenge"]?["hashed_as"]?.string == "SHA256(challenge)"
            #expect(verdict.failures == (isHashed || genuine.challenge == nil ? [] : [.nonce]))
            #expect(verdict.isChallengeUnknown == (genuine.challenge == nil))
        }
    }

    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func theTwelveAssertionsUseTheNonceForm() throws {
        let rows = try AttestationReference.genuine("assertions")
        #expect(rows.count == 12)
        let keys = try genuine().map { (id: $0.row["id"], key: $0.row["public_key_hex"]) }
        for row in rows {
            let assertion = try AppAttestAssertion(base64: try #require(row["assertion"]?.string))
            let key = try #require(bytes(row["public_key_hex"]).flatMap { P256PublicKey(sec1: $0) })
            let signature = try #require(P256Signature(assertion.signature))
            let hash = try #require(bytes(row["client_data_hash"]))
            let data = assertion.authenticatorData
            let satisfied = SigningForm.allCases.filter {
                key.verifies(signature.raw, of: $0.message(data.bytes, hash))
            }
            #expect(satisfied.map(\.rawValue) == row["satisfies"]?.elements?.compactMap(\.string))
            #expect(satisfied == [.nonce])
            #expect(Int(data.counter) == row["counter"]?.whole)
            if let id = row["attestation"]?.string {
                #expect(keys.first { $0.id == .string(id) }?.key == row["public_key_hex"])
            }
        }
    }
}
