import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

/// Skipped files are counted; --all-files and --include read them.
@Suite struct SkippedFilesTests {
    private static let flat = DepthFileWriter.pack(
        DepthFileWriter.float32Bytes(of: .constant(1, width: 24, height: 20)), as: .gzip)

    private func analyze(_ arguments: String..., in folder: TemporaryFolder) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["analyze"] + arguments, in: folder.url)
    }

    @Test func allFilesIncludesFilesWithoutExtension() throws {
        let folder = try TemporaryFolder()
        try folder.file("uploads/8f3b2c1d", Self.flat)
        try folder.file("uploads/room.bin.gz", Self.flat)
        let quiet = try analyze("uploads", "-q", "--summary-json", "s.json", in: folder)
        #expect(
            quiet.exitCode == 0 && quiet.errors.hasPrefix("depthcheck: skipped 1 file: 1 with an unknown extension"))
        #expect(try folder.text(of: "s.json").contains("\"left_out\": 1"))
        let all = try analyze("uploads", "-q", "--all-files", "--fail-on", "fail", in: folder)
        #expect(
            all.exitCode == 1 && all.errors.isEmpty && all.output.contains("FAIL  uploads/8f3b2c1d"), "\(all.output)")
        let included = try analyze("uploads", "-q", "--include", "8f*", in: folder)
        #expect(included.output.contains("8f3b2c1d") && !included.output.contains("room"))
        let none = try analyze("uploads", "-q", "--all-files", "--exclude", "8f*", in: folder)
        #expect(!none.output.contains("8f3b2c1d") && none.errors.contains("skipped 1 file"))
    }

    @Test func otherArchiveMembersAreCounted() throws {
        let folder = try TemporaryFolder()
        let array = Self.array
        let depth = array("(20, 24)", "<f4", DepthFileWriter.float32Bytes(of: .constant(2, width: 24, height: 20)))
        let colour = TestPNG(width: 2, height: 2, bitDepth: 8, colourType: 2) { _, _ in [1, 2, 3] }.bytes
        let members: [(String, [UInt8])] = [
            ("left/000.png", colour), ("000.depth.npy", depth),
            ("000.pose.npy", array("(4, 4)", "<f8", [UInt8](repeating: 0, count: 128))),
            ("000.boxes.npy", array("(40, 6)", "<f4", [UInt8](repeating: 0, count: 960))),
            ("000.rgb.png", colour), ("wide/000.png", colour),
            ("img.png", TestPNG.grey16(width: 24, height: 20, [UInt16](repeating: 2000, count: 480)).bytes),
            ("000.mask.npy", array("(20, 24)", "|u1", [UInt8](repeating: 1, count: 480))),
        ]
        try folder.file("s.tar", members.flatMap { TestTar.member($0.0, $0.1) } + TestTar.end)
        let outcome = try analyze("--tar", "s.tar", "-q", in: folder)
        #expect(outcome.exitCode == 0 && outcome.output.split(separator: "\n").count == 2, "\(outcome.output)")
        #expect(
            outcome.errors.contains("skipped 6 files: 3 colour frames, 3 not depth maps"), "\(outcome.errors)")
        // Without maps, each is an error.
        try folder.file("c.tar", TestTar.member("1.png", colour) + TestTar.member("2.png", colour) + TestTar.end)
        let alone = try analyze("--tar", "c.tar", "-q", in: folder)
        #expect(alone.exitCode == 2 && alone.errors.split(separator: "\n").count == 2, "\(alone.errors)")
        #expect(alone.errors.contains("c.tar/2.png: found 8-bit RGB PNG"))
        let named = try analyze("--tar", "s.tar", "-q", "--verbose", in: folder)
        #expect(named.errors.contains("skipped s.tar/000.pose.npy: an array (4, 4) of <f8"), "\(named.errors)")
    }

    private static func array(_ shape: String, _ type: String, _ bytes: [UInt8]) -> [UInt8] {
        let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape), }\n"
        return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8) + bytes
    }

    private static let pose = array("(4, 4)", "<f8", [UInt8](repeating: 0, count: 128))

    /// A map and three other files, in a folder and in a shard.
    private static func corpus() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let files: [(String, [UInt8])] = [
            ("a.depth.gz", flat), ("a.pose.npy", pose), ("readme.txt", [0x20]), ("8f3b2c1d", flat),
        ]
        for (name, bytes) in files { try folder.file("maps/\(name)", bytes) }
        try folder.file("s.tar", files.flatMap { TestTar.member($0.0, $0.1) } + TestTar.end)
        return folder
    }

    @Test(arguments: [
        "analyze", "analyze -q", "analyze --format json", "info", "info --format ndjson", "measure", "parity",
        "parity -q", "convert -o out/", "convert -q -o out/", "render -o out/",
    ])
    func everyCommandReportsSkippedFilesInOneLine(command: String) throws {
        let folder = try Self.corpus()
        let words = command.split(separator: " ").map(String.init)
        for inputs in [["maps"], ["--tar", "s.tar"]] where command.hasPrefix("render") ? inputs.count == 1 : true {
            let outcome = try CommandRunner.depthcheck(words + inputs, in: folder.url)
            let lines = outcome.errors.split(separator: "\n").filter { $0.contains("skipped") }
            #expect(lines.count == 1 && outcome.exitCode == 0, "\(command) \(inputs): \(outcome.errors)")
            #expect(lines.first?.contains("skipped 3 files: 2 with an unknown extension or excluded, 1 not") == true)
            #expect(lines.first?.contains("--all-files reads all") == true)
        }
    }

    @Test(arguments: [["."], ["--tar", "s.tar"], ["s.zip"]])
    func folderOptionsApplyToMembers(inputs: [String]) throws {
        let folder = try TemporaryFolder()
        let files: [(String, [UInt8])] = [("u/8f3b2c1d", Self.flat), ("u/room.bin.gz", Self.flat)]
        if inputs == ["."] { for (name, bytes) in files { try folder.file(name, bytes) } }
        try folder.file("s.tar", files.flatMap { TestTar.member($0.0, $0.1) } + TestTar.end)
        try folder.file("s.zip", try TestZip.archive(files))
        func names(_ options: String...) throws -> (names: [String], skipped: Bool) {
            let exclude = inputs == ["."] ? ["--exclude", "s.*"] : []
            let outcome = try CommandRunner.depthcheck(
                ["analyze", "--format", "csv"] + inputs + options + exclude, in: folder.url)
            let rows = outcome.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
            return (
                rows.compactMap { $0.split(separator: "/").last.map(String.init) },
                outcome.errors.contains("skipped")
            )
        }
        #expect(try names().names == ["room.bin.gz"])
        #expect(try names("--all-files").names == ["8f3b2c1d", "room.bin.gz"])
        #expect(try names("--include", "8f*") == (["8f3b2c1d"], true))
        #expect(try names("--include", "u/*.gz") == (["room.bin.gz"], true))
        #expect(try names("--all-files", "--exclude", "*.gz") == (["8f3b2c1d"], true))
    }

    /// A matrix without a map beside it is an error that names it.
    @Test func foldersOfMatricesAreErrors() throws {
        let folder = try TemporaryFolder()
        try folder.file("only/pose.npy", Self.pose)
        try folder.file("only/other.npy", Self.pose)
        try folder.file("s.tar", TestTar.member("pose.npy", Self.pose) + TestTar.end)
        try folder.file("s.npz", try TestZip.archive([("pose.npy", Self.pose), ("other.npy", Self.pose)]))
        for inputs in [["only"], ["only/pose.npy"], ["--tar", "s.tar"], ["s.npz"]] {
            let outcome = try CommandRunner.depthcheck(["analyze", "--format", "ndjson"] + inputs, in: folder.url)
            #expect(outcome.exitCode == 2 && outcome.output.contains(#""error_code":"npy_not_depth""#), "\(inputs)")
            #expect(outcome.output.contains("found an array (4, 4) of <f8, a matrix or a list"), "\(inputs)")
        }
        let given = try analyze("only/pose.npy", "--width", "4", "--height", "4", "-q", in: folder)
        #expect(given.exitCode == 0, "a file of the given dimensions is a map: \(given.errors)")
        let nothing = try CommandRunner.depthcheck(["measure", "--tar", "s.tar"], in: folder.url)
        #expect(nothing.exitCode == 2 && nothing.output.contains("s.tar/pose.npy"))
    }

    @Test func aFolderOfUnknownFilesIsAnErrorWithTheirCount() throws {
        let folder = try TemporaryFolder()
        for name in ["8f3b2c1d", "99aa", "c0ffee"] { try folder.file("u/\(name)", Self.flat) }
        try folder.file("s.tar", TestTar.member("8f3b2c1d", Self.flat) + TestTar.end)
        let outcome = try analyze("u", "-q", "--summary-json", "s.json", in: folder)
        #expect(outcome.exitCode == 2 && outcome.output.contains("(3 files skipped)"), "\(outcome.output)")
        #expect(outcome.output.contains("read every file with --all-files"))
        #expect(try folder.text(of: "s.json").contains("\"left_out\": 3"))
        let shard = try analyze("--tar", "s.tar", "-q", in: folder)
        #expect(shard.exitCode == 2 && shard.output.contains("(1 member skipped)"), "\(shard.output)")
        let measured = try CommandRunner.depthcheck(["measure", "u"], in: folder.url)
        #expect(measured.exitCode == 2 && measured.errors.contains("--all-files"), "\(measured.errors)")
    }

    @Test func everyMapOfARecordingIsAResult() throws {
        let folder = try TemporaryFolder()
        let frames = (1...3).flatMap { number in
            DepthFileWriter.float32Bytes(of: .constant(Float(number), width: 24, height: 20))
        }
        try folder.file("depth.bin", DepthFileWriter.pack(frames, as: .deflate))
        let sides = ["--width", "24", "--height", "20"]
        let outcome = try CommandRunner.depthcheck(
            ["analyze", "depth.bin", "--format", "json"] + sides, in: folder.url)
        let results = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]], "\(outcome.errors)")
        #expect(results.map { $0["input"] as? String } == ["depth.bin/0", "depth.bin/1", "depth.bin/2"])
        #expect(results.map { $0["mean_depth"] as? Double } == [1, 2, 3])
        let info = try CommandRunner.depthcheck(["info", "depth.bin", "--format", "ndjson"] + sides, in: folder.url)
        #expect(info.output.split(separator: "\n").count == 3)
        let convert = try CommandRunner.depthcheck(["convert", "depth.bin/2", "-o", "two.npy"] + sides, in: folder.url)
        #expect(convert.exitCode == 0, "\(convert.errors)")
        let refused = try CommandRunner.depthcheck(["convert", "depth.bin", "-o", "all.npy"] + sides, in: folder.url)
        #expect(refused.exitCode == 2 && refused.errors.contains("found 3 maps of 24x20 in one file"))
    }
}
