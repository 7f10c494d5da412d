internal import DepthAnalysis
internal import PlanarityMeasurements

/// Converts threshold indices to a rule, placing each threshold in the middle of the interval that decides alike.
///
/// Each threshold in turn lies midway between the highest rejected and the lowest accepted value of the maps that
/// all other thresholds accept; if none is accepted, above the highest value. A comparison that rejects none of
/// these maps is omitted. It is kept only if some map lacks the measurement: the threshold then accepts every
/// measured value, because a missing measurement must not pass.
struct RulePlacement {
    private let candidates: RankedMaps
    private let measurements: [RuleMeasurement]
    /// Whether each measurement is missing for some map with a verdict.
    private let isMissingSomewhere: [Bool]
    private let profile: AnalysisProfile

    init(_ candidates: RankedMaps, _ data: RuleData) {
        self.candidates = candidates
        measurements = data.measurements
        profile = data.presentations.profile
        isMissingSomewhere = data.values.map { values in
            zip(values, data.presentations.all).contains { $0 == nil && $1.responded }
        }
    }

    func rule(_ numbers: [Int]) -> (rule: SceneRule, unused: [String]) {
        let columns = candidates.columnCount
        /// Thresholds that values must exceed, with signs set so that higher is more bona fide.
        var thresholds = numbers.indices.map { column in
            numbers[column] == 0 ? -Double.infinity : candidates.levels[column][numbers[column] - 1]
        }
        var comparisons: [SceneRule.Comparison?] = []
        for column in 0..<columns {
            var (lower, upper): (Double?, Double?) = (nil, nil)
            for candidate in 0..<candidates.count {
                let values = candidates.values[candidate * columns..<(candidate + 1) * columns]
                let isAccepted = zip(0..<columns, values).allSatisfy { $0 == column || $1 > thresholds[$0] }
                guard isAccepted, let value = Optional(values[values.startIndex + column]) else { continue }
                if value > thresholds[column] {
                    upper = min(upper ?? value, value)
                } else {
                    lower = max(lower ?? value, value)
                }
            }
            guard let lower else {
                thresholds[column] = -.infinity
                comparisons.append(isMissingSomewhere[column] ? Self.everything(measurements[column]) : nil)
                continue
            }
            let comparison = Self.comparison(measurements[column], lower: lower, upper: upper)
            comparisons.append(comparison)
            thresholds[column] = lower
        }
        let used = comparisons.compactMap { $0 }
        let unused = zip(measurements, comparisons).filter { $0.1 == nil }.map { $0.0.name }
        // A rule needs a comparison even if accepting everything is best.
        guard !used.isEmpty else {
            return (
                SceneRule([Self.everything(measurements[0])], profile: profile), Array(unused.dropFirst())
            )
        }
        return (SceneRule(used, profile: profile), unused)
    }

    private static func everything(_ measurement: RuleMeasurement) -> SceneRule.Comparison {
        switch measurement.direction {
        case .moreIsReal: .init(measurement.name, .atLeast, -Double.greatestFiniteMagnitude)
        case .lessIsReal: .init(measurement.name, .atMost, .greatestFiniteMagnitude)
        }
    }

    /// The comparison that accepts `upper` and rejects `lower`, with signs set so that higher is more bona fide.
    /// For whole-number measurements, the threshold is a whole number.
    static func comparison(_ measurement: RuleMeasurement, lower: Double, upper: Double?) -> SceneRule.Comparison {
        var middle = lower
        if let upper {
            let between = lower / 2 + upper / 2
            if between > lower, between < upper { middle = between }
        }
        switch (measurement.direction, measurement.isIntegerValued) {
        case (.moreIsReal, false): return .init(measurement.name, .above, middle)
        case (.moreIsReal, true): return .init(measurement.name, .atLeast, middle.rounded(.down) + 1)
        case (.lessIsReal, false):
            let threshold = middle > lower ? -middle : upper.map { -$0 } ?? (-lower).nextDown
            return .init(measurement.name, .atMost, threshold)
        case (.lessIsReal, true): return .init(measurement.name, .atMost, (-middle).rounded(.up) - 1)
        }
    }
}
