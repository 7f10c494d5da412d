import DepthAnalysis
import PlanarityMeasurements
import Support

@testable import ThresholdTuning

extension RuleMeasurement {
    /// Measurements for which more, or less, is real; every second pair is integral.
    static func planted(_ count: Int) -> [RuleMeasurement] {
        (0..<count).map { number in
            RuleMeasurement(
                name: "m\(number)", unit: "", isIntegerValued: number % 4 >= 2,
                direction: number % 2 == 0 ? .moreIsReal : .lessIsReal, summary: "planted")
        }
    }
}

/// A synthetic map: class, group, and a value for each measurement.
struct PlantedMap {
    var kind = 0
    var group = 0
    var responded = true
    var values: [Double?]
}

extension RuleData {
    init(_ maps: [PlantedMap], species: Int = 1, measurements: [RuleMeasurement]) {
        let groups = (maps.map(\.group).max() ?? 0) + 1
        self.init(
            presentations: Presentations(
                species: (0..<species).map { "species-\($0)" }, groupNames: (0..<groups).map { "group-\($0)" },
                all: maps.map { map in
                    Presentation(
                        kind: map.kind, group: map.group, responded: map.responded,
                        standardDeviation: abs(map.values[0] ?? 0), layers: 5, coherence: 0.9, depthRange: 3,
                        uniformity: 0.1, meanDepth: 2)
                }),
            measurements: measurements,
            values: measurements.indices.map { column in maps.map { $0.values[column] } })
    }

    /// Uniformly distributed values, some of which repeat and some of which are missing; those of real scenes are
    /// shifted.
    static func random(
        _ count: Int, columns: Int, seed: UInt64, species: Int = 2, groups: Int = 12, shift: Double = 0.35
    ) -> RuleData {
        var random = SplitMix64(seed: seed)
        let measurements = RuleMeasurement.planted(columns)
        let maps = (0..<count).map { index in
            let kind = index <= species ? index : random.below(species + 1)
            let values = measurements.map { measurement -> Double? in
                if index > species, random.below(25) == 0 { return nil }
                var value = Double(random.below(1000)) / 1000 + (kind == 0 ? shift : 0)
                if random.below(4) == 0 { value = (value * 4).rounded() / 4 }
                if measurement.isIntegerValued { value = (value * 8).rounded() }
                return measurement.direction == .moreIsReal ? value : -value
            }
            return PlantedMap(
                kind: kind, group: index <= species ? index : random.below(groups),
                responded: index <= species || random.below(15) > 0, values: values)
        }
        return RuleData(maps, species: species, measurements: measurements)
    }
}

/// Tries every rule that decides differently, as the reference for the search. A set of at most 64 maps is a word
/// with a bit for each.
enum PlainRuleSearch {
    /// The least rank at an objective over all rules that have, for each measurement, no threshold or one that just
    /// rejects some value.
    static func best(_ data: RuleData, _ objective: Objective) -> (excess: Double, value: Double) {
        precondition(data.count <= 64, "a map is a bit of a word")
        let all = data.presentations.all
        func set(_ isIn: (Int) -> Bool) -> UInt64 { all.indices.reduce(0) { isIn($1) ? $0 | 1 << $1 : $0 } }
        let classes = (0..<data.presentations.classCount).map { kind in
            set { all[$0].kind == kind && all[$0].responded }
        }
        let passing = data.values.indices.map { column in
            let isMore = data.measurements[column].direction == .moreIsReal
            let values = data.values[column]
            return [set { values[$0] != nil }]
                + Set(values.compactMap { $0 }).map { threshold in
                    set { values[$0].map { isMore ? $0 > threshold : $0 < threshold } ?? false }
                }
        }
        var best = (excess: Double.infinity, value: Double.infinity)
        func visit(_ column: Int, _ left: UInt64) {
            guard column < passing.count else {
                let shares = classes.map { Double((left & $0).nonzeroBitCount) / Double(max(1, $0.nonzeroBitCount)) }
                let failed = Double((classes[0] & ~left).nonzeroBitCount) / Double(classes[0].nonzeroBitCount)
                let rank = objective.rank(apcer: shares.dropFirst().max() ?? 0, bpcer: failed)
                if (rank.excess, rank.value) < best { best = (rank.excess, rank.value) }
                return
            }
            for passing in passing[column] { visit(column + 1, left & passing) }
        }
        visit(0, .max)
        return best
    }
}
