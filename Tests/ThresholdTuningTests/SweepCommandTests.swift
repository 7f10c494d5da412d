import DepthFiles
import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

/// The corpora are too small for any advice, so every run exits with 3.
@Suite struct SweepCommandTests {
    private let arguments = ["--replicates", "0", "--sweep", "gradientThreshold=0.05:0.2:0.05"]

    /// The second run needs no corpus, because the folder has everything. After a kill in the middle of a row, and
    /// after a row of other bytes, only the missing rows are measured again, and the answer is the same.
    @Test func sweepMeasurementsAreKeptAndReused() throws {
        let fixture = try TuningFixture(count: 24)
        let folder = fixture.folder.url.appending(path: "sweep")
        let kept = arguments + ["--sweep-folder", folder.path]
        let first = try fixture.tune(kept + ["--corpus", fixture.corpus])
        #expect(first.exitCode == 3 && first.errors.contains("72 measurements made, 0 reused"), "\(first.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count == 3 && names.allSatisfy { $0.count == 64 + 1 + 12 + 4 })
        let second = try fixture.tune(kept)
        #expect(second.output == first.output && second.errors.contains("0 measurements made, 72 reused"))

        let file = folder.appending(path: names[0])
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.utf8.dropLast(40)).write(to: file)
        #expect(try fixture.tune(kept).exitCode == 64, "a row is missing and no corpus is named")
        let third = try fixture.tune(kept + ["--corpus", fixture.corpus])
        #expect(third.output == first.output && third.errors.contains("1 measurements made, 71 reused"))

        let other = folder.appending(path: names[1])
        let lines = try String(contentsOf: other, encoding: .utf8).split(separator: "\n").map(String.init)
        let digest = lines[5].split(separator: ",")[1]
        let forged = lines.map { $0.replacing(digest, with: String(repeating: "0", count: 64)) }
        try Data((forged.joined(separator: "\n") + "\n").utf8).write(to: other)
        let fourth = try fixture.tune(kept + ["--corpus", fixture.corpus])
        #expect(fourth.output == first.output && fourth.errors.contains("1 measurements made, 71 reused"))
        #expect(try String(contentsOf: other, encoding: .utf8).split(separator: "\n").count == lines.count + 1)
    }

    @Test func archiveMembersAreSwept() throws {
        let fixture = try TuningFixture(count: 24)
        let labels = try String(contentsOfFile: fixture.labels, encoding: .utf8).split(separator: "\n")
        let packed = fixture.folder.url.appending(path: "packed")
        var zip: [UInt8] = []
        var archive = ZipWriter { zip += $0 }
        for line in labels.dropFirst() {
            let name = String(line.prefix { $0 != "," })
            let bytes = try Data(contentsOf: URL(filePath: fixture.corpus).appending(path: name))
            try archive.add(Array(bytes), named: name, compresses: false)
        }
        try archive.finish()
        try fixture.folder.file("packed/all.zip", zip)
        let prefixed = [String(labels[0])] + labels.dropFirst().map { "all.zip/" + $0 }
        let (table, known) = (packed.path + "/m.csv", packed.path + "/labels.csv")
        try Data((prefixed.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: known))
        let measured = try CommandRunner.depthcheck(["measure", packed.path + "/all.zip", "-o", table])
        #expect(measured.exitCode == 0, "\(measured.errors)")
        let answers = try [(fixture.measurements, fixture.labels, fixture.corpus), (table, known, packed.path)].map {
            try CommandRunner.depthcheck(
                ["tune", $0, "--labels", $1, "--corpus", $2, "--format", "json"] + arguments)
        }
        #expect(answers.allSatisfy { $0.exitCode == 3 }, "\(answers.map(\.errors))")
        func ways(_ outcome: CommandRunner.Outcome) throws -> String {
            let ways = try #require(fixture.object(outcome.output)["ways_of_measuring"] as? [[String: Any]])
            #expect(ways.count == 4)
            return String(
                decoding: try JSONSerialization.data(withJSONObject: ways, options: .sortedKeys), as: UTF8.self)
        }
        #expect(try ways(answers[0]) == ways(answers[1]))
    }

    @Test func aKilledSweepKeepsItsCompleteRows() throws {
        let fixture = try TuningFixture(count: 300)
        let folder = fixture.folder.url.appending(path: "sweep")
        let options = [
            "--replicates", "0", "--corpus", fixture.corpus, "--sweep", "histogramBins=20:45:5", "--sweep-folder",
            folder.path,
        ]
        func rows() -> Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.reduce(0) { sum, name in
                let bytes = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
                return sum + max(0, bytes.count { $0 == UInt8(ascii: "\n") } - 1)
            }
        }
        let process = Process()
        process.executableURL = CommandRunner.binary
        process.arguments = ["tune", fixture.measurements, "--labels", fixture.labels] + options
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        while rows() < 700, process.isRunning { usleep(200) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "the run was killed before its end")
        let kept = rows()
        let outcome = try fixture.tune(options)
        #expect(outcome.errors.contains("\(1800 - kept) measurements made, \(kept) reused"), "\(outcome.errors)")
        #expect(rows() == 1800 && kept >= 700)
    }

    /// Another corpus with the same file names: the kept rows of the first remain, whether the second can be
    /// measured or not.
    @Test func corporaWithEqualFileNamesAreKeptApart() throws {
        let (fixture, other) = (try TuningFixture(count: 24), try TuningFixture(count: 24, seed: 7))
        let folder = fixture.folder.url.appending(path: "sweep")
        let kept = ["--replicates", "0", "--sweep", "histogramBins=20", "--sweep-folder", folder.path]
        let first = try fixture.tune(kept + ["--corpus", fixture.corpus])
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        func lines() throws -> Int {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").count
        }
        #expect(try first.exitCode == 3 && lines() == 25, "\(first.errors)")
        #expect(try other.tune(kept).exitCode == 64 && lines() == 25)
        let second = try other.tune(kept + ["--corpus", other.corpus])
        #expect(try second.errors.contains("24 measurements made, 0 reused") && lines() == 49, "\(second.errors)")
        for (fixture, outcome) in [(fixture, first), (other, second)] {
            let again = try fixture.tune(kept)
            #expect(again.output == outcome.output && again.errors.contains("0 measurements made, 24 reused"))
        }
        let unnamed = folder.path + "-2"
        #expect(try fixture.tune(Array(kept.dropLast()) + [unnamed]).exitCode == 64)
        #expect(!FileManager.default.fileExists(atPath: unnamed), "without a corpus no folder is created")
    }

    @Test func invalidSweepFoldersAreReported() throws {
        let fixture = try TuningFixture(count: 4)
        let sweep = ["--replicates", "0", "--sweep", "histogramBins=20"]
        for (options, part) in [
            (["--corpus", "/nonexist"], "--corpus is /nonexist; expected an existing folder"),
            (["--corpus", fixture.corpus, "--sweep-folder", fixture.labels], "a file; expected a folder"),
        ] {
            let outcome = try fixture.tune(sweep + options)
            #expect(outcome.exitCode == 64 && outcome.errors.contains(part), "\(outcome.errors)")
        }
        let elsewhere = try fixture.tune(sweep + ["--corpus", fixture.folder.path])
        #expect(elsewhere.exitCode == 2 && elsewhere.errors.contains("no such file"), "\(elsewhere.errors)")
    }

    @Test func filesOfOtherVariantsAreNotReused() throws {
        let fixture = try TuningFixture(count: 8)
        let folder = fixture.folder.url.appending(path: "sweep")
        let kept = ["--replicates", "0", "--sweep", "histogramBins=20,30", "--sweep-folder", folder.path]
        #expect(try fixture.tune(kept + ["--corpus", fixture.corpus]).exitCode == 3)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        try #require(names.count == 2)
        try FileManager.default.removeItem(at: folder.appending(path: names[0]))
        try FileManager.default.copyItem(at: folder.appending(path: names[1]), to: folder.appending(path: names[0]))
        let outcome = try fixture.tune(kept + ["--corpus", fixture.corpus])
        #expect(outcome.exitCode == 64 && outcome.errors.contains("parameters_sha256"), "\(outcome.errors)")
    }

    @Test func theSweepTableIsWrittenAndInTheReport() throws {
        let fixture = try TuningFixture(count: 24)
        let csv = fixture.folder.url.appending(path: "sweep.csv")
        let json = fixture.folder.url.appending(path: "sweep.json")
        let swept = ["--corpus", fixture.corpus, "--sweep", "screenUniformityThreshold=0.8,0.85", "--refine", "1"]
        let first = try fixture.tune(arguments + swept + ["--sweep-table", csv.path, "--format", "json"])
        #expect(first.exitCode == 3, "\(first.errors)")
        #expect(try fixture.tune(arguments + swept + ["--sweep-table", json.path]).exitCode == 3)
        let lines = try String(contentsOf: csv, encoding: .utf8).split(separator: "\n")
        #expect(lines[0].hasPrefix("row,rank,way,origin,round,gradientThreshold,screenUniformityThreshold,figure,"))
        let object = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: json)) as? [String: Any])
        let rows = try #require(object["rows"] as? [[String: Any]])
        #expect(rows.count == lines.count - 1)
        let ways = rows.filter { $0["row"] as? String == "way" }
        let figures = ways.compactMap { $0["figure"] as? Double }
        #expect(ways.count > 8 && figures == figures.sorted() && figures.count == ways.count)
        #expect(ways.contains { $0["origin"] as? String == "refinement" && $0["round"] as? Int == 1 })
        let report = try #require(JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any])
        #expect((report["ways_of_measuring"] as? [[String: Any]])?.count == ways.count)
        #expect((report["marginal_effects"] as? [[String: Any]])?.count == 6)
        #expect(report["ways_sorted_by"] as? String != nil)
    }

    @Test func sweepOptionsWithoutASweepAreErrors() throws {
        let fixture = try TuningFixture(count: 4)
        for option in [["--refine", "1"], ["--sweep-folder", "x"], ["--sweep-table", "x.csv"]] {
            let outcome = try fixture.tune(option)
            let isNamed = outcome.errors.contains("found \(option[0]) without --sweep")
            #expect(outcome.exitCode == 64 && isNamed, "\(outcome.errors)")
        }
        let table = try fixture.tune(["--sweep", "edgeGain=20", "--sweep-table", fixture.labels])
        #expect(table.exitCode == 64 && table.errors.contains("would replace"), "\(table.errors)")
    }

    @Test func contradictoryObjectivesAreAnError() throws {
        let fixture = try TuningFixture(count: 16)
        for (options, word) in [
            (["--max-apcer", "0.03", "--max-bpcer", "0.1"], "--max-apcer and --max-bpcer"),
            (["--objective", "acer", "--max-apcer", "0.03"], "--objective and --max-apcer"),
            (["--cost-apcer", "5", "--cost-bpcer", "1"], "together"), (["--prior", "0.1"], "together"),
            (["--max-apcer", "3"], "--max-apcer is 3.0"), (["--max-bpcer", "-1"], "--max-bpcer is -1.0"),
            (["--cost-apcer", "0", "--cost-bpcer", "1", "--prior", "0.1"], "above 0"),
            (["--cost-apcer", "1", "--cost-bpcer", "1", "--prior", "1"], "--prior is 1.0"),
        ] {
            let outcome = try fixture.tune(options)
            #expect(outcome.exitCode == 64 && outcome.errors.contains(word), "\(options) \(outcome.errors)")
        }
        for (options, name) in [
            (["--max-apcer", "0.03"], "bpcer_at_max_apcer"), (["--max-bpcer", "0.1"], "apcer_at_max_bpcer"),
            (["--cost-apcer", "5", "--cost-bpcer", "1", "--prior", "0.01"], "expected_cost"),
            (["--max-apcer", "0.01"], "bpcer100"),
        ] {
            let outcome = try fixture.tune(options + ["--replicates", "0", "--format", "json"])
            #expect(outcome.exitCode == 3 && outcome.output.contains("\"objective\": \"\(name)\""), "\(outcome.errors)")
        }
    }
}
