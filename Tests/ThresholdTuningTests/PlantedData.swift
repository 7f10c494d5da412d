import DepthAnalysis
import Support

@testable import ThresholdTuning

/// A synthetic presentation.
struct PlantedRow {
    var kind = 0
    var group = 0
    var deviation = 1.0
    var layers = 5
    var coherence = 0.9
    var responded = true
    /// Not screen-like by default.
    var screen = (range: 3.0, uniformity: 0.1, mean: 2.0)
}

extension LabelledPresentations {
    init(planted rows: [PlantedRow], species: Int = 1, profile: AnalysisProfile = .server) {
        let groups = (rows.map(\.group).max() ?? 0) + 1
        self.init(
            profile: profile, species: (0..<species).map { "species-\($0)" },
            groupNames: (0..<groups).map { "group-\($0)" },
            all: rows.map { row in
                Presentation(
                    kind: row.kind, group: row.group, responded: row.responded, standardDeviation: row.deviation,
                    layers: row.layers, coherence: row.coherence, depthRange: row.screen.range,
                    uniformity: row.screen.uniformity, meanDepth: row.screen.mean)
            })
    }

    /// Rows with uniformly distributed measurements, a few values of which repeat; the classes overlap.
    static func random(
        _ count: Int, seed: UInt64, species: Int = 3, groups: Int = 12, profile: AnalysisProfile = .server
    ) -> LabelledPresentations {
        var random = SplitMix64(seed: seed)
        func unit() -> Double { Double(random.below(1 << 20)) / Double(1 << 20) }
        let rows = (0..<count).map { index in
            let kind = random.below(species + 1)
            // The first of each class always has a verdict, so that no class is empty.
            let shift = kind == 0 ? 0.25 : 0
            func value(_ scale: Double) -> Double {
                let value = random.below(4) == 0 ? Double(random.below(5)) / 4 : unit()
                let shifted = scale * max(0, value + shift)
                return profile == .client ? Double(Float(shifted)) : shifted
            }
            return PlantedRow(
                kind: index <= species ? index : kind, group: random.below(groups), deviation: value(1.5),
                layers: random.below(6) + (kind == 0 ? 1 : 0), coherence: value(0.8),
                responded: index <= species || random.below(12) > 0,
                screen: (
                    range: random.below(6) == 0 ? 0.1 : 2, uniformity: 0.9, mean: random.below(2) == 0 ? 1 : 3
                ))
        }
        return LabelledPresentations(planted: rows, species: species, profile: profile)
    }
}
