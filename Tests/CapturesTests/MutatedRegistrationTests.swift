import Captures
import Foundation
import Support
import TestSupport
import Testing

/// Registrations with random changes, and DER that could exhaust memory.
@Suite struct MutatedRegistrationTests {
    private static let folder = CommandRunner.package.appending(path: "fixtures/captures")

    private func bytes(_ member: String, of name: String) throws -> [UInt8] {
        let file = Self.folder.appending(path: "registrations/register-\(name).json")
        let json = try JSONReader.read([UInt8](try Data(contentsOf: file)))
        return try #require(json[member]?.string.flatMap(StrictBase64.bytes))
    }

    /// 3,000 registrations, or `DEPTHCHECK_MUTATED_REGISTRATIONS`.
    @Test func mutatedRegistrationsGetConsistentVerdictsInBothModes() throws {
        let text = ProcessInfo.processInfo.environment["DEPTHCHECK_MUTATED_REGISTRATIONS"]
        let count = text.flatMap { Int($0) } ?? 3000
        let objects = try ["verified", "ios-27", "cbor-indefinite", "leaf-sha384", "third-root"].map {
            try bytes("attestation_object", of: $0)
        }
        let challenge = try bytes("challenge", of: "verified")
        let root = try #require(
            AttestationCertificate([UInt8](try Data(contentsOf: Self.folder.appending(path: "shared/test-root.der")))))
        let now = try #require(CaptureTimestamp("2026-05-04T07:15:00Z"))
        let application = CaptureApplication(
            teamIdentifier: "ABCDE12345", bundleIdentifier: "org.example.depthcheck")
        var generator = SeededGenerator(seed: 42)
        var codes: Set<String> = []
        for index in 0..<count {
            var bytes = objects[index % objects.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&bytes, &generator) }
            let body = RegistrationBody(
                attestation: RegistrationBody.Attestation(
                    keyID: "key", attestationObject: StrictBase64.text(of: bytes),
                    challenge: StrictBase64.text(of: challenge)))
            let judgement = RegistrationJudge().judge(
                RegistrationRequest(content: .members(body), application: application, now: now, root: root))
            #expect(judgement.notModelled != nil || judgement.answer?.httpStatus == 201)
            if judgement.strict?.isVerified == true { #expect(judgement.permissive == judgement.strict) }
            codes.insert(judgement.notModelled?.code ?? judgement.permissive?.failure?.code ?? "verified")
            let failure = judgement.failures.attestation.first
            #expect(failure?.fault.notModelled == judgement.notModelled)
            #expect(judgement.permissive == nil || failure?.fault == judgement.permissive?.failure)
            let diagnosis = AttestationDiagnosis(object: bytes, challenge: challenge)
            #expect((diagnosis.receipt?.clientDataHash?.count ?? 0) <= bytes.count)
        }
        #expect(codes.count >= 8, "\(codes)")
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[place] = [0, 0x30, 0x7F, 0x80, 0x84, 0xFF].randomElement(using: &generator) ?? 0
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 4: bytes.removeLast(min(bytes.count, Int.random(in: 0..<64, using: &generator)))
        default:
            let end = min(bytes.count, place + Int.random(in: 1..<40, using: &generator))
            bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
    }

    /// A node for each empty value in this megabyte would take a hundred megabytes.
    @Test func certificatesAndReceiptsWithTooManyValuesAreRefused() {
        let values = Array(repeating: [UInt8(5), 0], count: 500_000)
        let content: [UInt8] = Array(values.joined())
        let length = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
        let bytes: [UInt8] = [0x30, 0x84] + length + content
        #expect(AttestationCertificate(bytes) == nil)
        #expect(AttestationReceipt(bytes) == nil)
    }

    @Test func deepNestingDoesNotCrash() {
        let indefinite: [UInt8] = Array(repeating: [UInt8(0x30), 0x80], count: 100_000).flatMap { $0 }
        #expect(AttestationReceipt(indefinite) == nil)
        #expect(AttestationCertificate(indefinite) == nil)
        let arrays = Array(repeating: UInt8(0x9F), count: 100_000)
        #expect((try? AttestationObject(cbor: [0xA1, 0x60] + arrays)) == nil)
    }
}
