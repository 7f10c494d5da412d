import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

private func program(_ name: String) -> URL {
    CommandRunner.binary.deletingLastPathComponent().appending(path: name)
}

private func measure(_ arguments: String...) throws -> CommandRunner.Outcome {
    try CommandRunner.depthcheck(["measure"] + arguments)
}

private func rows(_ path: String) throws -> [MapMeasurement] {
    try MeasurementTable(Array(Data(contentsOf: URL(filePath: path))), name: path).rows
}

/// A corpus of small synthetic captures and one broken file.
private func makeCorpus(in folder: TemporaryFolder, count: Int = 60) throws -> String {
    let corpus = folder.url.appending(path: "corpus").path
    let outcome = try CommandRunner.run(
        program("make-corpus"), [corpus, "--count", "\(count)", "--size", "32x24", "--seed", "3"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: corpus + "/broken.bin.gz"))
    return corpus
}

@Suite struct MeasureCommandTests {
    @Test func everyFileHasARowAndBrokenOnesTheirError() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder)
        let output = folder.url.appending(path: "m.csv").path
        let outcome = try measure(corpus, "-o", output)
        #expect(outcome.exitCode == 2 && outcome.errors.contains("broken.bin.gz"), "\(outcome.errors)")
        let rows = try rows(output)
        #expect(rows.count == 61 && Set(rows.map(\.file)).count == 61)
        let broken = try #require(rows.first { $0.file == "broken.bin.gz" })
        #expect(
            broken.analysis.status == .unavailable && broken.error.contains("found") && broken.fileDigest.count == 64)
        #expect(broken.errorCode == "truncated" && broken.serverCode == "truncated")
        #expect(rows.contains { $0.file.hasPrefix("room/") })
        // Writing the same file twice is an error, unless the run is resumed; then nothing is left to do.
        let again = try measure(corpus, "-o", output)
        #expect(again.exitCode == 64 && again.errors.contains("--resume"), "\(again.errors)")
        // A resumed run tries the broken file again, so the exit code is that of an uninterrupted run.
        #expect(try measure(corpus, "-o", output, "--resume").exitCode == 2)
        #expect(try measure(corpus).output == String(decoding: Data(contentsOf: URL(filePath: output)), as: UTF8.self))
    }

    @Test func resumeRefusesTablesMeasuredDifferently() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 4)
        let output = folder.url.appending(path: "m.ndjson").path
        _ = try measure(corpus, "-o", output)
        #expect(try rows(output).count == 5)
        let parameters = folder.url.appending(path: "p.json")
        try Data(#"{"gradientThreshold": 0.2}"#.utf8).write(to: parameters)
        for (arguments, what) in [
            (["--parameters", parameters.path], "parameters_sha256"), (["--profile", "client"], "profile"),
            (["--units-per-metre", "5000"], "reading"), (["--format", "csv"], "format"),
        ] {
            let outcome = try CommandRunner.depthcheck(["measure", corpus, "-o", output, "--resume"] + arguments)
            #expect(outcome.exitCode == 64 && outcome.errors.contains(what), "\(outcome.errors)")
        }
        #expect(try rows(output).count == 5)
        let foreign = folder.url.appending(path: "notes.csv")
        try Data("dear,diary\n1,2\n".utf8).write(to: foreign)
        #expect(try measure(corpus, "-o", foreign.path, "--resume").exitCode == 64)
        #expect(try String(contentsOf: foreign, encoding: .utf8) == "dear,diary\n1,2\n")
    }

    /// The extension of the output and `--format` must agree, and an incremental table is neither JSON nor compressed.
    @Test(arguments: [
        ["-o", "m.csv.gz"], ["-o", "m.ndjson.gz"], ["-o", "m.json"], ["-o", "m.ndjson", "--format", "csv"],
    ])
    func impossibleOutputsAreUsageErrors(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let outcome = try CommandRunner.depthcheck(
            ["measure", CommandRunner.package.appending(path: "fixtures").path] + arguments, in: folder.url)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("--output"), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    /// Devices are written directly, `-` is standard output, and a failed write exits with 74. None of them is read
    /// or becomes a file.
    @Test func devicesAndStandardOutputAreWrittenDirectly() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 4)
        let full = try measure(corpus, "-o", "/dev/full")
        #expect(full.exitCode == 74 && full.errors.contains("/dev/full"), "\(full.errors)")
        #expect(try measure(corpus, "-o", "/dev/full", "--resume").exitCode == 64)
        #expect(try measure(corpus, "-o", folder.url.path + "/nowhere/m.csv").exitCode == 74)
        let plain = try measure(corpus)
        let dash = try CommandRunner.depthcheck(["measure", corpus, "-o", "-"], in: folder.url)
        #expect(dash.output == plain.output && dash.output.hasPrefix("file,"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/-"))
    }

    @Test func shardsJoinByConcatenation() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder)
        var joined = Data()
        for shard in ["2/3", "1/3", "3/3"] {
            let outcome = try measure(corpus, "--shard", shard)
            joined += Data(outcome.output.utf8)
        }
        let whole = folder.url.appending(path: "whole.csv").path
        _ = try measure(corpus, "-o", whole)
        let parts = try MeasurementTable(Array(joined), name: "joined").rows.sorted { $0.file < $1.file }
        #expect(try parts == rows(whole).sorted { $0.file < $1.file } && parts.count == 61)
        #expect(try measure(corpus, "--shard", "4/3").exitCode == 64)
    }

    @Test func severalCorporaNeedDistinctNames() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 8)
        let same = try measure(corpus, corpus + "/room/../.")
        #expect(same.exitCode == 64 && same.errors.contains("--root"), "\(same.errors)")
        let named = try measure("--root", corpus, corpus + "/room")
        #expect(named.output.contains("\nroom/room-3-00000-00.bin.gz,"), "\(named.output)")
    }

    /// Killed up to ten times after a random number of bytes, and resumed: in the end every file has one complete row.
    @Test(arguments: ["csv", "ndjson"])
    func aKilledRunCanBeResumed(format: String) throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 400)
        var random = SeededGenerator(seed: 10)
        let output = folder.url.appending(path: "m." + format).path
        func size() -> Int {
            (try? FileManager.default.attributesOfItem(atPath: output)[.size] as? Int) ?? 0
        }
        var sizes: [Int] = []
        for _ in 0..<10 {
            let process = Process()
            process.executableURL = CommandRunner.binary
            process.arguments = ["measure", corpus, "-o", output, "--resume", "--jobs", "2"]
            process.standardError = FileHandle.nullDevice
            let enough = size() + Int.random(in: 0...15_000, using: &random)
            try process.run()
            while size() < enough, process.isRunning { usleep(200) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            // On a busy machine the run may end first.
            guard process.terminationReason == .uncaughtSignal else { break }
            sizes.append(size())
        }
        #expect(!sizes.isEmpty, "the run was killed before its end")
        let outcome = try measure(corpus, "-o", output, "--resume")
        #expect(outcome.exitCode == 0 || outcome.exitCode == 2, "\(outcome.errors)")
        let rows = try rows(output)
        #expect(rows.count == 401 && Set(rows.map(\.file)).count == 401)
        #expect(
            try MeasurementTable(Array(Data(contentsOf: URL(filePath: output))), name: output).completeByteCount
                == size())
        print("\(format): bytes after each kill \(sizes), at the end \(size())")
    }

    /// Rows with errors and rows of changed files are measured again, in the place of an uninterrupted run. A file
    /// that was only touched keeps its row.
    @Test(arguments: MeasurementFormat.allCases)
    func failedAndChangedFilesAreMeasuredAgain(format: MeasurementFormat) throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 12)
        let output = folder.url.appending(path: "m.\(format)").path
        #expect(try measure(corpus, "-o", output).exitCode == 2)
        let first = try rows(output)
        let files = first.map(\.file).filter { $0 != "broken.bin.gz" }
        // One file is repaired, one changed, one touched, one removed.
        let (changed, touched, gone) = (files[1], files[3], files[4])
        try FileManager.default.removeItem(atPath: corpus + "/broken.bin.gz")
        try FileManager.default.copyItem(atPath: corpus + "/" + files[0], toPath: corpus + "/broken.bin.gz")
        try FileManager.default.removeItem(atPath: corpus + "/" + changed)
        try FileManager.default.copyItem(atPath: corpus + "/" + files[8], toPath: corpus + "/" + changed)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 951_782_400)], ofItemAtPath: corpus + "/" + touched)
        try FileManager.default.removeItem(atPath: corpus + "/" + gone)

        let resumed = try measure(corpus, "-o", output, "--resume")
        #expect(resumed.exitCode == 0, "\(resumed.errors)")
        #expect(resumed.errors.contains("2 rows measured again: 1 with an error, 1 of a file"), "\(resumed.errors)")
        let second = try rows(output)
        #expect(second.map(\.file) == [gone] + first.map(\.file).filter { $0 != gone })
        func row(_ file: String, of rows: [MapMeasurement]) throws -> MapMeasurement {
            try #require(rows.first { $0.file == file })
        }
        #expect(try row("broken.bin.gz", of: second).fileDigest == row(files[0], of: first).fileDigest)
        #expect(try row(changed, of: second).analysis == row(files[8], of: first).analysis)
        #expect(try row(touched, of: second) == row(touched, of: first))
        #expect(try row(gone, of: second) == row(gone, of: first))
        // Nothing is left to do, and no row moves.
        let remarks = try measure(corpus, "-o", output, "--resume").errors.split(separator: "\n")
        #expect(remarks.allSatisfy { $0.hasPrefix("depthcheck: skipped ") }, "\(remarks)")
        #expect(try rows(output) == second)
    }

    /// `--verify` compares the hash of every file, even if size, times and inode equal those of the row.
    @Test func verifyComparesBytes() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("corpus/map.bin", (0..<48 * 64).flatMap { [0, 0, UInt8($0 % 2) &* 16, 0x40] })
        let old = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file.path)
        let (corpus, output) = (folder.path + "/corpus", folder.path + "/m.csv")
        #expect(try measure(corpus, "-o", output).exitCode == 0)
        let first = try rows(output)
        #expect(first[0].fileStamp.byteCount == 48 * 64 * 4)
        #expect(first[0].fileStamp.modified == "2020-09-13T12:26:40.000000000Z")
        #expect(try first[0].fileStamp == FileStamp(ofFileAt: file.path))
        // Like contents that a failing disk changes: only the hash differs.
        let other = try folder.text(of: "m.csv").replacingOccurrences(
            of: first[0].fileDigest, with: String(repeating: "a", count: 64))
        try folder.file("m.csv", other.utf8)
        #expect(try measure(corpus, "-o", output, "--resume").errors.isEmpty)
        #expect(try rows(output)[0].fileDigest != first[0].fileDigest)
        let verified = try measure(corpus, "-o", output, "--resume", "--verify")
        #expect(verified.errors.contains("1 row measured again"), "\(verified.errors)")
        #expect(try rows(output) == first)
        #expect(try measure(corpus, "--verify").exitCode == 64)
    }

    @Test func earlierErrorsStillSetTheExitCode() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 8)
        let output = folder.url.appending(path: "m.csv").path
        #expect(try measure("--root", corpus, corpus + "/broken.bin.gz", "-o", output).exitCode == 2)
        let resumed = try measure("--root", corpus, corpus + "/room", "-o", output, "--resume")
        #expect(resumed.exitCode == 2)
        #expect(try rows(output).map(\.file).first == "broken.bin.gz")
        #expect(try measure(corpus, "-o", output, "--resume").exitCode == 2)
    }

    @Test func aTornRowIsMeasuredAgain() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 12)
        let output = folder.url.appending(path: "m.csv")
        _ = try measure(corpus, "-o", output.path)
        let whole = try Data(contentsOf: output)
        for cut in [5, 300, 700, whole.count - 3] {
            try whole.prefix(cut).write(to: output)
            _ = try measure(corpus, "-o", output.path, "--resume")
            let rows = try rows(output.path)
            #expect(rows.count == 13 && Set(rows.map(\.file)).count == 13, "cut after \(cut)")
        }
    }
}

@Suite struct MeasureManifestTests {
    /// Two PNGs with different units in one table. On resumption, a row whose file must be read differently is
    /// measured again.
    @Test func filesWithDifferentOptionsShareATable() throws {
        let folder = try TemporaryFolder()
        let pixels = (0..<64).map { UInt16($0 < 32 ? 5000 : 10_000) }
        for name in ["a.png", "b.png"] { try folder.file(name, TestPNG.grey16(width: 8, height: 8, pixels).bytes) }
        let (manifest, output) = (folder.path + "/list.csv", folder.path + "/m.csv")
        func measure(_ text: String, _ arguments: String...) throws -> CommandRunner.Outcome {
            try folder.file("list.csv", Data(text.utf8))
            return try CommandRunner.depthcheck(["measure", "--manifest", manifest, "-o", output] + arguments)
        }
        let first = try measure("file,units_per_metre\na.png,5000\nb.png,\n")
        #expect(first.exitCode == 0, "\(first.errors)")
        #expect(try rows(output).map(\.file) == ["a.png", "b.png"])
        #expect(try rows(output).map(\.analysis.maximumDepth) == [2, 10])
        #expect(try rows(output).map(\.noteCodes) == [[], ["units_assumed"]])
        #expect(
            try rows(output).map(\.provenance.reading) == ["units_per_metre=5000.0", "units_per_metre=1000.0"])
        let again = try measure("file,units_per_metre\na.png,5000\nb.png,2500\n", "--resume")
        #expect(again.exitCode == 0 && again.errors.contains("1 row measured again"), "\(again.errors)")
        #expect(try rows(output).map(\.analysis.maximumDepth) == [2, 4])
        #expect(try measure("file\na.png\na.png\n", "--resume").exitCode == 64)
        #expect(try measure("file\na.png\n", folder.path).exitCode == 64)
    }

    @Test func aMissingCorpusArgumentIsAUsageError() throws {
        let outcome = try measure()
        #expect(outcome.exitCode == 64 && outcome.errors.contains("found no corpus; expected"))
    }
}

@Suite struct MissingCorpusTests {
    /// A misspelt name gives no table of one error, and leaves an earlier table unchanged.
    @Test func aNonexistentCorpusIsAnErrorWithoutATable() throws {
        let folder = try TemporaryFolder()
        try folder.file("corpus/a.bin", Array(repeating: 0, count: 64))
        for paths in [["nowhere"], ["corpus", "nowhere/"], ["nowhere.bin.gz"], ["nowhere.npz"]] {
            let outcome = try CommandRunner.depthcheck(["measure"] + paths + ["-o", "m.csv"], in: folder.url)
            #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(paths) \(outcome.output)")
            #expect(outcome.errors.contains("nowhere") && outcome.errors.contains("no such file or folder"))
            #expect(outcome.errors.contains("no table is written"), "\(outcome.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["corpus"])
        #expect(try CommandRunner.depthcheck(["measure", "nowhere"], in: folder.url).output.isEmpty)
        try folder.file("m.csv", "kept".utf8)
        let resumed = try CommandRunner.depthcheck(["measure", "nowhere", "-o", "m.csv", "--resume"], in: folder.url)
        #expect(resumed.exitCode == 2)
        #expect(try String(contentsOf: folder.url.appending(path: "m.csv"), encoding: .utf8) == "kept")
    }

    @Test func makeCorpusCreatesParentFolders() throws {
        let folder = try TemporaryFolder()
        let maker = CommandRunner.binary.deletingLastPathComponent().appending(path: "make-corpus")
        for name in ["a/b/c", "./d/e/", folder.url.path + "/f/g"] {
            let made = try CommandRunner.run(maker, [name, "--count", "2", "--size", "8x6"], in: folder.url)
            #expect(made.exitCode == 0, "\(made.errors)")
        }
        for name in ["a/b/c", "d/e", "f/g"] {
            #expect(FileManager.default.fileExists(atPath: folder.url.path + "/\(name)/labels.csv"))
        }
        try folder.file("file", "x".utf8)
        let blocked = try CommandRunner.run(maker, ["file/c", "--count", "2"], in: folder.url)
        #expect(blocked.exitCode == 64 && blocked.errors.contains("file"), "\(blocked.errors)")
    }
}

@Suite struct SeveralMapsMeasureTests {
    private let folder: TemporaryFolder
    private var corpus: String { folder.path + "/corpus" }
    private var output: String { folder.path + "/m.csv" }

    private static func stack(_ count: Int) throws -> [UInt8] {
        let dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(count), 20, 24), }\n"
        let samples = (0..<count * 480).map { place -> Float in
            let (number, column) = (Float(place / 480), Float(place % 24))
            return 1 + number + column / 32
        }
        let map = try DepthMap(width: 24 * count, height: 20, samples: samples)
        return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(dictionary.utf8.count), 0] + Array(dictionary.utf8)
            + DepthFileWriter.float32Bytes(of: map)
    }

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("corpus/a.npy", try Self.stack(1))
        try folder.file("corpus/b.npy", try Self.stack(3))
        try folder.file("corpus/c.npy", try Self.stack(1))
    }

    @Test func eachMapHasItsRow() throws {
        let outcome = try measure(corpus, "-o", output)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = try rows(output)
        #expect(rows.map(\.file) == ["a.npy", "b.npy/0", "b.npy/1", "b.npy/2", "c.npy"])
        #expect(rows.allSatisfy { $0.analysis.width == 24 && $0.analysis.height == 20 && $0.error.isEmpty })
        #expect(Set(rows[1...3].map(\.fileDigest)).count == 1 && rows[1].fileStamp == rows[2].fileStamp)
        #expect(rows[1...3].map(\.analysis.minimumDepth) == [1, 2, 3])
    }

    @Test func oneMapCanBeNamed() throws {
        let outcome = try measure(corpus + "/b.npy/1", corpus + "/a.npy", "-o", output)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try rows(output).map(\.file) == ["b.npy/1", "a.npy"])
        #expect(try rows(output)[0].analysis.minimumDepth == 2)
        #expect(try measure(corpus + "/b.npy/1", corpus + "/a.npy", "-o", output, "--resume").exitCode == 0)
        let beyond = try measure(corpus + "/b.npy/3")
        #expect(beyond.exitCode == 2 && beyond.errors.contains("no map 3"), "\(beyond.errors)")
    }

    /// Resumed after a kill between two rows of one file, and after the maps of the file changed.
    @Test func resumeContinuesATableMapByMap() throws {
        _ = try measure(corpus, "-o", output)
        let whole = try String(contentsOfFile: output, encoding: .utf8)
        #expect(try measure(corpus, "-o", output, "--resume").exitCode == 0)
        #expect(try String(contentsOfFile: output, encoding: .utf8) == whole)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        try (lines.prefix(3).joined(separator: "\n") + "\n").write(toFile: output, atomically: true, encoding: .utf8)
        #expect(try rows(output).map(\.file) == ["a.npy", "b.npy/0"])
        #expect(try measure(corpus, "-o", output, "--resume").exitCode == 0)
        #expect(try String(contentsOfFile: output, encoding: .utf8) == whole)
        for count in [2, 1, 3] {
            try folder.file("corpus/b.npy", try Self.stack(count))
            let outcome = try measure(corpus, "-o", output, "--resume")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let maps = count == 1 ? ["b.npy"] : (0..<count).map { "b.npy/\($0)" }
            #expect(try rows(output).map(\.file) == ["a.npy"] + maps + ["c.npy"])
        }
    }

    @Test func stacksInArchivesHaveOneRowPerMap() throws {
        let made = try CommandRunner.run(
            URL(filePath: "/usr/bin/env"), ["tar", "-cf", folder.path + "/s.tar", "-C", corpus, "a.npy", "b.npy"])
        try #require(made.exitCode == 0, "\(made.errors)")
        let outcome = try measure("--tar", folder.path + "/s.tar", "-o", output)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = ["s.tar/a.npy", "s.tar/b.npy/0", "s.tar/b.npy/1", "s.tar/b.npy/2"]
        #expect(try rows(output).map(\.file) == names)
        #expect(try measure("--tar", folder.path + "/s.tar", "-o", output, "--resume").exitCode == 0)
        #expect(try rows(output).map(\.file) == names)
    }
}
