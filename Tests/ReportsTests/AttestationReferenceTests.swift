import Captures
import Conformance
import Foundation
import Reports
import Support
import TestSupport
import Testing

/// The answers of `capture verify` to every registration, signed request and chain of the reference.
@Suite struct AttestationReferenceTests {
    private func results() throws -> [(name: String, expected: JSONValue, found: JudgedInput)] {
        let expected = try AttestationReference.expected()
        let json = try AttestationReference.json("expected.json")
        let answers: ExpectedAnswers = try #require(ExpectedAnswers(json))
        let verifier = CaptureVerifier(
            reader: CaptureInputReader(), serverState: ServerState(), expected: answers)
        return expected.map { answer in
            let path = AttestationReference.folder.appending(path: "cases/\(answer.key).json").path
            return (answer.key, answer.value, verifier.verify(path))
        }
    }

    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func everyCaseMatchesItsAnswerInEveryField() throws {
        var counts: [String: Int] = [:]
        for (name, _, found) in try results() {
            #expect(found.differences == [], "\(name): \(found.error.map(\.wording.description) ?? "")")
            counts[String(name.prefix { $0 != "-" }), default: 0] += 1
        }
        #expect(counts == ["register": 229, "request": 109, "chain": 13])
    }

    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func membersArePresentExactlyAsInTheReference() throws {
        let names = [
            "answer", "permissive", "strict", "request", "client_data", "client_data_hash", "challenge_spent",
            "apple_asks_but_server_does_not_check",
        ]
        let nested = [
            "passes", "request_verified", "new_counter", "counter_after", "attestation_level", "http_status", "reason",
            "detail", "public_key_hex", "client_data", "client_data_hash", "answer", "confidence",
        ]
        for (name, expected, found) in try results() {
            let json = found.json
            if name.hasPrefix("chain-") {
                for mode in ["permissive", "strict", "request"] {
                    #expect(Self.names(json[mode]) == Self.names(expected[mode]), "\(name): \(mode)")
                }
            }
            for member in names {
                #expect((json[member] != nil) == (expected[member] != nil), "\(name): \(member)")
            }
            for mode in ["permissive", "strict", "request"] {
                for member in nested {
                    let isThere = expected[mode]?[member] != nil
                    #expect((json[mode]?[member] != nil) == isThere, "\(name): \(mode).\(member)")
                }
            }
        }
    }

    /// The paths of all members, sorted.
    private static func names(_ json: JSONValue?, _ path: String = "") -> [String] {
        guard let members = json?.members else { return [path] }
        return members.filter { !["notes", "provenance"].contains($0.key) }
            .flatMap { names($0.value, "\(path).\($0.key)") }.sorted()
    }

    /// The last failed check is the one that the verdict names.
    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func failedChecksMatchTheAnswer() throws {
        for (name, _, found) in try results() {
            let failed = (found.json["checks"]?.elements ?? []).filter { $0["outcome"] == .string("failed") }
            switch found.kind {
            case .registration(let judged):
                let failures = [judged.judgement.refusal != nil, judged.judgement.verdict?.failure != nil].count { $0 }
                #expect(failed.count == failures, "\(name)")
            case .signedRequest(let judged):
                #expect(failed.count == (judged.judgement.outcome.failure == nil ? 0 : 1), "\(name)")
            case .chain, .capture: break
            case .unreadable(let error): Issue.record("\(name): \(error.wording)")
            }
        }
    }

    @Test(.enabled(if: AttestationReference.isThere, AttestationReference.comment))
    func theCommandComparesEveryCase() throws {
        let outcome = try CommandRunner.depthcheck(
            ["capture", "verify", "cases", "--expect", "expected.json", "--summary", "-q"],
            in: AttestationReference.folder)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("351 of 351 as expected"))
    }
}
