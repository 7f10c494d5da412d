import Captures
import Foundation
import Reports
import Support
import TestSupport
import Testing

@testable import depthcheck

/// Options that contradict case files: the error names the member, and no option is ignored silently.
@Suite struct CaseOptionTests {
    private static let captures = CommandRunner.package.appending(path: "fixtures/captures")

    private func verify(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture", "verify"] + arguments, in: Self.captures)
    }

    @Test(arguments: [
        ("registrations/register-verified.json", ["--at", "2026-03-01T12:00:00Z"], "--at (its member now)"),
        ("registrations/register-verified.json", ["--team", "x"], "--team (its member config.apple_team_id)"),
        ("registrations/register-verified.json", ["--bundle", "x"], "--bundle (its member config.apple_bundle_id)"),
        ("registrations/register-verified.json", ["--challenge", "QUJD"], "--challenge (its member challenge)"),
        ("registrations/register-http-nested.json", ["--challenge", "QUJD"], "--challenge (its member body)"),
        ("registrations/register-verified.json", ["--key-id", "x"], "--key-id (its member key_id)"),
        (
            "registrations/register-verified.json", ["--root", "shared/test-root.der"],
            "--root (its member root_certificate)"
        ),
        (
            "registrations/register-verified.json", ["--challenge-state", "issued"],
            "--challenge-state (its member challenge_state)"
        ),
        (
            "registrations/register-verified.json", ["--key-registered"],
            "--key-registered (its member key_registered)"
        ),
        (
            "registrations/register-verified.json", ["--device", "device.json"],
            "--device (nothing in it depends on that)"
        ),
        ("requests/request-verified.json", ["--device", "device.json"], "--device (its member device)"),
        (
            "requests/request-verified.json", ["--root", "shared/test-root.der"],
            "--root (nothing in it depends on that)"
        ),
        ("cases/full-verifies.json", ["--request-verified"], "--request-verified (its member request_verified)"),
    ])
    func inapplicableOptionsNameTheMember(path: String, options: [String], expected: String) throws {
        let outcome = try CommandRunner.depthcheck(["capture", "verify", path] + options, in: Self.captures)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }

    /// No case contains the server's switches, so they apply.
    @Test func serverSwitchesApplyToCases() throws {
        let path = "registrations/register-strict-root-key.json"
        #expect(try verify(path).output.hasPrefix("201, registered as secure_enclave"))
        #expect(try verify(path, "--strict-attestation").output.hasPrefix("201, registered as unverified"))
    }

    /// Cases among inputs that depend on the options are judged by their own members, with a note.
    @Test func casesAmongOtherInputsAreNoted() throws {
        let folder = try TemporaryFolder()
        let key = try #require(TestKey(number: Array(1...32)))
        let madeAt = try #require(CaptureTimestamp("2026-03-01T12:00:00Z"))
        let attestation = TestAttestation(key: key, challenge: Array(1...32), madeAt: madeAt)
        try folder.file("registration.json", attestation.registration(by: TestChain(at: madeAt)).json)
        let path = folder.url.appending(path: "registration.json").path
        let outcome = try verify(
            path, "registrations/register-verified.json", "--at", "2026-03-01T12:00:00Z", "-q")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("note: 1 case file verified without --at"), "\(outcome.errors)")
        let alone = try verify(path, "--at", "2026-03-01T12:00:00Z", "-q")
        #expect(alone.exitCode == 0 && alone.errors.isEmpty, "\(alone.errors)")
        let challenge = try verify(path, "--at", "2026-03-01T12:00:00Z", "-q", "--challenge", "QUJD")
        #expect(challenge.exitCode == 0)
        #expect(challenge.errors.contains("note: --challenge and --key-id apply only to attestation objects"))
    }

    @Test func everyOptionIsInTheHelp() throws {
        let help = try CommandRunner.depthcheck(["capture", "verify", "--help"]).output
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for option in TaskOption.ofServerState { #expect(help.contains(try #require(OptionNaming.command[option]))) }
        #expect(help.contains(CaptureApplication.standard.teamIdentifier) && help.contains("[default: issued]"))
    }
}
