import Captures
import Foundation
import Reports
import Support
import TestSupport
import Testing

@Suite struct ChecklistCommandTests {
    private let folder: TemporaryFolder
    private static let room = CommandRunner.package.appending(path: "fixtures/room-01.bin.gz").path

    init() throws {
        folder = try TemporaryFolder()
        let made = try CommandRunner.depthcheck(
            ["capture", "session", "--make", "--at", "2026-03-01T12:00:00Z", "s"], in: folder.url)
        #expect(made.exitCode == 0, "\(made.errors)")
    }

    private func run(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["parity", "checklist"] + arguments, in: folder.url)
    }

    private func capture(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["capture"] + arguments, in: folder.url)
    }

    /// The status, the remark and the measured values of each criterion.
    private func criteria(_ name: String, _ more: String..., exitCode: Int32) throws -> [String: Criterion] {
        let outcome = try CommandRunner.depthcheck(
            ["parity", "checklist", name, "--format", "json"] + more, in: folder.url)
        #expect(outcome.exitCode == exitCode, "\(outcome.output)\(outcome.errors)")
        let list = try JSONDecoder().decode(List.self, from: Data(outcome.output.utf8))
        #expect(list.criteria.map(\.id) == ChecklistCriterion.allCases.map(\.rawValue))
        return Dictionary(uniqueKeysWithValues: list.criteria.map { ($0.id, $0) })
    }

    private struct List: Decodable { let criteria: [Criterion] }

    private struct Criterion: Decodable {
        struct Finding: Decodable {
            let file: String
            let value: String
            let status: String
        }
        let id: String
        let status: String
        let remark: String?
        let findings: [Finding]

        /// The values that do not meet the criterion.
        var failures: [String] { findings.filter { $0.status == "not_met" }.map(\.value) }
    }

    @Test func everythingMeasurableIsMetInAMadeSession() throws {
        let criteria = try criteria("s", exitCode: 0)
        #expect(criteria.values.allSatisfy { $0.status != "not_met" })
        let others = criteria.filter { $0.value.status == "not_measurable" }.keys.sorted()
        #expect(others == ["6.6-location-age", "8.1-claims"])
        let size = try #require(criteria["6.8-AC3"])
        #expect(size.status == "contradicts_reality" && size.remark?.contains("140 to 204 bytes") == true)
        #expect(
            size.findings.count == 2 && size.findings.allSatisfy { ["140", "141", "142"].contains($0.value.prefix(3)) })
        #expect(
            criteria["6.8-counter"]?.findings.map(\.value) == [
                "request 1, after 0", "capture 2, after 1", "request 3, after 2", "capture 4, after 3",
            ])
        #expect(criteria["5.3-headers"]?.findings.map(\.value) == ["1000 ms old", "1000 ms old"])
        #expect(criteria["6.2-registration"]?.findings.map(\.value) == ["secure_enclave"])
        #expect(criteria["6.6-AC2"]?.findings.map(\.value) == ["49152 samples for 256x192"])
        let text = try run("s")
        #expect(text.exitCode == 0 && text.output.hasPrefix("s: 11 met, 0 not met, 2 not measurable, 1 contradicts"))
        let table = try run("s", "--format", "markdown").output
        #expect(table.contains("| `6.8-counter` | the counter of each assertion is above the one before | met | "))
    }

    /// A phone as it is: the request is late and signed after its capture, the challenge was used before.
    @Test func aBadSessionNamesEachFailure() throws {
        let key = try capture("key", "-o", "test.pem")
        #expect(key.exitCode == 0, "\(key.errors)")
        try folder.file("photo.jpg", "photo".utf8)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "bad"), withIntermediateDirectories: false)
        let packed = try capture(
            "pack", "--photo", "photo.jpg", "--depth", Self.room, "--key", "test.pem", "--at", "2026-03-01T12:00:00Z",
            "--device-id", "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162", "--binding", "jpeg-depth/nonce", "--counter", "1",
            "--request-counter", "2", "-o", "bad/03-capture.http")
        #expect(packed.exitCode == 0, "\(packed.errors)")
        let challenge = StrictBase64.text(of: Array(1...32))
        let registered = try capture(
            "pack", "--challenge", challenge, "--key", "test.pem", "--at", "2026-03-01T12:00:00Z", "-o",
            "bad/02-register.json")
        #expect(registered.exitCode == 0, "\(registered.errors)")
        try folder.file(
            "bad/session.json",
            """
            {"now": "2026-03-01T12:05:01Z", "challenges": [{"challenge": "\(challenge)",
             "expires_at": "2026-03-01T12:10:00Z", "used": true}]}
            """.utf8)
        try folder.file(
            "bad/02-register.response.json", #"{"data": {"device_id": "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162"}}"#.utf8)
        let criteria = try criteria("bad", exitCode: 1)
        #expect(criteria["6.2-registration"]?.failures.first?.hasPrefix("unverified: ") == true)
        #expect(criteria["5.3-headers"]?.failures == ["301000 ms old"])
        // The server does not store the counter of a request that does not verify.
        #expect(criteria["6.8-counter"]?.findings.map(\.value) == ["request 2, after 0", "capture 1, after 0"])
        #expect(criteria["6.8-counter"]?.status == "met")
        #expect(criteria["6.8-binding"]?.status == "not_measurable")
        #expect(criteria["6.6-photo-hash"]?.status == "met" && criteria["8.1-exact"]?.status == "met")
        let text = try run("bad")
        let words = text.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("not met 5.3-headers"), "\(text.output)")

        let device = try folder.text(of: "device.json").replacing(
            "{", with: #"{"id": "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162", "#, maxReplacements: 1)
        try FileManager.default.removeItem(at: folder.url.appending(path: "bad/02-register.json"))
        try folder.file(
            "bad/session.json", #"{"now": "2026-03-01T12:00:01Z", "devices": [\#(device)]}"#.utf8)
        try FileManager.default.removeItem(at: folder.url.appending(path: "bad/03-capture.http"))
        let signed = try capture(
            "pack", "--photo", "photo.jpg", "--depth", Self.room, "--key", "test.pem", "--at", "2026-03-01T12:00:00Z",
            "--device-id", "0b9d2f6e-53c1-4a8e-9c07-1d2e3f405162", "--counter", "1", "--request-counter", "2", "-o",
            "bad/03-capture.http")
        #expect(signed.exitCode == 0, "\(signed.errors)")
        let verified = try self.criteria("bad", exitCode: 1)
        #expect(verified["6.8-counter"]?.failures == ["capture 1, after 2"])
    }

    @Test func aFullCaptureWithoutAPartDoesNotMeetTheCriteriaOfThatPart() throws {
        let contents = [
            "photo.jpg": TestCapture.photo, "depth.bin": TestCapture.depthMap,
            "metadata.json": TestCapture.parts[2].content,
        ]
        for (missing, part, ids) in [
            ("photo.jpg", "photo", ["6.6-photo-hash"]), ("depth.bin", "depth_map", ["6.6-AC2", "6.6-depth-size"]),
            ("metadata.json", "metadata", ["6.6-AC2", "6.6-metadata", "6.6-photo-hash", "6.8-assertion"]),
        ] {
            for (name, content) in contents where name != missing { try folder.file("no-\(part)/\(name)", content) }
            let criteria = try criteria("no-\(part)", exitCode: 1)
            #expect(criteria.filter { $0.value.status == "not_met" }.keys.sorted() == ids)
            for id in ids where id != "6.8-assertion" { #expect(criteria[id]?.failures == ["no part \(part)"]) }
        }
    }

    /// Another boundary than that of the body.
    @Test func aBodyThatCannotBeReadDoesNotMeetTheCriteriaOfItsParts() throws {
        let file = folder.url.appending(path: "s/03-capture.http")
        var data = try Data(contentsOf: file)
        let range = try #require(data.range(of: Data("boundary=".utf8)))
        data.insert(contentsOf: Data("x".utf8), at: range.upperBound)
        try data.write(to: file)
        let criteria = try criteria("s", exitCode: 1)
        for id in ["6.6-AC2", "6.6-depth-size", "6.6-metadata", "6.6-photo-hash"] {
            #expect(criteria[id]?.failures.first?.hasPrefix("the parts cannot be read: ") == true, "\(id)")
        }
        #expect(criteria["6.8-assertion"]?.failures.first?.hasPrefix("not examined: ") == true)
    }

    @Test func quietTextHasTheStatusAndTheIdOfEachCriterion() throws {
        let lines = try run("s", "-q").output.split(separator: "\n")
        #expect(lines.count == ChecklistCriterion.allCases.count)
        #expect(lines.first == "met                  6.2-registration")
    }

    /// Parts with another photo, a raw DEFLATE map and incomplete metadata.
    @Test func partsOfACaptureAreMeasured() throws {
        let parts = TestCapture.parts
        func write(_ name: String, photo: [UInt8], depth: [UInt8], metadata: [UInt8]) throws {
            try folder.file("\(name)/photo.jpg", photo)
            try folder.file("\(name)/depth.bin", depth)
            try folder.file("\(name)/metadata.json", metadata)
        }
        try write("good", photo: TestCapture.photo, depth: TestCapture.depthMap, metadata: parts[2].content)
        let key = Hexadecimal.text(of: try #require(TestCapture.device.publicKey))
        try folder.file("device.json", #"{"public_key": "\#(key)", "counter": 5}"#.utf8)
        let good = try criteria("good", "--device", "device.json", exitCode: 0)
        #expect(
            good["6.8-binding"]?.status == "met" && good["6.8-counter"]?.findings.first?.value == "capture 6, after 5")
        #expect(good["6.2-registration"]?.status == "not_measurable" && good["5.3-headers"]?.status == "not_measurable")
        let unknown = try criteria("good/", exitCode: 0)
        #expect(unknown["6.6-AC2"]?.findings.first?.file == "good")
        #expect(unknown["6.8-binding"]?.status == "not_measurable")
        #expect(unknown["6.8-counter"]?.status == "not_measurable")

        let stale = TestCapture.metadata(["\"width\":8": "\"width\":9"])
        try write("bad", photo: Array("another".utf8), depth: Array("no gzip".utf8), metadata: stale)
        let bad = try criteria("bad", exitCode: 1)
        let failing = bad.filter { $0.value.status == "not_met" }.keys.sorted()
        #expect(failing == ["6.6-AC2", "6.6-photo-hash", "6.8-assertion"])
        #expect(bad["6.6-photo-hash"]?.failures.first?.contains("but the photo has") == true)

        try write("blank", photo: TestCapture.photo, depth: TestCapture.depthMap, metadata: Array("{}".utf8))
        let blank = try criteria("blank", exitCode: 1)
        #expect(blank["6.6-metadata"]?.status == "not_met")
        #expect(blank["6.6-photo-hash"]?.failures == ["the metadata cannot be read"])
        #expect(blank["6.8-assertion"]?.failures.first?.hasPrefix("not examined: the metadata: ") == true)
        try write("size", photo: TestCapture.photo, depth: TestCapture.depthMap, metadata: stale)
        let size = try criteria("size", exitCode: 1)
        #expect(size["6.6-AC2"]?.failures == ["48 samples for 9x6"])
    }

    @Test func theClaimOfAHashOnlyCaptureIsComparedWithTheMapOfItsPhoto() throws {
        let map = try HTTPRequestMessage([UInt8](Data(contentsOf: folder.url.appending(path: "s/03-capture.http"))))
        let reader = try #require(
            try FullCaptureBody.request(map.body, contentType: map.contentType).reader())
        var parts = reader
        var contents: [String: [UInt8]] = [:]
        while let part = try parts.next() { contents[part.name ?? ""] = part.content }
        try folder.file("photo.jpg", try #require(contents["photo"]))
        try folder.file("depth.bin", try #require(contents["depth_map"]))
        #expect(try capture("key", "-o", "test.pem").exitCode == 0)
        let packed = try capture(
            "pack", "--hash-only", "--photo", "photo.jpg", "--depth", "depth.bin", "--key", "test.pem", "-o",
            "s/05-claim.json")
        #expect(packed.exitCode == 0, "\(packed.errors)")
        let claim = try criteria("s", exitCode: 1)
        #expect(claim["8.1-claims"]?.findings.map(\.value) == ["equal to the map in 03-capture.http"])
        let text = try folder.text(of: "s/05-claim.json")
        try folder.file("s/05-claim.json", text.replacing(#""depth_layers":4"#, with: #""depth_layers":5"#).utf8)
        let other = try criteria("s", exitCode: 1)
        #expect(other["8.1-claims"]?.failures == ["depth_layers differ from the map in 03-capture.http"])
    }

    @Test func errorsOfTheFolderAreReported() throws {
        try folder.file("s/05-odd.json", "no JSON".utf8)
        let odd = try run("s")
        #expect(odd.exitCode == 2 && odd.errors.contains("s/05-odd.json: found another kind of file"))
        #expect(odd.output.contains("6.8-AC3"))
        #expect(try run("missing").exitCode == 2)
        #expect(try run("s", "--device", "s/session.json").exitCode == 64)
        #expect(try run().exitCode == 64)
        #expect(try run("s", "-o", "s/list.txt").exitCode == 64)
    }

    /// `parity` without a subcommand still takes files and its options.
    @Test func parityStillComparesFiles() throws {
        let direct = try CommandRunner.depthcheck(["parity", Self.room, "--format", "json"])
        let named = try CommandRunner.depthcheck(["parity", "compare", Self.room, "--format", "json"])
        #expect(direct.exitCode == 0 && direct.output == named.output)
        let none = try CommandRunner.depthcheck(["parity"])
        #expect(none.exitCode == 64 && none.errors.contains("found no files"), "\(none.errors)")
    }
}
