import Captures
import Foundation
import Reports
import TestSupport
import Testing

@Suite struct SessionCommandTests {
    private let folder: TemporaryFolder
    private static let time = "2026-03-01T12:00:00.250Z"

    init() throws {
        folder = try TemporaryFolder()
        let made = try CommandRunner.depthcheck(
            ["capture", "session", "--make", "--at", Self.time, "s"], in: folder.url)
        #expect(made.exitCode == 0 && made.errors.isEmpty, "\(made.errors)")
    }

    private func run(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture", "session"] + arguments, in: folder.url)
    }

    private func session(exitCode: Int32) throws -> [String: Any] {
        let outcome = try run("s", "--format", "json")
        #expect(outcome.exitCode == exitCode, "\(outcome.output)\(outcome.errors)")
        return try parse(outcome.output, as: [String: Any].self)
    }

    private func file(_ name: String, in session: [String: Any]) throws -> [String: Any] {
        let files = try #require(session["files"] as? [[String: Any]])
        return try #require(files.first { $0["file"] as? String == name })
    }

    private func outcomes(_ session: [String: Any]) throws -> [String] {
        try #require(session["files"] as? [[String: Any]]).compactMap {
            ($0["result"] as? [String: Any])?["outcome"] as? String
        }
    }

    private func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(
            at: folder.url.appending(path: "s/\(name)"), to: folder.url.appending(path: "s/\(other)"))
    }

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: "s/\(name)"))
    }

    private func settings(_ json: String) throws { try folder.file("s/session.json", json.utf8) }

    /// The only clock is the header of the first request.
    @Test(arguments: [Int64.min, .min + 1, -1, .max])
    func anExtremeTimestampIsAnswered(milliseconds: Int64) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/s")
        where name != "04-hash-only.http" {
            try remove(name)
        }
        let request = try folder.text(of: "s/04-hash-only.http")
        let header = try #require(request.firstMatch(of: /X-Device-Timestamp: \d+/))
        try folder.file(
            "s/04-hash-only.http", request.replacing(header.output, with: "X-Device-Timestamp: \(milliseconds)").utf8)
        for format in ["text", "json"] {
            let outcome = try run("s", "--format", format)
            #expect(outcome.exitCode == 1 && outcome.errors.isEmpty, "\(outcome.exitCode) \(outcome.errors)")
            #expect(outcome.output.contains("04-hash-only.http"))
        }
    }

    @Test func aMadeSessionIsTrustedInEveryMode() throws {
        let outcome = try run("s")
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 7, "\(outcome.output)")
        #expect(lines[2] == "2026-03-01T12:00:02.250Z  201, registered as secure_enclave  02-register.http")
        #expect(lines[4].hasSuffix("202, recorded as high  03-capture.http"))
        #expect(lines[5].hasSuffix("202, recorded as high  04-hash-only.http"))
        #expect(lines[6] == "3 requests in default mode: all accepted and trusted")
        let text = try folder.text(of: "s/session.json")
        try settings(
            text.replacing(
                #""config": {"#,
                with: #""config": {"strict_attestation": true, "require_verified_devices": true,"#))
        let strict = try session(exitCode: 0)
        #expect(strict["strict_attestation"] as? Bool == true && strict["first_failure"] is NSNull)
        #expect(try outcomes(strict) == ["verified", "high", "high"])
        try settings(#"{"config": {"strict_attestation": true}}"#)
        #expect(try outcomes(session(exitCode: 1)) == ["unverified", "suspicious", "refused"])
    }

    /// The challenge states the first time, and signed requests state theirs.
    @Test func aSessionNeedsNoSettings() throws {
        try remove("session.json")
        #expect(try run("s").output.contains("2026-03-01T12:00:11.250Z (assumed)  202, recorded as high  03"))
        let session = try session(exitCode: 0)
        #expect(try file("03-capture.http", in: session)["time_stated"] as? Bool == false)
        #expect(try file("01-challenge.response.json", in: session)["time"] as? String == Self.time)
        #expect(try file("03-capture.http", in: session)["time"] as? String == "2026-03-01T12:00:11.250Z")
    }

    @Test func nothingIsOverwritten() throws {
        let before = try folder.text(of: "s/02-register.http")
        let outcome = try run("--make", "s")
        #expect(outcome.exitCode == 64 && outcome.errors.contains("nothing is overwritten"), "\(outcome.errors)")
        #expect(try folder.text(of: "s/02-register.http") == before)
        #expect(try run("--at", Self.time, "s").exitCode == 64)
    }

    @Test func aReplayedRequestNamesTheFirstOne() throws {
        try copy("03-capture.http", to: "05-again.http")
        let outcome = try run("s")
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("4 requests in default mode: 1 went wrong; the first is 05-again.http:"))
        #expect(outcome.output.contains("500 INTERNAL_ERROR, refused  05-again.http"))
        #expect(outcome.output.contains(" - 03-capture.http stored media with this hash"))
        #expect(outcome.output.contains(" - 04-hash-only.http stored the counter"))
        #expect(outcome.output.contains("required changes, in order:"))
        let earlier = try file("05-again.http", in: session(exitCode: 1))["earlier"] as? [[String: String]]
        #expect(earlier?.map { $0["effect"] } == ["counter_stored", "media_stored"])
    }

    @Test func requestsInAnotherOrderFailByTheirCounters() throws {
        try copy("03-capture.http", to: "06-capture.http")
        try remove("03-capture.http")
        let missing = try run("s")
        #expect(missing.exitCode == 2 && missing.errors.contains("found the file name \"03-capture.http\" in times"))
        try remove("session.json")
        let other = try self.session(exitCode: 1)
        #expect(other["first_failure"] as? String == "06-capture.http")
        #expect(try outcomes(other) == ["verified", "high", "suspicious"])
    }

    @Test func aChallengeIsGoodOnceInTimeAndIfKnown() throws {
        try copy("02-register.http", to: "05-register.http")
        let twice = try file("05-register.http", in: session(exitCode: 1))
        #expect(
            (twice["result"] as? [String: Any])?["reason_codes"] as? [String] == ["unique_key_id", "challenge_used"])
        try remove("05-register.http")
        try settings(#"{"times": {"02-register.http": "2026-03-01T12:05:00.251Z"}}"#)
        let late = try file("02-register.http", in: session(exitCode: 1))
        #expect((late["result"] as? [String: Any])?["reason_codes"] as? [String] == ["challenge_expired"])
        try remove("session.json")
        try remove("01-challenge.response.json")
        let unknown = try file("02-register.http", in: session(exitCode: 1))
        #expect((unknown["result"] as? [String: Any])?["reason_codes"] as? [String] == ["challenge_unknown"])
    }

    /// A device, a challenge and a photo that the server knows before the first request.
    @Test func settingsStateWhatIsKnownBefore() throws {
        let register = try HTTPRequestMessage(Array(Data(contentsOf: folder.url.appending(path: "s/02-register.http"))))
        let attestation = try #require(try RegistrationBody(json: register.body).attestation)
        for name in ["01-challenge.http", "01-challenge.response.json", "02-register.response.json"] {
            try remove(name)
        }
        try settings(
            #"""
            {"now": "2026-03-01T12:00:02Z", "challenges":
              [{"challenge": "\#(attestation.challenge)", "expires_at": "2026-03-01T12:00:02Z"}]}
            """#)
        let known = try session(exitCode: 0)
        #expect(try outcomes(known) == ["verified", "high", "high"])
        #expect(try file("04-hash-only.http", in: known)["time"] as? String == "2026-03-01T12:00:02.000Z")
        try settings(
            #"""
            {"now": "2026-03-01T12:00:02Z", "challenges": [{"challenge": "\#(attestation.challenge)",
             "expires_at": "2026-03-01T12:00:02Z", "used": true}],
             "devices": [{"key_id": "\#(attestation.keyID)", "counter": 7}]}
            """#)
        let used = try file("02-register.http", in: session(exitCode: 1))
        #expect(
            (used["result"] as? [String: Any])?["reason_codes"] as? [String] == ["unique_key_id", "challenge_used"])
    }

    @Test func otherFilesDoNotStopTheRest() throws {
        try folder.file("s/05-odd.json", "no JSON".utf8)
        try folder.file("s/06-read.http", "GET /api/v1/captures/1 HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        try folder.file("s/notes.txt", "notes".utf8)
        try folder.file("s/.hidden", [])
        try copy("04-hash-only.http", to: "07-again.http")
        let session = try session(exitCode: 2)
        #expect(session["skipped"] as? [String] == ["notes.txt"])
        #expect(try file("05-odd.json", in: session)["error_code"] as? String == "no_capture")
        #expect(try file("06-read.http", in: session)["kind"] as? String == "other")
        #expect(session["first_failure"] as? String == "06-read.http" && session["failures"] as? Int == 2)
        let outcome = try run("s", "-o", "report.txt")
        #expect(outcome.exitCode == 2 && outcome.errors.hasPrefix("depthcheck: s/05-odd.json: found another kind of"))
        #expect(try folder.text(of: "report.txt").contains("not simulated, its request refused  06-read.http"))
        #expect(try run("s", "-o", "s/report.txt").exitCode == 64)
    }

    /// A body alone is a capture of the last device; its request is not checked.
    @Test func aBodyAloneIsACapture() throws {
        let message = try HTTPRequestMessage(Array(Data(contentsOf: folder.url.appending(path: "s/04-hash-only.http"))))
        try remove("04-hash-only.http")
        try remove("session.json")
        try folder.file("s/04-hash-only.json", message.body)
        #expect(try outcomes(session(exitCode: 0)) == ["verified", "high", "high"])
        try copy("04-hash-only.json", to: "05-again.json")
        #expect(try session(exitCode: 1)["first_failure"] as? String == "05-again.json")
    }

    @Test(arguments: [
        (#"{"clock": "x"}"#, "found the member \"clock\"; expected only now, times, config, devices"),
        (#"{"now": "yesterday"}"#, "found \"yesterday\" as now; expected a time such as"),
        (#"{"times": {"09.http": "2026-03-01T12:00:00Z"}}"#, "found the file name \"09.http\" in times"),
        (#"{"times": {"02-register.http": 5}}"#, "found a number as times.02-register.http; expected a time"),
        (#"{"config": {"root_certificate": {"ref": "absent"}}}"#, "\"absent\"; expected a file beside it"),
        (#"{"config": {"root_certificate": {"base64": "QUJD"}}}"#, "found no certificate in config.root_certificate"),
        (#"{"challenges": [{"challenge": "QUJD"}]}"#, "found no expires_at in challenges[0]"),
        (#"{"devices": [{"level": "tee"}]}"#, "found no member assertion_counter in devices[0]"),
        (#"{"devices": [{"counter": 1, "id": "7"}]}"#, "found \"7\" as id in devices[0]; expected a UUID"),
        (
            #"{"config": {"root_certificate": {"base64": "QUJD", "ref": "root.der"}}}"#,
            "found both base64 and ref in config.root_certificate; expected one of them"
        ),
        (
            #"{"devices": [{"counter": 1, "id": "00000000000040008000000000000001"}, "#
                + #"{"counter": 1, "id": "00000000-0000-4000-8000-000000000001"}]}"#,
            "found the id 00000000000040008000000000000001 of two devices"
        ),
        (#"{"media_hashes": ["00"]}"#, "in media_hashes[0]; expected SHA-256 in 64 hexadecimal digits"),
        ("[]", "found an array; expected an object"),
    ])
    func faultsOfSettingsAreNamed(json: String, message: String) throws {
        try settings(json)
        let outcome = try run("s")
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("depthcheck: s/session.json: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func foldersWithoutRequestsAreErrors() throws {
        try folder.file("other/readme.txt", [])
        for (name, message) in [
            ("other", "a folder with 1 other file"), ("missing", "no such file or folder"),
            ("s/root.der", "expected a folder"),
        ] {
            let outcome = try run(name)
            #expect(outcome.exitCode == 2 && outcome.errors.contains(message), "\(outcome.errors)")
        }
        try folder.file("s/01-challenge.response.json", #"{"data": {"challenge": 5}}"#.utf8)
        #expect(try run("s").errors.contains("found no base64 as challenge; expected an answer of the server"))
    }
}
