import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

/// Recordings of the Scoop data set as input of the commands.
@Suite struct ScoopCommandTests {
    private static let folder = CommandRunner.package.appending(path: "Tests/DepthFilesTests/Archives/formats/scoop")
    private let walk = folder.appending(path: "walk.idep").path(percentEncoded: false)

    private func run(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(arguments)
    }

    private func objects(_ outcome: CommandRunner.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func eachFrameIsAResult() throws {
        let information = try objects(try run("info", walk, "--format", "ndjson"))
        #expect(information.compactMap { $0["format"] as? String } == ["idep", "idep", "idep"])
        #expect(information[0]["archive"] as? String == "a Scoop recording")
        let analyzed = try run("analyze", walk, "--format", "ndjson")
        #expect(try objects(analyzed).compactMap { $0["input"] as? String } == (0..<3).map { "\(walk)/\($0)" })
        let folder = try TemporaryFolder()
        let table = folder.path + "/m.csv"
        #expect(try run("measure", walk, "-o", table).exitCode == 0)
        let rows = try String(contentsOf: URL(filePath: table), encoding: .utf8).split(separator: "\n").dropFirst()
        #expect(rows.map { $0.prefix(12) } == ["walk.idep/0,", "walk.idep/1,", "walk.idep/2,"])
    }

    @Test func oneFrameOrAllAreConverted() throws {
        let folder = try TemporaryFolder()
        let frame = folder.path + "/frame.npy"
        let one = try run("convert", walk + "/1", "-o", frame, "--lossless")
        #expect(one.exitCode == 0 && one.output.contains("nothing lost"), "\(one.errors)")
        let all = try run("convert", walk, "-o", folder.path + "/maps/", "--to", "npy")
        #expect(all.exitCode == 0, "\(all.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/maps").sorted()
        #expect(names == ["0.npy", "1.npy", "2.npy"])
        #expect(
            try Data(contentsOf: URL(filePath: folder.path + "/maps/1.npy"))
                == Data(contentsOf: URL(filePath: frame)))
    }

    @Test func recordingsInTarAndZipFilesAndFoldersAreRead() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: walk)))
        let folder = try TemporaryFolder()
        let tar = try folder.file("s.tar", TestTar.member("a/walk.idep", bytes) + TestTar.end)
        var zipped: [UInt8] = []
        var writer = ZipWriter { zipped += $0 }
        try writer.add(bytes, named: "a/walk.idep", compresses: true)
        try writer.finish()
        let zip = try folder.file("s.zip", zipped)
        let names = (0..<3).map { "a/walk.idep/\($0)" }
        let inTar = try objects(try run("analyze", "--tar", tar.path, "--format", "ndjson"))
        #expect(inTar.compactMap { $0["input"] as? String } == names.map { "\(tar.path)/\($0)" })
        let inZip = try objects(try run("analyze", zip.path, "--format", "ndjson"))
        #expect(inZip.compactMap { $0["input"] as? String } == names.map { "\(zip.path)/\($0)" })
        let alone = try objects(try run("analyze", walk, "--format", "ndjson"))
        for member in ["status", "depth_variance", "min_depth"] {
            let expected = alone.map { "\($0[member] ?? "missing")" }
            #expect(inTar.map { "\($0[member] ?? "none")" } == expected, "\(member)")
            #expect(inZip.map { "\($0[member] ?? "none")" } == expected, "\(member)")
        }
        let maps = folder.path + "/maps/"
        let converted = try run("convert", "--tar", tar.path, "-o", maps, "--to", "npy")
        #expect(converted.exitCode == 0, "\(converted.errors)")
        let written = try FileManager.default.contentsOfDirectory(atPath: maps).sorted()
        #expect(written == ["0.npy", "1.npy", "2.npy"])
        let inFolder = try run("info", Self.folder.path(percentEncoded: false), "--format", "ndjson")
        #expect(inFolder.exitCode == 2)
        let found = try objects(inFolder)
        #expect(found.count { $0["error_code"] == nil || $0["error_code"] is NSNull } == 9)
        #expect(found.count { $0["error_code"] as? String == "idep_truncated" } == 5)
    }

    @Test func recordingsOfAndroidPhonesAreRefusedByName() throws {
        let outcome = try run("analyze", Self.folder.appending(path: "phone.adep").path(percentEncoded: false))
        #expect(outcome.exitCode == 2)
        #expect((outcome.output + outcome.errors).contains("found an Android phone's Scoop recording (.adep)"))
    }
}
