import Captures
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@Suite struct PackCommandTests {
    private let folder: TemporaryFolder
    private static let map = StoredAnswer.fixtures.appending(path: "room-01.bin.gz").path

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + "no picture".utf8)
        let made = try CommandRunner.depthcheck(["capture", "key", "-o", "test.pem"], in: folder.url)
        #expect(made.exitCode == 0, "\(made.errors)")
    }

    private func pack(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(
            ["capture", "pack", "--photo", "photo.jpg", "--depth", Self.map] + arguments, in: folder.url,
            environment: environment)
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.url.appending(path: name)))
    }

    private func judgement(_ payload: CapturePayload, at time: String) throws -> CaptureJudgement {
        let device = try parse(try folder.text(of: "device.json"), as: [String: Any].self)
        #expect(device["attestation_level"] as? String == "secure_enclave" && device["assertion_counter"] as? Int == 0)
        let key = try #require((device["public_key_hex"] as? String).flatMap(Hexadecimal.bytes))
        return CaptureJudge().judge(
            CaptureRequest(
                payload: payload, device: CaptureDevice(publicKey: key, counter: 0),
                now: try #require(CaptureTimestamp(time)), isRequestVerified: true))
    }

    @Test func packedBodiesVerifyAndNoteThatNoDeviceSigned() throws {
        let time = "2026-03-01T12:00:00.250Z"
        let outcome = try pack("--key", "test.pem", "--at", time, "--location", "-1.5,2.25", "-o", "capture.body")
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let body = try bytes("capture.body")
        #expect(outcome.output.hasPrefix("capture.body: full capture, body of \(body.count) bytes\n"))
        #expect(outcome.output.contains("signed by a test key, not a device"))
        #expect(outcome.output.contains("server-full/plain, counter 1, for XXXXXXXXXX.com.realitycam.app"))
        let judgement = try judgement(.full(.multipart(body)), at: time)
        #expect(judgement.confidence == .high)
        #expect(judgement.metadata?.capturedAt == time && judgement.metadata?.deviceModel == "iPhone 15 Pro")
        #expect(judgement.metadata?.location == CaptureLocation(latitude: -1.5, longitude: 2.25))
        #expect(!outcome.output.contains("PRIVATE"))
    }

    @Test func folderOutputHasExactlyThreeParts() throws {
        for name in ["new/", "new"] {
            let outcome = try pack("--key", "test.pem", "--counter", "7", "--bundle", "a.b", "-o", name)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new").count == 3)
            #expect(try bytes("new/photo.jpg") == bytes("photo.jpg"))
            #expect(DepthFileReader().read(try bytes("new/depth.bin")).serverReading == .sameMap)
            let metadata = try CaptureMetadata(json: try bytes("new/metadata.json"))
            let assertion = try AppAttestAssertion(base64: try #require(metadata.assertion))
            #expect(assertion.authenticatorData.counter == 7)
            let application = CaptureApplication(teamIdentifier: "XXXXXXXXXX", bundleIdentifier: "a.b")
            #expect(assertion.authenticatorData.rpIDHash == application.rpIDHash)
        }
    }

    @Test func aHashOnlyBodyHasNoMediaAndVerifies() throws {
        let outcome = try pack("--hash-only", "--key", "test.pem", "-o", "-")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("not a device") && outcome.output.hasPrefix("{\"capture_mode\":\"hash_only\""))
        let payload = CapturePayload.hashOnly(Array(outcome.output.utf8), contentType: "application/json")
        #expect(try judgement(payload, at: "2026-03-01T12:00:00Z").confidence == .high)
    }

    @Test func anyBindingIsSignedInBothForms() throws {
        for name in ["server-full/plain", "server-full/nonce", "jpeg-depth/nonce", "jpeg"] {
            let outcome = try pack("--key", "test.pem", "--binding", name, "-o", "x.body")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let judgement = try judgement(.full(.multipart(try bytes("x.body"))), at: "2026-03-01T12:00:00Z")
            #expect(judgement.bindings.map(\.name) == [name.contains("/") ? name : name + "/plain"])
        }
    }

    @Test(arguments: [
        (["--hash-only", "-o", "x"], "found --hash-only without --key"),
        (["--binding", "jpeg", "-o", "x"], "found --binding without --key"),
        (["--key", "test.pem", "--binding", "request", "-o", "x"], "the data that this kind of capture contains"),
        (["--key", "test.pem", "--binding", "jpeg/raw", "-o", "x"], "/plain or /nonce"),
        (["--key", "photo.jpg", "-o", "x"], "photo.jpg: found no P-256 private key in PEM"),
        (["--key", "nowhere.pem", "-o", "x"], "error: nowhere.pem: found no such file"),
        (["--at", "today", "-o", "x"], #"--at is "today""#),
        (["--model", " ", "-o", "x"], #"--model is " ""#),
        (["--location", "91,0", "-o", "x"], "the latitude of --location is 91.0; expected -90 to 90 degrees"),
        (["--location", "1", "-o", "x"], #"--location is "1""#),
        (["--hash-only", "--key", "test.pem", "-o", "x/"], "is a folder"),
        (["--counter", "0", "-o", "x"], "--counter is 0; expected 1 to 4294967295"),
        (["--counter", "-1", "-o", "x"], "--counter"), (["--counter", "4294967296", "-o", "x"], "--counter"),
    ])
    func usageErrorsWriteNothing(arguments: [String], expected: String) throws {
        let before = try folder.names
        let outcome = try CommandRunner.depthcheck(
            ["capture", "pack", "--photo", "photo.jpg", "--depth", Self.map] + arguments, in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(try folder.names == before)
    }

    @Test func unpackableInputsAreReportedAndWriteNothing() throws {
        try folder.file("empty.jpg")
        try folder.file("large.jpg", [UInt8](repeating: 1, count: 2_100_000))
        let before = try folder.names
        for (photo, depth, options, expected) in [
            ("empty.jpg", Self.map, [], "empty.jpg: found an empty photo"),
            ("large.jpg", Self.map, [], "large.jpg: found a body of"),
            ("nowhere.jpg", Self.map, [], "nowhere.jpg: found no such file"),
            ("photo.jpg", "photo.jpg", [], "photo.jpg: found a JPEG"),
            ("photo.jpg", Self.map, ["--width", "5", "--height", "5"], "49152 samples, which do not fit 5x5"),
        ] as [(String, String, [String], String)] {
            for output in ["x.body", "x/"] {
                let outcome = try CommandRunner.depthcheck(
                    ["capture", "pack", "--photo", photo, "--depth", depth, "-o", output] + options, in: folder.url)
                #expect(outcome.exitCode == 2 && outcome.errors.contains(expected), "\(outcome.errors)")
                #expect(outcome.output.isEmpty)
            }
        }
        #expect(try folder.names == before)
    }

    @Test func folderOutputNeverReplacesAnInput() throws {
        let before = try bytes("photo.jpg")
        for output in [".", "./"] {
            let outcome = try pack("-o", output)
            #expect(outcome.exitCode == 64, "\(outcome.errors)")
            #expect(outcome.errors.contains("would replace photo.jpg"), "\(outcome.errors)")
        }
        #expect(try bytes("photo.jpg") == before)
        #expect(try folder.names == ["device.json", "photo.jpg", "test.pem"])
    }
}

@Suite struct KeyCommandTests {
    private func key(_ arguments: String..., in folder: TemporaryFolder) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture", "key"] + arguments, in: folder.url)
    }

    private func permissions(_ name: String, in folder: TemporaryFolder) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.posixPermissions] as? Int
    }

    @Test func keyFilesArePrivateAndNeverPrinted() throws {
        let folder = try TemporaryFolder()
        try folder.file("there.json", "{}".utf8)
        for (arguments, device) in [([], "device.json"), (["--device", "there.json"], "there.json")] {
            try? FileManager.default.removeItem(at: folder.url.appending(path: "test.pem"))
            let outcome = try CommandRunner.depthcheck(
                ["capture", "key", "-o", "test.pem"] + arguments, in: folder.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            for name in ["test.pem", device] { #expect(try permissions(name, in: folder) == 0o600, "\(name)") }
            let pem = try folder.text(of: "test.pem")
            let made = try #require(TestKey(pem: pem))
            let json = try parse(try folder.text(of: device), as: [String: Any].self)
            #expect(json["public_key_hex"] as? String == Hexadecimal.text(of: made.publicKey))
            #expect(outcome.output.contains("not of a device"))
            for line in pem.split(separator: "\n").dropFirst().dropLast() {
                #expect(!(outcome.output + outcome.errors).contains(line))
            }
        }
    }

    @Test func existingKeysAreKeptAndKeysAreNotStreamed() throws {
        let folder = try TemporaryFolder()
        try folder.file("test.pem", "mine".utf8)
        for name in ["test.pem", "-", "/dev/stdout", "/dev/null"] {
            let outcome = try key("-o", name, in: folder)
            #expect(outcome.exitCode == 64 && outcome.output.isEmpty, "\(name): \(outcome.errors)")
        }
        let error = try key("-o", "test.pem", in: folder).errors
        #expect(error.hasPrefix("depthcheck: test.pem: found an existing file; expected a new one"), "\(error)")
        #expect(try folder.text(of: "test.pem") == "mine")
        #expect(try key("-o", "a", "--device", "./a", in: folder).exitCode == 64)
        #expect(try folder.names == ["test.pem"])
        #expect(try key("-o", "nowhere/a", in: folder).exitCode == 74)
        #expect(try folder.names == ["test.pem"])
    }

    /// A device file cannot be recreated, so it is replaced only if the user names it.
    @Test func anotherKeysDeviceIsReplacedOnlyWhenNamed() throws {
        let folder = try TemporaryFolder()
        #expect(try key("-o", "a.pem", in: folder).exitCode == 0)
        let device = try folder.text(of: "device.json")
        let outcome = try key("-o", "b.pem", in: folder)
        let start = "depthcheck: device.json: found an existing file"
        #expect(outcome.exitCode == 64 && outcome.errors.hasPrefix(start), "\(outcome.errors)")
        #expect(try folder.names == ["a.pem", "device.json"])
        #expect(try folder.text(of: "device.json") == device)
        #expect(try key("-o", "b.pem", "--device", "device.json", in: folder).exitCode == 0)
        #expect(try folder.text(of: "device.json") != device)
    }
}
