import DepthAnalysis
import PlanarityMeasurements
import Support
import Testing

@testable import ThresholdTuning

private func options(_ objective: Objective = .bpcer10, seed: UInt64 = 1, replicates: Int = 0) -> TuningOptions {
    var options = TuningOptions()
    options.objective = objective
    options.seed = seed
    options.replicates = replicates
    return options
}

private func report(
    _ data: RuleData, _ choice: MeasurementChoice = .all, _ options: TuningOptions
) throws -> RuleReport {
    let labelled = try LabelledMeasurements(rows: [], labels: [], isLenient: true)
    return RuleTuner(options, choice).report(data, parameters: .standard, labelled: labelled)
}

@Suite struct RuleValidationTests {
    @Test func everyMapIsJudgedByTheRuleChosenWithoutItsGroup() throws {
        let data = RuleData.random(200, columns: 2, seed: 1, groups: 40)
        let validation = try #require(RuleValidation(data, .all, options()))
        let folds = try #require(GroupFolds(data.presentations, most: 5, seed: 1))
        #expect(validation.choices.count == 5)
        for (number, choice) in validation.choices.enumerated() {
            let training = data.subset(folds.training(without: number))
            #expect(choice.optimum.rule == RuleOptimum(training, .bpcer10, seed: 2 + UInt64(number)).rule)
            let trained = Set(training.presentations.all.map(\.group))
            for index in folds.folds[number] {
                #expect(!trained.contains(data.presentations.all[index].group))
                #expect(validation.accepted[index] == data.accepts(choice.optimum.rule, at: index))
            }
        }
    }

    /// The measurements carry no information. On the data of the choice they seem to; on the folds, real scenes and
    /// attacks pass equally often.
    @Test func choosingMeasurementsDoesNotBiasTheFolds() throws {
        var (inSample, outOfFold) = (0.0, 0.0)
        let cases = 12
        for seed in 0..<cases {
            let data = RuleData.random(90, columns: 6, seed: UInt64(50 + seed), species: 1, groups: 90, shift: 0)
            let settings = options(.acer, seed: UInt64(seed))
            let chosen = MeasurementChoice.best(2).best(data, settings)
            let rates = data.presentations.rates(accepted: data.accepted(chosen.optimum.rule))
            inSample += try #require(rates.acer)
            outOfFold += try #require(RuleValidation(data, .best(2), settings)?.rates.acer)
        }
        #expect(inSample / Double(cases) < 0.42)
        #expect(abs(outOfFold / Double(cases) - 0.5) < 0.05)
    }

    /// The second and the last of five measurements separate the classes, one kind of attack each.
    @Test func theSeparatingPairIsChosen() throws {
        var random = SplitMix64(seed: 9)
        let measurements = RuleMeasurement.planted(5)
        let maps = (0..<240).map { index in
            let kind = index % 3
            var values = measurements.map { _ in Double(random.below(100)) }
            // Real scenes have less of the second measurement, and more of the last.
            values[1] = (kind == 1 ? 50 : 0) + Double(random.below(40))
            values[4] = (kind == 2 ? 0 : 50) + Double(random.below(40))
            return PlantedMap(kind: kind, group: index, values: values)
        }
        let data = RuleData(maps, species: 2, measurements: measurements)
        let found = try report(data, .best(2), options(.acer, replicates: 200))
        #expect(found.chosen.map(\.name) == ["m1", "m4"])
        #expect(found.validation?.choices.allSatisfy { $0.measurements == ["m1", "m4"] } == true)
        #expect(found.tuned.figure == 0 && found.validation?.rates.acer == 0)
        // Without one of them, its kind of attack passes.
        for contribution in found.contributions {
            let gain = try #require(contribution.gain)
            let without = try #require(contribution.without?.rates)
            #expect((without.acer ?? 0) > 0.3)
            #expect(gain.bpcer.value == -(without.bpcer.value ?? 0))
            #expect(gain.worstAPCER.value == -(without.worstAPCER ?? 0))
        }
    }

    @Test func subsetsAreCompleteAndOrdered() {
        #expect(MeasurementChoice.subsets(of: 4, size: 2) == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
        #expect(MeasurementChoice.subsets(of: 18, size: 3).count == 816)
        #expect(MeasurementChoice.subsets(of: 3, size: 3) == [[0, 1, 2]])
        #expect(MeasurementChoice.subsets(of: 2, size: 3).isEmpty)
    }

    @Test func jobCountDoesNotChangeNumbers() throws {
        let data = RuleData.random(150, columns: 4, seed: 3, groups: 50)
        var settings = options(.bpcer10, replicates: 50)
        let one = JSONRuleReport.object(try report(data, .best(2), settings))
        settings.jobs = 4
        #expect(JSONRuleReport.object(try report(data, .best(2), settings)) == one)
        settings.seed = 2
        #expect(JSONRuleReport.object(try report(data, .best(2), settings)) != one)
    }
}

@Suite struct PairedDifferenceTests {
    private let data = RuleData.random(120, columns: 1, seed: 4, species: 2, groups: 25)

    private func decisions(_ seed: UInt64) -> [Bool] {
        var random = SplitMix64(seed: seed)
        // A map without a verdict is not accepted.
        return data.presentations.all.map { random.below(3) == 0 && $0.responded }
    }

    /// Each replicate as a list: the maps of the drawn groups, repeated as drawn.
    @Test func intervalsMatchExplicitReplicates() throws {
        let (given, against) = (decisions(1), decisions(2))
        let presentations = data.presentations
        let resampling = GroupResampling(presentations, replicateCount: 150, seed: 5)
        let found = PairedDifference(presentations, given: given, against: against, resampling, confidence: 0.9)
        var (bpcer, apcer): ([Double], [Double]) = ([], [])
        for replicate in 0..<150 {
            let drawn = presentations.all.indices.flatMap { index in
                let group = presentations.all[index].group
                return Array(repeating: index, count: Int(resampling.drawCounts[group * 150 + replicate]))
            }
            let part = presentations.subset(drawn)
            let (first, second) = (
                part.rates(accepted: drawn.map { given[$0] }), part.rates(accepted: drawn.map { against[$0] })
            )
            if let one = first.bpcer.value, let other = second.bpcer.value { bpcer.append(one - other) }
            if let one = first.worstAPCER, let other = second.worstAPCER { apcer.append(one - other) }
        }
        func interval(_ values: [Double]) -> ConfidenceInterval? {
            var values = values
            return values.withUnsafeMutableBufferPointer { Percentiles.interval($0, confidence: 0.9) }
        }
        #expect(found.bpcer.interval == interval(bpcer) && found.worstAPCER.interval == interval(apcer))
        let (first, second) = (presentations.rates(accepted: given), presentations.rates(accepted: against))
        #expect(found.bpcer.value == (first.bpcer.value ?? 0) - (second.bpcer.value ?? 0))
        #expect(found.worstAPCER.value == (first.worstAPCER ?? 0) - (second.worstAPCER ?? 0))
    }

    @Test func equalDecisionsHaveZeroDifference() {
        let resampling = GroupResampling(data.presentations, replicateCount: 50, seed: 5)
        let same = PairedDifference(
            data.presentations, given: decisions(1), against: decisions(1), resampling, confidence: 0.95)
        #expect(same.bpcer.value == 0 && same.bpcer.interval == ConfidenceInterval(lower: 0, upper: 0))
        #expect(same.worstAPCER.interval == ConfidenceInterval(lower: 0, upper: 0))
        let without = PairedDifference(
            data.presentations, given: decisions(1), against: decisions(2), nil, confidence: 0.95)
        #expect(without.bpcer.value != nil && without.bpcer.interval == nil)
    }
}

@Suite struct RuleTuningAnswerTests {
    /// Maps of 60 groups per class. The first measurement is the standard deviation that the server sees.
    private func data(real: (Int) -> [Double?], attack: (Int) -> [Double?]) -> RuleData {
        RuleData(
            (0..<60).map { PlantedMap(group: $0, values: real($0)) }
                + (0..<60).map { PlantedMap(kind: 1, group: 60 + $0, values: attack($0)) },
            measurements: RuleMeasurement.planted(3))
    }

    /// The server's standard deviation is the same for both classes; the third measurement separates them.
    private var separable: RuleData {
        data(
            real: { [Double($0 % 7), 0, Double(20 + $0 % 5)] }, attack: { [Double($0 % 7), 0, Double(10 - $0 % 5)] })
    }

    @Test func betterRulesThanTheServersAreAdvised() throws {
        let found = try report(separable.only(["m2"]), .all, options(replicates: 100))
        #expect(found.answer.code == .useRule)
        #expect(
            found.answer.sentences[0].hasPrefix(
                "On new scenes the rule is better than the server's, both unchanged and"))
        #expect(found.tuned.rule.comparisons == [.init("m2", .atLeast, 16)])
        #expect(found.againstPresent?.evaluation.answer.code == .better)
        #expect(found.againstRetuned?.difference.bpcer.interval != nil)
        let page = TextRuleReport.page(found, style: Style(isColored: false), width: 80)
        #expect(page.hasPrefix("On new scenes the rule is better") && page.contains("m2 >= 16\n"))
        #expect(page.contains("(proved)"))
        for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    /// Two of 60 attacks pass: within 10 %, but the interval is not.
    @Test func rulesWithAnUnprovenLimitAreNotAdvised() throws {
        let limited = data(
            real: { [Double($0 % 7), 0, Double(20 + $0 % 5)] },
            attack: { [Double($0 % 7), 0, $0 < 2 ? 30 : Double(10 - $0 % 5)] })
        let found = try report(limited.only(["m2"]), .all, options(.bpcer10))
        #expect(found.answer.code == .tooLittleData && found.limitOnNewScenes?.standing == .notShown)
        #expect(
            found.answer.sentences[0].hasPrefix(
                "Too little data to decide whether the rule meets the objective: the objective is not shown to be met"))
        #expect(!found.answer.sentences.joined().contains("Use the rule"))
        let json = JSONRuleReport.object(found)
        #expect(json.contains("\"objective_on_new_scenes\": \"not_shown\"") && json.contains("\"each_species\": 29"))
        // The same without a limit.
        #expect(try report(limited.only(["m2"]), .all, options(.acer)).answer.code == .useRule)
    }

    @Test func rulesThatAreNotBetterAreNotAdvised() throws {
        let found = try report(separable.only(["m1"]), .all, options(.acer))
        #expect(found.answer.code == .keepServer && found.answer.code.objection != nil)
        let limited = try report(separable.only(["m1"]), .all, options(.bpcer10))
        #expect(limited.answer.code == .outOfReach)
    }

    @Test func fewGroupsAreReportedInTheFirstLine() throws {
        let few = separable.only(["m2"]).subset(Array(0..<20) + Array(60..<80))
        let found = try report(few, .all, options())
        #expect(found.answer.code == .tooLittleData)
        #expect(found.answer.sentences[0].hasPrefix("Too little data to decide whether the rule is better"))
        let one = try report(separable.only(["m2"]).subset([0, 60]), .all, options())
        #expect(one.validation == nil && one.answer.sentences.count == 1)
        #expect(JSONRuleReport.object(one).contains("\"expected_on_new_scenes\": null"))
    }
}
