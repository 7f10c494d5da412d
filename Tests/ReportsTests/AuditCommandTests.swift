import Foundation
import TestSupport
import Testing

@Suite struct AuditCommandTests {
    private let files: CaptureFiles

    init() throws {
        files = try CaptureFiles()
        try FileManager.default.copyItem(
            at: CommandRunner.package.appending(path: "fixtures/room-01.bin.gz"),
            to: files.folder.url.appending(path: "room.bin.gz"))
    }

    /// Writes a payload with the numbers that the phone computes for the room.
    private func claim(_ replacements: [String: String] = [:]) throws {
        let analyzed = try CommandRunner.depthcheck(
            ["analyze", "room.bin.gz", "--profile", "client", "--format", "json"], in: files.folder.url)
        let map = try #require(try JSONSerialization.jsonObject(with: Data(analyzed.output.utf8)) as? [String: Any])
        func number(_ name: String) -> String { (map[name] as? NSNumber)?.stringValue ?? "" }
        let honest = [
            "2.5,": number("depth_variance") + ",", #"layers":5"#: #"layers":"# + number("depth_layers"),
            "0.75": number("edge_coherence"), #"min_depth":0.5"#: #"min_depth":"# + number("min_depth"),
            "8.0": number("max_depth"),
        ]
        let text = replacements.reduce(String(decoding: TestCapture.payload(honest), as: UTF8.self)) {
            $0.replacing($1.key, with: $1.value)
        }
        try files.folder.file("payload.json", text.utf8)
    }

    private let arguments = ["payload.json", "--depth", "room.bin.gz"]

    @Test func thePhonesOwnFindingsAgree() throws {
        try claim()
        let outcome = try files.run("audit", arguments)
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        #expect(outcome.output.hasPrefix("AGREES  payload.json with room.bin.gz\n"))
        #expect(!outcome.output.contains("\nno "))
        #expect(outcome.output.contains("it trusts the phone, depth pass"))
    }

    @Test(arguments: [
        ("is_likely_real_scene", #"scene":true"#, #"scene":false"#), ("depth_layers", #"layers":"#, #"layers":1"#),
        ("max_depth", #"max_depth":"#, #"max_depth":1"#),
    ])
    func differencesAreNamedAndExitWith1(field: String, from: String, to: String) throws {
        try claim([from: to])
        let outcome = try files.run("audit", arguments + ["--format", "json"])
        #expect(outcome.exitCode == 1)
        let audit = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(audit["agrees"] as? Bool == false)
        let fields = try #require(audit["fields"] as? [[String: Any]])
        #expect(fields.count == 6)
        #expect(fields.filter { $0["agrees"] as? Bool == false }.map { $0["field"] as? String } == [field])
    }

    @Test func mapsThePhoneCannotAnalyseDisagree() throws {
        try claim()
        try files.folder.file("small.bin", Array(repeating: [0, 0, 0x80, 0x3F], count: 4).flatMap { $0 } as [UInt8])
        let outcome = try files.run("audit", ["payload.json", "--depth", "small.bin"])
        #expect(outcome.exitCode == 1 && outcome.output.hasPrefix("DOES NOT AGREE"), "\(outcome.errors)")
    }

    /// The phone cannot analyse such a map: its numbers are 0, and so may be those of the payload.
    @Test func zeroClaimsAgreeWithUnanalysableMaps() throws {
        try claim()
        let honest = try files.folder.text(of: "payload.json")
        let zeros = try ["depth_variance", "depth_layers", "edge_coherence", "min_depth", "max_depth"].reduce(honest) {
            $0.replacing(try Regex(#""\#($1)":[0-9.e-]+"#), with: #""\#($1)":0"#)
        }
        let claimed = zeros.replacing(#"scene":true"#, with: #"scene":false"#)
        try files.folder.file("payload.json", claimed.utf8)
        try files.folder.file("small.bin", Array(repeating: [0, 0, 0x80, 0x3F], count: 4).flatMap { $0 } as [UInt8])
        let outcome = try files.run("audit", ["payload.json", "--depth", "small.bin"])
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("AGREES"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("the phone has no verdict on this map, and its numbers are 0: a side is"))
        try files.folder.file("payload.json", claimed.replacing(#""max_depth":0"#, with: #""max_depth":1"#).utf8)
        let other = try files.run("audit", ["payload.json", "--depth", "small.bin"])
        #expect(other.exitCode == 1 && other.output.split(separator: "\n").filter { $0.hasPrefix("fail ") }.count == 1)
    }

    @Test(arguments: [
        ("body.bin", "found a full capture; expected a hash-only payload"),
        ("broken.json", "found not JSON from byte 16 on (the text ends early)"), ("missing.json", "found no such file"),
    ])
    func otherPayloadFilesExitWith2(name: String, finding: String) throws {
        try files.folder.file("body.bin", "--x\r\n\r\n--x--".utf8)
        try files.folder.file("broken.json", #"{"capture_mode":"#.utf8)
        let outcome = try files.run("audit", [name, "--depth", "room.bin.gz"])
        #expect(
            outcome.exitCode == 2 && outcome.errors.hasPrefix("depthcheck: \(name): \(finding)"),
            "\(outcome.errors)")
    }

    @Test func unreadableMapsExitWith2() throws {
        try claim()
        let outcome = try files.run("audit", ["payload.json", "--depth", "payload.json"])
        #expect(outcome.exitCode == 2 && outcome.errors.hasPrefix("depthcheck: payload.json: found JSON text"))
    }
}
