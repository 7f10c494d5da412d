import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

@Suite struct GroupPlanTests {
    private static func design(
        _ species: Int, _ limit: Double, _ expected: Double, _ probability: Double = 0.8
    ) -> GroupPlan.Design {
        var design = GroupPlan.Design(speciesCount: species, limit: limit, expected: expected)
        design.probability = probability
        return design
    }

    struct Expected: Sendable {
        let design: GroupPlan.Design
        let sizes: [(groups: Int, probability: Double)]
    }

    /// Expected: every number of groups tried in turn, with scipy.special.betainc and scipy.stats.binom, SciPy 1.17.1.
    static let expected = [
        Expected(
            design: design(6, 0.05, 0.01),
            sizes: [(59, 0.028500920552555264), (219, 0.8655581481263175), (247, 0.9250525096897604)]),
        Expected(
            design: design(1, 0.05, 0.01),
            sizes: [(59, 0.5526834771623853), (130, 0.8579271792066622), (161, 0.9207757254977913)]),
        Expected(
            design: design(6, 0.1, 0.02),
            sizes: [(29, 0.029739740213364542), (108, 0.876287022807484), (108, 0.876287022807484)]),
        Expected(
            design: design(2, 0.2, 0.05, 0.9),
            sizes: [(14, 0.23782688525533244), (53, 0.905961315011291), (59, 0.9460055037587732)]),
    ]

    @Test(arguments: expected)
    func plansMatchSciPy(_ expected: Expected) throws {
        let plan = GroupPlan(expected.design)
        let sizes = try [plan.possible, #require(plan.likely), #require(plan.steady)]
        #expect(sizes.map(\.groups) == expected.sizes.map(\.groups))
        for (size, expected) in zip(sizes, expected.sizes) {
            #expect(abs(size.probability - expected.probability) < 1e-9, "\(size)")
        }
        #expect(plan.required.eachSpecies == plan.possible.groups && plan.code == .planned)
    }

    @Test func aSpeciesWithoutErrorsNeedsTheRequiredGroups() {
        let plan = GroupPlan(Self.design(6, 0.05, 0))
        #expect(plan.likely == GroupPlan.Size(groups: 59, probability: 1) && plan.steady == plan.likely)
    }

    /// The plan uses the interval of the rates in a report.
    @Test func plansDecideLikeReports() throws {
        let plan = GroupPlan(Self.design(1, 0.05, 0.01))
        let groups = try #require(plan.likely).groups
        // 130 groups, because at most two of them are in error with a probability of 85.8 %.
        for (errors, isWithin) in [(0, true), (2, true), (3, false)] {
            let rows = (0..<groups).map { PlantedRow(kind: 1, group: $0) }
            let rates = GroupedRates(
                LabelledPresentations(planted: rows), accepted: rows.indices.map { $0 < errors }, confidence: 0.95)
            #expect(try (#require(rates.worstAPCER).upper <= 0.05) == isWithin, "\(errors)")
        }
    }

    @Test func simulatedPlansMayNeedMoreThanTheExactNumber() {
        var design = Self.design(6, 0.2, 0.04)
        (design.capturesPerGroup, design.correlation) = (2, 0.9)
        #expect(GroupPlan(design).code == .planned)
        design = Self.design(1, 0.05, 0.048)
        (design.capturesPerGroup, design.correlation) = (20, 0)
        #expect(GroupPlan(design).code == .planned)
    }

    /// Captures that almost always agree have the exact probabilities of single captures. The number is chosen by other
    /// draws than its probability is printed from, so that the mean of the differences is 0.
    @Test func simulatedProbabilitiesAreNotBiasedByTheChoice() throws {
        var design = Self.design(12, 0.2, 0.05)
        (design.capturesPerGroup, design.correlation) = (2, 0.99999)
        let exact = IndependentGroups(
            design, tail: RequiredGroups(.leastBPCER(maximumAPCER: 0.2), confidence: 0.95).tail)
        let differences = try (1...12).map { seed in
            design.seed = UInt64(seed)
            let likely = try #require(GroupPlan(design).likely)
            let simulation = try #require(likely.simulation)
            let truth = exact.probability(groups: likely.groups)
            // The wanted probability is reached, except by rare draws.
            #expect(truth > design.probability - simulation.standardError, "\(likely)")
            return (likely.probability - truth) / simulation.standardError
        }
        #expect(abs(differences.reduce(0, +)) / Double(differences.count).squareRoot() < 3, "\(differences)")
        #expect(differences.allSatisfy { abs($0) < 4 })
    }

    /// The faster question gives the answer of the interval.
    @Test func plansAndIntervalsAgree() {
        var random = SplitMix64(seed: 3)
        var answers: Set<Bool> = []
        for _ in 0..<300 {
            let (groups, captures) = (2 + random.below(60), 1 + random.below(5))
            let often = random.below(12)
            let counts = (0..<groups).map { _ in
                ErrorRate(errors: random.below(100) < often ? 1 + random.below(captures) : 0, total: captures)
            }
            let limit = 0.02 + Double(random.below(200)) / 1000
            let isWithin = GroupedRate(counts, tail: 0.025).interval.map { $0.upper <= limit }
            #expect(GroupedRate.isWithin(limit, GroupTotals(counts), tail: 0.025) == isWithin)
            answers.insert(isWithin ?? false)
        }
        #expect(answers == [true, false])
        let all = GroupTotals([ErrorRate(errors: 3, total: 3)])
        #expect(!GroupedRate.isWithin(0.99, all, tail: 0.025) && GroupedRate.isWithin(1, all, tail: 0.025))
        #expect(!GroupedRate.isWithin(1, GroupTotals(), tail: 0.025))
    }

    @Test func aLimitCloseToTheTrueRateHasNoPlan() {
        let plan = GroupPlan(Self.design(6, 0.05, 0.0499))
        #expect(plan.likely == nil && plan.steady == nil && plan.code == .tooManyGroups)
        #expect(plan.possible.groups == 59 && plan.possible.probability < 1e-7)
    }

    /// Expected: scipy.stats.betabinom.pmf and binom.pmf, SciPy 1.17.1.
    @Test func groupsHaveABetaBinomialDistribution() {
        let correlated = CorrelatedGroups.probabilities(captures: 4, rate: 0.1, correlation: 0.3)
        let expected = [
            0.757283798076923, 0.13858788461538463, 0.06253355769230774, 0.030034038461538435, 0.011560721153846142,
        ]
        for (found, expected) in zip(correlated, expected) { #expect(abs(found - expected) < 1e-12) }
        let independent = CorrelatedGroups.probabilities(captures: 3, rate: 0.2, correlation: 0)
        for (found, expected) in zip(independent, [0.512, 0.384, 0.096, 0.008]) {
            #expect(abs(found - expected) < 1e-12)
        }
    }

    /// If captures of a group almost always agree, the simulation finds the exact probability; if they are independent,
    /// fewer groups suffice, but never fewer than required.
    @Test func correlationDecidesHowManyGroupsAreNeeded() throws {
        var design = Self.design(2, 0.2, 0.05)
        let exact = GroupPlan(design)
        design.capturesPerGroup = 3
        design.correlation = 0.9999
        #expect(!design.isExact && exact.design.isExact)
        let alike = GroupPlan(design)
        // Three standard errors of 20,000 draws.
        #expect(abs(alike.possible.probability - exact.possible.probability) < 0.011)
        let alikeGroups = try #require(alike.likely).groups
        #expect(try abs(alikeGroups - #require(exact.likely).groups) <= 5)
        design.correlation = 0
        let independent = GroupPlan(design)
        #expect(try #require(independent.likely).groups < alikeGroups)
        #expect(try #require(independent.likely).groups >= independent.required.eachSpecies)
        #expect(independent == GroupPlan(design) && independent.steady == nil)
    }
}

@Suite struct PlanCommandTests {
    private func plan(_ arguments: String...) throws -> CommandRunner.Outcome {
        try CommandRunner.depthcheck(["plan"] + arguments)
    }

    @Test func theAnswerComesFirst() throws {
        let outcome = try plan("--species", "6", "--limit", "0.05")
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        let text = outcome.output.replacing("\n", with: " ")
        #expect(text.hasPrefix("Collect 219 groups of each of 6 species to show an APCER of at most 5 %"), "\(text)")
        #expect(text.contains("fewer than 59 cannot show it"), "\(text)")
        let same = try plan("--species", "6", "--limit", "0.05", "--expected", "0.01", "--seed", "5")
        #expect(same.output == outcome.output)
    }

    @Test func percentagesPromiseNoMoreThanIsKnown() throws {
        func text(_ arguments: String...) throws -> String {
            try CommandRunner.depthcheck(["plan"] + arguments).output.replacing("\n", with: " ")
        }
        let hopeless = try text("--species", "6", "--limit", "0.05", "--expected", "0.0499")
        #expect(hopeless.contains("59: less than 0.01 %;"), "\(hopeless)")
        let sure = try text("--species", "6", "--limit", "0.05", "--expected", "0", "--probability", "0.9999")
        #expect(sure.contains("59: 100 %;") && sure.contains("probability of 99.99 %"), "\(sure)")
        let nearlySure = try text("--species", "1", "--limit", "0.5", "--expected", "0.000001")
        #expect(nearlySure.contains(": more than 99.99 %;"), "\(nearlySure)")
        let one = try text("--species", "1", "--limit", "0.99", "--expected", "0")
        #expect(one.contains("Collect 1 group of one species") && !one.contains("1 groups"), "\(one)")
        let simulated = try text(
            "--species", "1", "--limit", "0.2", "--captures-per-group", "4", "--correlation", "0.3")
        #expect(simulated.contains(" % with a standard error of 0."), "\(simulated)")
        #expect(!simulated.contains("-0"), "\(simulated)")
    }

    @Test func theJSONHasACode() throws {
        let outcome = try plan("--species", "6", "--limit", "0.05", "--expected", "0.01", "--format", "json")
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["code"] as? String == "planned" && object["is_exact"] as? Bool == true)
        #expect((object["likely"] as? [String: Any])?["groups"] as? Int == 219)
        #expect((object["required_groups"] as? [String: Any])?["each_species"] as? Int == 59)
        #expect((object["likely"] as? [String: Any])?["standard_error"] is NSNull)
        let none = try plan("--species", "6", "--limit", "0.05", "--expected", "0.0499", "--format", "json")
        #expect(none.exitCode == 0 && none.output.contains(#""code": "too_many_groups""#), "\(none.output)")
    }

    @Test(arguments: [
        (["--limit", "0.05"], "--species"), (["--species", "0", "--limit", "0.05"], "--species is 0"),
        (["--species", "6", "--limit", "5"], "--limit is 5"),
        (["--species", "6", "--limit", "0.05", "--expected", "0.05"], "--expected is 0.05"),
        (["--species", "6", "--limit", "0.05", "--correlation", "2"], "--correlation is 2"),
        (["--species", "6", "--limit", "0.05", "--captures-per-group", "0"], "--captures-per-group is 0"),
        (["--species", "6", "--limit", "0.05", "--probability", "1"], "--probability is 1"),
    ])
    func wrongNumbersAreUsageErrors(arguments: [String], message: String) throws {
        let outcome = try CommandRunner.depthcheck(["plan"] + arguments)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty && outcome.errors.contains(message), "\(outcome)")
    }
}

@Suite struct ComparisonPlanTests {
    private static func design(_ expected: Double, sizes: [Int] = [], correlation: Double = 1) -> GroupPlan.Design {
        var design = GroupPlan.Design(speciesCount: 1, limit: 1, expected: expected)
        (design.rate, design.sizes, design.correlation) = (.bpcer, sizes, correlation)
        return design
    }

    /// By hand: five groups cannot show a difference at 2.5 %, whatever their errors, because 2 / 2^5 is above it.
    @Test func thePlanHasGroupsEnoughForTheExactTest() throws {
        let plan = ComparisonPlan(Self.design(0), difference: 0.98)
        #expect(abs(plan.level - 0.025) < 1e-12)
        #expect(try (6...9).contains(#require(plan.likely).groups))
    }

    /// Evaluations of other draws find the difference about as often as planned: 0.8, or more by the margin of a plan.
    @Test func evaluationsFindThePlannedDifference() throws {
        let plan = ComparisonPlan(Self.design(0.1, sizes: [1, 3], correlation: 0.5), difference: 0.4)
        let groups = try #require(plan.likely).groups
        var found = 0
        for repetition in 0..<150 {
            var random = SplitMix64(seed: 77, stream: repetition)
            // With this probability all captures of a group agree, so that their correlation is 0.5.
            func errors(_ captures: Int, _ rate: Double) -> [Bool] {
                let shared = random.share() < rate
                return (0..<captures).map { _ in random.share() < 0.5.squareRoot() ? shared : random.share() < rate }
            }
            var rows = (0..<groups).flatMap { group in
                let captures = random.below(2) == 0 ? 1 : 3
                return zip(errors(captures, 0.5), errors(captures, 0.1)).map { given, other in
                    PlantedRow(group: group, deviation: other ? 0.1 : 0.9, coherence: given ? 0.1 : 0.9)
                }
            }
            rows += (0..<groups).map { PlantedRow(kind: 1, group: groups + $0, deviation: 0, coherence: 0) }
            let presentations = LabelledPresentations(planted: rows)
            func evaluated(_ deviation: Double, _ coherence: Double) -> EvaluatedSystem {
                var parameters = AnalysisParameters.standard
                (parameters.standardDeviationThreshold, parameters.coherenceThreshold) = (deviation, coherence)
                return EvaluatedSystem(name: "a", parameters: parameters, presentations: presentations)
            }
            let evaluation = ThresholdEvaluation(given: evaluated(0, 0.5), against: evaluated(0.5, 0))
            if evaluation.directions[0] == .more { found += 1 }
        }
        // Three standard errors below 0.8.
        #expect(found >= 105, "\(found)")
    }

    @Test func correlatedCapturesAreWorthLess() throws {
        func groups(_ sizes: [Int], _ correlation: Double) throws -> Int {
            try #require(
                ComparisonPlan(Self.design(0.1, sizes: sizes, correlation: correlation), difference: 0.4).likely
            ).groups
        }
        let alone = try groups([], 1)
        #expect(try groups([4, 4, 4], 1) == alone)
        #expect(try groups([4, 4], 0) < (alone + 1) / 2)
        #expect(try groups([1, 7], 1) > alone)
    }

    @Test func unequalGroupsNeedMore() throws {
        var design = GroupPlan.Design(speciesCount: 1, limit: 0.2, expected: 0.04)
        design.sizes = [3, 3]
        let equal = try #require(GroupPlan(design).likely)
        #expect(equal == GroupPlan(GroupPlan.Design(speciesCount: 1, limit: 0.2, expected: 0.04)).likely)
        design.sizes = [1, 1, 10]
        let unequal = try #require(GroupPlan(design).likely)
        #expect(unequal.groups > equal.groups && unequal.simulation != nil)
    }
}
