import DepthAnalysis
import DepthFiles
import Foundation
import TestSupport
import Testing

private let room = "fixtures/room-01.bin.gz"
private let screen = "fixtures/screen-01.bin.gz"

private func analyze(
    _ arguments: String..., in folder: URL = CommandRunner.package, environment: [String: String] = [:]
) throws -> CommandRunner.Outcome {
    try CommandRunner.depthcheck(["analyze"] + arguments, in: folder, environment: environment)
}

/// A room as gzip and as raw DEFLATE, two truncated copies, an HDF5 file and a text file.
private func uploads() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let packed = [UInt8](try Data(contentsOf: CommandRunner.package.appending(path: room)))
    let samples = DepthFileWriter.float32Bytes(of: try DepthFileReader().read(packed).result.get().map)
    try folder.file("a.bin.gz", packed)
    try folder.file("b-phone.bin", DepthFileWriter.pack(samples, as: .deflate))
    try folder.file("c-cut.bin.gz", packed.prefix(9000))
    try folder.file("d-cut.bin.gz", packed.prefix(19_000))
    try folder.file("e.h5.bin", [0x89] + Array("HDF\r\n\u{1A}\n".utf8) + [UInt8](repeating: 0, count: 248))
    try folder.file("notes.txt", Array("nothing here".utf8))
    return folder
}

/// CSV rows without quoted cells, keyed by column.
private func rows(_ csv: String) -> [[String: String]] {
    let lines = csv.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
}

@Suite struct ServerAnswerCommandTests {
    @Test func aFileThatIsNotGzipHasTheVerdictOnItsMap() throws {
        let folder = try uploads()
        let page = try analyze("b-phone.bin", in: folder.url, environment: ["COLUMNS": "100"]).output.split(
            separator: "\n")
        #expect(page.first == "PASS  b-phone.bin")
        #expect(page.last == "  the server would answer: unavailable: raw DEFLATE; the server reads only gzip")
        #expect(try analyze("b-phone.bin", "-q", in: folder.url).output == "PASS  b-phone.bin\n")
        let refusal = "N/A   b-phone.bin  (raw DEFLATE; the server reads only gzip)\n"
        #expect(try analyze("b-phone.bin", "-q", "--only", "server", in: folder.url).output == refusal)
        #expect(try analyze("b-phone.bin", "-q", "--strict", in: folder.url).output == refusal)
        let failures = try analyze("b-phone.bin", "-q", "--only-failures", in: folder.url).output
        #expect(failures.hasPrefix("server UNAVAILABLE, map PASS  b-phone.bin  ("))
        #expect(try analyze("b-phone.bin", "-q", "--only-failures", "--only", "map", in: folder.url).output.isEmpty)
    }

    @Test(arguments: [
        (["server-unavailable"], "b-phone.bin", 1), (["server-fail"], "b-phone.bin", 0), (["fail"], "b-phone.bin", 0),
        (["unavailable"], "b-phone.bin", 0), (["server-fail", "server-unavailable"], "a.bin.gz", 0),
        (["server-unavailable"], "c-cut.bin.gz", 2),
    ])
    func failOnAcceptsServerAnswers(answers: [String], file: String, exitCode: Int32) throws {
        let folder = try uploads()
        let conditions = answers.flatMap { ["--fail-on", $0] }
        let outcome = try CommandRunner.depthcheck(["analyze", "-q", file] + conditions, in: folder.url)
        #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
    }

    @Test func serverFailureIsReported() throws {
        #expect(try analyze(screen, "-q", "--fail-on", "server-fail").exitCode == 1)
    }

    @Test func strictExitsWith1WhenTheServerWouldRefuse() throws {
        let folder = try uploads()
        let outcome = try analyze("a.bin.gz", "b-phone.bin", "-q", "--strict", in: folder.url)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors == "depthcheck: b-phone.bin: the server would refuse it: raw DEFLATE; "
                + "the server reads only gzip\n")
        #expect(try analyze("a.bin.gz", "-q", "--strict", in: folder.url).exitCode == 0)
    }

    /// Two files truncated at different places share one code in every format.
    @Test func errorsAndNotesHaveCodes() throws {
        let folder = try uploads()
        let csv = rows(try analyze("c-cut.bin.gz", "b-phone.bin", "--format", "csv", in: folder.url).output)
        try #require(csv.count == 2)
        let lines = try analyze(folder.path, "--format", "ndjson").output.split(separator: "\n")
        let results = try lines.map { try parse($0, as: [String: Any].self) }
        #expect(results.map { $0["error_code"] as? String } == [nil, nil, "truncated", "truncated", "is_hdf5"])
        #expect(
            results.map { $0["server_code"] as? String }
                == [nil, "raw_deflate", "truncated", "truncated", "uncompressed"])
        #expect(results.map { $0["server_answer"] as? String } == ["pass"] + Array(repeating: "unavailable", count: 4))
        #expect((results[2]["error"] as? String) != (results[3]["error"] as? String))
    }

    @Test func everyCheckHasItsMarginInCSV() throws {
        let row = try #require(rows(try analyze(room, "--format", "csv").output).first)
        for check in SceneAnalysis.Check.allCases {
            let threshold = try #require(Double(row["\(check.rawValue)_threshold"] ?? ""))
            let margin = try #require(Double(row["\(check.rawValue)_margin"] ?? ""))
            let column = check.fields.count == 1 ? check.subject : "depth_range"
            let value = try #require(Double(row[column] ?? ""))
            #expect(abs(value - threshold - margin) < 1e-9, "\(check)")
            #expect(row["\(check.rawValue)_holds"] == check.comparison.holds(value, threshold).description)
        }
    }
}

@Suite struct OutputNameTests {
    @Test(arguments: [
        ("out.csv", "input,status,"), ("out.json", "[\n  {\n    \"input\""), ("out.NDJSON", "{\"input\":"),
        ("out.txt", "PASS  "), ("out", "PASS  "), ("out.report", "PASS  "),
    ])
    func outputExtensionSelectsTheFormat(name: String, opening: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try analyze(room, screen, "-o", folder.path + "/" + name)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try folder.text(of: name).hasPrefix(opening))
    }

    @Test func gzippedOutputIsReproducible() throws {
        let folder = try TemporaryFolder()
        for name in ["a.csv.gz", "b.csv.gz"] { _ = try analyze(room, screen, "-o", folder.path + "/" + name) }
        let packed = try Data(contentsOf: folder.url.appending(path: "a.csv.gz"))
        #expect(try packed == Data(contentsOf: folder.url.appending(path: "b.csv.gz")))
        let unpacked = try CommandRunner.run(
            URL(filePath: "/bin/sh"), ["-c", "gzip -dc '\(folder.path)/a.csv.gz'"])
        #expect(try unpacked.output == analyze(room, screen, "--format", "csv").output)
    }

    @Test func formatConflictingWithTheExtensionIsAUsageError() throws {
        let folder = try TemporaryFolder()
        let outcome = try analyze(room, "-o", folder.path + "/out.csv", "--format", "json")
        #expect(outcome.exitCode == 64 && outcome.errors.contains("requests csv, but --format requests json"))
        #expect(try folder.names.isEmpty)
        #expect(try analyze(room, "-o", folder.path + "/out.csv.gz", "--format", "csv").exitCode == 0)
        #expect(try analyze(room, "-o", folder.path + "/out", "--format", "csv").exitCode == 0)
    }
}

@Suite struct SummaryCommandTests {
    /// A text summary follows text results; otherwise it goes to standard error.
    @Test func summaryDestinationDependsOnTheFormat() throws {
        let opening = "2 files: 1 pass, 1 fail\n"
        let text = try analyze(room, screen)
        #expect(text.output.contains("\n\n" + opening) && text.errors.isEmpty)
        let quiet = try analyze(room, screen, "-q")
        #expect(!quiet.output.contains(opening))
        let wanted = try analyze(room, screen, "-q", "--summary")
        #expect(wanted.output.hasPrefix(quiet.output + "\n" + opening))
        for format in ["json", "ndjson", "csv"] {
            let plain = try analyze(room, screen, "--format", format)
            let summed = try analyze(room, screen, "--format", format, "--summary")
            #expect(summed.output == plain.output && summed.errors.hasPrefix(opening))
        }
        let folder = try TemporaryFolder()
        let filed = try analyze(room, screen, "-o", folder.path + "/out.csv", "--summary")
        #expect(filed.output.hasPrefix(opening) && filed.errors.isEmpty)
    }

    @Test func jsonSummaryIsASeparateFile() throws {
        let folder = try uploads()
        let outcome = try analyze(".", "-q", "--summary-json", "sum.json", in: folder.url)
        #expect(outcome.exitCode == 2)
        let summary: [String: Any] = try parse(folder.text(of: "sum.json"))
        #expect(summary["files"] as? Int == 5 && summary["left_out"] as? Int == 1)
        #expect(summary["error_code"] as? [String: Int] == ["truncated": 2, "is_hdf5": 1])
        #expect(
            summary["server_answer"] as? [String: Int] == ["pass": 1, "fail": 0, "unavailable": 4, "unknown": 0])
    }

    @Test(arguments: [
        ["--summary-json", "-"], ["-o", "x.json", "--summary-json", "x.json"], ["--summary-json", room],
    ])
    func summaryOverwritingAnotherFileIsAUsageError(arguments: [String]) throws {
        let outcome = try CommandRunner.depthcheck(["analyze", room] + arguments)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("--summary-json"), "\(outcome.errors)")
    }

    @Test func filesOfUnknownExtensionAreCountedAndListed() throws {
        let folder = try uploads()
        let counted = try analyze("a.bin.gz", ".", "--format", "csv", in: folder.url)
        let last = counted.errors.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("depthcheck: skipped 1 file: 1 with an unknown extension"), "\(counted.errors)")
        let listed = try analyze(".", "-q", "--verbose", in: folder.url)
        #expect(listed.errors.hasPrefix("depthcheck: skipped ./notes.txt: unknown extension, or excluded\n"))
        let quiet = try analyze(".", "-q", in: folder.url).errors
        #expect(quiet.split(separator: "\n").count { $0.contains("skipped 1 file") } == 1, "\(quiet)")
    }

    @Test(arguments: [("60", 60), ("90", 90), ("20", 60), ("500", 120), ("none", 80)])
    func textFitsTheColumnsVariable(columns: String, width: Int) throws {
        let outcome = try analyze(
            room, screen, "fixtures/mismatched-dimensions.bin.gz", "fixtures/all-invalid.bin.gz", "--verbose",
            environment: ["COLUMNS": columns])
        let longest = outcome.output.split(separator: "\n").map(\.count).max() ?? 0
        #expect(longest <= width && longest >= min(width, 76) - 2, "\(longest)")
    }
}

@Suite struct ManifestCommandTests {
    /// Two PNGs with different units and a raw map with given dimensions in one run.
    @Test func manifestRowsHaveTheirOwnUnitsAndSizes() throws {
        let folder = try TemporaryFolder()
        let pixels = (0..<64).map { UInt16($0 % 2 == 0 ? 65535 : 5000) }
        for name in ["in/a.png", "in/b.png"] {
            try folder.file(name, TestPNG.grey16(width: 8, height: 8, pixels).bytes)
        }
        try folder.file("in/c.bin", DepthFileWriter.float32Bytes(of: .constant(2, width: 12, height: 1)))
        try folder.file(
            "in/list.csv",
            Data("file,units_per_metre,invalid,width,height\na.png,5000,65535,,\nb.png,,,,\nc.bin,,,3,4\n".utf8))
        let outcome = try analyze("--manifest", "in/list.csv", "--format", "ndjson", in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let results = try outcome.output.split(separator: "\n").map { try parse($0, as: [String: Any].self) }
        #expect(results.map { $0["input"] as? String } == ["in/a.png", "in/b.png", "in/c.bin"])
        #expect(results.map { $0["max_depth"] as? Double } == [1, 5, 2])
        #expect(results.map { $0["valid_count"] as? Int } == [32, 32, 12])
        #expect(
            results.map { $0["note_codes"] as? [String] } == [[], ["repeated_number", "units_assumed"], []])
        #expect(results[2]["width"] as? Int == 3)
    }

    @Test func anUnusableManifestIsAUsageError() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("list.csv", Data("file,colour\na,red\n".utf8)).path
        for path in [file, folder.path + "/nowhere.csv"] {
            let outcome = try analyze("--manifest", path)
            #expect(outcome.exitCode == 64 && outcome.output.isEmpty && outcome.errors.contains("found "))
        }
        #expect(try analyze("--manifest", "-", "-").exitCode == 64)
    }
}

@Suite struct SummaryFileTests {
    private static let room = "fixtures/room-01.bin.gz"

    /// One file under two names: a file to be created, and a dangling link to it.
    @Test func resultsAndSummaryNeedDifferentFiles() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        try FileManager.default.createSymbolicLink(atPath: path + "/link.csv", withDestinationPath: "new.csv")
        for other in [path + "/./new.csv", path + "/link.csv", path + "/new.csv"] {
            let outcome = try analyze(Self.room, "-o", path + "/new.csv", "--summary-json", other)
            #expect(outcome.exitCode == 64 && outcome.errors.contains("--summary-json"), "\(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: path + "/new.csv"))
    }

    /// If the reader of standard output leaves, the summary file still counts every result.
    @Test func aClosedPipeDoesNotLoseTheSummary() throws {
        let folder = try TemporaryFolder()
        let summary = folder.url.appending(path: "sum.json")
        let outcome = try CommandRunner.depthcheck(
            ["analyze", CommandRunner.package.appending(path: "fixtures").path, "--format", "csv"]
                + ["--summary-json", summary.path], writingTo: .closedPipe, in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let object = try parse(String(contentsOf: summary, encoding: .utf8), as: [String: Any].self)
        #expect(object["files"] as? Int == 140)
    }
}

@Suite struct InvalidValueCommandTests {
    @Test func invalidValueSamplesAreNotCounted() throws {
        let folder = try TemporaryFolder()
        let map = DepthMap.make(width: 8, height: 8) { column, _ in column < 2 ? -1 : column < 4 ? 7.5 : 3 }
        let file = try folder.file("map.bin", DepthFileWriter.float32Bytes(of: map)).path
        func count(_ arguments: String...) throws -> Int? {
            let outcome = try CommandRunner.depthcheck(["analyze", file, "--format", "json"] + arguments)
            return try parse(outcome.output, as: [String: Any].self)["valid_count"] as? Int
        }
        #expect(try count() == 48)
        #expect(try count("--invalid-value", "7.5") == 32)
        #expect(try count("--invalid-value", "-1", "--invalid-value", "3") == 16)
        #expect(try analyze(file, "--invalid-value", "nan").exitCode == 64)
    }
}
