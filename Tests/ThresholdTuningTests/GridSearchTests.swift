import DepthAnalysis
import Testing

@testable import ThresholdTuning

/// Tries every point of the grid, as the reference for the grid search.
private func plainGrid(steps: Int, _ objective: Objective, _ candidates: DecidablePresentations) -> Thresholds? {
    func spaced(_ value: (Presentation) -> Double) -> [Double] {
        let largest = candidates.all.map(value).max() ?? 0
        return (0..<steps).map { largest * Double($0) / Double(steps - 1) }
    }
    var best: (thresholds: Thresholds, key: (Double, Double, Double))?
    for thresholds in Thresholds.combinations(
        standardDeviations: spaced(\.standardDeviation), layers: 0...(candidates.all.map(\.layers).max() ?? 0) + 1,
        coherences: spaced(\.coherence))
    {
        let accepted = candidates.accepted(thresholds)
        let key = objective.rank(apcer: candidates.worstAPCER(accepted), bpcer: candidates.bpcer(accepted))
        if best.map({ key < $0.key }) ?? true { best = (thresholds, key) }
    }
    return best?.thresholds
}

@Suite struct GridSearchTests {
    private static let objectives: [Objective] = [
        .bpcer10, .bpcer20, .acer, .leastAPCER(maximumBPCER: 0.2),
        .leastCost(ErrorCosts(apcer: 5, bpcer: 1, prior: 0.3)),
    ]

    @Test(arguments: 2..<14) func theFirstBestPointOfThePlainGridIsFound(steps: Int) {
        for seed in 1...4 as ClosedRange<UInt64> {
            let presentations = Presentations.random(steps * 12, seed: seed, species: Int(seed) - 1)
            let candidates = DecidablePresentations(presentations, .standard)
            let search = GridSearch(steps: steps, of: candidates)
            for objective in Self.objectives {
                #expect(search.best(objective, of: candidates) == plainGrid(steps: steps, objective, candidates))
            }
        }
    }

    /// The last of evenly spaced thresholds is rounded, sometimes below the largest measured value.
    @Test func aValueAboveTheLastThresholdIsAccepted() {
        let steps = 4
        let last = Double(steps - 1)
        let values: [Double] = (1...10_000).map { number in 1 + Double(number) / 7 }
        let deviation = values.first { value in value * last / last < value }
        guard let deviation else { return }
        let rows = [PlantedRow(deviation: deviation), PlantedRow(kind: 1, group: 1, deviation: 0.5)]
        let candidates = DecidablePresentations(Presentations(planted: rows), .standard)
        #expect(
            GridSearch(steps: steps, of: candidates).best(.acer, of: candidates)
                == plainGrid(steps: steps, .acer, candidates))
    }

    @Test func anEmptyGridYieldsItsFirstPoint() {
        let candidates = DecidablePresentations(
            Presentations(planted: [PlantedRow(responded: false), PlantedRow(kind: 1, group: 1, responded: false)]),
            .standard)
        #expect(
            GridSearch(steps: 3, of: candidates).best(.acer, of: candidates)
                == Thresholds(standardDeviation: 0, layers: 0, coherence: 0))
    }

    @Test func pointsAreAllOfTheGridOrASpreadSample() {
        let candidates = DecidablePresentations(Presentations.random(60, seed: 3), .standard)
        let grid = GridSearch(steps: 5, of: candidates)
        let all = grid.points(atMost: .max)
        #expect(all.count == grid.count && Set(all).count == all.count)
        let few = grid.points(atMost: 7)
        #expect(few.count == 7 && few.first == all.first && few.last == all.last && Set(few).count == 7)
        #expect(grid.points(atMost: 1) == Array(all.prefix(1)))
    }
}
