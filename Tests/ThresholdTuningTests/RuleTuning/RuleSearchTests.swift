import DepthAnalysis
import PlanarityMeasurements
import Support
import Testing

@testable import ThresholdTuning

private let objectives: [Objective] = [
    .bpcer10, .bpcer20, .leastBPCER(maximumAPCER: 0.3), .leastAPCER(maximumBPCER: 0.2), .acer,
    .leastCost(ErrorCosts(apcer: 5, bpcer: 1, prior: 0.3)),
]

@Suite struct RuleSearchTests {
    @Test(arguments: [(1, 60, 40), (2, 40, 20), (3, 24, 6), (4, 14, 3)])
    func theSearchMatchesThePlainSearch(columns: Int, count: Int, cases: Int) {
        for seed in 0..<cases {
            let data = RuleData.random(count, columns: columns, seed: UInt64(1000 * columns + seed))
            for objective in objectives {
                let plain = PlainRuleSearch.best(data, objective)
                let found = RuleOptimum(data, objective)
                #expect(
                    found.isExact && found.excess == plain.excess && found.figure == plain.value,
                    "seed \(seed), \(columns) measurements, \(objective.name)")
            }
        }
    }

    @Test func theRuleMatchesTheCountsOfTheSearch() {
        for seed in 0..<20 {
            let columns = 1 + seed % 4
            let data = RuleData.random(80, columns: columns, seed: UInt64(seed))
            for objective in objectives {
                let optimum = RuleOptimum(data, objective)
                let rates = data.presentations.rates(accepted: data.accepted(optimum.rule))
                let rank = objective.rank(apcer: rates.worstAPCER ?? 0, bpcer: rates.bpcer.value ?? 0)
                #expect(
                    rank.excess == optimum.excess && rank.value == optimum.figure && rank.other == optimum.other,
                    "seed \(seed), \(objective.name)")
                #expect(optimum.rule.comparisons.count + optimum.unused.count == columns)
                for comparison in optimum.rule.comparisons
                where data.only([comparison.measurement]).measurements[0].isIntegerValued {
                    #expect(comparison.threshold == comparison.threshold.rounded())
                }
            }
        }
    }

    /// The boxes alone, without the initial descent, give the same result.
    @Test func theBoxesNeedNoDescent() {
        var moved = 0
        for seed in 0..<12 {
            let candidates = RankedMaps(RuleData.random(60, columns: 3 + seed % 2, seed: UInt64(300 + seed)))
            for allowed in 0..<6 {
                let allowed = candidates.responses.map { _ in allowed }
                let whole = RuleSearch(candidates).mostBonaFide(allowed: allowed)
                let alone = RuleSearch(candidates, startCount: 0).mostBonaFide(allowed: allowed)
                #expect(whole.isExact && alone.isExact && alone.bonaFide == whole.bonaFide)
                let first = RuleSearch(candidates, mostVisits: 0, startCount: 0).mostBonaFide(allowed: allowed)
                if first.bonaFide < alone.bonaFide { moved += 1 }
            }
        }
        #expect(moved > 10)
    }

    /// A search that stops after a few boxes reports a bound that no rule is below.
    @Test func theBoundOfAStoppedSearchIsValid() {
        var stopped = 0
        for seed in 0..<10 {
            let data = RuleData.random(14, columns: 4, seed: UInt64(7000 + seed), shift: 0.2)
            for objective in objectives {
                let plain = PlainRuleSearch.best(data, objective)
                for visits in [0, 60, 600] {
                    let found = RuleOptimum(data, objective, mostVisits: visits)
                    if found.excess == plain.excess {
                        #expect(found.leastFigure <= plain.value && plain.value <= found.figure)
                    } else {
                        #expect(found.excess > plain.excess)
                    }
                    if !found.isExact { stopped += 1 }
                }
            }
        }
        #expect(stopped > 10)
    }

    /// Real scenes are above 0.7 of the first, below 0.3 of the second, and at least 4 of the third. Each kind of
    /// attack barely breaks one of these, so only thresholds in between separate them.
    @Test func plantedRulesGetMidpointThresholds() {
        let measurements = [
            RuleMeasurement(name: "more", unit: "m", direction: .moreIsReal, summary: "planted"),
            RuleMeasurement(name: "less", unit: "", direction: .lessIsReal, summary: "planted"),
            RuleMeasurement(name: "whole", unit: "", isIntegerValued: true, direction: .moreIsReal, summary: "planted"),
        ]
        var maps: [PlantedMap] = []
        for step in 0..<20 {
            let extra = Double(step) / 64
            maps.append(PlantedMap(group: step, values: [0.75 + extra, 0.25 - extra, Double(4 + step % 3)]))
            maps.append(PlantedMap(kind: 1, group: 20 + step, values: [0.5 - extra, 0, 9]))
            maps.append(PlantedMap(kind: 2, group: 40 + step, values: [2, 0.5 + extra, 9]))
            maps.append(PlantedMap(kind: 3, group: 60 + step, values: [2, 0, Double(3 - step % 3)]))
        }
        let data = RuleData(maps, species: 3, measurements: measurements)
        let optimum = RuleOptimum(data, .bpcer100)
        #expect(optimum.figure == 0 && optimum.isExact && optimum.unused.isEmpty)
        #expect(
            optimum.rule.comparisons == [
                .init("more", .above, 0.625), .init("less", .atMost, 0.375), .init("whole", .atLeast, 4),
            ])
        // Without the third measurement, one species can be rejected only by chance values of the others.
        let without = RuleOptimum(data.only(["more", "less"]), .bpcer100)
        #expect(without.figure > 0)
    }

    /// A missing value never passes, even if the measurement's threshold rejects nothing.
    @Test func missingMeasurementsAreRejectedWithoutAThreshold() {
        let measurements = RuleMeasurement.planted(2)
        var maps = (0..<10).map { PlantedMap(group: $0, values: [2, Double(-$0)]) }
        maps += (0..<10).map { PlantedMap(kind: 1, group: 10 + $0, values: [1, Double(-$0)]) }
        let whole = RuleOptimum(RuleData(maps, measurements: measurements), .bpcer20)
        #expect(whole.rule.comparisons == [.init("m0", .above, 1.5)] && whole.unused == ["m1"])
        maps[3].values[1] = nil
        let data = RuleData(maps, measurements: measurements)
        let optimum = RuleOptimum(data, .bpcer20)
        #expect(
            optimum.rule.comparisons == [.init("m0", .above, 1.5), .init("m1", .atMost, .greatestFiniteMagnitude)])
        #expect(data.accepted(optimum.rule).count { $0 } == 9 && optimum.figure == 0.1)
    }

    @Test func adjacentNumbersAreSeparatedInBothDirections() {
        let more = RuleMeasurement(name: "m", unit: "", direction: .moreIsReal, summary: "planted")
        let less = RuleMeasurement(name: "m", unit: "", direction: .lessIsReal, summary: "planted")
        for value in [0.1, 1, 1e300, -2.5] {
            let above = RulePlacement.comparison(more, lower: value, upper: value.nextUp)
            #expect(above.holds(value.nextUp) && !above.holds(value))
            let atMost = RulePlacement.comparison(less, lower: -value, upper: (-value).nextUp)
            #expect(atMost.holds(-((-value).nextUp)) && !atMost.holds(value))
            let none = RulePlacement.comparison(less, lower: -value, upper: nil)
            #expect(!none.holds(value) && none.holds(value.nextDown))
        }
        let far = RulePlacement.comparison(more, lower: -.greatestFiniteMagnitude, upper: .greatestFiniteMagnitude)
        #expect(far.threshold == 0)
    }

    @Test func theSameSeedGivesTheSameRule() {
        let data = RuleData.random(120, columns: 5, seed: 3)
        let first = RuleOptimum(data, .bpcer20, seed: 4, mostVisits: 5000)
        let second = RuleOptimum(data, .bpcer20, seed: 4, mostVisits: 5000)
        #expect(first.rule == second.rule && first.leastFigure == second.leastFigure)
    }
}

@Suite struct BoxQueueTests {
    @Test func theHighestThenEarliestBoundComesFirst() {
        var random = SplitMix64(seed: 5)
        var queue = BoxQueue()
        let bounds = (0..<500).map { _ in random.below(40) }
        for (number, bound) in bounds.enumerated() {
            queue.insert(BoxQueue.Box(most: bound, loose: [number], strict: [number]))
        }
        var order: [Int] = []
        while let box = queue.removeBest() { order.append(box.loose[0]) }
        #expect(order == bounds.indices.sorted { (-bounds[$0], $0) < (-bounds[$1], $1) })
    }
}
