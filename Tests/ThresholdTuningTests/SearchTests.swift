import DepthAnalysis
import Testing

@testable import ThresholdTuning

/// Tries every threshold at which a decision changes, as the reference for the exact search.
///
/// - Parameter value: the quantity to minimise, of APCER and BPCER; nil if a limit is broken.
private func bruteForce(
    _ candidates: DecidablePresentations, _ value: (_ apcer: Double, _ bpcer: Double) -> [Double]?
) -> (value: [Double], attacks: Int) {
    let deviations = Set(candidates.all.map(\.standardDeviation)).union([0]).sorted()
    let coherences = Set(candidates.all.map(\.coherence)).union([0]).sorted()
    let layers = Set(candidates.all.map { $0.layers + 1 }).union([0]).sorted()
    var best = (value: [Double.infinity], attacks: Int.max)
    for deviation in deviations {
        for coherence in coherences {
            for layers in layers {
                let accepted = candidates.accepted(
                    VerdictThresholds(standardDeviation: deviation, layers: layers, coherence: coherence))
                guard let value = value(candidates.worstAPCER(accepted), candidates.bpcer(accepted)) else { continue }
                let attacks = accepted.dropFirst().reduce(0, +)
                let isBetter =
                    value == best.value ? attacks < best.attacks : value.lexicographicallyPrecedes(best.value)
                if isBetter { best = (value, attacks) }
            }
        }
    }
    return best
}

@Suite struct SearchTests {
    /// Every kind of objective.
    private static let objectives =
        TuningObjective.named.map(\.objective) + [
            .leastAPCER(maximumBPCER: 0.2), .leastCost(ErrorCosts(apcer: 5, bpcer: 1, prior: 0.3)),
        ]

    /// Real scenes have a standard deviation above 0.7 m, at least 4 layers and a coherence above 0.5; each kind of
    /// attack barely breaks one of these rules. Only thresholds in between separate them.
    @Test func aPlantedBestThresholdIsFound() {
        var rows: [PlantedRow] = []
        for step in 0..<40 {
            let extra = Double(step) / 100
            rows.append(PlantedRow(group: step, deviation: 0.72 + extra, layers: 4 + step % 3, coherence: 0.52 + extra))
            rows.append(PlantedRow(kind: 1, group: 40 + step, deviation: 0.68 - extra, layers: 9, coherence: 0.9))
            rows.append(PlantedRow(kind: 2, group: 80 + step, deviation: 2, layers: 3 - step % 3, coherence: 0.9))
            rows.append(PlantedRow(kind: 3, group: 120 + step, deviation: 2, layers: 9, coherence: 0.48 - extra))
        }
        let presentations = LabelledPresentations(planted: rows, species: 3)
        for objective in [TuningObjective.bpcer10, .bpcer20, .bpcer100, .acer] {
            let optimum = presentations.optimum(objective, parameters: .standard)
            let rates = presentations.rates(optimum.thresholds.applied(to: .standard))
            if objective == .bpcer100 || objective == .acer {
                #expect(optimum.box.standardDeviation == .init(lower: 0.68, upper: 0.72))
                #expect(optimum.box.layers == .init(lower: 4, upper: 4))
                #expect(optimum.box.coherence == .init(lower: 0.48, upper: 0.52))
                #expect(optimum.thresholds.layers == 4 && abs(optimum.thresholds.standardDeviation - 0.7) < 1e-12)
                #expect(rates.worstAPCER == 0 && abs(optimum.thresholds.coherence - 0.5) < 1e-12)
            }
            #expect(rates.bpcer.errors == 0, "\(objective)")
        }
    }

    @Test(arguments: 0..<12)
    func theExactSearchMatchesExhaustiveSearch(seed: Int) {
        let profile: AnalysisProfile = seed.isMultiple(of: 2) ? .server : .client
        let presentations = LabelledPresentations.random(40, seed: UInt64(seed), profile: profile)
        let candidates = DecidablePresentations(presentations, .standard)
        let search = ExactSearch(candidates)
        for limit in [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1] {
            let found = search.leastBPCER(limit: limit)
            let accepted = candidates.accepted(found.thresholds)
            let expected = bruteForce(candidates) { $0 <= limit ? [$1] : nil }
            #expect(candidates.worstAPCER(accepted) <= limit, "seed \(seed), limit \(limit)")
            #expect([candidates.bpcer(accepted)] == expected.value, "seed \(seed), limit \(limit)")
            #expect(found.attacks == expected.attacks && found.bonaFide == accepted[0], "seed \(seed), limit \(limit)")
        }
    }

    /// The least mean or weighted sum of both rates, with the least APCER among ties; and the least APCER under a
    /// limit on BPCER, with the least BPCER among ties.
    @Test(arguments: 0..<12)
    func theExactSearchFindsTheLeastCostAndTheLeastAPCER(seed: Int) {
        let profile: AnalysisProfile = seed.isMultiple(of: 2) ? .client : .server
        let candidates = DecidablePresentations(
            LabelledPresentations.random(24, seed: UInt64(100 + seed), profile: profile), .standard)
        let search = ExactSearch(candidates)
        let acer = search.best(.acer)
        #expect(
            [(acer.worstAPCER + acer.bpcer) / 2, acer.worstAPCER]
                == bruteForce(candidates) { [($0 + $1) / 2, $0] }.value, "seed \(seed)")
        for (attack, real, prior) in [(5.0, 1.0, 0.01), (1, 1, 0.5), (3, 7, 0.9), (1, 100, 0.2), (100, 1, 0.2)] {
            let found = search.best(.leastCost(ErrorCosts(apcer: attack, bpcer: real, prior: prior)))
            let expected = bruteForce(candidates) { [prior * attack * $0 + (1 - prior) * real * $1, $0] }
            let cost = prior * attack * found.worstAPCER + (1 - prior) * real * found.bpcer
            #expect([cost, found.worstAPCER] == expected.value, "seed \(seed), \(attack) \(real) \(prior)")
        }
        for limit in [0.1, 0.25, 0.5, 0.9] {
            let found = search.best(.leastAPCER(maximumBPCER: limit))
            var expected = bruteForce(candidates) { $1 <= limit ? [$0, $1] : nil }
            if expected.attacks == .max {
                // Out of reach: the least possible BPCER, and the least APCER at it.
                expected = bruteForce(candidates) { [$1, $0] }
                expected.value.swapAt(0, 1)
            }
            #expect([found.worstAPCER, found.bpcer] == expected.value, "seed \(seed), limit \(limit)")
            #expect(found.found.attacks == expected.attacks, "seed \(seed), limit \(limit)")
        }
    }

    /// Two of ten real scenes have a coherence of 0: no threshold accepts them, so BPCER is at least 20 %.
    @Test func anUnreachableLimitGivesTheNearestRates() throws {
        let rows =
            (0..<10).map { PlantedRow(group: $0, coherence: $0 < 2 ? 0 : 0.9) } + [
                PlantedRow(kind: 1, group: 10, deviation: 0.2)
            ]
        let presentations = LabelledPresentations(planted: rows)
        let objective = TuningObjective.leastAPCER(maximumBPCER: 0.1)
        let optimum = presentations.optimum(objective, parameters: .standard)
        let rates = presentations.rates(optimum.thresholds.applied(to: .standard))
        #expect(rates.bpcer.errors == 2 && rates.worstAPCER == 0)
        #expect(
            objective.isMet(by: rates) == false
                && TuningObjective.leastAPCER(maximumBPCER: 0.2).isMet(by: rates) == true)
        #expect(TuningObjective.acer.isMet(by: rates) == nil)
        #expect(try #require(objective.figure(of: rates)) == 0.2 - 0.1)
    }

    @Test func everyObjectiveHasANameOrTitle() {
        #expect(TuningObjective.leastBPCER(maximumAPCER: 0.05).name == "bpcer20")
        #expect(TuningObjective.leastBPCER(maximumAPCER: 0.03).title == "least BPCER at APCER (worst species) <= 3 %")
        #expect(TuningObjective.leastAPCER(maximumBPCER: 0.1).title == "least APCER (worst species) at BPCER <= 10 %")
        #expect(
            TuningObjective.leastCost(ErrorCosts(apcer: 5, bpcer: 1, prior: 0.01)).title
                == "least expected cost, 0.01 x 5 x APCER (worst species) + 0.99 x 1 x BPCER")
    }

    @Test func theTradeOffIsMonotonic() {
        let presentations = LabelledPresentations.random(200, seed: 5)
        let candidates = DecidablePresentations(presentations, .standard)
        let points = ExactSearch(candidates).tradeOff()
        #expect(points.count > 5)
        for (first, second) in zip(points, points.dropFirst()) {
            #expect(first.worstAPCER < second.worstAPCER && first.bpcer > second.bpcer)
        }
    }

    /// The middle, the lower corner and points just inside the upper corner of the box decide alike, bit for bit,
    /// in both profiles.
    @Test(arguments: [AnalysisProfile.server, .client])
    func allThresholdsOfABoxDecideEqually(profile: AnalysisProfile) {
        for seed in 0..<30 {
            let presentations = LabelledPresentations.random(60, seed: UInt64(seed), profile: profile)
            for objective in Self.objectives {
                let optimum = presentations.optimum(objective, parameters: .standard)
                let decisions = presentations.accepted(optimum.thresholds.applied(to: .standard))
                let box = optimum.box
                func justBelow(_ upper: Double?) -> Double {
                    guard let upper else { return 1e6 }
                    return profile == .server ? upper.nextDown : Double(Float(upper).nextDown)
                }
                for deviation in [box.standardDeviation.lower, justBelow(box.standardDeviation.upper)] {
                    for layers in [box.layers.lower, box.layers.upper ?? 1000] {
                        for coherence in [box.coherence.lower, justBelow(box.coherence.upper)] {
                            let corner = VerdictThresholds(
                                standardDeviation: deviation, layers: layers, coherence: coherence)
                            #expect(
                                presentations.accepted(corner.applied(to: .standard)) == decisions,
                                "seed \(seed), \(objective), \(corner)")
                        }
                    }
                }
            }
        }
    }

    /// Between adjacent floats there is no middle, so the end that belongs to the interval is used.
    @Test func theMiddleStaysInsideTheNarrowestInterval() {
        let interval = ThresholdBox.HalfOpen(lower: 0.3, upper: Double(0.3).nextUp)
        #expect(interval.middle(for: .server) == 0.3)
        let single = ThresholdBox.HalfOpen(lower: Double(Float(0.3)), upper: Double(Float(0.3).nextUp))
        #expect(single.middle(for: .client) == Double(Float(0.3)))
        #expect(ThresholdBox.HalfOpen(lower: 0.3, upper: nil).middle(for: .server) == 0.3)
    }

    /// The score of a real scene is twice that of the nearest threshold, the score of an attack half: at any scale
    /// in between, both rates are 0.
    @Test func theEqualErrorRateOfSeparateScoresIsZero() {
        let rows = (0..<20).flatMap { group in
            [
                PlantedRow(group: group, deviation: 1, layers: 9, coherence: 0.9),
                PlantedRow(kind: 1, group: 20 + group, deviation: 0.25, layers: 9, coherence: 0.9),
            ]
        }
        let presentations = LabelledPresentations(planted: rows)
        let optimum = presentations.optimum(.deer, parameters: .standard)
        #expect(optimum.equalErrorRate == 0)
        #expect(presentations.rates(optimum.thresholds.applied(to: .standard)).acer == 0)
    }

    /// One of three attacks passes at any threshold, and one of two real scenes is closer to the thresholds. APCER
    /// is 1/3 where BPCER jumps from 0 over 1/2 to 1: they are closest at 1/2.
    @Test func theEqualErrorRateAtAJumpIsTheMean() {
        let deviations: [(kind: Int, deviation: Double)] = [(0, 1.5), (0, 1.6), (1, 0.8), (1, 0.8), (1, 3)]
        let presentations = LabelledPresentations(
            planted: deviations.enumerated().map { group, row in
                PlantedRow(kind: row.kind, group: group, deviation: row.deviation, layers: 99, coherence: 9)
            })
        let optimum = presentations.optimum(.deer, parameters: .standard)
        let rates = presentations.rates(optimum.thresholds.applied(to: .standard))
        #expect(rates.bpcer.value == 0.5 && rates.worstAPCER == 1.0 / 3)
        #expect(optimum.equalErrorRate == (0.5 + 1.0 / 3) / 2)
    }

    /// With a separate margin for each rule, scaling the thresholds by 1 + s rejects exactly the scores up to s.
    @Test func scoresMatchTheRejectionsAtEachScale() throws {
        let presentations = LabelledPresentations.random(100, seed: 3)
        let candidates = DecidablePresentations(presentations, .standard)
        let margin = NormalisedMargin(start: VerdictThresholds(.standard))
        margin.forEachPoint(of: candidates) { point in
            let thresholds = margin.thresholds(above: point.score)
            #expect(candidates.accepted(thresholds) == point.accepted)
        }
    }
}
