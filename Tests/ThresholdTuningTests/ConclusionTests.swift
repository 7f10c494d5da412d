import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

/// Two systems: one accepts spreads above 0.2 m with coherence above 0.5, the other spreads above 0.5 m.
private func evaluate(_ rows: [PlantedRow], species: Int = 1) -> ThresholdEvaluation {
    let presentations = LabelledPresentations(planted: rows, species: species)
    func evaluated(_ name: String, _ deviation: Double, _ coherence: Double) -> EvaluatedSystem {
        var parameters = AnalysisParameters.standard
        (parameters.standardDeviationThreshold, parameters.coherenceThreshold) = (deviation, coherence)
        return EvaluatedSystem(name: name, parameters: parameters, presentations: presentations)
    }
    return ThresholdEvaluation(given: evaluated("given", 0.2, 0.5), against: evaluated("other", 0.5, 0.1))
}

private func labelled(_ files: [(file: String, digest: String, group: String)]) throws -> LabelledMeasurements {
    let analyzer = DepthAnalyzer()
    let provenance = MeasuringProvenance(analyzer: analyzer, reading: ReadingOptions())
    let analysis = analyzer.analyze(.constant(1, width: 4, height: 4))
    let text = "file,label,group\n" + files.map { "\($0.file),real,\($0.group)\n" }.joined()
    return try LabelledMeasurements(
        rows: files.map { MapMeasurement(analysis, file: $0.file, fileDigest: $0.digest, provenance: provenance) },
        labels: LabelTable(Array(text.utf8), name: "labels").labels, isLenient: false)
}

@Suite struct ComparisonConclusionTests {
    /// Both systems reject 1 of 9 frames: the given one frame of each video, the other all frames of some videos. The
    /// permutation test alone reports a difference in a quarter of such evaluations.
    @Test func clusteringAloneIsNoDifference() {
        var answers: [EvaluationAnswer.Code: Int] = [:]
        for repetition in 0..<100 {
            var random = SplitMix64(seed: 4, stream: repetition)
            var rows = (0..<10).flatMap { video in
                let (isShallow, noisy) = (random.below(9) == 0, random.below(9))
                return (0..<9).map { frame in
                    PlantedRow(group: video, deviation: isShallow ? 0.3 : 1, coherence: frame == noisy ? 0.4 : 0.9)
                }
            }
            rows += (10..<20).map { PlantedRow(kind: 1, group: $0, deviation: 0.1) }
            answers[evaluate(rows).answer.code, default: 0] += 1
        }
        #expect(answers[.notToldApart, default: 0] >= 95, "\(answers)")
    }

    /// More real scenes are rejected, as shown; all attacks of both species are rejected instead of accepted in three
    /// groups each, which chance may explain. ACER falls.
    @Test func worseHasTheGuardsOfBetter() throws {
        var rows = (0..<60).map { PlantedRow(group: $0, coherence: $0 < 10 ? 0.3 : 0.9) }
        rows += (60..<66).map { PlantedRow(kind: $0 < 63 ? 1 : 2, group: $0, coherence: 0.3) }
        let evaluation = evaluate(rows, species: 2)
        #expect(evaluation.directions == [.more, .notToldApart, .notToldApart])
        #expect(evaluation.answer.code == .mixed)
        #expect(try #require(evaluation.acerDifference).value < 0)
        #expect(evaluation.answer.details.contains("BPCER +16.67 points ["), "\(evaluation.answer.details)")
        #expect(evaluation.answer.details.contains("APCER of the worst species -100.00 points ["))
        // Without these attacks it is worse.
        let worse = evaluate(rows.prefix(60) + [PlantedRow(kind: 1, group: 60, deviation: 0.1)])
        #expect(worse.answer.code == .worse)
    }

    /// Twenty species, of which six groups of one differ: the others could never be significant.
    @Test func speciesWithoutDifferencesCostNothing() {
        var rows = [PlantedRow(group: 0)]
        for species in 1...20 {
            rows += (0..<6).map {
                PlantedRow(kind: species, group: 10 * species + $0, deviation: species == 3 ? 0.3 : 0.1)
            }
        }
        let evaluation = evaluate(rows, species: 20)
        #expect(evaluation.directions.count { $0 == .more } == 1 && evaluation.directions[3] == .more)
        #expect(evaluation.allAttacks?.wrongOnlyGiven == 6)
    }

    /// Ten maps, none wrong in one system and all wrong in the other. Each upper end is 1 - 0.05^(1/10), 0.2589, and
    /// both distances combine.
    @Test func theIntervalOfADifferenceCombinesBothRates() throws {
        let rows =
            (0..<10).map { PlantedRow(group: $0, deviation: 0.3) } + [PlantedRow(kind: 1, group: 20, deviation: 0)]
        let difference = try #require(evaluate(rows).comparisons[0].difference)
        let end = 0.2588655508930522
        #expect(difference.value == -1 && difference.interval.lower == -1)
        #expect(abs(difference.interval.upper - (-1 + (2 * end * end).squareRoot())) < 1e-12)
        let same = try #require(
            evaluate([PlantedRow(group: 0), PlantedRow(kind: 1, group: 1)]).comparisons[0].difference)
        #expect(same.value == 0 && same.interval.lower < 0 && same.interval.upper > 0)
    }

    @Test func exchangedLabelsAreSuspected() {
        func suspicion(_ pair: ThresholdEvaluation) -> String? {
            SystemEvaluation([pair.given, pair.against]).suspicion
        }
        let rows = (0..<40).map { PlantedRow(kind: $0 % 2, group: $0, deviation: $0 % 2 == 0 ? 0.1 : 1) }
        let swapped = evaluate(rows)
        #expect(swapped.given.isWorseThanChance && suspicion(swapped)?.contains("are the labels exchanged?") == true)
        let right = evaluate(rows.map { PlantedRow(kind: 1 - $0.kind, group: $0.group, deviation: $0.deviation) })
        #expect(!right.given.isWorseThanChance && suspicion(right) == nil)
    }
}

@Suite struct HeldOutTests {
    private let evaluated: [(file: String, digest: String, group: String)] = [
        ("a1", "A1", "scene-1"), ("a2", "A2", "scene-1"), ("b1", "B1", "scene-2"), ("b2", "B2", "scene-2"),
    ]

    private func overlap(
        _ tuned: [(file: String, digest: String, group: String)], rows: Bool = true, labels: Bool = true
    ) throws -> TuningOverlap {
        let tuned = try labelled(tuned)
        return TuningOverlap(
            of: try labelled(evaluated),
            in: (rows ? [.measurements(tuned.rows)] : []) + (labels ? [.labels(tuned.labels)] : []))
    }

    /// The names of groups repeat in another corpus, whose files are others.
    @Test func aGroupIsComparedWithItsFiles() throws {
        let others = try overlap([("x1", "X1", "scene-1"), ("y1", "Y1", "scene-2")])
        #expect(others.code == .heldOut && others.groupsOfOtherFiles == ["scene-1", "scene-2"])
        #expect(others.sameGroups.isEmpty && others.sentence.hasPrefix("Held out"))
        let split = try overlap([("a1", "A1", "scene-1"), ("y1", "Y1", "scene-2")])
        #expect(split.code == .shared && split.sameFiles == ["a1"] && split.sameGroups == ["scene-1"])
        #expect(try overlap(evaluated).code == .sameData)
    }

    @Test func whatCannotBeComparedIsReported() throws {
        let other = [(file: "x1", digest: "X1", group: "other")]
        let rowsOnly = try overlap(other, labels: false)
        #expect(rowsOnly.code == .heldOut && rowsOnly.sentence.contains("Groups were not compared"))
        #expect(try overlap(other, rows: false).code == .notKnown)
        #expect(try overlap([("x1", "", "scene-1")], rows: false).code == .shared)
        #expect(TuningOverlap.unknown.code == .notKnown && !TuningOverlap.unknown.isShared)
    }
}

@Suite struct NewSceneConclusionTests {
    /// Groups of one map: real scenes pass, and the coherence of an attack is low unless it passes.
    private func report(attacks: Int, passing: Int, repeats: Int = 3, seed: UInt64 = 1) throws -> TuningReport {
        var rows = (0..<60).map { PlantedRow(group: $0, deviation: 1 + 0.001 * Double($0)) }
        rows += (60..<60 + attacks).map { group in
            PlantedRow(kind: 1, group: group, deviation: group - 60 < passing ? 3 : 0.8)
        }
        var options = TuningOptions()
        (options.replicates, options.repeats, options.seed) = (0, repeats, seed)
        let variant = TuningVariant(parameters: .standard, presentations: LabelledPresentations(planted: rows))
        var labelled = try LabelledMeasurements(rows: [], labels: [], isLenient: true)
        labelled.tables = TableDigests(measurements: [1], labels: [2])
        return try ThresholdTuner(options).report([variant], labelled: labelled)
    }

    /// Six of 60 pass: 10 % is above the limit of 5 %, and the interval includes it. Thirty of 60 do not leave it open.
    @Test func anObjectiveIsMissedOnlyByTheWholeInterval() throws {
        func limit(accepted: Int) -> LimitOnNewScenes? {
            LimitOnNewScenes(
                .bpcer20, ErrorRates(accepted: [60, accepted], responses: [60, 60], totals: [60, 60]),
                GroupedRates(
                    LabelledPresentations(planted: (0..<60).map { PlantedRow(kind: 1, group: $0) }),
                    accepted: (0..<60).map { $0 < accepted }, confidence: 0.95), species: ["print"], confidence: 0.95)
        }
        #expect(limit(accepted: 5)?.standing == .notShown)
        #expect(limit(accepted: 5)?.sentence?.contains("whose interval includes 5 %") == true)
        #expect(limit(accepted: 30)?.standing == .missed)
        #expect(limit(accepted: 30)?.sentence?.contains("wholly above 5 %") == true)
    }

    @Test func repeatsHaveOtherFoldsAndAReproducibleSpread() throws {
        let found = try report(attacks: 60, passing: 3, repeats: 4)
        let spread = try #require(found.spread)
        #expect(spread.count == 4 && spread.standings.count == 4 && spread.bpcer.upperBound <= 1)
        #expect(try report(attacks: 60, passing: 3, repeats: 4).spread == spread)
        // The first is that of one cross-validation alone.
        let one = try report(attacks: 60, passing: 3, repeats: 1)
        #expect(one.expected?.accepted == found.expected?.accepted && one.spread?.count == 1)
        let page = TextTuningReport.page(found, style: .plain, width: 300)
        #expect(page.contains("4 cross-validations with other folds: BPCER"), "\(page)")
        #expect(TextTuningReport.page(one, style: .plain, width: 300).contains("repeats show how much"))
    }

    /// A conclusion that other folds do not share is not shown.
    @Test func disagreementIsNotShown() throws {
        let rates = ErrorRates(accepted: [60, 0], responses: [60, 100], totals: [60, 100])
        let grouped = GroupedRates(
            LabelledPresentations(planted: (0..<100).map { PlantedRow(kind: 1, group: $0) }),
            accepted: (0..<100).map { _ in false }, confidence: 0.95)
        func limit(_ standings: [TuningAdvice.ObjectiveStanding]) -> LimitOnNewScenes? {
            LimitOnNewScenes(
                .bpcer20, rates, grouped, species: ["print"], confidence: 0.95,
                spread: ValidationSpread([rates, rates], standings: standings))
        }
        #expect(limit([.met, .met])?.standing == .met)
        #expect(limit([.met, .notShown])?.standing == .notShown)
        #expect(limit([.met, .notShown])?.sentence?.contains("met in 1, not shown in 1, missed in 0") == true)
    }

    @Test func tunedParametersNameTheirData() throws {
        let found = try report(attacks: 60, passing: 0)
        let json = TunedParameters.json(of: found, layout: .indented)
        let members = try #require(JSONReader.read(Array(json.utf8)).members)
        #expect(try AnalysisParameters(members: members) == found.tuned.assessment.parameters)
        #expect(TunedParameters.tables(in: members) == TableDigests(measurements: [1], labels: [2]))
        #expect(members.last?.value["depthcheck"]?.string == Release.version)
        #expect(members.last?.value["options"]?["seed"]?.string == "1")
    }

    /// Only a coherence threshold rejects the last species, and thresholds tuned without it never learn one. Its
    /// interval is as wide as its groups require, and shrinks as they grow.
    @Test func theIntervalOfAnUnseenSpeciesShrinks() throws {
        func width(_ groups: Int) throws -> Double {
            var rows = (0..<groups).map { PlantedRow(group: $0, deviation: 1 + 0.001 * Double($0)) }
            for kind in 1...3 {
                rows += (0..<groups).map { number in
                    PlantedRow(
                        kind: kind, group: kind * groups + number, deviation: kind < 3 || number % 2 == 0 ? 0.1 : 1.2,
                        coherence: kind < 3 ? 0.9 : 0.35)
                }
            }
            var options = TuningOptions()
            options.leftOut = .species
            let variant = TuningVariant(
                parameters: .standard, presentations: LabelledPresentations(planted: rows, species: 3))
            let validation = try #require(CrossValidation([variant], options))
            let interval = try #require(validation.grouped([variant], confidence: 0.95).apcer[2].interval)
            #expect(interval.lower < 0.5 && interval.upper > 0.5)
            return interval.upper - interval.lower
        }
        let (few, many) = (try width(20), try width(180))
        #expect(many < 0.25 && many < 0.45 * few, "\(few), \(many)")
    }
}
