import Captures
import Foundation
import Support
import TestSupport
import Testing

@Suite struct RegistrationCommandTests {
    private let folder: TemporaryFolder
    private static let challenge = StrictBase64.text(of: Array(1...32))
    private static let time = "2026-03-01T12:00:00.250Z"

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        let made = try CommandRunner.depthcheck(["capture", "key", "-o", "test.pem"], in: folder.url)
        #expect(made.exitCode == 0, "\(made.errors)")
    }

    private func run(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture"] + arguments, in: folder.url)
    }

    private func packRegistration(_ more: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(
            [
                "capture", "pack", "--challenge", Self.challenge, "--key", "test.pem", "--at", Self.time, "--root",
                "root.der", "-o", "registration.json",
            ] + more, in: folder.url)
    }

    private func json(_ arguments: String...) throws -> [String: Any] {
        let outcome = try CommandRunner.depthcheck(
            ["capture", "verify", "--format", "json"] + arguments, in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try parse(outcome.output, as: [String: Any].self)
    }

    private func object() throws -> [UInt8] {
        let body = try RegistrationBody(json: Array(try folder.text(of: "registration.json").utf8))
        let attestation = try #require(body.attestation)
        return try #require(StrictBase64.bytes(of: attestation.attestationObject))
    }

    @Test func verificationDependsOnRootAndMode() throws {
        let packed = try packRegistration()
        #expect(packed.exitCode == 0 && packed.errors.isEmpty, "\(packed.errors)")
        #expect(packed.output.contains("depthcheck test root, NOT APPLE, in root.der"))
        #expect(packed.output.contains("note: this registration is not from a phone"))
        for (root, strict) in [(["--root", "root.der"], "secure_enclave"), ([], "unverified")] {
            let outcome = try CommandRunner.depthcheck(
                ["capture", "verify", "registration.json", "--at", Self.time, "--format", "json"] + root,
                in: folder.url)
            let result = try parse(outcome.output, as: [String: Any].self)
            #expect(result["outcome"] as? String == "verified")
            let permissive = try #require(result["permissive"] as? [String: Any])
            #expect(permissive["attestation_level"] as? String == "secure_enclave")
            #expect((result["strict"] as? [String: Any])?["attestation_level"] as? String == strict)
            let apple = try #require(result["apple"] as? [String: Any])
            #expect(apple["failures"] as? [String] == (root.isEmpty ? ["chain"] : []))
            let device = try parse(try folder.text(of: "device.json"), as: [String: Any].self)
            let stored = try #require(result["stored"] as? [String: Any])
            #expect(stored["public_key"] as? String == device["public_key_hex"] as? String)
        }
        let strict = try run(
            "verify", "registration.json", "--at", Self.time, "--strict-attestation", "--fail-on", "unverified")
        #expect(strict.exitCode == 1 && strict.output.hasPrefix("201, registered as unverified  registration.json"))
        #expect(strict.output.unwrapped.contains("the second certificate's issuer (depthcheck test root, NOT APPLE)"))
    }

    @Test func theIOS27ExtensionMapPreventsVerification() throws {
        #expect(try packRegistration("--extension-map").exitCode == 0)
        let outcome = try run("verify", "registration.json", "--at", Self.time, "--root", "root.der")
        #expect(outcome.output.hasPrefix("201, registered as unverified  registration.json"))
        #expect(outcome.output.unwrapped.contains("no device with iOS 27 can be verified"))
        #expect(outcome.output.unwrapped.contains("Apple's documentation accepts it"))
    }

    /// Phones leave the flag for extension data clear.
    @Test func theFlagsOfIOS27AreThoseOfPhones() throws {
        for (options, flags, remark) in [
            (["--extension-map"], "40", "AT set, ED clear although the extension map is present"),
            (["--extension-map", "--extension-flag"], "c0", "AT and ED set; phones with iOS 27 leave ED clear"),
        ] {
            let packed = try CommandRunner.depthcheck(
                [
                    "capture", "pack", "--challenge", Self.challenge, "--key", "test.pem", "--at", Self.time, "-o",
                    "registration.json",
                ] + options, in: folder.url)
            #expect(packed.output.contains("with the extension map of iOS 27, flags \(flags)"))
            for output in [
                try run("verify", "registration.json", "--at", Self.time).output,
                try run("inspect", "registration.json").output,
            ] {
                #expect(output.unwrapped.contains("\(flags) (\(remark)"), "\(output)")
            }
        }
        let alone = try packRegistration("--extension-flag")
        #expect(alone.exitCode == 64 && alone.errors.contains("--extension-flag without --extension-map"))
    }

    @Test func challengesInOtherFormsAreNamed() throws {
        let digits = Hexadecimal.text(of: Array(1...32))
        for (text, name) in [
            (digits, "hexadecimal digits"), (String(Self.challenge.dropLast()), "base64url without padding"),
        ] {
            let outcome = try run("pack", "--challenge", text, "--key", "test.pem", "-o", "x.json")
            #expect(outcome.exitCode == 64)
            let found = "found \(name): the same 32 bytes are \(Self.challenge)"
            #expect(outcome.errors.unwrapped.contains(found), "\(outcome.errors)")
        }
        #expect(try packRegistration().exitCode == 0)
        try folder.file("object.cbor", try object())
        let outcome = try run("verify", "object.cbor", "--at", Self.time, "--challenge", "AAEC-w")
        #expect(outcome.errors.unwrapped.contains("base64url without padding: the same 4 bytes are AAEC+w=="))
    }

    @Test func otherKeyIdentifiersAreNamed() throws {
        #expect(try packRegistration().exitCode == 0)
        try folder.file("object.cbor", try object())
        let id = try #require(AttestationDiagnosis(object: try object()).keyID)
        let digits = Hexadecimal.text(of: try #require(StrictBase64.bytes(of: id)))
        let outcome = try run(
            "verify", "object.cbor", "--at", Self.time, "--key-id", digits, "--challenge", Self.challenge)
        let text = outcome.output.unwrapped
        #expect(
            text.contains("key_id is the key's id in hexadecimal digits; Apple's API gives standard base64, \(id);"))
        #expect(text.contains("id sent \"\(digits)\""), "\(text)")
        let own = try run("verify", "object.cbor", "--at", Self.time, "--challenge", Self.challenge).output.unwrapped
        #expect(own.contains(id) && !own.contains("as sent") && !own.contains("id sent"))
    }

    /// The object as binary, as base64 over several lines, and as base64url.
    @Test func bareObjectsAreVerifiedInEveryEncoding() throws {
        #expect(try packRegistration().exitCode == 0)
        let object = try object()
        let text = StrictBase64.text(of: object)
        try folder.file("object.cbor", object)
        try folder.file("lines.txt", Array(text.chunked(64).joined(separator: "\r\n").utf8))
        let url = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        try folder.file("url.txt", Array(url.trimmingCharacters(in: ["="]).utf8))
        for name in ["object.cbor", "lines.txt", "url.txt"] {
            let result = try json(
                name, "--challenge", Self.challenge, "--root", "root.der", "--at", Self.time)
            #expect(result["outcome"] as? String == "verified", "\(name)")
            #expect((result["bindings"] as? [String])?.first == "challenge")
            let inspected = try run("inspect", name)
            #expect(
                inspected.exitCode == 0 && inspected.output.contains("made at    \(Self.time)"), "\(inspected.output)")
        }
        let known = try json(
            "object.cbor", "--challenge", Self.challenge, "--root", "root.der", "--at", Self.time, "--key-registered")
        #expect(known["outcome"] as? String == "refused" && known["challenge_spent"] as? Bool == true)
        let used = try json(
            "object.cbor", "--challenge", Self.challenge, "--at", Self.time, "--challenge-state", "used")
        #expect(used["reason_codes"] as? [String] == ["challenge_used"])
        let other = try json(
            "object.cbor", "--challenge", Self.challenge, "--root", "root.der", "--at", Self.time, "--key-id", "other")
        #expect(other["apple_asks_but_server_does_not_check"] as? [String] == ["key_id"])
        let without = try json("object.cbor", "--at", Self.time)
        #expect(without["reason_codes"] as? [String] == ["no_challenge"])
    }

    /// Without --at, the time in the receipt is the server's.
    @Test func theReceiptTimeIsAssumedWithoutAt() throws {
        #expect(try packRegistration().exitCode == 0)
        let outcome = try run("verify", "registration.json")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.output.unwrapped.contains("the server's clock was taken as \(Self.time), a time at which its "),
            "\(outcome.output)")
        let late = try run("verify", "registration.json", "--at", "2026-03-10T12:00:00Z", "--root", "root.der")
        let text = late.output.unwrapped
        #expect(text.contains("the leaf expired 6 days before the server's time"), "\(text)")
        #expect(text.contains("--at \(Self.time)"))
    }

    @Test func recordedProxyRequestsAreVerified() throws {
        #expect(try packRegistration().exitCode == 0)
        let body = Array(try folder.text(of: "registration.json").utf8)
        func request(_ type: String, _ path: String) -> [UInt8] {
            Array(
                "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
                    .utf8)
                + body
        }
        try folder.file("good.http", request("application/json", "/api/v1/devices/register"))
        try folder.file("host.http", request("application/json", "https://example.org/api/v1/devices/register?x=1"))
        try folder.file("text.http", request("text/plain", "/api/v1/devices/register"))
        try folder.file("other.http", request("application/json", "/api/v2/other"))
        for name in ["good.http", "host.http"] {
            #expect(try json(name, "--at", Self.time)["outcome"] as? String == "verified")
        }
        let text = try json("text.http", "--at", Self.time)
        #expect((text["answer"] as? [String: Any])?["http_status"] as? Int == 415)
        let other = try run("verify", "other.http", "--at", Self.time)
        #expect(other.exitCode == 2 && other.errors.contains("found a request POST /api/v2/other"), "\(other.errors)")
    }

    private func packRequest(_ more: [String]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(
            [
                "capture", "pack", "--photo", "photo.jpg", "--depth",
                CommandRunner.package.appending(path: "fixtures/room-01.bin.gz").path, "--key", "test.pem", "--at",
                Self.time, "--device-id", "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162", "-o", "request.http",
            ] + more, in: folder.url)
    }

    @Test func requestCounterMustBeBelowTheCaptureCounter() throws {
        let verify = ["--device", "device.json", "--at", "2026-03-01T12:00:30Z"]
        for (counters, confidence, after, spoils) in [
            ([], "high", 2, false), (["--counter", "1", "--request-counter", "2"], "suspicious", 2, true),
        ] as [([String], String, Int, Bool)] {
            let packed = try packRequest(counters)
            #expect(packed.exitCode == 0, "\(packed.errors)")
            #expect(packed.output.contains("its assertion fails") == spoils)
            let outcome = try CommandRunner.depthcheck(
                ["capture", "verify", "request.http", "--format", "json"] + verify, in: folder.url)
            let result = try parse(outcome.output, as: [String: Any].self)
            #expect(result["outcome"] as? String == confidence)
            let permissive = try #require(result["permissive"] as? [String: Any])
            #expect(permissive["counter_after"] as? Int == after)
            let codes = (result["changes"] as? [[String: String]] ?? []).compactMap { $0["change"] }
            #expect(codes.contains("counter_order") == spoils)
        }
        let strict = try CommandRunner.depthcheck(
            ["capture", "verify", "request.http", "--require-verified"] + verify, in: folder.url)
        #expect(strict.output.hasPrefix("202, recorded as suspicious  request.http"))
    }

    @Test func hashOnlyRequestsAreSigned() throws {
        #expect(try packRequest(["--hash-only"]).exitCode == 0)
        let result = try json("request.http", "--device", "device.json", "--at", "2026-03-01T12:00:30Z")
        #expect(result["outcome"] as? String == "high" && result["endpoint"] as? String == "captures/hash-only")
    }

    @Test(arguments: [
        (["--challenge", "x", "--key", "test.pem"], "expected padded base64 of 32 bytes"),
        (["--challenge", challenge], "found --challenge without --key"),
        (["--challenge", challenge, "--key", "test.pem", "--photo", "photo.jpg"], "expected no --photo beside it"),
        (["--key", "test.pem"], "expected --photo and --depth, or --challenge"),
        (["--photo", "p", "--depth", "d", "--extension-map"], "need --challenge"),
        (["--photo", "p", "--depth", "d", "--device-id", "x"], "--device-id is \"x\"; expected a UUID"),
        (["--photo", "p", "--depth", "d", "--request-counter", "1"], "found --request-counter without --device-id"),
        (
            ["--photo", "p", "--depth", "d", "--device-id", "0b9d2f6e53c14a8e9c071d2e3f405162"],
            "found --device-id without --key"
        ),
        (
            [
                "--photo", "p", "--depth", "d", "--key", "test.pem", "--counter", "1", "--device-id",
                "0b9d2f6e53c14a8e9c071d2e3f405162",
            ], "the counter of the request must be lower"
        ),
    ])
    func usageErrorsWriteNothing(arguments: [String], expected: String) throws {
        let before = try folder.names
        let outcome = try CommandRunner.depthcheck(["capture", "pack", "-o", "x"] + arguments, in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(try folder.names == before)
    }
}

extension String {
    /// Without line breaks.
    fileprivate var unwrapped: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    fileprivate func chunked(_ count: Int) -> [String] {
        let characters = Array(self)
        return stride(from: 0, to: characters.count, by: count).map {
            String(characters[$0..<min($0 + count, characters.count)])
        }
    }
}
