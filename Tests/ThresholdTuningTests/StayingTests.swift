import DepthAnalysis
import Testing

@testable import ThresholdTuning

@Suite struct StayingTests {
    /// Attacks lie at 0.6 m, real scenes from 0.7 m on, all with 5 layers and a coherence of 0.9: the spread threshold
    /// must move from 0.5 m, into the middle of the gap; the others decide nothing and stay.
    @Test(arguments: [AnalysisProfile.server, .client])
    func onlyTheThresholdThatMustMoveMoves(profile: AnalysisProfile) {
        let rows = (0..<40).map { PlantedRow(kind: $0 % 2, group: $0, deviation: $0 % 2 == 0 ? 0.75 : 0.625) }
        let presentations = Presentations(planted: rows, profile: profile)
        for objective in [Objective.bpcer20, .acer] {
            let thresholds = presentations.optimum(objective, parameters: .standard).thresholds
            #expect(thresholds == Thresholds(standardDeviation: 0.6875, layers: 3, coherence: 0.3), "\(objective)")
        }
    }

    /// Any one of the three rules tells the attacks from the real scenes, and the present thresholds do not. Layers
    /// and coherence can both stay if the spread threshold moves.
    @Test func asManyStayAsCan() {
        let rows = (0..<40).map { number in
            number % 2 == 0
                ? PlantedRow(group: number, deviation: 2, layers: 9, coherence: 0.9)
                : PlantedRow(kind: 1, group: number, deviation: 1, layers: 5, coherence: 0.5)
        }
        let thresholds = Presentations(planted: rows).optimum(.bpcer20, parameters: .standard).thresholds
        let present = Thresholds(.standard)
        let moved = [
            thresholds.standardDeviation != present.standardDeviation, thresholds.layers != present.layers,
            thresholds.coherence != present.coherence,
        ]
        #expect(moved.count { $0 } == 1)
    }

    /// Present thresholds that make no error are the tuned ones.
    @Test func flawlessThresholdsStay() {
        let rows = (0..<40).map { PlantedRow(kind: $0 % 2, group: $0, deviation: $0 % 2 == 0 ? 1 : 0.1) }
        for (_, objective) in Objective.named where objective != .deer {
            let optimum = Presentations(planted: rows).optimum(objective, parameters: .standard)
            #expect(optimum.thresholds == Thresholds(.standard), "\(objective)")
        }
    }

    /// Staying costs nothing: as many real scenes pass as with the best thresholds anywhere, and no more attacks.
    @Test(arguments: 0..<20)
    func stayingIsAsGoodAsTheBest(seed: Int) {
        let profile: AnalysisProfile = seed.isMultiple(of: 2) ? .server : .client
        let presentations = Presentations.random(60, seed: UInt64(seed), profile: profile)
        let candidates = Candidates(presentations, .standard)
        for (objective, limit) in [(Objective.bpcer10, 0.1), (.bpcer20, 0.05), (.bpcer100, 0.01)] {
            let best = ExactSearch(candidates).leastBPCER(limit: limit)
            let tuned = presentations.optimum(objective, parameters: .standard).thresholds
            let accepted = candidates.accepted(tuned.rounded(for: profile))
            #expect(accepted[0] == best.bonaFide, "seed \(seed), \(objective)")
            #expect(accepted.dropFirst().reduce(0, +) == best.attacks, "seed \(seed), \(objective)")
        }
        let least = ExactSearch(candidates).best(.acer)
        let rates = presentations.rates(
            presentations.optimum(.acer, parameters: .standard).thresholds.applied(to: .standard))
        #expect(rates.worstAPCER == least.worstAPCER && rates.bpcer.value == least.bpcer, "seed \(seed)")
    }
}
