import DepthAnalysis
import Testing

@testable import ThresholdTuning

/// Every threshold at which a decision changes, tried one by one: what the exact search is held to.
private func bruteForce(_ candidates: Candidates, limit: Double?) -> (value: Double, attacks: Int) {
    let deviations = Set(candidates.all.map(\.standardDeviation)).union([0]).sorted()
    let coherences = Set(candidates.all.map(\.coherence)).union([0]).sorted()
    let layers = Set(candidates.all.map { $0.layers + 1 }).union([0]).sorted()
    var best = (value: Double.infinity, attacks: Int.max)
    for deviation in deviations {
        for coherence in coherences {
            for layers in layers {
                let accepted = candidates.accepted(
                    Thresholds(standardDeviation: deviation, layers: layers, coherence: coherence))
                let worst = candidates.worstAPCER(accepted)
                let value: Double
                if let limit {
                    if worst > limit { continue }
                    value = candidates.bpcer(accepted)
                } else {
                    value = (worst + candidates.bpcer(accepted)) / 2
                }
                let found = (value, accepted.dropFirst().reduce(0, +))
                if found < best { best = found }
            }
        }
    }
    return best
}

@Suite struct SearchTests {
    /// Real scenes spread beyond 0.7 m, have 4 layers or more and a coherence above 0.5; each kind of attack breaks one
    /// of these rules by a hair. Only thresholds between separate them.
    @Test func aPlantedBestThresholdIsFound() {
        var rows: [PlantedRow] = []
        for step in 0..<40 {
            let extra = Double(step) / 100
            rows.append(PlantedRow(group: step, deviation: 0.72 + extra, layers: 4 + step % 3, coherence: 0.52 + extra))
            rows.append(PlantedRow(kind: 1, group: 40 + step, deviation: 0.68 - extra, layers: 9, coherence: 0.9))
            rows.append(PlantedRow(kind: 2, group: 80 + step, deviation: 2, layers: 3 - step % 3, coherence: 0.9))
            rows.append(PlantedRow(kind: 3, group: 120 + step, deviation: 2, layers: 9, coherence: 0.48 - extra))
        }
        let presentations = Presentations(planted: rows, species: 3)
        for objective in [Objective.bpcer10, .bpcer20, .bpcer100, .acer] {
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
    func theExactSearchFindsWhatTryingEverythingFinds(seed: Int) {
        let profile: AnalysisProfile = seed.isMultiple(of: 2) ? .server : .client
        let presentations = Presentations.random(40, seed: UInt64(seed), profile: profile)
        let candidates = Candidates(presentations, .standard)
        let search = ExactSearch(candidates)
        for limit in [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1] {
            let found = search.leastBPCER(limit: limit)
            let accepted = candidates.accepted(found.thresholds)
            let expected = bruteForce(candidates, limit: limit)
            #expect(candidates.worstAPCER(accepted) <= limit, "seed \(seed), limit \(limit)")
            #expect(candidates.bpcer(accepted) == expected.value, "seed \(seed), limit \(limit)")
            #expect(found.attacks == expected.attacks && found.bonaFide == accepted[0], "seed \(seed), limit \(limit)")
        }
        #expect(search.leastACER().acer == bruteForce(candidates, limit: nil).value, "seed \(seed)")
    }

    @Test func theTradeOffRisesInOneRateAndFallsInTheOther() {
        let presentations = Presentations.random(200, seed: 5)
        let candidates = Candidates(presentations, .standard)
        let points = ExactSearch(candidates).tradeOff()
        #expect(points.count > 5)
        for (first, second) in zip(points, points.dropFirst()) {
            #expect(first.worstAPCER < second.worstAPCER && first.bpcer > second.bpcer)
        }
    }

    /// The middle, the lower corner and points just inside the upper corner of the box decide alike, bit for bit, in
    /// both profiles.
    @Test(arguments: [AnalysisProfile.server, .client])
    func allThresholdsOfABoxDecideAlike(profile: AnalysisProfile) {
        for seed in 0..<30 {
            let presentations = Presentations.random(60, seed: UInt64(seed), profile: profile)
            for objective in Objective.allCases {
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
                            let corner = Thresholds(
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

    /// Between neighbouring floats there is no middle: the end that belongs to the interval is taken.
    @Test func theMiddleStaysInsideTheNarrowestInterval() {
        let interval = DecisionBox.HalfOpen(lower: 0.3, upper: Double(0.3).nextUp)
        #expect(interval.middle(for: .server) == 0.3)
        let single = DecisionBox.HalfOpen(lower: Double(Float(0.3)), upper: Double(Float(0.3).nextUp))
        #expect(single.middle(for: .client) == Double(Float(0.3)))
        #expect(DecisionBox.HalfOpen(lower: 0.3, upper: nil).middle(for: .server) == 0.3)
    }

    /// The score of a real scene is twice its nearest threshold, that of an attack half: at any scale between both
    /// rates are 0.
    @Test func theEqualErrorRateOfSeparateScoresIsZero() {
        let rows = (0..<20).flatMap { group in
            [
                PlantedRow(group: group, deviation: 1, layers: 9, coherence: 0.9),
                PlantedRow(kind: 1, group: 20 + group, deviation: 0.25, layers: 9, coherence: 0.9),
            ]
        }
        let presentations = Presentations(planted: rows)
        let optimum = presentations.optimum(.deer, parameters: .standard)
        #expect(optimum.equalErrorRate == 0)
        #expect(presentations.rates(optimum.thresholds.applied(to: .standard)).acer == 0)
    }

    /// With a margin of its own for each rule, scaling the thresholds by 1 + s rejects exactly the scores up to s.
    @Test func theScoreTellsWhichScaleRejects() throws {
        let presentations = Presentations.random(100, seed: 3)
        let candidates = Candidates(presentations, .standard)
        let margin = NormalisedMargin(start: Thresholds(.standard))
        for point in margin.curve(of: candidates) {
            let thresholds = margin.thresholds(above: point.score)
            #expect(candidates.accepted(thresholds) == point.accepted)
        }
    }

    @Test func aGridFindsItsBestPoint() {
        let presentations = Presentations.random(80, seed: 9)
        let exact = presentations.rates(
            presentations.optimum(.bpcer10, parameters: .standard).thresholds.applied(to: .standard))
        let grid = presentations.rates(
            presentations.optimum(.bpcer10, parameters: .standard, method: .grid(steps: 12)).thresholds
                .applied(to: .standard))
        #expect(grid.worstAPCER ?? 1 <= 0.1 && grid.bpcer.errors >= exact.bpcer.errors)
    }
}
