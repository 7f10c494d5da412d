import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

private func rows(_ path: String) throws -> [MapMeasurement] {
    try MeasurementTable(Array(Data(contentsOf: URL(filePath: path))), name: path).rows
}

#if os(Linux)
    /// Temporary read errors. `/proc/self/mem` looks like a regular file, and reading it fails with EIO, like a
    /// failing disk.
    @Suite struct TransientFailureTests {
        private let folder: TemporaryFolder
        private var corpus: String { folder.path + "/corpus" }
        private var output: String { folder.path + "/m.csv" }
        private let map = Data((0..<12).flatMap { [0, 0, UInt8($0), 0x40] })

        init() throws {
            folder = try TemporaryFolder()
            for name in ["a", "b", "d"] { try folder.file("corpus/\(name).bin", map) }
            try folder.link("corpus/c.bin", to: "/proc/self/mem")
        }

        private func measure(_ arguments: String...) throws -> CommandRunner.Outcome {
            try CommandRunner.depthcheck(["measure", corpus, "-o", output] + arguments)
        }

        /// The error belongs to the run and gives no row. The next run tries again, and the table equals that of
        /// one run.
        @Test func transientFailuresWriteNoRow() throws {
            let first = try measure()
            #expect(first.exitCode == 2 && first.errors.contains("no row is written"), "\(first.errors)")
            #expect(try rows(output).map(\.file) == ["a.bin", "b.bin", "d.bin"])
            #expect(try measure("--resume").exitCode == 2)
            try FileManager.default.removeItem(atPath: corpus + "/c.bin")
            try folder.file("corpus/c.bin", map)
            let second = try measure("--resume")
            #expect(second.exitCode == 0 && second.errors.isEmpty, "\(second.errors)")
            #expect(try rows(output).map(\.file) == ["a.bin", "b.bin", "c.bin", "d.bin"])
        }

        @Test func theMeasurerThrowsTransientFailures() throws {
            let measurer = CorpusMeasurer(analyzer: .init(), options: ReadingOptions())
            #expect(throws: FileAccessError.self) {
                try measurer.measure(DepthFileCorpus.Entry(file: "c.bin", path: corpus + "/c.bin"))
            }
            // A permanent error is a row.
            let missing = try measurer.measure(DepthFileCorpus.Entry(file: "e.bin", path: corpus + "/e.bin"))
            #expect(missing.errorCode == "missing")
        }
    }
#endif

@Suite struct ResumeTests {
    /// The time of change reveals contents that changed with the same size and modification time.
    @Test func filesChangedWithoutANewTimeAreMeasuredAgain() throws {
        let folder = try TemporaryFolder()
        let (corpus, output) = (folder.path + "/corpus", folder.path + "/m.csv")
        func write(_ last: UInt8) throws {
            let file = try folder.file("corpus/a.bin", (0..<12).flatMap { [0, 0, UInt8($0) &* last, 0x40] })
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: file.path)
        }
        // File timestamps may be too coarse for two consecutive runs.
        for last in 1...5 as ClosedRange<UInt8> {
            try write(last)
            let outcome = try CommandRunner.depthcheck(["measure", corpus, "-o", output, "--resume"])
            #expect(outcome.exitCode == 0)
            #expect(outcome.errors.contains("1 row measured again") == (last > 1), "\(outcome.errors)")
        }
        #expect(try rows(output).count == 1)
    }

    @Test func errorsInTheTableSetTheExitCode() throws {
        let folder = try TemporaryFolder()
        let (corpus, output) = (folder.path + "/corpus", folder.path + "/m.csv")
        try folder.file("corpus/a.bin", Data(repeating: 0x40, count: 48))
        try folder.file("corpus/b.bin.gz", Data([1]))
        func measure(_ path: String) throws -> Int32 {
            try CommandRunner.depthcheck(["measure", "--root", corpus, path, "-o", output, "--resume"]).exitCode
        }
        #expect(try measure(corpus) == 2)
        #expect(try measure(corpus + "/a.bin") == 2)
        try FileManager.default.removeItem(atPath: corpus + "/b.bin.gz")
        #expect(try measure(corpus) == 2)
        #expect(try rows(output).map(\.errorCode).filter { !$0.isEmpty }.count == 1)
    }

    /// Only a row that was being written is dropped; anything that could be a user's edit is kept.
    @Test func onlyATornRowIsDropped() throws {
        let folder = try TemporaryFolder()
        let (corpus, output) = (folder.path + "/corpus", folder.path + "/m.csv")
        for name in ["a", "b", "c"] {
            try folder.file("corpus/\(name).bin", (0..<12).flatMap { [0, 0, UInt8($0), 0x40] })
        }
        #expect(try CommandRunner.depthcheck(["measure", corpus, "-o", output]).exitCode == 0)
        let whole = try folder.text(of: "m.csv")
        func resume(_ table: String) throws -> CommandRunner.Outcome {
            try folder.file("m.csv", table.utf8)
            return try CommandRunner.depthcheck(["measure", corpus + "/a.bin", "-o", output, "--resume"])
        }
        // A stray quote extends a field of the second row over everything after it.
        let lines = whole.split(separator: "\n").map(String.init)
        let quoted = [lines[0], lines[1], lines[2].replacing(",", with: ",\"", maxReplacements: 1), lines[3], ""]
            .joined(separator: "\n")
        let refused = try resume(quoted)
        #expect(refused.exitCode == 64 && refused.errors.contains("m.csv:3: "), "\(refused.errors)")
        #expect(try folder.text(of: "m.csv") == quoted)
        // A last row without its line end is complete, and is not of this corpus.
        let kept = try resume(String(whole.dropLast()))
        #expect(kept.exitCode == 0 && kept.errors.isEmpty, "\(kept.errors)")
        #expect(try folder.text(of: "m.csv").split(separator: "\n").sorted() == whole.split(separator: "\n").sorted())
        let torn = try resume(String(whole.dropLast(9)))
        #expect(
            torn.exitCode == 0 && torn.errors.contains("note: ")
                && torn.errors.contains("removed an incomplete last row of "))
        #expect(try rows(output).map(\.file).sorted() == ["a.bin", "b.bin"])
    }

    @Test(arguments: [
        ("{\"file\":\"mine\",\"note\":\"precious\"}", 64), ("{\"file\":\"mine\",\"note\":\"pre", 64),
        ("{\"file\":\"a\\\"b\",\"file_sha2", 0), ("{\"file\":\"a", 0), ("{\"fi", 0),
    ])
    func onlyRowPrefixesAreTreatedAsTornRows(contents: String, code: Int32) throws {
        let folder = try TemporaryFolder()
        let map = try folder.file("a.bin", (0..<12).flatMap { [0, 0, UInt8($0), 0x40] })
        try folder.file("m.ndjson", contents.utf8)
        let outcome = try CommandRunner.depthcheck(["measure", map.path, "-o", folder.path + "/m.ndjson", "--resume"])
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        let isKept = try folder.text(of: "m.ndjson") == contents
        #expect(isKept == (code == 64))
    }
}
