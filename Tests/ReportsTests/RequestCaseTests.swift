import Captures
import Foundation
import Reports
import Support
import TestSupport
import Testing

/// Cases of registrations and requests with invalid members.
@Suite struct RequestCaseTests {
    private static let folder = CommandRunner.package.appending(path: "fixtures/captures")

    private func message(_ name: String, replacing old: String, with new: String) throws -> String? {
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).json"), encoding: .utf8)
        #expect(text.contains(old), "\(name) has no \(old)")
        let folder = try TemporaryFolder()
        try folder.file("case.json", text.replacingOccurrences(of: old, with: new).utf8)
        try folder.file(
            "shared/test-root.der", try Data(contentsOf: Self.folder.appending(path: "shared/test-root.der")))
        let verifier = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState())
        return verifier.verify(folder.url.appending(path: "case.json").path).error?.wording.description
    }

    @Test func missingFilesOfACaseAreNamed() throws {
        let message = try message(
            "registrations/register-verified", replacing: "shared/test-root.der", with: "shared/other-root.der")
        #expect(
            message?.hasSuffix(
                "shared/other-root.der: found no such file or folder; expected an existing one; check the path") == true
        )
        #expect(message?.hasPrefix("the case names the file ") == true)
    }

    @Test(arguments: [
        (
            "registrations/register-verified", #""now":"#, #""key_registered": "yes", "now":"#,
            "key_registered that is not"
        ),
        (
            "registrations/register-verified", #""now":"#, #""has_lidar": 1, "now":"#,
            "has_lidar that is not true or false"
        ),
        (
            "registrations/register-verified", #""now":"#, #""challenge_state": 1, "now":"#,
            "challenge_state that is not"
        ),
        (
            "registrations/register-verified", #""apple_team_id": "ABCDE12345""#, #""apple_team_id": 1"#,
            "config.apple_team_id that is not a text"
        ),
        (
            "registrations/register-verified", #""now":"#, #""body": {"text": "{}"}, "now":"#,
            "both body and key_id"
        ),
        ("registrations/register-verified", #""key_id": ""#, #""key": ""#, "no member key_id"),
        ("requests/request-verified", #""body": {"#, #""body": {"spaces": -1,"#, "body.spaces that is not"),
        ("requests/request-verified", #""body": {"#, #""body": {"spaces": "1","#, "body.spaces that is not"),
        ("requests/request-verified", #""now":"#, #""body_bytes": -1, "now":"#, "body_bytes that is not"),
        ("requests/request-verified", #""device_known": true"#, #""device_known": "no""#, "device_known that is not"),
        ("requests/request-verified", #""secure_enclave""#, "1", "a number as attestation_level, in device"),
        ("requests/request-verified", #""request-authentication""#, #""registration""#, "none of devices/register"),
    ])
    func invalidMembersAreNamed(name: String, old: String, new: String, expected: String) throws {
        let message = try message(name, replacing: old, with: new)
        #expect(message?.contains(expected) == true, "\(message ?? "no error")")
    }

    @Test func unknownEndpointsListTheKnownOnes() throws {
        let folder = try TemporaryFolder()
        try folder.file("other.http", "POST /api/v1/devices HTTP/1.1\r\n\r\n".utf8)
        let verifier = CaptureVerifier(reader: CaptureInputReader(), serverState: ServerState())
        let message = try #require(
            verifier.verify(folder.url.appending(path: "other.http").path).error?.wording.description)
        for endpoint in [RegistrationRequest.endpoint] + CaptureEndpoint.allCases.map(\.rawValue) {
            #expect(message.contains("POST /api/v1/\(endpoint)"), "\(message)")
        }
    }
}
