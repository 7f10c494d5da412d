import Foundation
import Support
import TestSupport
import Testing

@testable import Captures

/// The work for a capture, registration or request grows with the number of things in it, not with its square.
///
/// The instructions of `capture verify` are counted for n, 2n and 4n things. In the quotient of the two increases the
/// start of the program cancels: 2 for linear growth, 4 for quadratic growth.
@Suite(.enabled(if: InstructionCount.isAvailable), .serialized) struct CaptureGrowthTests {
    enum Thing: String, CaseIterable {
        case certificates, expiredCertificates, unreadableCertificates, elementsOfOtherTypes, extensions
        case attestationMembers, keyLabels
        case jsonMembers, repeatedJSONMembers, jsonElements, caseMembers, caseHeaders
        case parts, metadataParts, partHeaders, messageHeaders
    }

    private static let now = CaptureTimestamp(utcSeconds: 1_772_366_400)
    private let folder: TemporaryFolder
    private let instructions: InstructionCount

    init() throws {
        instructions = try InstructionCount()
        folder = try TemporaryFolder()
        try folder.file("device.json", #"{"counter": 1}"#.utf8)
    }

    @Test(arguments: Thing.allCases)
    func workGrowsWithTheNumberOfThings(_ thing: Thing) throws {
        let counts = try [1, 2, 4].map { factor in
            try folder.file("input", Self.input(thing, count: factor * Self.unit(of: thing)))
            let at = thing == .expiredCertificates ? "2096-03-01T12:00:00Z" : "2026-03-01T12:00:00Z"
            return try instructions.ofDepthcheck(
                ["capture", "verify", "input", "--at", at]
                    + (Self.isAttestation(thing) ? [] : ["--device", "device.json"]), in: folder.url)
        }
        let growth = Double(counts[2] - counts[1]) / Double(counts[1] - counts[0])
        #expect(counts[0] < counts[1] && growth <= 2.2, "\(thing): \(counts), growth \(growth)")
    }

    /// A number of things whose work shows beside the start of the program.
    private static func unit(of thing: Thing) -> Int {
        switch thing {
        case .certificates, .expiredCertificates: 20
        case .partHeaders: 8
        case .messageHeaders: 25
        case .extensions: 100
        case .jsonElements: 2000
        default: 400
        }
    }

    private static func isAttestation(_ thing: Thing) -> Bool {
        switch thing {
        case .certificates, .expiredCertificates, .unreadableCertificates, .elementsOfOtherTypes, .extensions,
            .attestationMembers, .keyLabels:
            true
        default: false
        }
    }

    private static func input(_ thing: Thing, count: Int) -> [UInt8] {
        let members = (0..<count).map { ",\"m\($0)\":0" }.joined()
        switch thing {
        case .certificates, .expiredCertificates:
            let chain = TestChain(at: now)
            return attestation(chain, more: Array(repeating: CBORWriter.bytes(chain.intermediate), count: count))
        case .unreadableCertificates: return attestation(more: Array(repeating: CBORWriter.bytes([]), count: count))
        case .elementsOfOtherTypes: return attestation(more: Array(repeating: CBORWriter.integer(0), count: count))
        case .extensions: return attestation(extensionCount: count)
        case .attestationMembers: return attestation(memberCount: count)
        case .keyLabels: return attestation(labelCount: count)
        case .jsonMembers: return body([metadata("{\"m\":0\(members)}")])
        case .repeatedJSONMembers: return body([metadata("{\"m\":0\(String(repeating: ",\"m\":0", count: count))}")])
        case .jsonElements: return body([metadata("{\"m\":[0\(String(repeating: ",0", count: count))]}")])
        case .caseMembers: return requestCase(headers: "{}", members: members)
        case .caseHeaders:
            return requestCase(headers: "[[\"a\",\"b\"]\(String(repeating: ",[\"a\",\"b\"]", count: count))]")
        case .parts: return body(Array(repeating: BodyPart(name: "x", content: []), count: count))
        case .metadataParts: return body(Array(repeating: metadata("{}"), count: count))
        case .partHeaders:
            let part = "--b\r\n\(String(repeating: "A: b\r\n", count: count))\r\n\r\n"
            return Array((String(repeating: part, count: 50) + "--b--").utf8)
        case .messageHeaders:
            let headers = (100..<100 + count).map { "A\($0): b\r\n" }.joined()
            // The start of a file is searched for other formats, whatever follows.
            let body = "{\(String(repeating: " ", count: 4000))}"
            return Array("POST /api/v1/captures/hash-only HTTP/1.1\r\n\(headers)\r\n\(body)".utf8)
        }
    }

    private static func metadata(_ json: String) -> BodyPart { BodyPart(name: "metadata", content: Array(json.utf8)) }

    private static func body(_ parts: [BodyPart]) -> [UInt8] { MultipartWriter.standard.body(of: parts) }

    private static func requestCase(headers: String, members: String = "") -> [UInt8] {
        Array(
            (#"{"endpoint":"request-authentication","now":"2026-03-01T12:00:00Z","device":{"assertion_counter":1},"#
                + "\"body\":{\"text\":\"\"},\"headers\":\(headers)\(members)}").utf8)
    }

    /// An attestation object with more elements of `x5c`, extensions of the leaf, members, or labels of the key.
    private static func attestation(
        _ chain: TestChain = TestChain(at: now), more elements: [[UInt8]] = [], extensionCount: Int = 0,
        memberCount: Int = 0, labelCount: Int = 0
    ) -> [UInt8] {
        let point = TestKey().publicKey
        let leaf = chain.leaf(
            CertificateDraft(
                serial: 3, issuer: TestChain.intermediateName, subject: "x", first: now.adding(days: -1),
                last: now.adding(days: 3), publicKey: point,
                extensions: (0..<extensionCount).map { _ in .init(identifier: "1.2.3", value: [0]) }))
        let labels = (0..<labelCount).map { (CBORWriter.integer(1000 + $0), CBORWriter.integer(0)) }
        let key = CBORWriter.map(
            [(CBORWriter.integer(1), CBORWriter.integer(2)), (CBORWriter.integer(-1), CBORWriter.integer(1))] + [
                (CBORWriter.integer(-2), CBORWriter.bytes(Array(point[1..<33]))),
                (CBORWriter.integer(-3), CBORWriter.bytes(Array(point[33...]))),
            ] + labels)
        let data = [UInt8](repeating: 0, count: 32 + 1 + 4 + 16 + 2) + key
        let members = (0..<memberCount).map { (CBORWriter.text("m\($0)"), CBORWriter.integer(0)) }
        let chain = [CBORWriter.bytes(leaf), CBORWriter.bytes(chain.intermediate)] + elements
        return CBORWriter.map(
            members + [
                (CBORWriter.text("fmt"), CBORWriter.text(AttestationObject.appleFormat)),
                (CBORWriter.text("attStmt"), CBORWriter.map([(CBORWriter.text("x5c"), CBORWriter.array(chain))])),
                (CBORWriter.text("authData"), CBORWriter.bytes(data)),
            ])
    }
}
