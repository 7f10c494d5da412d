import Foundation
import TestSupport
import Testing

/// A small corpus of stored maps, measured and labelled, and the command that makes reports of it.
struct ReportMaterial {
    let folder: TemporaryFolder

    /// The maps of the corpus. Rooms are real scenes; the last map has no verdict.
    static let maps = [
        "room-01", "room-02", "room-03", "room-04", "screen-01", "screen-02", "wall-01", "wall-02", "all-invalid",
    ]

    /// - Parameters:
    ///   - profile: whose arithmetic measures.
    ///   - options: options of `measure`.
    init(profile: String = "server", measuring options: [String] = []) throws {
        folder = try TemporaryFolder()
        for map in Self.maps {
            let name = "fixtures/\(map).bin.gz"
            try folder.file(
                "corpus/\(map).bin.gz", Data(contentsOf: CommandRunner.package.appending(path: name)))
        }
        try folder.file("corpus/damaged.bin.gz", Data("no map".utf8))
        let measured = try CommandRunner.depthcheck(
            ["measure", "corpus", "-q", "--profile", profile, "-o", "m.csv"] + options, in: folder.url)
        #expect(measured.exitCode == 2, "\(measured.errors)")
        let labels = Self.maps.map { map in
            let kind = String(map.prefix { $0 != "-" })
            return "\(map).bin.gz,\(kind == "room" ? "real" : kind == "all" ? "fake" : kind),scene-\(map.last ?? "0")\n"
        }
        try folder.file(
            "labels.csv", ("file,label,group\n" + labels.joined() + "damaged.bin.gz,real,scene-9\n").utf8)
    }

    func report(_ arguments: [String], output: String = "r.html") throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["report"] + arguments + ["-o", output], in: folder.url)
    }

    /// The text of each data block of a report, by name.
    func blocks(of name: String = "r.html") throws -> [String: String] {
        let parts = try folder.text(of: name).components(separatedBy: "<script type=\"text/plain\" id=\"").dropFirst()
        return try parts.reduce(into: [:]) { blocks, part in
            let name = part.prefix { $0 != "\"" }
            let text = try #require(part.components(separatedBy: "</script>").first)
            blocks[String(name)] = String(text.dropFirst(name.count + 2))
        }
    }

    /// The `report` block.
    func facts(of name: String = "r.html") throws -> [String: Any] {
        let text = try #require(try blocks(of: name)["report"])
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
}

extension [String: Any] {
    func objects(_ key: String) throws -> [[String: Any]] { try #require(self[key] as? [[String: Any]]) }
}
