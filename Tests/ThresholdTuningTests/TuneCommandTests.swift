import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

private let hasBLAS = (try? BLAS()) != nil
private let needsBLAS = ConditionTrait.enabled(if: hasBLAS, "OpenBLAS is missing: install libopenblas-dev")

private func program(_ name: String) -> URL {
    CommandRunner.binary.deletingLastPathComponent().appending(path: name)
}

/// A small corpus, its measurements and labels.
struct TuningFixture {
    let folder: TemporaryFolder
    let corpus: String
    let measurements: String
    let labels: String

    init(count: Int, perScene: Int = 2, seed: Int = 1) throws {
        folder = try TemporaryFolder()
        corpus = folder.url.appending(path: "corpus").path
        measurements = folder.url.appending(path: "m.csv").path
        labels = corpus + "/labels.csv"
        let made = try CommandRunner.run(
            program("make-corpus"),
            [
                corpus, "--count", "\(count)", "--size", "32x24", "--per-scene", "\(perScene)", "--seed", "\(seed)",
            ])
        try #require(made.exitCode == 0, "\(made.errors)")
        let measured = try CommandRunner.depthcheck(["measure", corpus, "-o", measurements])
        try #require(measured.exitCode == 0, "\(measured.errors)")
    }

    func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    func tune(_ arguments: String...) throws -> CommandRunner.Outcome { try tune(arguments) }

    func tune(_ arguments: [String]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["tune", measurements, "--labels", labels] + arguments)
    }
}

@Suite struct TuneCommandTests {
    @Test(needsBLAS) func tunedParametersAreUsedByAnalyze() throws {
        let fixture = try TuningFixture(count: 48)
        let tuned = fixture.folder.url.appending(path: "tuned.json")
        let outcome = try fixture.tune("-o", tuned.path, "--force", "--objective", "acer")
        #expect(outcome.exitCode == 3 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.contains("APCER monitor_full") && outcome.output.contains("BPNRR"))
        #expect(!outcome.output.lowercased().contains("conform"))
        let parameters = try JSONDecoder().decode(AnalysisParameters.self, from: Data(contentsOf: tuned))
        #expect(VerdictThresholds(parameters) != VerdictThresholds(.standard))

        // `analyze` decides as the report counted.
        let analyzed = try CommandRunner.depthcheck(
            ["analyze", fixture.corpus, "--parameters", tuned.path, "--format", "csv"])
        let passed = analyzed.output.split(separator: "\n").dropFirst()
            .filter { $0.split(separator: ",")[1] == "pass" }
        let json = try fixture.tune("--objective", "acer", "--format", "json")
        let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let rates = try #require((report["tuned"] as? [String: Any])?["rates"] as? [String: Any])
        let bpcer = try #require(rates["bpcer"] as? [String: Any])
        let total = try #require(bpcer["total"] as? Int)
        let errors = try #require(bpcer["errors"] as? Int)
        let accepted = try #require(rates["apcer"] as? [String: [String: Any]]).values
            .compactMap { $0["errors"] as? Int }.reduce(total - errors, +)
        #expect(passed.count == accepted)
    }

    /// Two groups of each of six species, and twelve of real scenes.
    @Test func tooLittleDataIsReportedAndWritesNoFile() throws {
        let fixture = try TuningFixture(count: 48)
        let tuned = fixture.folder.url.appending(path: "tuned.json")
        let outcome = try fixture.tune("-o", tuned.path, "--replicates", "0")
        #expect(outcome.exitCode == 3)
        #expect(outcome.output.hasPrefix("Too little data to decide: 6 of 6 species have fewer than the 59 groups"))
        #expect(outcome.errors.contains("tuned.json: not written") && outcome.errors.contains("--force"))
        #expect(!FileManager.default.fileExists(atPath: tuned.path))
        let report = try fixture.object(try fixture.tune("--replicates", "0", "--format", "json").output)
        #expect(report["advice_code"] as? String == "too_little_data")
        #expect((report["too_few_groups"] as? [Any])?.count == 7)
        let expected = try #require((report["expected_on_new_scenes"] as? [String: Any])?["rates"] as? [String: Any])
        let species = try #require((expected["apcer"] as? [String: [String: Any]])?["plain_wall"])
        let interval = try #require(species["interval"] as? [Double])
        #expect(species["groups"] as? Int == 2 && interval[1] > 0.8)
        // Each species has a sixth of the tail, so that their intervals hold jointly.
        let level = try #require(species["interval_level"] as? Double)
        #expect(abs(level - (1 - 0.05 / 6)) < 1e-12)
        #expect((expected["bpcer"] as? [String: Any])?["interval_level"] as? Double == 0.95)
        #expect(expected["apcer_worst_interval_level"] as? Double == 0.95)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains { $0.contains("interval") && $0.hasSuffix("level") })
        #expect(lines.contains { $0.contains("APCER plain_wall") && $0.hasSuffix("99.2 %") }, "\(outcome.output)")
        #expect(lines.contains { $0.contains("BPCER ") && $0.hasSuffix("95 %") })
    }

    /// 55 groups per species and 330 of real scenes are enough to bound a rate by 10 %. If one group becomes a
    /// separate species, they are not, because that species has only one group.
    @Test func tooLittleDataIsJudgedForEachSpecies() throws {
        let fixture = try TuningFixture(count: 660, perScene: 1)
        let arguments = ["--replicates", "0", "--objective", "acer", "--format", "json"]
        let enough = try CommandRunner.depthcheck(
            ["tune", fixture.measurements, "--labels", fixture.labels] + arguments)
        #expect(enough.exitCode == 0, "\(enough.errors)")
        let report = try fixture.object(enough.output)
        #expect((report["data"] as? [String: Any])?["groups_given"] as? Bool == true)
        #expect(report["has_enough_data"] as? Bool == true && report["advice_code"] as? String != "too_little_data")
        let required = try #require(report["required_groups"] as? [String: Any])
        #expect(required["each_species"] as? Int == 29 && required["bona_fide"] as? Int == 29)

        var lines = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8).split(separator: "\n")
        let place = try #require(lines.firstIndex { $0.contains(",plain_wall,") })
        lines[place] = Substring(lines[place].replacing(",plain_wall,", with: ",rare,"))
        let labels = fixture.folder.url.appending(path: "rare.csv").path
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: labels))
        let rare = try CommandRunner.depthcheck(["tune", fixture.measurements, "--labels", labels] + arguments)
        #expect(rare.exitCode == 3)
        let few = try #require(try fixture.object(rare.output)["too_few_groups"] as? [[String: Any]])
        #expect(few.count == 1 && few[0]["species"] as? String == "rare" && few[0]["groups"] as? Int == 1)
    }

    /// Eighty groups per class that no threshold separates: the present thresholds stay, and nothing is written.
    @Test func parametersThatAreNotAdvisedAreNotWritten() throws {
        let fixture = try TuningFixture(count: 8)
        let table = try String(contentsOf: URL(filePath: fixture.measurements), encoding: .utf8).split(separator: "\n")
        let header = table[0].split(separator: ",")
        let place = try #require(header.firstIndex(of: "file"))
        let rows = (0..<160).map { number in
            var cells = table[1].split(separator: ",", omittingEmptySubsequences: false)
            cells[place] = "map-\(number)"
            return cells.joined(separator: ",")
        }
        let same = try fixture.folder.file(
            "same.csv", (([String(table[0])] + rows).joined(separator: "\n") + "\n").utf8
        )
        .path
        let lines = (0..<160).map { "map-\($0),\($0 % 2 == 0 ? "real" : "attack")" }
        let labels = try fixture.folder.file("same-labels.csv", (["file,label"] + lines).joined(separator: "\n").utf8)
            .path
        let tuned = fixture.folder.url.appending(path: "tuned.json").path
        let arguments = ["tune", same, "--labels", labels, "--replicates", "0", "-o", tuned]
        let outcome = try CommandRunner.depthcheck(arguments)
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("Keep the present thresholds"), "\(outcome.output)")
        #expect(
            outcome.errors.contains("tuned.json: not written, because the advice is to keep the present thresholds"))
        #expect(!FileManager.default.fileExists(atPath: tuned))
        #expect(outcome.output.contains("No label has a group"))
        #expect(outcome.output.replacing("\n", with: " ").contains("80 of 80 attacks without a species"))
        let forced = try CommandRunner.depthcheck(arguments + ["--force"])
        #expect(forced.exitCode == 0 && forced.errors.isEmpty && FileManager.default.fileExists(atPath: tuned))
    }

    /// The text report at 60 and at 120 columns; escape sequences take no columns.
    @Test(arguments: [60, 120])
    func linesFitTheTerminal(columns: Int) throws {
        let fixture = try TuningFixture(count: 48)
        let rows = try MeasurementTable(Array(Data(contentsOf: URL(filePath: fixture.measurements))), name: "m").rows
        let labels = try LabelTable(Array(Data(contentsOf: URL(filePath: fixture.labels))), name: "l").labels
        let labelled = try LabelledMeasurements(rows: rows, labels: labels, isLenient: false)
        var options = TuningOptions()
        options.replicates = 0
        let variant = TuningVariant(parameters: .standard, presentations: try LabelledPresentations(labelled))
        let report = try ThresholdTuner(options).report([variant], labelled: labelled)
        let page = TextTuningReport.page(report, style: .plain, width: columns)
        let longest = page.split(separator: "\n").map(\.count).max() ?? 0
        #expect(longest <= columns && longest > columns - 20, "\(page)")
        let colored = TextTuningReport.page(report, style: Style(isColored: true), width: columns)
        #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == page)
    }

    @Test(needsBLAS) func jobCountDoesNotChangeTheReport() throws {
        let fixture = try TuningFixture(count: 32)
        let first = try fixture.tune("--format", "json", "--jobs", "1", "--seed", "9")
        let second = try fixture.tune("--format", "json", "--jobs", "3", "--seed", "9")
        #expect(first.exitCode == 3 && first.output == second.output)
        #expect(try fixture.tune("--format", "json", "--seed", "10").output != first.output)
    }

    @Test(needsBLAS) func curvesAndOperatingPointsAreWrittenAsTables() throws {
        let fixture = try TuningFixture(count: 32)
        let curves = fixture.folder.url.appending(path: "curves.csv")
        let points = fixture.folder.url.appending(path: "points.json")
        let outcome = try fixture.tune(
            "--curves", curves.path, "--operating-points", points.path, "--point-limit", "300", "--replicates", "50")
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
        let lines = try String(contentsOf: curves, encoding: .utf8).split(separator: "\n")
        #expect(lines[0].hasPrefix("curve,x,y,varianceThreshold,layerThreshold,coherenceThreshold,bpcer,bpcer_lower"))
        #expect(
            Set(lines.dropFirst().compactMap { $0.split(separator: ",").first }).isSuperset(of: [
                "bpcer_at_apcer", "roc",
            ]))
        let object = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: points)) as? [String: Any])
        let rows = try #require(object["rows"] as? [[String: Any]])
        let inputs = (object["provenance"] as? [String: Any])?["sha256"] as? [String: String]
        let labels = Array(try Data(contentsOf: URL(filePath: fixture.labels)))
        #expect(inputs?["labels"] == SHA256Digest.hexadecimal(of: labels))
        #expect((100...300).contains(rows.count) && rows[0]["apcer_worst_upper"] != nil)
        // An interval has a width or is missing: a single point would claim a known rate.
        let widths = rows.map { row -> Double? in
            guard let lower = row["bpcer_lower"] as? Double, let upper = row["bpcer_upper"] as? Double else {
                return nil
            }
            return upper - lower
        }
        let rejecting = zip(rows, widths).filter { row, _ in row["bpcer"] as? Double == 1 }
        #expect(!rejecting.isEmpty && rejecting.allSatisfy { $0.1 == nil })
        #expect(widths.contains { $0 != nil } && widths.allSatisfy { $0 ?? 1 > 0 })
    }

    @Test func zeroReplicatesNeedNoLibrary() throws {
        let fixture = try TuningFixture(count: 16)
        let outcome = try fixture.tune("--replicates", "0")
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
    }

    @Test func sweepsTryOtherMeasurementParameters() throws {
        let fixture = try TuningFixture(count: 24)
        let outcome = try fixture.tune(
            "--replicates", "0", "--sweep", "gradientThreshold=0.05,0.1,0.2", "--corpus", fixture.corpus)
        #expect(outcome.exitCode == 3 && outcome.output.contains("Ways of measuring: 3\n"), "\(outcome.errors)")
        #expect(try fixture.tune("--sweep", "gradientThreshold=0.05").exitCode == 64)
        // Thresholds of the screen rule need no new measurements.
        #expect(try fixture.tune("--replicates", "0", "--sweep", "screenDistanceMax=1,2").exitCode == 3)
    }

    /// Rows record the exp with which they were measured; tuning accepts either, and measures again with the same one.
    @Test func rowsOfTheOtherExpVariantAreTuned() throws {
        let fixture = try TuningFixture(count: 24)
        let plain = fixture.folder.url.appending(path: "plain.csv").path
        #expect(try CommandRunner.depthcheck(["measure", fixture.corpus, "--exp", "plain", "-o", plain]).exitCode == 0)
        let outcome = try CommandRunner.depthcheck([
            "tune", plain, "--labels", fixture.labels, "--replicates", "0", "--corpus", fixture.corpus, "--sweep",
            "gradientThreshold=0.05",
        ])
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
    }

    @Test func unmatchedLabelsAreAnErrorUnlessIgnored() throws {
        let fixture = try TuningFixture(count: 16)
        let lines = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8).split(separator: "\n")
        let labels = fixture.folder.url.appending(path: "part.csv").path
        try Data((lines.dropLast() + [lines[1], "nowhere.bin,real,,"]).joined(separator: "\n").utf8)
            .write(to: URL(filePath: labels))
        let strict = try CommandRunner.depthcheck(["tune", fixture.measurements, "--labels", labels])
        #expect(strict.exitCode == 64, "\(strict.errors)")
        for part in ["1 file without a label", "1 file labelled but not measured (nowhere.bin)", "labelled twice"] {
            #expect(strict.errors.contains(part), "\(strict.errors)")
        }
        let lenient = try CommandRunner.depthcheck(
            ["tune", fixture.measurements, "--labels", labels, "--ignore-unlabelled", "--replicates", "0"])
        #expect(lenient.exitCode == 3 && lenient.output.contains("skipped, labelled twice: 1"))
    }

    /// A misspelt column of species would merge six species into one, and give advice from too little data.
    @Test func unknownLabelColumnsAreErrorsOrListed() throws {
        let fixture = try TuningFixture(count: 16)
        func labels(_ header: String) throws -> String {
            let text = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8)
            return try fixture.folder.file(
                "l.csv", (header + "\n" + text.split(separator: "\n").dropFirst().joined(separator: "\n")).utf8
            ).path
        }
        let page = fixture.folder.url.appending(path: "r.html").path
        let commands = [
            ["tune", "--replicates", "0", "--format", "json"],
            ["evaluate", "--against", fixture.folder.url.appending(path: "p.json").path, "--format", "json"],
            ["report", "-o", page],
        ]
        try fixture.folder.file("p.json", "{}".utf8)
        func run(_ command: [String], _ labels: String) throws -> CommandRunner.Outcome {
            try CommandRunner.depthcheck(
                [command[0], fixture.measurements, "--labels", labels] + command.dropFirst())
        }
        let misspelt = try labels("file,label,pai_species,group")
        for command in commands {
            let outcome = try run(command, misspelt)
            #expect(outcome.exitCode == 64 && outcome.output.isEmpty, "\(command[0]) \(outcome.errors)")
            #expect(outcome.errors.contains("rename pai_species to species"), "\(outcome.errors)")
        }
        let other = try labels("file,label,note,group")
        for command in commands {
            let outcome = try run(command, other)
            #expect([0, 3].contains(outcome.exitCode), "\(outcome.errors)")
            guard command[0] != "report" else {
                #expect(outcome.errors.contains("note: 8 of 8 attacks without a species"), "\(outcome.errors)")
                #expect(outcome.errors.contains("note: ignored columns of the labels: note\n"))
                continue
            }
            let report = try fixture.object(outcome.output)
            let remarks = report["data"] as? [String: Any] ?? report
            #expect(remarks["ignored_label_columns"] as? [String] == ["note"])
            #expect(remarks["attacks_without_species"] as? Int == 8)
        }
    }

    /// Every command that reads labels gives the same output for a file of other names with a mapping.
    @Test func labelsOfOtherNamesAreMapped() throws {
        let fixture = try TuningFixture(count: 16)
        let lines = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8).split(separator: "\n")
        let rows = lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return ([cells[0], cells[1] == "bona_fide" ? "0" : "1"] + cells[2...]).joined(separator: ",")
        }
        try #require(lines[0] == "file,label,species,group" && rows.contains { $0.contains(",0,") })
        let named = "file,label,species,group\n" + lines.dropFirst().joined(separator: "\n")
        let other = "path,is_attack,pai_species,subject\n" + rows.joined(separator: "\n")
        let labels = try fixture.folder.file("named.csv", named.utf8).path
        let numbers = try fixture.folder.file("other.csv", other.utf8).path
        let mapping = [
            "--map", "file=path,label=is_attack,1=attack,0=bona_fide", "--map", "species=pai_species,group=subject",
        ]
        let parameters = try fixture.folder.file("p.json", "{}".utf8).path
        for command in [
            ["tune", "--replicates", "0", "--format", "json"],
            ["evaluate", "--against", parameters, "--format", "json"],
        ] {
            let arguments = command.dropFirst()
            let usual = try CommandRunner.depthcheck(
                [command[0], fixture.measurements, "--labels", labels] + arguments)
            let mapped = try CommandRunner.depthcheck(
                [command[0], fixture.measurements, "--labels", numbers] + mapping + arguments)
            #expect(usual.exitCode == mapped.exitCode && !usual.output.isEmpty, "\(mapped.errors)")
            let digest = /"labels_sha256": "\w+"|"(system_2_)?labels": "\w+"/
            #expect(
                usual.output.replacing(digest, with: "") == mapped.output.replacing(digest, with: ""), "\(command[0])")
            let unmapped = try CommandRunner.depthcheck(
                [command[0], fixture.measurements, "--labels", numbers] + arguments)
            #expect(unmapped.exitCode == 64 && unmapped.errors.contains("--map file=path"), "\(unmapped.errors)")
        }
        let page = fixture.folder.url.appending(path: "r.html").path
        let report = try CommandRunner.depthcheck(
            ["report", fixture.measurements, "--labels", numbers, "-o", page] + mapping)
        #expect(report.exitCode == 0, "\(report.errors)")
        let alone = try CommandRunner.depthcheck(["report", fixture.measurements, "-o", page] + mapping)
        #expect(alone.exitCode == 64 && alone.errors.contains("--map needs --labels"), "\(alone.errors)")
        let wrong = try CommandRunner.depthcheck(
            ["tune", fixture.measurements, "--labels", numbers, "--map", "label=is_attack,1=yes"])
        #expect(wrong.exitCode == 64 && wrong.errors.contains("found \"1=yes\" in --map"), "\(wrong.errors)")
    }

    @Test func unwritableReportsAreErrorsUnlessThePipeIsClosed() throws {
        let fixture = try TuningFixture(count: 8)
        func tune(_ end: CommandRunner.DeadEnd, _ arguments: [String] = []) throws -> CommandRunner.Outcome {
            try CommandRunner.depthcheck(
                ["tune", fixture.measurements, "--labels", fixture.labels, "--replicates", "0"] + arguments,
                writingTo: end, in: fixture.folder.url)
        }
        let full = try tune(.full)
        #expect(full.exitCode == 74 && full.errors.split(separator: "\n").count == 1, "\(full.errors)")
        let closed = try tune(.closedPipe)
        #expect(closed.exitCode == 3 && closed.errors.isEmpty, "\(closed.errors)")
        let file = try tune(.closedPipe, ["--curves", "/dev/full"])
        #expect(file.exitCode == 74 && file.errors.contains("/dev/full"), "\(file.errors)")
    }

    @Test func inputsAreNeverOverwritten() throws {
        let fixture = try TuningFixture(count: 24)
        let before = try Data(contentsOf: URL(filePath: fixture.measurements))
        for (option, file) in [("-o", fixture.measurements), ("--curves", fixture.labels)] {
            let outcome = try fixture.tune("--replicates", "0", option, file)
            #expect(outcome.exitCode == 64 && outcome.errors.contains("would replace"), "\(outcome.errors)")
        }
        let twice = fixture.folder.url.appending(path: "out.json").path
        #expect(try fixture.tune("--replicates", "0", "-o", twice, "--curves", twice).exitCode == 64)
        #expect(try Data(contentsOf: URL(filePath: fixture.measurements)) == before)
        #expect(!FileManager.default.fileExists(atPath: twice))
    }

    @Test func invalidInputIsReported() throws {
        let fixture = try TuningFixture(count: 4)
        #expect(try fixture.tune("--objective", "luck").exitCode == 64)
        let missing = try CommandRunner.depthcheck(["tune", "nowhere.csv", "--labels", fixture.labels])
        #expect(missing.exitCode == 2 && missing.errors.contains("nowhere.csv"))
        let parameters = fixture.folder.url.appending(path: "p.json")
        try Data(#"{"histogramBins": 20}"#.utf8).write(to: parameters)
        let other = try fixture.tune("--parameters", parameters.path)
        #expect(other.exitCode == 64 && other.errors.contains("--parameters"), "\(other.errors)")
    }
}
