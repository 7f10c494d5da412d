import Foundation
import TestSupport
import Testing

/// Inputs of every kind with a hostile text wherever they can have text.
struct HostileInputs {
    static let text = "\u{10FFE9}a\u{1B}[31m\u{1B}]0;t\u{7}\u{202E}\n\t,\"|\\|\\$&<]]>`"
    /// The text without what ends a header of a request.
    private static let header = text.replacing("\n", with: "").replacing("\"", with: "")

    let folder: TemporaryFolder
    private let json: String

    init() throws {
        folder = try TemporaryFolder()
        json = String(decoding: try JSONEncoder().encode(Self.text), as: UTF8.self)
        try writeMaps()
        try writeLabels()
        try writeGoldens()
        try writeCases()
        try writeCaptures()
        // A program's output is quoted line by line.
        let line = Self.text.replacing("\n", with: "")
        let program = "printf '%s\\000%s\\n' '\(line)' '\(line)'"
        try folder.file("failing", "\(program); \(program) >&2; exit 3\n".utf8)
        let lie = """
            {"name": \(json), "status": \(json), "depth_layers": \(json), \(json): \(json), "~~~~": \(json),
             "answer": {"http_status": \(json), "error_code": \(json), "stage": \(json), "reason": \(json)},
             "assertion": {"status": \(json), \(json): \(json)}, "depth_status": \(json), "confidence": \(json)}
            """.replacing("\n", with: "")
        try folder.file("lie", (lie + "\n").utf8)
        try folder.file("lying", "while read -r line; do cat lie; done\n".utf8)
        try folder.file("answers", "\(lie)\n{\"name\": \"x\", \"error\": \(json)}\n".utf8)
    }

    private func fixture(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: CommandRunner.package.appending(path: "fixtures/\(name)")))
    }

    private func object(_ name: String) throws -> [String: Any] {
        try parse(String(decoding: fixture(name), as: UTF8.self), as: [String: Any].self)
    }

    private func write(_ object: [String: Any], _ name: String) throws {
        try folder.file(name, JSONSerialization.data(withJSONObject: object))
    }

    /// Seven maps, one file that cannot be read, and archives.
    private func writeMaps() throws {
        let names = (1...4).map { "room-0\($0)" } + (1...3).map { "screen-0\($0)" }
        for (number, name) in names.enumerated() {
            try folder.file("e/\(Self.text)\(number + 1).bin.gz", fixture("\(name).bin.gz"))
        }
        try folder.file("b/\(Self.text)bad.bin.gz", [1])
        let members: [(name: String, bytes: [UInt8])] = [
            (Self.text + "1.bin.gz", try fixture("room-01.bin.gz")), (Self.text + "bad.bin.gz", [1]),
            (Self.text + ".txt", [1]),
        ]
        try folder.file("z.zip", TestZip.archive(members))
        try folder.file("t.tar", members.flatMap { TestTar.member($0.name, $0.bytes) } + TestTar.end)
    }

    private func writeLabels() throws {
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
        let rows = (1...7).map { number in
            let name = Self.text + "\(number)"
            let species = number < 5 ? "real," : "attack,\(quoted(Self.text + "\(number % 2)"))"
            return "\(quoted(name + ".bin.gz")),\(species),\(quoted(name)),\(quoted(Self.text + "\(number % 2)"))"
        }
        let table = "file,label,species,group,\(quoted(Self.text))\n" + rows.map { $0 + "\n" }.joined()
        try folder.file("labels.csv", table.utf8)
        try folder.file("bad.csv", table.replacing(",attack,", with: ",\(quoted(Self.text)),").utf8)
        try folder.file("p\(Self.text)/\(Self.text).json", "{\"varianceThreshold\": 0.3}".utf8)
        let measured = try CommandRunner.depthcheck(["measure", "e", "-o", "m.csv"], in: folder.url)
        try #require(measured.exitCode == 0, "\(measured.errors)")
    }

    /// A golden that differs, one that cannot be read, one that is missing, and an unneeded exception.
    private func writeGoldens() throws {
        let golden = CommandRunner.package.appending(path: "golden/server/size-3x3.json")
        var text = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
        for (member, value) in [
            ("name", json), ("file", json.dropLast() + ".bin.gz\""), ("implementation", json), ("version", json),
            ("toolchain", json), ("guards", "\"~~~~\""), ("depth_layers", "5"), ("frozen", "false"),
        ] as [(String, any StringProtocol)] {
            let pattern = try Regex("\"\(member)\": (\"[^\"]*\"|[^,\\n]+)")
            text = text.replacing(pattern, with: "\"\(member)\": \(value)")
        }
        try folder.file("g/golden/server/\(Self.text).json", text.utf8)
        try folder.file("g/golden/server/bad\(Self.text).json", "{\"\(Self.text)".utf8)
        try folder.file(
            "g/golden/manifest.json",
            """
            {"schema_version": 2, "fixtures": "../fixtures", "tolerances": {"client": {}},
             "folders": {"server": {"profile": "server", "without_golden": {\(json): \(json)}}}}
            """.utf8)
        try folder.file("g/fixtures/README.md")
        for name in ["", "missing"] {
            try folder.file("g/fixtures/\(name)\(Self.text).bin.gz", fixture("size-3x3.bin.gz"))
        }
    }

    /// An accepted capture by its name, and an expected answer without a case.
    private func writeCases() throws {
        var accepted = try object("captures/cases/full-altitude-alone.json")
        accepted["notes"] = Self.text
        let answer = try object("captures/expected.json")["full-altitude-alone"]
        for set in ["k", "v"] {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: set), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: CommandRunner.package.appending(path: "fixtures/captures/shared"),
                to: folder.url.appending(path: "\(set)/shared"))
        }
        try write(accepted, "k/cases/\(Self.text).json")
        try write([Self.text: answer as Any, "gone" + Self.text: answer as Any], "k/expected.json")
        for kind in ["registrations", "requests"] {
            try folder.file("k/\(kind).json", "{}".utf8)
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "k/\(kind)"), withIntermediateDirectories: true)
        }
        try folder.file(
            "rules.json",
            """
            {"schema": "depthcheck.rules/1",
             "rules": [{"id": "CAP-107", "text": \(json), "section": \(json), "bound": true}]}
            """.utf8)
        try write(accepted, "v/\(Self.text).json")
        accepted["endpoint"] = Self.text
        try write(accepted, "v/case.json")
        try write([Self.text: ["answer": ["http_status": 202, "error_code": Self.text]]], "expected.json")
        try folder.file("device.json", fixture("captures/device.json"))
    }

    private func writeCaptures() throws {
        let room = try fixture("room-01.bin.gz")
        let photo: [UInt8] = [0xFF, 0xD8, 0xFF]
        let size = "\"depth_map_dimensions\": {\"width\": 256, \"height\": 192}"
        let metadata = """
            {"captured_at": "2026-03-01T12:00:00.250Z", "device_model": \(json), "photo_hash": \(json), \(size),
             "assertion": \(json), \(json): \(json)}
            """
        // Text that may be in the headers of a part.
        let printable = Self.header.replacing(/[\u{0}-\u{1F}]/, with: "") + "\u{85}"
        for (name, header) in [("body", Self.header), ("body2", printable)] {
            func part(_ name: String, _ contents: [UInt8]) -> [UInt8] {
                let disposition = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(header)\""
                return "--b\r\n\(disposition)\r\nContent-Type: \(header)\r\n\r\n".utf8 + contents + "\r\n".utf8
            }
            let parts = part("photo", photo) + part("depth_map", room) + part("metadata", Array(metadata.utf8))
            try folder.file("v/\(name)", parts + part(header, [1]) + "--b--\r\n".utf8)
        }
        try folder.file("v/f\(Self.text)/photo.jpg", photo)
        try folder.file("v/f\(Self.text)/depth.bin", room)
        try folder.file("v/f\(Self.text)/metadata.json", metadata.utf8)
        let name = "captures/cases/hash-only-chain-all.json"
        let body = try object(name)["body"] as? [String: Any]
        var payload = try parse(body?["text"] as? String ?? "", as: [String: Any].self)
        for member in ["captured_at", "media_hash", "media_type", "assertion", Self.text] {
            payload[member] = Self.text
        }
        payload["metadata"] = ["device_model": Self.text, Self.text: Self.text]
        try write(payload, "v/hash")
        let attestation = ["key_id": Self.text, "attestation_object": Self.text, "challenge": Self.text]
        try write(["platform": Self.text, "model": Self.text, "attestation": attestation, Self.text: 1], "v/reg")
        try write(["public_key": Self.text, "level": Self.text, "counter": Self.text, Self.text: 1], "v/device")
        let headers = ["X-Device-Id", "X-Device-Timestamp", "X-Device-Signature", "Content-Type"].map {
            "\($0): \(Self.header)\r\n"
        }
        try folder.file("v/req", "POST /api/\(Self.header) HTTP/1.1\r\n\(headers.joined())\r\nx".utf8)
    }
}
