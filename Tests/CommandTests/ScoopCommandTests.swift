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
        #expect(names == ["walk.idep_0.npy", "walk.idep_1.npy", "walk.idep_2.npy"])
        #expect(
            try Data(contentsOf: URL(filePath: folder.path + "/maps/walk.idep_1.npy"))
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
        #expect(written == ["walk.idep_0.npy", "walk.idep_1.npy", "walk.idep_2.npy"])
        let ofZip = try run("convert", zip.path, "-o", folder.path + "/zipped/", "--to", "npy")
        #expect(ofZip.exitCode == 0, "\(ofZip.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/zipped").sorted() == written)
        for name in written {
            #expect(
                try Data(contentsOf: URL(filePath: folder.path + "/zipped/" + name))
                    == Data(contentsOf: URL(filePath: maps + name)), "\(name)")
        }
        let drawn = try run("render", zip.path, "-o", folder.path + "/pictures/")
        #expect(drawn.exitCode == 0, "\(drawn.errors)")
        let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pictures").sorted()
        #expect(pictures == ["walk.idep_0.png", "walk.idep_1.png", "walk.idep_2.png"])
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

    @Test func aCompressedRecordingIsReadFrameByFrame() throws {
        let folder = try TemporaryFolder()
        let packing = GzipStream()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: walk)))
        let packed = try folder.file("walk.idep.gz", packing.pack(bytes) + packing.finish()).path
        let found = try objects(try run("analyze", packed, "--format", "ndjson"))
        #expect(found.compactMap { $0["input"] as? String } == (0..<3).map { "\(packed)/\($0)" })
        let alone = try objects(try run("analyze", walk, "--format", "ndjson"))
        #expect(
            found.map { "\($0["depth_variance"] ?? "none")" } == alone.map { "\($0["depth_variance"] ?? "missing")" })
    }

    @Test func framesOfEveryRecordingAreNamedAlike() throws {
        let folder = try TemporaryFolder()
        for name in ["x", "y"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/two/\(name)", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: walk, toPath: folder.path + "/two/\(name)/\(name).idep")
        }
        let expected = ["x.idep_0", "x.idep_1", "x.idep_2", "y.idep_0", "y.idep_1", "y.idep_2"]
        for (command, ending) in [("convert", "bin.gz"), ("render", "png")] {
            let output = folder.path + "/\(command)"
            let outcome = try run(command, folder.path + "/two", "-o", output + "/")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
            #expect(names == expected.map { "\($0).\(ending)" })
        }
    }

    /// After an error the command has left nothing, so it is not in the way of the next attempt.
    @Test(arguments: ["convert", "render"])
    func aFolderWithoutOutputsIsRemoved(command: String) throws {
        let folder = try TemporaryFolder()
        let broken = try folder.file("broken.npy", [1, 2, 3]).path
        let output = folder.path + "/out"
        #expect(try run(command, broken, "-o", output + "/").exitCode == 2)
        #expect(!FileManager.default.fileExists(atPath: output))
        // A folder of the user stays.
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        #expect(try run(command, broken, "-o", output + "/").exitCode == 2)
        #expect(FileManager.default.fileExists(atPath: output))
    }

    /// The second recording has the first two of three frames.
    @Test func resumingRemovesRowsOfFramesThatVanished() throws {
        let folder = try TemporaryFolder()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: walk)))
        let frameByteCount = 16 + 2 * 16 * 12
        let shorter = Array(bytes.prefix(17 + 2 * frameByteCount))
        func zip(_ recording: [UInt8]) throws -> [UInt8] {
            var zipped: [UInt8] = []
            var writer = ZipWriter { zipped += $0 }
            try writer.add(recording, named: "a/walk.idep", compresses: true)
            try writer.finish()
            return zipped
        }
        for (name, old, new) in [
            ("walk.idep", bytes, shorter), ("s.zip", try zip(bytes), try zip(shorter)),
            (
                "s.tar", TestTar.member("walk.idep", bytes) + TestTar.end,
                TestTar.member("walk.idep", shorter) + TestTar.end
            ),
        ] {
            let corpus = folder.path + "/" + name
            let table = folder.path + "/\(name).csv"
            let input = name == "s.tar" ? ["--tar", corpus] : [corpus]
            try Data(old).write(to: URL(filePath: corpus))
            #expect(try CommandRunner.depthcheck(["measure"] + input + ["-o", table]).exitCode == 0)
            try Data(new).write(to: URL(filePath: corpus))
            let resumed = try CommandRunner.depthcheck(["measure"] + input + ["-o", table, "--resume"])
            #expect(resumed.exitCode == 0 && resumed.errors.contains("1 row removed"), "\(name): \(resumed.errors)")
            let fresh = folder.path + "/\(name).fresh.csv"
            #expect(try CommandRunner.depthcheck(["measure"] + input + ["-o", fresh]).exitCode == 0)
            #expect(try folder.text(of: "\(name).csv") == folder.text(of: "\(name).fresh.csv"), "\(name)")
        }
    }
}
