import DepthAnalysis
import Support
import Testing

@testable import ThresholdTuning

/// Groups of two maps each: real scenes that pass, and species whose attacks one threshold rejects, except
/// `passing` ones.
private func report(
    species: Int, groups: Int, realGroups: Int = 60, mapsOfLargestGroup: Int = 2, passing: Int = 0,
    _ objective: TuningObjective = .bpcer20
) throws -> TuningReport {
    var rows: [PlantedRow] = []
    for group in 0..<realGroups {
        rows += (0..<2).map { PlantedRow(group: group, deviation: 1.5 + 0.001 * Double($0)) }
    }
    for kind in 1...species {
        for number in 0..<groups {
            let group = realGroups + (kind - 1) * groups + number
            // No threshold separates the first groups of the last species from real scenes.
            let passes = kind == species && number < passing
            rows += (0..<(number == 0 ? mapsOfLargestGroup : 2)).map { _ in
                PlantedRow(kind: kind, group: group, deviation: passes ? 3 : 0.8)
            }
        }
    }
    var options = TuningOptions()
    options.objective = objective
    options.replicates = 0
    let variant = TuningVariant(
        parameters: .standard, presentations: LabelledPresentations(planted: rows, species: species))
    return try ThresholdTuner(options).report(
        [variant], labelled: LabelledMeasurements(rows: [], labels: [], isLenient: true))
}

@Suite struct RequiredGroupsTests {
    /// Half of (1 - limit)^n is at most the tail above the interval, 0.025.
    @Test(arguments: [(0.1, 29), (0.05, 59), (0.01, 299)])
    func requiredGroupsFollowFromTheInterval(limit: Double, expected: Int) {
        let required = RequiredGroups(.leastBPCER(maximumAPCER: limit), confidence: 0.95)
        #expect(required.eachSpecies == expected && required.bonaFide == 29 && required.bpcer == 0.1)
        func probability(_ count: Int) -> Double { (0..<count).reduce(1.0) { product, _ in product * (1 - limit) } }
        #expect(probability(expected) <= 0.05 && probability(expected - 1) > 0.05)
        #expect(
            RequiredGroups(.leastAPCER(maximumBPCER: limit), confidence: 0.95).bonaFide
                == RequiredGroups(.leastBPCER(maximumAPCER: limit), confidence: 0.95).eachSpecies)
    }

    /// With exactly this number of flawless groups per species, tuning reports that the objective is met; with one
    /// fewer, that there is too little data.
    @Test(arguments: [(1, TuningObjective.bpcer20), (3, .bpcer20), (6, .bpcer10)])
    func tuningNeedsExactlyTheRequiredGroups(species: Int, objective: TuningObjective) throws {
        let needed = RequiredGroups(objective, confidence: 0.95).eachSpecies
        let enough = try report(species: species, groups: needed, objective)
        #expect(enough.advice.code == .useTuned && enough.advice.objective == .met, "\(enough.advice.text)")
        #expect(enough.requiredGroups.eachSpecies == needed && enough.shortfalls.isEmpty && enough.hasEnoughData)
        let fewer = try report(species: species, groups: needed - 1, objective)
        #expect(fewer.advice.code == .tooLittleData && fewer.advice.objective == .notShown, "\(fewer.advice.text)")
        #expect(fewer.shortfalls.map(\.needed) == Array(repeating: needed, count: species))
        #expect(!fewer.hasEnoughData)
    }

    /// One large group reduces the effective size, so even a flawless result is not enough.
    @Test func unevenGroupsCountLess() throws {
        let needed = RequiredGroups(.bpcer20, confidence: 0.95).eachSpecies
        let found = try report(species: 1, groups: needed, mapsOfLargestGroup: 40)
        #expect(found.advice.code == .tooLittleData)
        #expect(found.advice.text.contains("59, which differ in size and are equivalent to"), "\(found.advice.text)")
    }

    /// Random draws: species whose true rate is the limit look flawless in at most 5 % of cases. The interval errs at
    /// its upper end only, because its lower end is 0.
    @Test(arguments: [0.1, 0.05])
    func speciesAtTheLimitRarelyLookFlawless(limit: Double) {
        let required = RequiredGroups(.leastBPCER(maximumAPCER: limit), confidence: 0.95)
        var random = SplitMix64(seed: 5)
        let draws = 100_000
        let flawless = (0..<draws).count { _ in
            (0..<required.eachSpecies).allSatisfy { _ in Double(random.next() >> 11) * 0x1p-53 >= limit }
        }
        let share = Double(flawless) / Double(draws)
        // At most four standard errors above, and not far below.
        #expect(share <= 0.05 + 4 * (0.05 / Double(draws)).squareRoot() && share > 0.8 * 0.05, "\(share)")
    }
}

@Suite struct AdviceTests {
    /// Three of 100 groups pass: 3 % is within 5 %, but its interval is not. With three of 300, the interval is too.
    @Test func anUnprovenLimitIsTooLittleData() throws {
        let found = try report(species: 1, groups: 100, passing: 3)
        #expect(found.advice.code == .tooLittleData && found.advice.objective == .notShown, "\(found.advice.text)")
        #expect(found.shortfalls.isEmpty && !found.hasEnoughData)
        #expect(
            found.advice.text.hasPrefix(
                "Too little data to decide: the objective is not shown to be met: on new scenes APCER of species-0, "
                    + "the worst species, is 3.00 %"), "\(found.advice.text)")
        let enough = try report(species: 1, groups: 300, passing: 3)
        #expect(enough.advice.code == .useTuned && enough.advice.objective == .met, "\(enough.advice.text)")
    }

    /// With any data, tuned thresholds are advised only if the limit is met.
    @Test func unmetLimitsAreNeverAdvised() throws {
        var codes: [TuningAdvice.Code: Int] = [:]
        for seed in 0..<32 {
            let found = try randomReport(seed)
            let advice = found.advice
            codes[advice.code, default: 0] += 1
            #expect((advice.code == .useTuned) == advice.sentences[0].hasPrefix("Use "))
            #expect(advice.code != .useTuned || advice.objective == .met)
            #expect(!(advice.text.contains("Use ") && advice.text.contains("not shown")), "\(advice.text)")
            #expect((advice.code == .objectiveMissed) == advice.sentences[0].hasPrefix("The objective is missed: "))
            #expect(advice.code != .objectiveMissed || advice.objective == .missed)
            #expect(found.hasEnoughData == (advice.code != .tooLittleData))
            #expect((advice.code.objection == nil) == (advice.code == .useTuned))
        }
        #expect(codes[.useTuned] != nil && codes[.tooLittleData] != nil, "\(codes)")
    }

    /// Groups of one map, some of them on the wrong side.
    private func randomReport(_ seed: Int) throws -> TuningReport {
        var random = SplitMix64(seed: UInt64(seed))
        let objective: TuningObjective =
            [.bpcer10, .bpcer20, .leastAPCER(maximumBPCER: 0.1), .leastBPCER(maximumAPCER: 0.3)][seed % 4]
        let weak = 0.02 + 0.03 * Double(random.below(6))
        let rows = (0..<160).map { group in
            let isReal = group < 60
            let isHigh = Double(random.below(1000)) / 1000 < (isReal ? 1 - weak : weak)
            return PlantedRow(
                kind: isReal ? 0 : 1, group: group,
                deviation: (isHigh ? 1 : 0.6) + Double(random.below(300)) / 1000, layers: 3 + random.below(4))
        }
        var options = TuningOptions()
        options.objective = objective
        options.replicates = 0
        let variant = TuningVariant(parameters: .standard, presentations: LabelledPresentations(planted: rows))
        return try ThresholdTuner(options).report(
            [variant], labelled: LabelledMeasurements(rows: [], labels: [], isLenient: true))
    }

    /// One of three attacks passes as far as real scenes do, by its layers: APCER drops from 1/3 where BPCER rises
    /// from 0.
    @Test func thePageExplainsTheEqualErrorRateAtAJump() throws {
        let words = "the mean of BPCER and APCER where the curves cross in a jump"
        let jump = TextTuningReport.page(try report(species: 1, groups: 3, passing: 1), style: .plain, width: 300)
        #expect(jump.contains("D-EER 16.67 %, " + words), "\(jump)")
        let equal = TextTuningReport.page(try report(species: 1, groups: 3), style: .plain, width: 300)
        #expect(equal.contains("D-EER 0.00 %\n") && !equal.contains(words), "\(equal)")
    }

    /// The text never claims that an interval is certain.
    @Test func levelsHaveTheDigitsTheyNeed() {
        #expect([0.95, 1 - 0.05 / 6, 0.99995].map(TuningReport.level) == ["95 %", "99.2 %", "99.995 %"])
    }
}
