import DepthFiles
import Foundation
import TestSupport
import Testing

/// Foreign formats as input of every command, and conversions between them.
@Suite struct FormatCommandTests {
    private static func fixture(_ path: String) -> String {
        CommandRunner.package.appending(path: "Tests/\(path)").path(percentEncoded: false)
    }
    private func run(_ arguments: String...) throws -> CommandRunner.Outcome { try run(arguments) }

    private func run(_ arguments: [String]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(arguments)
    }

    private let array = fixture("DepthFilesTests/formats/npy/f4-little.npy")
    private let capture = fixture("DepthFilesTests/Archives/formats/record3d/capture.r3d")
    private let arrays = fixture("DepthFilesTests/Archives/formats/zip/stored.npz")

    @Test func infoDescribesAFile() throws {
        let outcome = try run("info", array)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("\(array): NumPy array (float32), 32x24\n  samples     "))
        let json = try parse(try run("info", capture, "--format", "json").output, as: [[String: Any]].self)
        #expect(json.count == 4)
        #expect(json[0]["archive"] as? String == "a Record3D capture")
        #expect(json[0]["container"] as? String == "lzfse" && json[0]["width"] as? Int == 24)
        let confidence = try #require(json[0]["confidence"] as? [String: Int])
        #expect(confidence.values.reduce(0, +) == 24 * 32 && confidence["low"] == 64)
    }

    @Test func infoCountsNegativeNumbers() throws {
        let folder = try TemporaryFolder()
        let samples = (0..<256 * 192).map { place -> Float in place % 256 < 100 ? -2 : place % 256 < 101 ? 0.01 : 2 }
        let bytes = samples.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) } }
        try folder.file("z.bin", bytes)
        let outcome = try CommandRunner.depthcheck(["info", "z.bin"], in: folder.url)
        #expect(outcome.output.contains("19200 negative, 192 nearer"), "\(outcome.output)")
    }

    @Test func infoReportsAnUnreadableFileAndContinues() throws {
        let folder = try TemporaryFolder()
        let picture = try folder.file("x.jpg", [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 60))
            .path(percentEncoded: false)
        let outcome = try run("info", picture, array, "--format", "ndjson")
        #expect(outcome.exitCode == 2)
        let lines = outcome.output.split(separator: "\n")
        #expect(try parse(lines[0], as: [String: Any].self)["error_code"] as? String == "is_jpeg")
        #expect(try parse(lines[1], as: [String: Any].self)["format"] as? String == "npy")
    }

    @Test(arguments: ["bin.gz", "bin", "zlib", "deflate", "lzfse", "npy", "pfm", "npz"])
    func losslessFormatsRoundTripEveryBit(format: String) throws {
        let folder = try TemporaryFolder()
        let there = folder.path + "/map." + format
        let outcome = try run("convert", array, "-o", there)
        #expect(outcome.exitCode == 0 && outcome.output.contains("32x24 of \(array), nothing lost"))
        let back = folder.path + "/back.npy"
        #expect(try run("convert", there, "-o", back, "--width", "32", "--height", "24").exitCode == 0)
        let bytes = try Data(contentsOf: URL(filePath: back))
        #expect(bytes == (try Data(contentsOf: URL(filePath: array))), "the bytes that NumPy wrote")
    }

    @Test func picturesRoundToTheirUnit() throws {
        let folder = try TemporaryFolder()
        let picture = folder.path + "/map.png"
        let lossless = try run("convert", array, "-o", picture, "--lossless")
        #expect(lossless.exitCode == 1 && lossless.errors.contains("leave out --lossless"))
        #expect(!FileManager.default.fileExists(atPath: picture))
        let lossy = try run("convert", array, "-o", picture, "--format", "ndjson")
        #expect(lossy.exitCode == 0)
        let report = try parse(lossy.output, as: [String: Any].self)
        let error = try #require(report["largest_error"] as? Double)
        #expect(error > 0.0004 && error <= 0.0005001 && report["lost_reading_count"] as? Int == 0)
        #expect(try run("convert", picture, "-o", folder.path + "/b.png", "--lossless").exitCode == 0)
    }

    @Test func severalMapsConvertToAFolderOrAnArchive() throws {
        let folder = try TemporaryFolder()
        let outcome = try run("convert", capture, array, "-o", folder.path + "/maps/", "--to", "npy")
        #expect(outcome.exitCode == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/maps").sorted()
        #expect(names == ["0.npy", "1.npy", "10.npy", "2.npy", "f4-little.npy"])
        let archive = folder.path + "/all.npz"
        #expect(try run("convert", capture, "-o", archive, "-q").output.isEmpty)
        let lines = try run("info", archive, "--format", "ndjson").output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(try run("convert", capture, "-o", folder.path + "/one.npy").exitCode == 64)
    }

    /// A typing error in the extension must not create a folder of that name.
    @Test(arguments: ["r.tiff", "r.exr", "r.bin.gzz", "r"])
    func oneMapIsNotConvertedToAFileOfUnknownFormat(name: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try run("convert", array, "-o", folder.path + "/" + name)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("expected a name that ends in .bin.gz, .bin,"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let stated = try run("convert", array, "-o", folder.path + "/" + name, "--to", "npy")
        #expect(stated.exitCode == 0 && FileManager.default.contents(atPath: folder.path + "/" + name) != nil)
    }

    @Test func severalMapsMakeAFolderOnlyIfItsNameHasNoExtension() throws {
        let folder = try TemporaryFolder()
        #expect(try run("convert", array, capture, "-o", folder.path + "/maps").exitCode == 0)
        #expect(try run("convert", array, capture, "-o", folder.path + "/maps.v2").exitCode == 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["maps"])
    }

    @Test func convertNeverOverwritesAnInput() throws {
        let folder = try TemporaryFolder()
        let original = [UInt8](try Data(contentsOf: URL(filePath: array)))
        let file = try folder.file("map.npy", original)
        let other = try folder.file("other.npy", original).path(percentEncoded: false)
        let path = file.path(percentEncoded: false)
        #expect(try run("convert", path, "-o", path).exitCode == 64)
        let outcome = try run("convert", path, other, "-o", folder.path, "--to", "npy")
        #expect(outcome.exitCode == 64 && outcome.errors.contains("would replace"), "\(outcome.errors)")
        #expect(try [UInt8](Data(contentsOf: file)) == original)
    }

    /// A map in an archive is read from the archive, so no name of the archive may be an output.
    @Test(arguments: ["convert", "analyze", "info", "parity"])
    func anOutputNeverReplacesTheArchiveOfItsInput(command: String) throws {
        let folder = try TemporaryFolder()
        let original = try Data(contentsOf: URL(filePath: arrays))
        let archive = try folder.file("o.npz", original).path(percentEncoded: false)
        try folder.link("l.npz", to: "o.npz")
        for name in [archive + "/depth", folder.path + "/l.npz/depth"] {
            let outcome = try run(command, name, "-o", archive)
            #expect(outcome.exitCode == 64 && outcome.errors.contains("would replace"), "\(outcome.errors)")
            #expect(try Data(contentsOf: URL(filePath: archive)) == original)
        }
    }

    /// A map whose name is impossible for an output fails alone; the others are written.
    @Test(arguments: ["convert", "render"])
    func aMapWithAnUnusableNameFailsAlone(command: String) throws {
        let folder = try TemporaryFolder()
        let contents = try Data(contentsOf: URL(filePath: array))
        let checksum = Int(CraftedGzip.checksum([UInt8](contents)))
        var zip: [UInt8] = []
        var directory: [UInt8] = []
        func number(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let names = [Array("first.npy".utf8), Array("a\0b.npy".utf8), [UInt8](repeating: 0x78, count: 5000)]
        for name in names.map({ $0.count == 5000 ? $0 + Array(".npy".utf8) : $0 }) + [Array("last.npy".utf8)] {
            let header =
                number(20, 2) + number(0, 4) + number(0x21_0000, 4) + number(checksum, 4)
                + number(contents.count, 4) + number(contents.count, 4) + number(name.count, 2) + number(0, 2)
            directory += [0x50, 0x4B, 1, 2] + number(20, 2) + header + number(0, 10) + number(zip.count, 4) + name
            zip += [0x50, 0x4B, 3, 4] + header + name + contents
        }
        let end =
            [0x50, 0x4B, 5, 6] + number(0, 4) + number(4, 2) + number(4, 2) + number(directory.count, 4)
            + number(zip.count, 4) + number(0, 2)
        let archive = try folder.file("maps.npz", Data(zip + directory + end)).path(percentEncoded: false)
        #expect(try run("analyze", archive, "-q").exitCode == 0)
        let ending = command == "convert" ? "npy" : "png"
        let options = command == "convert" ? ["--to", "npy"] : []
        let outcome = try run([command, archive, "-o", folder.path + "/out/"] + options)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("found a zero byte in the name of an output"), "\(outcome.errors)")
        let written = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted()
        #expect(written == ["first.\(ending)", "last.\(ending)"])
        guard command == "convert" else { return }
        // Names inside an archive may be longer.
        let again = folder.path + "/again.npz"
        #expect(try run("convert", archive, "-o", again).exitCode == 2)
        #expect(try run("info", again, "--format", "ndjson").output.split(separator: "\n").count == 3)
    }

    /// Archives are closed after they are read.
    @Test(arguments: ["convert", "render", "info"])
    func archivesMayOutnumberOpenFiles(command: String) throws {
        let folder = try TemporaryFolder()
        for number in 0..<80 { try folder.file("in/\(number).npz", Data(contentsOf: URL(filePath: arrays))) }
        let outputs = ["convert": ["-o", "out/"], "render": ["-o", "out/", "--plain"]][command] ?? []
        let outcome = try CommandRunner.run(
            URL(filePath: "/bin/bash"),
            ["-c", "ulimit -n 48; exec \"$0\" \"$@\"", CommandRunner.binary.path, command, "in", "--array", "depth"]
                + outputs, in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let written = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/out"))?.count
        #expect(command == "info" ? outcome.output.contains("79.npz/depth") : written == 80)
    }

    /// Every command finds the same maps in an archive.
    @Test func archivesAreAcceptedWhereverFilesAre() throws {
        let folder = try TemporaryFolder()
        let names = ["0", "1", "2", "10"].map { "\(capture)/rgbd/\($0).depth" }
        let analyzed = try run("analyze", capture, "--format", "ndjson")
        #expect(
            try analyzed.output.split(separator: "\n").map { try parse($0, as: [String: Any].self)["input"] as? String }
                == names)
        let measured = try run("measure", capture, "--format", "ndjson")
        let rows = try measured.output.split(separator: "\n").map { try parse($0, as: [String: Any].self) }
        #expect(rows.map { $0["file"] as? String } == ["0", "1", "2", "10"].map { "capture.r3d/rgbd/\($0).depth" })
        let parity = try run("parity", capture, "--format", "json").output
        #expect(parity.contains("\"files\": 4,"))
        #expect(try run("render", capture, "-o", folder.path + "/", "-q").exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
        let one = try run("analyze", names[2], "--format", "ndjson").output
        #expect(one.contains(names[2]) && one.split(separator: "\n").count == 1)
        let array = try run("analyze", arrays, "--array", "depth", "--format", "ndjson").output
        #expect(array.split(separator: "\n").count == 1 && array.contains("stored.npz/depth\""))
        #expect(try run("analyze", arrays, "--array", "deph").exitCode == 2)
    }

    /// Maps in archives can be measured one by one under the same names; no map may be named twice.
    @Test func archiveMembersAreMeasuredByPathAndFromManifests() throws {
        func rows(_ arguments: String...) throws -> [[String: Any]] {
            let outcome = try run(["measure", "--format", "ndjson", "-q"] + arguments)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return try outcome.output.split(separator: "\n").map { try parse($0, as: [String: Any].self) }
        }
        func value(_ row: [String: Any]) -> [String] {
            ["file", "file_sha256", "depth_variance", "reading"].map { "\(row[$0] ?? "")" }
        }
        let all = try rows(capture).map(value)
        let two = try rows(
            capture + "/rgbd/2.depth", capture + "/rgbd/0.depth", "--root",
            Self.fixture("DepthFilesTests/Archives/formats"))
        #expect(two.map { $0["file"] as? String } == ["2", "0"].map { "record3d/capture.r3d/rgbd/\($0).depth" })
        #expect(try rows(capture + "/rgbd/2.depth").map(value) == [all[2]])

        let folder = try TemporaryFolder()
        try folder.file("a/capture.r3d", try Data(contentsOf: URL(filePath: capture)))
        try folder.file("b.npz", try Data(contentsOf: URL(filePath: arrays)))
        let list = "file,units_per_metre\na/capture.r3d/rgbd/10.depth,\nb.npz,\na/capture.r3d/rgbd/1.depth,500\n"
        let manifest = try folder.file("m.csv", Array(list.utf8)).path(percentEncoded: false)
        let listed = try rows("--manifest", manifest, "--array", "depth")
        #expect(
            listed.map { $0["file"] as? String }
                == ["a/capture.r3d/rgbd/10.depth", "b.npz/depth", "a/capture.r3d/rgbd/1.depth"], "\(listed)")
        #expect(value(listed[0])[1...] == all[3][1...])
        #expect((listed[2]["reading"] as? String)?.contains("units_per_metre=500") == true)

        // Rows of maps that were not named are kept unchanged.
        let table = folder.path + "/t.csv"
        try folder.file("c/capture.r3d", try Data(contentsOf: URL(filePath: capture)))
        #expect(try run("measure", folder.path + "/c/capture.r3d", "-o", table, "-q").exitCode == 0)
        func lines() throws -> [String] {
            try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").map(String.init).sorted()
        }
        let before = try lines()
        #expect(before.count == 1 + 4 && before.contains { $0.contains("capture.r3d/rgbd/0.depth,") })
        let whole = folder.path + "/c/capture.r3d/rgbd/2.depth"
        let resumed = try run("measure", whole, "-o", table, "--resume", "-q")
        #expect(try lines() == before && resumed.exitCode == 0, "\(resumed.errors)")

        for both in [[capture, capture + "/rgbd/2.depth"], [capture + "/rgbd/2.depth", capture]] {
            let outcome = try run(["measure"] + both)
            #expect(outcome.exitCode == 64, "\(outcome.errors)")
            #expect(outcome.errors.contains("\(both[0]) and \(both[1]) named; expected each map once"))
        }
        try folder.file("n.csv", Array("file\nb.npz\nb.npz/depth\n".utf8))
        #expect(try run("measure", "--manifest", folder.path + "/n.csv").exitCode == 64)
        let missing = try run("measure", capture + "/rgbd/3.depth", "--format", "ndjson", "-q")
        #expect(missing.exitCode == 2 && missing.output.contains("capture.r3d/rgbd/3.depth"), "\(missing.output)")
    }

    @Test func confidenceAndRotationOptionsAreApplied() throws {
        let name = capture + "/rgbd/0.depth"
        let sure = try parse(
            try run("analyze", name, "--min-confidence", "high", "--rotate", "90", "--format", "ndjson")
                .output, as: [String: Any].self)
        #expect(sure["width"] as? Int == 32 && sure["height"] as? Int == 24)
        #expect(sure["note_codes"] as? [String] == ["confidence_masked"])
        for arguments in [["--rotate", "45"], ["--min-confidence", "sure"], ["--dataset", "mine"]] {
            #expect(try CommandRunner.depthcheck(["analyze", name] + arguments).exitCode == 64, "\(arguments)")
        }
        let both = ["--dataset", "tum", "--units-per-metre", "5000"]
        #expect(try CommandRunner.depthcheck(["analyze", name] + both).exitCode == 64)
    }
}
