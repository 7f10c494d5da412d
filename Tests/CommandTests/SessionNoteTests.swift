import Foundation
import Reports
import TestSupport
import Testing

/// Notes about the files of a session, times, and folders in which nothing can be answered.
@Suite struct SessionNoteTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let made = try run("--make", "--at", "2026-03-01T12:00:00Z", "s", "-o", "made.txt")
        #expect(made.exitCode == 0 && made.output.isEmpty, "\(made.errors)")
    }

    private func run(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture", "session"] + arguments, in: folder.url)
    }

    private func files(exitCode: Int32) throws -> [String: [String: Any]] {
        let outcome = try run("s", "--format", "json")
        #expect(outcome.exitCode == exitCode, "\(outcome.output)\(outcome.errors)")
        let session = try parse(outcome.output, as: [String: Any].self)
        let files = try #require(session["files"] as? [[String: Any]])
        return Dictionary(uniqueKeysWithValues: files.map { ($0["file"] as? String ?? "", $0) })
    }

    private func notes(_ name: String, _ files: [String: [String: Any]]) throws -> [String] {
        try #require(files[name]?["notes"] as? [[String: String]]).map { $0["code"] ?? "" }
    }

    private func response(_ name: String, _ json: String) throws {
        try folder.file("s/\(name).response.json", json.utf8)
    }

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.url.appending(path: "s/\(name)"))
    }

    @Test func aRecordedAnswerThatContradictsTheSimulationGoesWrong() throws {
        try response("03-capture", #"{"error": {"code": "DEVICE_NOT_FOUND"}}"#)
        let outcome = try run("s")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output.contains(
                "note: the server answered DEVICE_NOT_FOUND, but the simulation accepts the request"))
        #expect(outcome.output.contains("1 went wrong; the first is 03-capture.response.json"))
        try response("03-capture", #"{"data": {"confidence": "high"}}"#)
        #expect(try files(exitCode: 0).values.allSatisfy { ($0["notes"] as? [Any])?.isEmpty == true })
        try response(
            "02-register",
            #"{"data": {"device_id": "00000000-0000-4000-8000-000000000001", "attestation_level": "unverified"}}"#)
        #expect(try notes("02-register.response.json", files(exitCode: 1)) == ["other_level"])
    }

    /// The server's plain text is no JSON, so any recorded code differs from it.
    @Test func anAnswerThatContradictsARefusalInPlainTextGoesWrong() throws {
        let text = try folder.text(of: "s/04-hash-only.http")
        try folder.file("s/04-hash-only.http", text.replacing("application/json", with: "text/json").utf8)
        for (answer, server) in [
            (#"{"data": {"status": "complete"}}"#, "accepted the request"),
            (#"{"error": {"code": "VALIDATION_ERROR"}}"#, "answered VALIDATION_ERROR"),
        ] {
            try response("04-hash-only", answer)
            let note = "note: the server \(server), but the simulation answers 415 in plain text"
            #expect(try run("s", "-q").output.contains(note))
        }
    }

    /// The simulation covers only the check of the request.
    @Test func anAnswerOfAnotherEndpointContradictsOnlyTheCheckOfItsRequest() throws {
        let video = try folder.text(of: "s/04-hash-only.http")
            .replacing("POST /api/v1/captures/hash-only", with: "POST /api/v1/captures/video")
        try folder.file("s/04-hash-only.http", video.utf8)
        for (code, notes) in [
            ("REPLAY_DETECTED", ["other_error"]), ("DEVICE_NOT_FOUND", ["other_error"]), ("VALIDATION_ERROR", []),
            ("INTERNAL_ERROR", []),
        ] {
            try response("04-hash-only", #"{"error": {"code": "\#(code)"}}"#)
            let files = try files(exitCode: notes.isEmpty ? 0 : 1)
            #expect(try self.notes("04-hash-only.response.json", files) == notes, "\(code)")
        }
        try folder.file("s/04-hash-only.http", video.replacing("X-Device-Id", with: "X-Other").utf8)
        try response("04-hash-only", #"{"data": {"status": "complete"}}"#)
        #expect(
            try run("s", "-q").output.contains(
                "note: the server accepted the request, but the simulation answers DEVICE_AUTH_REQUIRED"))
    }

    /// Only the answer to the body can contradict the simulation.
    @Test func anAnswerToABodyAloneMayRefuseItsRequest() throws {
        let parts = try folder.text(of: "s/04-hash-only.http").split(separator: "\r\n\r\n", maxSplits: 1)
        try remove("04-hash-only.http")
        try remove("session.json")
        try folder.file("s/04-hash-only.json", parts[1].utf8)
        for (code, notes) in [("TIMESTAMP_EXPIRED", []), ("ATTESTATION_FAILED", ["other_error"])] {
            try response("04-hash-only", #"{"error": {"code": "\#(code)"}}"#)
            let files = try files(exitCode: notes.isEmpty ? 0 : 1)
            #expect(try self.notes("04-hash-only.response.json", files) == notes, "\(code)")
        }
    }

    @Test func anAnswerThatNamesNoDeviceIsNoted() throws {
        try response("05-more", #"{"data": {"device_id": "00000000-0000-4000-8000-000000000002"}}"#)
        #expect(try run("s").output.contains("; note: the answer names no device of this session"))
        try remove("05-more.response.json")
        let known = #"{"devices": [{"counter": 0, "id": "00000000-0000-4000-8000-000000000001"}]}"#
        try folder.file("s/session.json", known.utf8)
        #expect(try notes("02-register.response.json", files(exitCode: 1)) == ["identifier_taken"])
    }

    @Test func aTimeBeforeThePrecedingOneIsNoted() throws {
        let times =
            #"{"times": {"02-register.http": "2026-03-01T12:00:12Z", "03-capture.http": "2026-03-01T12:00:11Z"}}"#
        try folder.file("s/session.json", times.utf8)
        let files = try files(exitCode: 0)
        #expect(try notes("03-capture.http", files) == ["time_runs_back"])
        #expect(try notes("02-register.http", files).isEmpty)
        #expect(files["03-capture.http"]?["time_stated"] as? Bool == true)
        #expect(files["04-hash-only.http"]?["time_stated"] as? Bool == false)
    }

    @Test func aHeaderMovesTheClockByAtMost300Seconds() throws {
        try remove("session.json")
        let text = try folder.text(of: "s/04-hash-only.http")
        let ahead = text.replacing(/X-Device-Timestamp: (\d+)/) { match in
            "X-Device-Timestamp: \((Int(match.1) ?? 0) + 3_600_000)"
        }
        #expect(ahead != text)
        try folder.file("s/04-hash-only.http", ahead.utf8)
        let file = try files(exitCode: 1)["04-hash-only.http"]
        #expect(file?["time"] as? String == "2026-03-01T12:05:11.000Z")
        #expect((file?["result"] as? [String: Any])?["outcome"] as? String == "refused")
    }

    /// The signature covers the body, not the path.
    @Test func aVerifiedRequestToAnotherEndpointStoresItsCounter() throws {
        try remove("session.json")
        let text = try folder.text(of: "s/04-hash-only.http")
        let video = text.replacing("POST /api/v1/captures/hash-only", with: "POST /api/v1/captures/video")
        #expect(video != text)
        try folder.file("s/04-a-video.http", video.utf8)
        let outcome = try run("s")
        #expect(
            outcome.output.contains("not simulated, its request verified; counter 3 stored  04-a-video.http  (POST"))
        let late = "its counter is 3, not above the stored 3; the sender must change it); 04-a-video.http stored "
        #expect(outcome.output.contains(late), "\(outcome.output)")
    }

    @Test func pipesAreUnreadableAndDoNotBlock() throws {
        try #require(mkfifo(folder.url.appending(path: "s/05-pipe.http").path, 0o600) == 0)
        try #require(mkfifo(folder.url.appending(path: "s/06-pipe.response.json").path, 0o600) == 0)
        let files = try files(exitCode: 2)
        #expect(["05-pipe.http", "06-pipe.response.json"].allSatisfy { files[$0]?["kind"] as? String == "unreadable" })
        try remove("session.json")
        try #require(mkfifo(folder.url.appending(path: "s/session.json").path, 0o600) == 0)
        let outcome = try run("s")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("s/session.json: "), "\(outcome.errors)")
    }

    @Test func requestsWithoutTimeAndFoldersWithoutRequestsAreErrors() throws {
        let parts = try folder.text(of: "s/04-hash-only.http").split(separator: "\r\n\r\n", maxSplits: 1)
        try folder.file("t/01-body.json", parts[1].utf8)
        let untimed = try run("t")
        #expect(untimed.exitCode == 2)
        #expect(
            untimed.errors.contains(
                "found a request whose time is not stated; expected a time in times or now of session.json; add it"))
        try folder.file("u/01-challenge.http", "GET /api/v1/devices/challenge HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        let none = try run("u")
        #expect(none.exitCode == 2 && none.output.hasSuffix("no request was simulated\n"), "\(none.output)")
        let checklist = try CommandRunner.depthcheck(["parity", "checklist", "u"], in: folder.url)
        #expect(checklist.exitCode == 1 && checklist.output.contains("0 met, 0 not met"), "\(checklist.output)")
    }

    @Test func makeRefusesOptionsOfReportsAndTimesOutsideTheYearsOfCertificates() throws {
        #expect(try folder.text(of: "made.txt").contains("s: a session of 8 files"))
        for arguments in [
            ["--format", "json"], ["--format", "text"], ["-q"], ["-o", "n/report.txt"], ["-o", "n/session.json"],
            ["--at", "1950-12-31T23:59:59Z"], ["--at", "9980-01-01T00:00:00Z"],
        ] {
            let outcome = try CommandRunner.depthcheck(
                ["capture", "session", "--make", "n"] + arguments, in: folder.url)
            #expect(outcome.exitCode == 64, "\(arguments) \(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "n").path), "\(arguments)")
        }
        for (name, time) in [("first", "1951-01-01T00:00:00Z"), ("last", "9979-12-31T23:59:00Z")] {
            #expect(try run("--make", name, "--at", time).exitCode == 0)
            let outcome = try run(name)
            #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        }
    }
}
