import Captures
import Foundation
import Support
import TestSupport
import Testing

/// The captures in the repository, whose answers `tools/dev/captures/second-opinion` computes independently.
@Suite struct CaptureFixtureTests {
    private static let folder = CommandRunner.package.appending(path: "fixtures/captures")

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    }

    private func expected() throws -> [JSONValue.Member] {
        let json = try JSONReader.read(try bytes("expected.json"))
        return try #require(json.members)
    }

    private func judgement(_ name: String) throws -> CaptureJudgement {
        let file = try CaptureCase(json: try bytes("cases/\(name).json"))
        #expect(file.id == name)
        return CaptureJudge().judge(try file.request { try bytes($0) })
    }

    @Test func everyCaseMatchesItsAnswerInEveryField() throws {
        let expected = try expected()
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appending(path: "cases").path
        ).sorted()
        #expect(names == expected.map { $0.key + ".json" }.sorted())
        #expect(names.count >= 508)
        var fieldCount = 0
        for answer in expected {
            fieldCount += expectFields(try judgement(answer.key).asExpected, answer.value, at: answer.key)
        }
        #expect(fieldCount >= 2000)
    }

    @Test func everyWireBodyMatchesItsAnswerInEveryField() throws {
        let device = try JSONReader.read(try bytes("device.json"))
        let answers = try #require(try JSONReader.read(try bytes("bodies.json")).members)
        #expect(answers.count >= 34)
        let now = try #require(CaptureTimestamp("2026-03-01T12:00:20Z"))
        for answer in answers {
            let request = CaptureRequest(
                payload: .full(.multipart(try bytes("bodies/\(answer.key).body"))),
                device: CaptureDevice(
                    publicKey: device["public_key_hex"]?.string.flatMap(Hexadecimal.bytes), counter: 41),
                application: CaptureApplication(
                    teamIdentifier: "ABCDE12345", bundleIdentifier: "org.example.depthcheck"),
                now: now, isRequestVerified: true)
            #expect(expectFields(CaptureJudge().judge(request).asExpected, answer.value, at: answer.key) >= 3)
        }
    }

    @Test func everyRuleIsBrokenByACase() throws {
        let answers = try expected().map(\.value)
        var reasons = Set(answers.compactMap { $0["answer"]?["reason"]?.string })
        reasons.formUnion(answers.compactMap { $0["assertion"]?["reason"]?.string })
        let failures: [AssertionFailure] = [
            .invalidBase64, .invalidCBOR(.notMap), .missingMember(.signature), .missingMember(.authenticatorData),
            .invalidAuthenticatorData(byteCount: 0), .rpIDMismatch(found: [], expected: []),
            .counterNotIncreasing(found: 0, stored: 0), .missingPublicKey, .invalidPublicKey, .signatureFormat,
            .signatureInvalid,
        ]
        for reason in MetadataRule.allCases.map(\.rawValue) + PayloadRule.allCases.map(\.rawValue)
            + failures.map(\.code)
        {
            #expect(reasons.contains(reason), "no case breaks \(reason)")
        }
        let bindings = Set(answers.flatMap { $0["bindings"]?.elements?.compactMap(\.string) ?? [] })
        for binding in AssertionBinding.allCases where binding.isInCaptures {
            #expect(bindings.contains { $0.hasPrefix("\(binding.name)/") }, "no case is bound to \(binding.name)")
        }
        let confidences = Set(answers.compactMap { $0["confidence"]?.string })
        #expect(confidences.isSuperset(of: CaptureConfidence.allCases.map(\.rawValue)))
    }
}
