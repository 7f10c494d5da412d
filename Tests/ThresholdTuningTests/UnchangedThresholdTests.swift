import DepthAnalysis
import Testing

@testable import ThresholdTuning

@Suite struct UnchangedThresholdTests {
    /// Attacks have 0.625 m, real scenes 0.75 m, all with 5 layers and a coherence of 0.9. The standard deviation
    /// threshold must move from 0.5 m into the middle of the gap; the others decide nothing and stay.
    @Test(arguments: [AnalysisProfile.server, .client])
    func onlyNecessaryThresholdsMove(profile: AnalysisProfile) {
        let rows = (0..<40).map { PlantedRow(kind: $0 % 2, group: $0, deviation: $0 % 2 == 0 ? 0.75 : 0.625) }
        let presentations = LabelledPresentations(planted: rows, profile: profile)
        for objective in [TuningObjective.bpcer20, .acer] {
            let thresholds = presentations.optimum(objective, parameters: .standard).thresholds
            #expect(
                thresholds == VerdictThresholds(standardDeviation: 0.6875, layers: 3, coherence: 0.3), "\(objective)")
        }
    }

    /// Any of the three rules can separate attacks from real scenes, but not the present thresholds. If the
    /// standard deviation threshold moves, layers and coherence can stay.
    @Test func asManyThresholdsStayAsPossible() {
        let rows = (0..<40).map { number in
            number % 2 == 0
                ? PlantedRow(group: number, deviation: 2, layers: 9, coherence: 0.9)
                : PlantedRow(kind: 1, group: number, deviation: 1, layers: 5, coherence: 0.5)
        }
        let thresholds = LabelledPresentations(planted: rows).optimum(.bpcer20, parameters: .standard).thresholds
        let present = VerdictThresholds(.standard)
        let moved = [
            thresholds.standardDeviation != present.standardDeviation, thresholds.layers != present.layers,
            thresholds.coherence != present.coherence,
        ]
        #expect(moved.count { $0 } == 1)
    }

    @Test func flawlessThresholdsStay() {
        let rows = (0..<40).map { PlantedRow(kind: $0 % 2, group: $0, deviation: $0 % 2 == 0 ? 1 : 0.1) }
        for (_, objective) in TuningObjective.named where objective != .deer {
            let optimum = LabelledPresentations(planted: rows).optimum(objective, parameters: .standard)
            #expect(optimum.thresholds == VerdictThresholds(.standard), "\(objective)")
        }
    }

    /// The present thresholds reject two of ten real scenes and accept one of ten attacks; a lower standard
    /// deviation threshold would reject one and accept two, a higher one reject three and accept none. All have the
    /// same ACER, and the same cost if both errors cost the same, so the present thresholds stay. A limit on APCER
    /// decides otherwise.
    @Test func equalErrorsAreEquallyGoodInAnyCombination() {
        let real = [0.3, 0.45, 0.52] + Array(repeating: 1.0, count: 7)
        let attacks = [0.55, 0.47, 0.35] + Array(repeating: 0.1, count: 7)
        let rows =
            real.enumerated().map { PlantedRow(group: $0.offset, deviation: $0.element) }
            + attacks.enumerated().map { PlantedRow(kind: 1, group: 10 + $0.offset, deviation: $0.element) }
        let presentations = LabelledPresentations(planted: rows)
        for objective in [TuningObjective.acer, .leastCost(ErrorCosts(apcer: 2, bpcer: 2, prior: 0.5))] {
            let thresholds = presentations.optimum(objective, parameters: .standard).thresholds
            #expect(thresholds == VerdictThresholds(.standard), "\(objective)")
        }
        let limited = presentations.optimum(.bpcer20, parameters: .standard).thresholds
        #expect(limited.standardDeviation > 0.5)
    }

    /// Staying costs nothing: as many real scenes pass as with the best thresholds anywhere, and no more attacks.
    @Test(arguments: 0..<20)
    func theOptimumWithStayingThresholdsIsOptimal(seed: Int) throws {
        let profile: AnalysisProfile = seed.isMultiple(of: 2) ? .server : .client
        let presentations = LabelledPresentations.random(60, seed: UInt64(seed), profile: profile)
        let candidates = DecidablePresentations(presentations, .standard)
        for (objective, limit) in [(TuningObjective.bpcer10, 0.1), (.bpcer20, 0.05), (.bpcer100, 0.01)] {
            let best = ExactSearch(candidates).leastBPCER(limit: limit)
            let tuned = presentations.optimum(objective, parameters: .standard).thresholds
            let accepted = candidates.accepted(tuned.rounded(for: profile))
            #expect(accepted[0] == best.bonaFide, "seed \(seed), \(objective)")
            #expect(accepted.dropFirst().reduce(0, +) == best.attacks, "seed \(seed), \(objective)")
        }
        let least = ExactSearch(candidates).best(.acer)
        let rates = presentations.rates(
            presentations.optimum(.acer, parameters: .standard).thresholds.applied(to: .standard))
        let acer = try #require(rates.acer)
        #expect(abs(acer - (least.worstAPCER + least.bpcer) / 2) < 1e-12, "seed \(seed)")
    }
}
