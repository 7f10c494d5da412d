import DepthAnalysis
import Support
import Testing

@testable import ThresholdTuning

/// Eight groups of real scenes and six of each of two species, of one to four maps each, with tied scores.
private func scored(seed: UInt64, shift: Int = 6) -> ScoredPresentations {
    var random = SplitMix64(seed: seed)
    var rows: [PlantedRow] = []
    var scores: [Double?] = []
    for group in 0..<20 {
        let kind = group < 8 ? 0 : group < 14 ? 1 : 2
        for _ in 0...random.below(4) {
            rows.append(PlantedRow(kind: kind, group: group))
            scores.append(Double(random.below(20) + (kind == 0 ? shift : kind)) / 16 - 0.5)
        }
    }
    return ScoredPresentations(LabelledPresentations(planted: rows, species: 2), scores: scores)
}

@Suite struct ScoreIntervalTests {
    /// The one pass over a replicate gives the measures of the plain curves over the same maps, each as often as drawn.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func replicatesAreCurvesOfTheDrawnMaps(seed: UInt64) {
        let scored = scored(seed: seed)
        let resampling = GroupResampling(scored.presentations, replicateCount: 40, seed: seed)
        let found = ScoreReplicates(scored, resampling, reachesAll: true)
        var expected = Array(repeating: [[Double]](), count: found.curveCount)
        for replicate in 0..<resampling.replicateCount {
            var scores = Array(repeating: [Double](), count: 3)
            for (presentation, score) in zip(scored.presentations.all, scored.scores) {
                let times = Int(resampling.drawCounts[presentation.group * resampling.replicateCount + replicate])
                scores[presentation.kind] += Array(repeating: score ?? 0, count: times)
            }
            let attacks = [[scores[1]], [scores[2]], [scores[1], scores[2]], [scores[1] + scores[2]]]
            for (number, attacks) in attacks.enumerated() {
                guard let curve = ErrorCurve(bonaFide: scores[0], attacks: attacks) else { continue }
                expected[number].append(
                    [curve.auc, curve.equalErrorRate.rate] + ScoreReplicates.limits.map { curve.bpcer(atAPCER: $0) })
            }
        }
        for curve in expected.indices {
            for measure in ScoreReplicates.Measure.allCases {
                let values = found.values(measure, ofCurve: curve)
                #expect(values.count == expected[curve].count && values.count > 30)
                for (value, plain) in zip(values, expected[curve]) {
                    #expect(abs(value - plain[measure.rawValue]) < 1e-12, "\(measure) of curve \(curve)")
                }
            }
        }
    }

    @Test func equalSeedsGiveEqualIntervals() throws {
        let scored = scored(seed: 5)
        func intervals(_ seed: UInt64) -> ScoreIntervals { ScoreIntervals(scored, confidence: 0.95, seed: seed) }
        #expect(intervals(1).pooled == intervals(1).pooled && intervals(1).ofSpecies == intervals(1).ofSpecies)
        #expect(intervals(1).pooled != intervals(2).pooled)
        let measures = ScoreMeasures(scored)
        for (measure, found) in [
            (measures.pooled, intervals(1).pooled), (measures.worstSpecies, intervals(1).worstSpecies),
        ] {
            let (measure, found) = (try #require(measure), try #require(found))
            for (value, interval) in [
                (measure.auc, found.auc), (measure.equalErrorRate, found.equalErrorRate),
                (measure.bpcer10, found.bpcer10), (measure.bpcer100, found.bpcer100),
            ] {
                let interval = try #require(interval)
                #expect(interval.lower <= value && value <= interval.upper && interval.lower < interval.upper)
            }
        }
    }

    /// Scores that separate all maps: the replicates do not vary; the intervals are those of classes without errors.
    @Test func separatedScoresHaveAnInterval() throws {
        let found = try #require(ScoreIntervals(scored(seed: 7, shift: 60), confidence: 0.95).pooled)
        let scored = scored(seed: 7, shift: 60)
        let rates = GroupedRates(
            scored.presentations.pooled, accepted: scored.presentations.all.map { $0.kind == 0 }, confidence: 0.95)
        #expect(found.bpcer10 == rates.bpcer.interval)
        #expect(found.auc?.upper == 1 && (found.auc?.lower ?? 1) < 0.8)
        #expect(found.equalErrorRate == rates.acer && rates.acer?.lower == 0)
    }

    @Test func oneClassHasNoIntervals() {
        let rows = (0..<4).map { PlantedRow(kind: 0, group: $0) }
        let scored = ScoredPresentations(LabelledPresentations(planted: rows, species: 1), scores: [0, 0.1, 0.2, nil])
        let found = ScoreIntervals(scored, confidence: 0.95)
        #expect(found.pooled == nil && found.worstSpecies == nil && found.ofSpecies == [nil])
    }

    /// Rates of 0.1 [0, 0.4] and 0.3 [0.2, 0.7]: distances of 0.1 and 0.1 below, of 0.3 and 0.4 above.
    @Test func meansCombineIntervals() throws {
        let interval = try #require(
            ConfidenceInterval.ofMean(
                (0.1, ConfidenceInterval(lower: 0, upper: 0.4)), (0.3, ConfidenceInterval(lower: 0.2, upper: 0.7))))
        #expect(abs(interval.lower - (0.2 - 0.02.squareRoot() / 2)) < 1e-12 && abs(interval.upper - 0.45) < 1e-12)
        #expect(ConfidenceInterval.ofMean(nil, (0.3, interval)) == nil)
    }

    /// Expected: scipy.stats 1.17.1, norm.cdf(-t.ppf(0.975, n - 1) * (n / (n - 1)) ** 0.5).
    @Test(arguments: [(5.0, 0.0009541005518824907), (30.0, 0.01875390027822054)])
    func percentilesAreExpanded(size: Double, tail: Double) {
        #expect(abs(ScoreIntervals.expanded(0.025, size: size) - tail) < 1e-9)
    }
}
