import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

/// Scores of 120 presentations of two species in 30 groups and two data sets.
private struct PlantedScores {
    let labels: String
    var scores: [(file: String, kind: Int, part: String, score: Double)] = []

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var labels = "file,label,species,group,dataset\n"
        for number in 0..<120 {
            let kind = number % 2 == 0 ? 0 : 1 + number / 2 % 2
            let part = number / 4 % 2 == 0 ? "A" : "B"
            let score = Double(random.below(1000)) / 1000 + (kind == 0 ? 0.5 : 0) + (part == "A" ? 0.2 : 0)
            labels +=
                "m\(number),\(kind == 0 ? "real" : "attack"),\(["", "print", "mask"][kind]),\(number / 4),\(part)\n"
            scores.append(("m\(number)", kind, part, score))
        }
        self.labels = labels
    }

    func csv(_ cell: (Double) -> String = { "\($0)" }, header: String = "file,score") -> String {
        header + "\n" + scores.map { "\($0.file),\(cell($0.score))\n" }.joined()
    }

    /// The highest APCER of a species, and BPCER, of one part at a threshold, counted one by one.
    func rates(above threshold: Double, _ part: String? = nil) -> (apcer: Double, bpcer: Double) {
        func share(_ kind: Int, accepted: Bool) -> Double {
            let all = scores.filter { $0.kind == kind && (part == nil || $0.part == part) }
            return Double(all.count { ($0.score > threshold) == accepted }) / Double(all.count)
        }
        return (max(share(1, accepted: true), share(2, accepted: true)), share(0, accepted: false))
    }

    /// EER by trying a threshold at each score.
    func equalErrorRate(_ part: String? = nil) -> Double {
        let candidates = scores.filter { part == nil || $0.part == part }.map { rates(above: $0.score, part) }
        let least = candidates.map { abs($0.apcer - $0.bpcer) }.min() ?? 1
        return candidates.filter { abs(abs($0.apcer - $0.bpcer) - least) < 1e-12 }
            .map { ($0.apcer + $0.bpcer) / 2 }.min() ?? .nan
    }
}

private struct ScoreFixture {
    let folder: TemporaryFolder
    let labels: String

    init(_ planted: PlantedScores) throws {
        folder = try TemporaryFolder()
        labels = try folder.file("labels.csv", planted.labels.utf8).path
    }

    func file(_ name: String, _ text: String) throws -> String { try folder.file(name, text.utf8).path }

    func evaluate(_ arguments: [String]) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["evaluate", "--labels", labels] + arguments)
    }

    func json(_ arguments: [String]) throws -> JSONValue {
        let outcome = try evaluate(arguments + ["--format", "json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try JSONReader.read(Array(outcome.output.utf8))
    }
}

@Suite struct ScoreTests {
    @Test func ratesOfScoresAreThoseCountedOneByOne() throws {
        let planted = PlantedScores(seed: 4)
        let fixture = try ScoreFixture(planted)
        let file = try fixture.file("a.csv", planted.csv())
        let json = try fixture.json([file, "--matrix", "dataset"])
        let given = try #require(json["given"])
        #expect(json["against"] == .some(.null) && json["answer"] == .some(.null) && json["systems"] == .some(.null))
        let worst = try #require(given["score"]?["worst_species"])
        #expect(abs(try #require(worst["eer"]?.real) - planted.equalErrorRate()) < 1e-12)
        let threshold = try #require(given["operating_point"]?["threshold"]?.real)
        #expect(given["operating_point"]?["source"]?.string == "evaluated_data")
        let expected = planted.rates(above: threshold)
        #expect(given["apcer_worst"]?.real == expected.apcer && given["bpcer"]?["value"]?.real == expected.bpcer)
        // AUC of pooled attacks by all pairs, and the least BPCER with APCER of at most 10 %.
        let real = planted.scores.filter { $0.kind == 0 }, attacks = planted.scores.filter { $0.kind > 0 }
        let wins = real.reduce(0.0) { sum, real in
            sum + attacks.reduce(0.0) { $0 + (real.score > $1.score ? 1 : real.score == $1.score ? 0.5 : 0) }
        }
        let auc = try #require(given["score"]?["pooled"]?["auc"]?.real)
        #expect(abs(auc - wins / Double(real.count * attacks.count)) < 1e-12)
        let at10 = planted.scores.map { planted.rates(above: $0.score) }.filter { $0.apcer <= 0.1 }.map(\.bpcer).min()
        #expect(worst["bpcer10"]?.real == at10)
        // The matrix: rows choose, columns test.
        let cells = try #require(json["matrix"]?["systems"]?.elements?.first?["cells"]?.elements)
        #expect(cells.count == 4 && cells.map { $0["chosen_on"]?.string } == ["A", "A", "B", "B"])
        for cell in cells {
            let part = try #require(cell["tested_on"]?.string)
            let rates = planted.rates(above: try #require(cell["threshold"]?.real), part)
            #expect(cell["apcer_worst"]?.real == rates.apcer && cell["bpcer"]?.real == rates.bpcer)
            #expect(cell["hter"]?.real == (rates.apcer + rates.bpcer) / 2)
            if part == cell["chosen_on"]?.string {
                #expect(abs(try #require(cell["hter"]?.real) - planted.equalErrorRate(part)) < 1e-12)
            }
        }
    }

    @Test func aTurnedScoreWithDecisionsOrADevelopmentSetIsTheSameDetector() throws {
        let planted = PlantedScores(seed: 4), held = PlantedScores(seed: 9)
        let fixture = try ScoreFixture(planted)
        let file = try fixture.file("a.csv", planted.csv())
        let turned = try fixture.file("turned.csv", planted.csv { "\(-$0)" })
        let (plain, back) = (try fixture.json([file]), try fixture.json([turned, "--lower-is-real"]))
        #expect(plain["given"]?["score"] == back["given"]?["score"])
        let lines = planted.scores.map {
            "{\"score\":\($0.score),\"decision\":\"\($0.score > 0.9 ? "Accept" : "0")\",\"file\":\"\($0.file)\"}\n"
        }
        let decided = try fixture.json([try fixture.file("d.ndjson", lines.joined())])
        let expected = planted.rates(above: 0.9)
        #expect(decided["given"]?["operating_point"]?["source"]?.string == "decisions")
        #expect(decided["given"]?["apcer_worst"]?.real == expected.apcer)
        #expect(decided["given"]?["bpcer"]?["value"]?.real == expected.bpcer)
        let development = [
            "--development", try fixture.file("dev.csv", held.csv()), "--development-labels",
            try fixture.file("dev-labels.csv", held.labels),
        ]
        let chosen = try fixture.json([file] + development)
        let point = try #require(chosen["given"]?["operating_point"])
        #expect(point["source"]?.string == "development" && point["optimistic"] == .flag(false))
        let there = held.rates(above: try #require(point["threshold"]?.real))
        #expect(abs((there.apcer + there.bpcer) / 2 - held.equalErrorRate()) < 1e-12)
        #expect(chosen["given"]?["development"]?["worst_species"]?["threshold"] == point["threshold"])
        let text = try fixture.evaluate([file]).output
        #expect(text.split(separator: "\n").prefix(3).joined().contains("chosen on the evaluated data: optimistic"))
        #expect(
            try fixture.evaluate([file, turned] + development).errors.contains("one for each table to evaluate, 2"))
    }

    @Test func threeSystemsHaveThreePairs() throws {
        let planted = PlantedScores(seed: 4)
        let fixture = try ScoreFixture(planted)
        let files = try ["a", "b", "c"].enumerated().map { number, name in
            try fixture.file(name + ".csv", PlantedScores(seed: 4 + UInt64(number)).csv())
        }
        let json = try fixture.json(files)
        #expect(json["systems"]?.elements?.map { $0["name"]?.string } == ["a.csv", "b.csv", "c.csv"])
        let pairs = try #require(json["pairs"]?.elements)
        #expect(pairs.map { $0["against"]?.string } == ["b.csv", "c.csv", "c.csv"])
        #expect(pairs[0]["answer"] == json["answer"] && pairs[0]["comparisons"] == json["comparisons"])
        #expect(try fixture.json([files[0], files[0]])["answer"]?.string == "identical")
    }

    @Test func badScoreFilesAreErrorsWithTheirRow() throws {
        let planted = PlantedScores(seed: 4)
        let fixture = try ScoreFixture(planted)
        let good = planted.csv()
        for (text, expected) in [
            ("file,scores\nm0,1\n", "1: found the columns file, scores; expected a column \"score\""),
            ("name,score\nm0,1\n", "expected a column \"file\""),
            ("file,score\n", "found no scores"), ("file,score\nm0,nan\n", ":2: found the score \"nan\""),
            ("file,score\nm0,1\nm0,2\n", ":3: found m0 a second time, after line 2"),
            ("file,score\nm0,inf\n", "a finite number"), ("file,score\n,1\n", "no file"),
            ("file,score,decision\nm0,1,perhaps\n", "the decision \"perhaps\"; expected one of bona_fide"),
            ("file,score,decision\nm0,1,real\nm1,2,\n", ":3: found a score without a decision"),
            ("{\"file\":\"m0\"}\n", "expected a column \"score\""),
            ("{\"file\":\"m0\",\"score\":[1]}\n", ":1: found no JSON"),
            (good + "other,1\n", "without a label (other)"),
        ] {
            let outcome = try fixture.evaluate([try fixture.file("bad.csv", text)])
            #expect(outcome.exitCode == 64 && outcome.errors.contains(expected), "\(outcome.errors)")
        }
        let empty = planted.csv { $0 < 0.2 ? "" : "\($0)" }
        let json = try fixture.json([try fixture.file("empty.csv", empty)])
        let missing = planted.scores.count { $0.score < 0.2 }
        let found = ["bona_fide_without_verdict", "attacks_without_verdict"].compactMap { json["given"]?[$0]?.whole }
        #expect(found.reduce(0, +) == missing && missing > 0)
    }

    @Test func unitsTablesAndFiguresOfScores() throws {
        let planted = PlantedScores(seed: 4)
        let fixture = try ScoreFixture(planted)
        let file = try fixture.file("a.csv", planted.csv())
        let folder = fixture.folder.url.appending(path: "paper").path
        let outcome = try fixture.evaluate([
            file, "--tables", folder, "--figures", folder, "--matrix", "dataset", "--per", "group", "--decide", "mean",
        ])
        #expect(outcome.exitCode == 0 && outcome.output.contains("90 units in 30 groups"), "\(outcome.errors)")
        for name in ["rates.csv", "matrix.tex", "det.svg", "scores.svg", "roc.svg"] {
            #expect(FileManager.default.fileExists(atPath: folder + "/" + name), "\(name)")
        }
        #expect(outcome.errors.contains("trade-off: figure not written, because it needs parameters"))
        let rates = try String(contentsOf: URL(filePath: folder + "/rates.csv"), encoding: .utf8)
        #expect(rates.contains(",evaluated_data"))
    }

    @Test func measurementsAndScoresAreTwoSystems() throws {
        let fixture = try TuningFixture(count: 48)
        let table = try MeasurementTable(Array(Data(contentsOf: URL(filePath: fixture.measurements))), name: "m")
        let scores =
            "file,score\n" + table.rows.map { "\($0.file.printable),\($0.analysis.standardDeviation)\n" }.joined()
        let file = try fixture.folder.file("classifier.csv", scores.utf8).path
        let outcome = try fixture.evaluate([file, "--format", "json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let json = try JSONReader.read(Array(outcome.output.utf8))
        #expect(
            json["given"]?["name"]?.string == "the server's" && json["against"]?["name"]?.string == "classifier.csv")
        #expect(json["given"]?["operating_point"]?["source"]?.string == "parameters")
        #expect(json["against"]?["thresholds"] == .some(.null) && json["comparisons"]?.elements?.isEmpty == false)
    }
}
