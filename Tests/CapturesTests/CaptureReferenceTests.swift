import Captures
import Foundation
import Support
import TestSupport
import Testing

@Suite struct CaptureReferenceTests {
    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func everyReferenceCaseMatchesInEveryField() throws {
        let judge = CaptureJudge()
        let expected = try CaptureReference.expected()
        #expect(expected.count == 187)
        var fieldCount = 0
        for answer in expected {
            let judgement = judge.judge(try CaptureReference.request(answer.key)).asExpected
            fieldCount += expectFields(judgement, answer.value, at: answer.key)
        }
        #expect(fieldCount >= 2100)
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func everyReferenceBodyMatchesInEveryField() throws {
        let device = try DeviceOfBodies.device()
        let now = try #require(CaptureTimestamp("2025-12-01T10:00:30Z"))
        let expected = try CaptureReference.members("bodies/expected.json").filter {
            !CaptureReference.notModelled.contains($0.key)
        }
        #expect(expected.count == 8)
        for answer in expected {
            let body = try CaptureReference.bytes("bodies/\(answer.key).body")
            for payload in [
                FullCaptureBody.multipart(body, boundary: "B"),
                .request(body, contentType: "multipart/form-data; boundary=B"),
            ] {
                let request = CaptureRequest(
                    payload: .full(payload), device: device,
                    application: CaptureApplication(
                        teamIdentifier: "TEAM999999", bundleIdentifier: "net.example.exam"), now: now)
                let judgement = CaptureJudge().judge(request).asExpected
                #expect(expectFields(judgement, answer.value, at: answer.key) >= 3)
            }
        }
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func partsAndBodiesOfACaseGetTheSameAnswer() throws {
        let judge = CaptureJudge()
        var count = 0
        for answer in try CaptureReference.expected() {
            var request = try CaptureReference.request(answer.key)
            guard case .full(.parts(let parts)) = request.payload else { continue }
            request.payload = .full(.multipart(MultipartWriter.standard.body(of: parts)))
            _ = expectFields(judge.judge(request).asExpected, answer.value, at: answer.key)
            count += 1
        }
        #expect(count >= 100)
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func theFailedCheckMatchesTheAnswer() throws {
        for answer in try CaptureReference.expected() {
            let judgement = CaptureJudge().judge(try CaptureReference.request(answer.key))
            let failed = judgement.checks.filter { $0.outcome == .failed }.map(\.check)
            let refusing = failed.filter { judgement.endpoint == .hashOnly || !isOfAssertion($0) }
            #expect(refusing.count == (judgement.refusal == nil ? 0 : 1), "\(answer.key): \(failed.map(\.name))")
            #expect(failed.contains(where: isOfAssertion) == (judgement.assertion?.status == .fail), "\(answer.key)")
            if judgement.refusal == nil {
                #expect(judgement.checks.allSatisfy { $0.outcome != .notReached || isOfAssertion($0.check) })
            }
        }
    }

    private func isOfAssertion(_ check: CaptureCheck) -> Bool { if case .assertion = check { true } else { false } }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func theSevenPhoneAssertionsUseTheNonceForm() throws {
        let assertions = try CaptureReference.elements("apple-assertions.json")
        #expect(assertions.count == 7)
        for row in assertions {
            let assertion = try AppAttestAssertion(base64: try #require(row["assertion_base64"]?.string))
            let sec1 = try bytes(of: row, "public_key_hex")
            let key = try #require(P256PublicKey(sec1: sec1))
            let signature = try #require(P256Signature(assertion.signature))
            let clientData = try #require(row["client_data_base64"]?.string.flatMap(StrictBase64.bytes))
            let hash = SHA256Digest.bytes(of: clientData)
            #expect(StrictBase64.text(of: hash) == row["client_data_hash_base64"]?.string)
            let satisfied = SigningForm.allCases.filter {
                key.verifies(signature.raw, of: $0.message(assertion.authenticatorData.bytes, hash))
            }
            #expect(satisfied == [.nonce])
            #expect(Int(assertion.authenticatorData.counter) == row["counter"]?.whole)
            let application = CaptureApplication(
                teamIdentifier: try #require(row["team_identifier"]?.string),
                bundleIdentifier: try #require(row["bundle_identifier"]?.string))
            #expect(assertion.authenticatorData.rpIDHash == application.rpIDHash)
            #expect(assertion.authenticatorData.flags == 0x40)
        }
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func bindingNamesMatchTheTable() throws {
        let names = try CaptureReference.members("tables/binding-names.json").map(\.key)
        let bindings = names.filter { !$0.hasPrefix("/") }
        #expect(Set(bindings) == Set(AssertionBinding.allCases.filter(\.isInCaptures).map(\.name)))
        #expect(names.filter { $0.hasPrefix("/") } == SigningForm.allCases.map { "/\($0.rawValue)" })
    }
}

@Suite struct CaptureTableTests {
    private func rows(_ name: String) throws -> [JSONValue] {
        let rows = try CaptureReference.elements("tables/\(name).json")
        #expect(rows.count > 10)
        return rows
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func base64ValidityMatchesTheTable() throws {
        for row in try rows("base64") {
            let text = try #require(row["text"]?.string)
            #expect((StrictBase64.bytes(of: text) != nil) == row["valid"]?.flag, "\(text)")
        }
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func timestampsMatchTheTable() throws {
        for row in try rows("timestamps") {
            let text = try #require(row["text"]?.string)
            let timestamp = CaptureTimestamp(text)
            #expect((timestamp != nil) == row["valid"]?.flag, "\(text)")
            #expect(timestamp.map { Int($0.utcSeconds) } == row["utc_seconds"]?.whole, "\(text)")
            #expect(timestamp.map { Int($0.nanoseconds) } == row["nanoseconds"]?.whole, "\(text)")
        }
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func numbersMatchTheTable() throws {
        for row in try rows("numbers") {
            let text = try #require(row["text"]?.string)
            var reader = ServerJSONReader(Array(text.utf8))
            let single = (try? whole(&reader) { try $0.binary32() }).map { ServerJSONWriter.text(of: $0) }
            reader = ServerJSONReader(Array(text.utf8))
            let double = (try? whole(&reader) { try $0.binary64() }).map { ServerJSONWriter.text(of: $0) }
            #expect(single ?? "syntax error" == row["as_f32"]?.string, "\(text)")
            #expect(double ?? "syntax error" == row["as_f64"]?.string, "\(text)")
        }
    }

    private func whole<Value>(
        _ reader: inout ServerJSONReader, _ read: (inout ServerJSONReader) throws -> Value
    ) throws -> Value {
        let value = try read(&reader)
        try reader.end()
        return value
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func signatureFormsAndVerificationMatchTheTable() throws {
        let table = try CaptureReference.json("tables/signatures.json")
        let sec1 = try bytes(of: table, "public_key_hex")
        let key = try #require(P256PublicKey(sec1: sec1))
        let message = try bytes(of: table, "message_hex")
        let rows = try #require(table["rows"]?.elements)
        #expect(rows.count == 20)
        for row in rows {
            let name = try #require(row["name"]?.string)
            let bytes = try bytes(of: row, "signature_hex")
            let signature = P256Signature(bytes)
            #expect(signature?.form.rawValue ?? "refused" == row["form"]?.string, "\(name)")
            #expect(signature.map { key.verifies($0.raw, of: message) } ?? false == row["verifies"]?.flag, "\(name)")
        }
    }

    @Test(.enabled(if: CaptureReference.isThere, CaptureReference.comment))
    func bothFormsOfTheTableKeysAreAccepted() throws {
        for row in try CaptureReference.members("tables/keys.json").map(\.value) {
            let sec1 = try bytes(of: row, "public_key_hex")
            #expect(P256PublicKey(sec1: sec1) != nil)
            let compressed = [2 + sec1[64] % 2] + sec1[1...32]
            #expect(P256PublicKey(sec1: compressed) != nil)
            #expect(StrictBase64.text(of: SHA256Digest.bytes(of: sec1)) == row["key_id"]?.string)
        }
    }
}

/// The device that signed the bodies of the reference.
private enum DeviceOfBodies {
    static func device() throws -> CaptureDevice {
        let file = try CaptureReference.json("bodies/device.json")
        return CaptureDevice(
            publicKey: try bytes(of: file, "public_key"), counter: Int64(try #require(file["counter"]?.whole)))
    }
}

private func bytes(of value: JSONValue, _ member: String) throws -> [UInt8] {
    try #require(value[member]?.string.flatMap(Hexadecimal.bytes))
}
