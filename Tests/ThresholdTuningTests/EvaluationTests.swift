import DepthAnalysis
import Support
import Testing

@testable import ThresholdTuning

/// Two sets of parameters on rows whose standard deviation decides: one accepts above 0.2 m, the other above 0.5 m.
private func evaluate(_ rows: [PlantedRow], confidence: Double = 0.95) -> ThresholdEvaluation {
    let presentations = LabelledPresentations(planted: rows)
    func evaluated(_ name: String, _ deviation: Double) -> EvaluatedSystem {
        var parameters = AnalysisParameters.standard
        parameters.standardDeviationThreshold = deviation
        return EvaluatedSystem(name: name, parameters: parameters, presentations: presentations)
    }
    return ThresholdEvaluation(given: evaluated("given", 0.2), against: evaluated("other", 0.5), confidence: confidence)
}

@Suite struct EvaluationTests {
    /// Expected: scipy.stats.binomtest(first, first + second).pvalue, SciPy 1.17.1.
    @Test(arguments: [
        (0, 0, 1.0), (1, 0, 1.0), (0, 5, 0.0625), (2, 8, 0.109375), (3, 3, 1.0), (5, 15, 0.04138946533203125),
        (63, 22, 9.81198430888931e-06), (2, 21, 6.604194641113281e-05), (100, 140, 0.011664092317677663),
    ])
    func mcNemarsExactTestMatchesTheBinomialTest(first: Int, second: Int, expected: Double) {
        #expect(abs(ExactTests.mcNemar(first, second) - expected) <= 1e-6 * expected)
        #expect(ExactTests.mcNemar(second, first) == ExactTests.mcNemar(first, second))
    }

    /// Compared with trying every pattern of signs.
    @Test func theSignFlipTestCountsEveryPattern() {
        var random = SplitMix64(seed: 3)
        for length in 1...12 {
            let differences = (0..<length).map { _ in random.below(9) - 4 }
            let observed = abs(differences.reduce(0, +))
            let extreme = (0..<1 << length).count { pattern in
                let sum = differences.enumerated().reduce(0) { $0 + ((pattern >> $1.0) & 1 == 1 ? $1.1 : -$1.1) }
                return abs(sum) >= observed
            }
            let expected = Double(extreme) / Double(1 << length)
            #expect(abs(ExactTests.signFlip(differences) - expected) < 1e-12, "\(differences)")
        }
        #expect(ExactTests.signFlip([]) == 1 && ExactTests.signFlip([0, 0]) == 1)
        #expect(ExactTests.signFlip([1, 1, 1, -1]) == ExactTests.mcNemar(3, 1))
    }

    /// 2 * (1/2)^7 is the first probability of at most 2.5 %.
    @Test func tooFewGroupsAreNeverSignificant() {
        #expect(ExactTests.leastGroupCount(for: 0.025) == 7 && ExactTests.leastGroupCount(for: 0.0625) == 5)
        #expect(ExactTests.signFlip(Array(repeating: 3, count: 7)) <= 0.025)
        #expect(ExactTests.signFlip(Array(repeating: 3, count: 6)) > 0.025)
    }

    /// Ten scenes of one map each that only the given parameters accept: fewer rejections, the same attacks.
    @Test func fewerErrorsAreBetter() {
        let rows =
            (0..<10).map { PlantedRow(group: $0, deviation: 0.3) }
            + (10..<20).map {
                PlantedRow(kind: 1, group: $0, deviation: 0.1)
            }
        let evaluation = evaluate(rows)
        #expect(evaluation.answer.code == .better && evaluation.directions == [.fewer, .notToldApart])
        #expect(evaluation.comparisons[0].wrongOnlyAgainst == 10 && evaluation.comparisons[0].groupsWithFewer == 10)
        #expect(abs(evaluation.comparisons[0].probabilityOverGroups - 2.0 / 1024) < 1e-15)
        #expect(evaluation.answer.headline == "Better: given makes fewer errors than other.")
    }

    /// The same ten maps from two scenes: the test over maps is as significant as before, the one over groups is not.
    @Test func mapsOfOneSceneAreNotIndependent() {
        let rows =
            (0..<10).map { PlantedRow(group: $0 % 2, deviation: 0.3) } + [
                PlantedRow(kind: 1, group: 2, deviation: 0.1)
            ]
        let evaluation = evaluate(rows)
        #expect(abs(evaluation.comparisons[0].probabilityOverMaps - 2.0 / 1024) < 1e-15)
        #expect(evaluation.comparisons[0].probabilityOverGroups == 0.5)
        #expect(evaluation.answer.code == .notToldApart)
        #expect(
            evaluation.answer.details.contains("at most 2 groups of a class are decided differently; 6 are needed"))
    }

    @Test func moreAcceptedAttacksAreWorseAndBothDirectionsMixed() {
        let attacks = (0..<9).map { PlantedRow(kind: 1, group: $0, deviation: 0.3) }
        let worse = evaluate(attacks + [PlantedRow(group: 30)])
        #expect(worse.answer.code == .worse && worse.directions == [.notToldApart, .more])
        let mixed = evaluate(attacks + (20..<29).map { PlantedRow(group: $0, deviation: 0.3) })
        #expect(mixed.answer.code == .mixed && mixed.directions == [.fewer, .more])
        let identical = evaluate([PlantedRow(group: 0), PlantedRow(kind: 1, group: 1, deviation: 0.1)])
        #expect(identical.answer.code == .identical && identical.answer.details.contains("BPCER 0.00 %;"))
    }

    /// A probability of 3.1 % (six groups) is too large if another class can have it too, and small enough if it
    /// cannot, or if the other is significant already.
    @Test func aTestCountsOnlyClassesThatCouldBeAsSignificant() {
        let attacks = (0..<6).map { PlantedRow(kind: 1, group: $0, deviation: 0.3) }
        let one = evaluate(attacks + [PlantedRow(group: 30)])
        #expect(abs(one.comparisons[1].probabilityOverGroups - 0.03125) < 1e-15 && one.answer.code == .worse)
        let both = evaluate(attacks + (20..<26).map { PlantedRow(group: $0, deviation: 0.3) })
        #expect(both.adjustedProbabilities.allSatisfy { abs($0 - 0.0625) < 1e-12 }, "\(both.adjustedProbabilities)")
        #expect(both.answer.code == .notToldApart)
        let two = evaluate(attacks + (20..<30).map { PlantedRow(group: $0, deviation: 0.3) })
        #expect(two.directions == [.fewer, .more])
    }

    /// Forty attacks of an easy species are decided better, ten of the worst one worse. All attacks together have
    /// 30 errors fewer, but an attacker uses the species that passes.
    @Test func oneSpeciesDoesNotCompensateForAnother() throws {
        var rows = [PlantedRow(group: 0)]
        rows += (1...40).map { PlantedRow(kind: 1, group: $0, deviation: 1, layers: 4) }
        rows += (41...50).map { PlantedRow(kind: 2, group: $0, deviation: 0.3, layers: 9) }
        rows += (51...60).map { PlantedRow(kind: 1, group: $0, deviation: 0.1) }
        let presentations = LabelledPresentations(planted: rows, species: 2)
        func evaluated(_ name: String, _ deviation: Double, _ layers: Int) -> EvaluatedSystem {
            var parameters = AnalysisParameters.standard
            parameters.standardDeviationThreshold = deviation
            parameters.layerThreshold = layers
            return EvaluatedSystem(name: name, parameters: parameters, presentations: presentations)
        }
        let evaluation = ThresholdEvaluation(given: evaluated("given", 0.2, 5), against: evaluated("other", 0.5, 3))
        #expect(evaluation.directions == [.notToldApart, .fewer, .more])
        #expect(evaluation.answer.code == .mixed)
        #expect(evaluation.answer.details.contains("10 attacks of species-1 accepted instead of 0 (p = 0.002)"))
    }

    /// Twenty real scenes fewer are rejected, and three of three attacks pass instead of none, which may be chance.
    /// The worst species is worse, so the answer is not "better".
    @Test func aHigherWorstSpeciesIsNeverBetter() {
        let rows =
            (0..<20).map { PlantedRow(group: $0, deviation: 0.3) }
            + (20..<23).map { PlantedRow(kind: 1, group: $0, deviation: 0.3) }
        let evaluation = evaluate(rows)
        #expect(evaluation.directions == [.fewer, .notToldApart] && evaluation.answer.code == .mixed)
        #expect(evaluation.answer.headline.hasPrefix("Mixed: given makes fewer errors of one"))
    }

    @Test func mapsWithOneVerdictAreNotEqualDecisions() {
        let rows = (0..<6).map { PlantedRow(kind: $0 % 2, group: $0, deviation: $0 % 2 == 0 ? 1 : 0.1) }
        func evaluated(_ name: String, without missing: Int) -> EvaluatedSystem {
            var rows = rows
            for index in 0..<missing { rows[2 * index].responded = false }
            return EvaluatedSystem(
                name: name, parameters: .standard, presentations: LabelledPresentations(planted: rows))
        }
        let evaluation = ThresholdEvaluation(
            given: evaluated("given", without: 2), against: evaluated("other", without: 0))
        #expect(evaluation.answer.code == .notToldApart)
        #expect(evaluation.answer.headline.contains("differ only in which maps have a verdict"))
        #expect(evaluation.answer.details.contains("2 of 3 real scenes have no verdict only with given"))
        #expect(evaluation.comparisons[0].verdictOnlyAgainst == 2 && evaluation.comparisons[0].verdictOnlyGiven == 0)
        let same = ThresholdEvaluation(given: evaluated("given", without: 2), against: evaluated("other", without: 2))
        #expect(same.answer.code == .identical)
    }

    @Test func namesAreEscapedForTheTerminal() {
        let rows = [PlantedRow(group: 0), PlantedRow(kind: 1, group: 1, deviation: 0.1)]
        let planted = LabelledPresentations(planted: rows)
        let presentations = LabelledPresentations(
            species: ["\u{1B}[31mred"], groupNames: planted.groupNames, all: planted.all)
        let evaluated = EvaluatedSystem(name: "\u{1B}[2J.json", parameters: .standard, presentations: presentations)
        let page = TextEvaluationReport.page(
            SystemEvaluation([evaluated, evaluated]), style: .plain, width: 80)
        #expect(!page.contains("\u{1B}") && page.contains("\\u{1B}[31mred"), "\(page)")
        #expect(page.contains("\\u{1B}[2J.json") && !page.contains("\\\\u{1B}"), "\(page)")
    }

    @Test func mapsWithoutAVerdictAreNotPaired() {
        let rows =
            (0..<8).map { PlantedRow(group: $0, deviation: 0.3, responded: $0 > 0) } + [
                PlantedRow(kind: 1, group: 9, deviation: 0.1)
            ]
        let comparison = evaluate(rows).comparisons[0]
        #expect(comparison.pairCount == 7 && comparison.wrongOnlyAgainst == 7 && comparison.groupsAlike == 0)
    }

    /// In 400 seeded repetitions, two decisions of equal quality are correlated within scenes. The test over maps
    /// reports a difference far too often, the one over groups about as often as its level.
    @Test func theTestOverGroupsKeepsItsLevel() {
        var (byMaps, byGroups) = (0, 0)
        for repetition in 0..<400 {
            var random = SplitMix64(seed: 5, stream: repetition)
            let differences = (0..<40).map { _ in random.below(4) == 0 ? (random.below(2) == 0 ? 5 : -5) : 0 }
            let (worse, better) = (
                differences.filter { $0 > 0 }.reduce(0, +), -differences.filter { $0 < 0 }.reduce(0, +)
            )
            if ExactTests.mcNemar(worse, better) <= 0.05 { byMaps += 1 }
            if ExactTests.signFlip(differences) <= 0.05 { byGroups += 1 }
        }
        print("of 400 tests that should find nothing: \(byMaps) by maps, \(byGroups) by groups")
        #expect(byGroups <= 28 && byMaps > 80, "\(byGroups) by groups, \(byMaps) by maps")
    }

    @Test func theReportFitsTheTerminalAndBeginsWithTheAnswer() {
        let rows =
            (0..<10).map { PlantedRow(group: $0, deviation: 0.3) }
            + (10..<20).map {
                PlantedRow(kind: 1, group: $0, deviation: 0.1)
            }
        for width in [60, 80, 120] {
            let pair = evaluate(rows)
            let page = TextEvaluationReport.page(
                SystemEvaluation([pair.given, pair.against]), style: .plain, width: width)
            let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0] == "Better: given makes fewer errors than other.")
            #expect(lines.allSatisfy { $0.count <= width }, "\(page)")
            #expect(page.contains("[0.00, 25.89]"))
        }
        let presentations = LabelledPresentations(planted: rows)
        func named(_ name: String) -> EvaluatedSystem {
            EvaluatedSystem(
                name: String(repeating: name + " ", count: 12), parameters: .standard, presentations: presentations)
        }
        let long = TextEvaluationReport.page(
            SystemEvaluation([named("given"), named("other")]), style: .plain, width: 60)
        #expect(long.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(long)")
        #expect(long.contains("  left: given given") && long.contains("  right: other other"))
    }
}
