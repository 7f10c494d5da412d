import DepthAnalysis
import DepthTestSupport
import Foundation
import Testing

@testable import Corpora

private func program(_ name: String) -> URL {
    CommandRunner.binary.deletingLastPathComponent().appending(path: name)
}

private func measure(_ arguments: String...) throws -> CommandRunner.Outcome {
    try CommandRunner.depthcheck(["measure"] + arguments)
}

private func rows(_ path: String) throws -> [MapMeasurement] {
    try MeasurementTable(Array(Data(contentsOf: URL(filePath: path))), name: path).rows
}

/// A corpus of small synthetic captures and a file that is none.
private func makeCorpus(in folder: TemporaryFolder, count: Int = 60) throws -> String {
    let corpus = folder.url.appending(path: "corpus").path
    let outcome = try CommandRunner.run(
        program("make-corpus"), [corpus, "--count", "\(count)", "--size", "32x24", "--seed", "3"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: corpus + "/broken.bin.gz"))
    return corpus
}

@Suite struct MeasureCommandTests {
    @Test func aRowAMapAndABrokenFileIsARowWithItsError() throws {
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
        // Twice to the same file is an error, unless gone on with: then nothing is left to do.
        let again = try measure(corpus, "-o", output)
        #expect(again.exitCode == 64 && again.errors.contains("--resume"), "\(again.errors)")
        #expect(try measure(corpus, "-o", output, "--resume").exitCode == 0)
        #expect(try measure(corpus).output == String(decoding: Data(contentsOf: URL(filePath: output)), as: UTF8.self))
    }

    @Test func whatWasMeasuredOtherwiseIsNotGoneOnWith() throws {
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

    /// A device is written straight, `-` is standard output, and what cannot be written is 74: none is read or made a
    /// file.
    @Test func whatIsNoFileIsWrittenStraight() throws {
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

    @Test func severalCorporaNeedNamesOfTheirOwn() throws {
        let folder = try TemporaryFolder()
        let corpus = try makeCorpus(in: folder, count: 8)
        let same = try measure(corpus, corpus + "/room/../.")
        #expect(same.exitCode == 64 && same.errors.contains("--root"), "\(same.errors)")
        let named = try measure("--root", corpus, corpus + "/room")
        #expect(named.output.contains("\nroom/room-00000-00.bin.gz,"), "\(named.output)")
    }

    /// Killed ten times, each time after a random number of further bytes, and gone on with: in the end every file has
    /// one whole row.
    @Test(arguments: ["csv", "ndjson"])
    func aKilledRunLosesNothing(format: String) throws {
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
            #expect(process.terminationReason == .uncaughtSignal, "it was killed before its end")
            sizes.append(size())
        }
        let outcome = try measure(corpus, "-o", output, "--resume")
        #expect(outcome.exitCode == 0 || outcome.exitCode == 2, "\(outcome.errors)")
        let rows = try rows(output)
        #expect(rows.count == 401 && Set(rows.map(\.file)).count == 401)
        #expect(
            try MeasurementTable(Array(Data(contentsOf: URL(filePath: output))), name: output).completeByteCount
                == size())
        print("\(format): bytes after each kill \(sizes), at the end \(size())")
    }

    /// A row torn in the middle, as a kill may leave it, is measured again.
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
