import DepthAnalysis
import Foundation
import PlanarityMeasurements
import Support
import TestSupport
import Testing

@testable import ThresholdTuning
@testable import depthcheck

private struct RuleFixture {
    let folder: TemporaryFolder

    init(count: Int, candidates: Bool = false) throws {
        folder = try TemporaryFolder()
        let maker = CommandRunner.binary.deletingLastPathComponent().appending(path: "make-corpus")
        let made = try CommandRunner.run(
            maker, ["corpus", "--count", "\(count)", "--size", "32x24", "--per-scene", "2", "--seed", "3"],
            in: folder.url)
        try #require(made.exitCode == 0, "\(made.errors)")
        let measured = try CommandRunner.depthcheck(
            ["measure", "corpus", "-o", "m.csv"] + (candidates ? ["--candidates"] : []), in: folder.url)
        try #require(measured.exitCode == 0, "\(measured.errors)")
    }

    func tune(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(
            ["tune", "m.csv", "--labels", "corpus/labels.csv"] + arguments, in: folder.url)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appending(path: name)))
    }
}

@Suite struct RuleTuningCommandTests {
    @Test func theWrittenRuleDecidesAsReported() throws {
        let fixture = try RuleFixture(count: 96)
        let outcome = try fixture.tune(
            "--use", "depth_layers,uniformity_ratio", "-o", "rule.json", "--force", "--save-folds", "folds.csv",
            "--format", "json", "--objective", "acer")
        #expect(outcome.exitCode == 3 && outcome.errors.isEmpty, "\(outcome.errors)")
        let rule = try SceneRule(fixture.bytes("rule.json"), name: "rule.json")
        #expect(rule.candidatesVersion == nil)
        #expect(rule.profile == .server && rule.measuringDigest == AnalysisParameters.standard.measuringDigest)
        let rows = try MeasurementTable(fixture.bytes("m.csv"), name: "m.csv").rows
        let labels = try LabelTable(fixture.bytes("corpus/labels.csv"), name: "labels.csv").labels
        let isReal = Dictionary(uniqueKeysWithValues: labels.map { ($0.file, $0.isBonaFide) })
        let failed = rows.count { row in
            isReal[row.file] == true
                && !rule.verdict { RuleMeasurement.known.named($0)?.value(in: row.analysis) }.passes
        }
        let report = try JSONReader.read(outcome.output)
        let tuned = try #require(report["tuned"])
        #expect(tuned["rates"]?["bpcer"]?["errors"]?.whole == failed)
        #expect(tuned["is_proved_best"] == .flag(true))

        // The folds of the file are those of the report.
        var folds: [String: String] = [:]
        var records = CSVRecords(try fixture.bytes("folds.csv"))
        #expect(records.next() == ["group", "fold", "left_out"])
        while let record = records.next() { folds[record[0]] = record[1] }
        let choices = try #require(report["expected_on_new_scenes"]?["choices"]?.elements)
        #expect(choices.count == 5 && folds.count == Set(labels.map(\.group)).count)
        for (number, choice) in choices.enumerated() {
            for group in try #require(choice["groups"]?.elements).compactMap(\.string) {
                #expect(folds[group] == "\(number + 1)")
            }
        }
        // They are also those of the server's three thresholds.
        let three = try fixture.tune("--save-folds", "three.csv", "--replicates", "0", "--objective", "acer")
        #expect(three.exitCode == 3, "\(three.errors)")
        #expect(try fixture.bytes("three.csv") == fixture.bytes("folds.csv"))
    }

    @Test func rulesThatAreNotAdvisedAreNotWritten() throws {
        let fixture = try RuleFixture(count: 48)
        let outcome = try fixture.tune("--use", "best:1", "-o", "rule.json")
        #expect(outcome.exitCode == 3 && outcome.output.hasPrefix("Too little data to decide whether the rule"))
        #expect(outcome.errors.contains("rule.json: not written, because there is too little data; give --force"))
        #expect(throws: (any Error).self) { try fixture.bytes("rule.json") }
    }

    @Test func unusableOptionsAreReportedBeforeTheWork() throws {
        let folder = try TemporaryFolder()
        for (arguments, words) in [
            (["--use", "layers"], "expected names among depth_variance, depth_layers, "),
            (["--use", "depth_layers,"], "found the measurement \"\""),
            (["--use", "depth_layers,depth_layers"], "found depth_layers twice"),
            (["--use", "best:4"], "found the measurement \"best:4\""),
            (["--use", "depth_layers", "--objective", "deer"], "the objective deer"),
            (["--use", "depth_layers", "--curves", "c.csv"], "found --use and --curves"),
            (["--use", "depth_layers", "--grid", "5"], "found --use and --grid"),
            (["--use", "depth_layers", "--sweep", "histogramBins=20"], "found --use and --sweep"),
        ] {
            let outcome = try CommandRunner.depthcheck(
                ["tune", "m.csv", "--labels", "l.csv"] + arguments, in: folder.url)
            #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(arguments) \(outcome.errors)")
        }
    }
}

@Suite struct CandidateColumnTests {
    private func labelled(_ fixture: RuleFixture) throws -> LabelledMeasurements {
        try LabelledMeasurements(
            rows: MeasurementTable(fixture.bytes("m.csv"), name: "m.csv").rows,
            labels: LabelTable(fixture.bytes("corpus/labels.csv"), name: "labels.csv").labels, isLenient: false)
    }

    @Test func missingMeasurementColumnsNameTheCommandToAddThem() throws {
        let fixture = try RuleFixture(count: 24)
        let distance = try #require(RuleMeasurement.known.named("plane_distance_median"))
        let labelled = try labelled(fixture)
        let error = #expect(throws: TuningError.self) { try RuleData(labelled, [distance]) }
        #expect(error?.description.contains("no column plane_distance_median") == true)
        #expect(error?.message(naming: .command).contains("measure --candidates") == true)
    }

    /// A rule with candidates records the version of their definitions.
    @Test func candidatesComeFromTheRows() throws {
        let fixture = try RuleFixture(count: 48, candidates: true)
        let labelled = try labelled(fixture)
        let wanted = try ["plane_distance_median", "depth_layers"].map { try #require(RuleMeasurement.known.named($0)) }
        let data = try RuleData(labelled, wanted)
        #expect(data.values[0] == labelled.rows.map { $0.candidates[.planeDistanceMedian] })
        #expect(data.values[1] == labelled.rows.map { Double($0.analysis.layerCount) })

        let outcome = try fixture.tune(
            "--use", "plane_distance_median", "-o", "rule.json", "--force", "--replicates", "0")
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
        let rule = try SceneRule(fixture.bytes("rule.json"), name: "rule.json")
        #expect(rule.candidatesVersion == SceneCandidates.version)
        #expect(rule.measuringDigest == AnalysisParameters.standard.measuringDigest)
    }
}
