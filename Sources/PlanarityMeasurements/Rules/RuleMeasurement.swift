package import DepthAnalysis

/// A measurement that a rule can compare with a threshold.
///
///     let spread = RuleMeasurement.known.named("depth_variance")
///     print(spread?.unit ?? "", spread?.direction == .moreIsReal)
package struct RuleMeasurement: Sendable, Hashable {
    /// The side of a threshold on which real scenes lie.
    package enum Direction: String, Sendable, CaseIterable {
        /// Real scenes have larger values than attacks: above the threshold.
        case moreIsReal
        /// Real scenes have smaller values: at or below the threshold.
        case lessIsReal
    }

    /// The column name in tables of measurements, also used in the JSON of rules.
    package let name: String
    /// The unit of values and thresholds; empty for shares, ratios and flags.
    package let unit: String
    package let isIntegerValued: Bool
    package let direction: Direction
    package let summary: String

    package init(name: String, unit: String, isIntegerValued: Bool = false, direction: Direction, summary: String) {
        self.name = name
        self.unit = unit
        self.isIntegerValued = isIntegerValued
        self.direction = direction
        self.summary = summary
    }
}

extension RuleMeasurement {
    /// All measurements that a rule can name, in listing order.
    package static let known = serverMeasurements + ofCandidates

    package static let ofCandidates = Candidate.allCases.map(RuleMeasurement.init)

    /// The server's measurements that have a meaningful threshold: each value that its verdict compares, and the
    /// screen rule as a whole (1 for a screen, 0 otherwise).
    ///
    /// Measurements of the distance, such as `mean_depth`, are excluded: neither side of a threshold indicates a real
    /// scene.
    package static let serverMeasurements: [RuleMeasurement] =
        [
            .init(.standardDeviation, .moreIsReal), .init(.layerCount, .moreIsReal), .init(.edgeCoherence, .moreIsReal),
            .init(
                name: SceneAnalysis.depthRangeKey, unit: SceneAnalysis.Field.maximumDepth.unit.rawValue,
                direction: .moreIsReal, summary: "farthest minus nearest valid sample"),
            .init(.uniformityRatio, .lessIsReal), .init(.minimumQuadrantStandardDeviation, .moreIsReal),
            .init(.isScreenLike, .lessIsReal),
        ]

    private init(_ candidate: Candidate) {
        let definition = candidate.definition
        self.init(
            name: candidate.rawValue, unit: definition.unit, isIntegerValued: candidate == .planeCount,
            direction: definition.direction == .moreIsReal ? .moreIsReal : .lessIsReal, summary: definition.meaning)
    }

    private init(_ field: SceneAnalysis.Field, _ direction: Direction) {
        self.init(
            name: field.rawValue, unit: field.unit.rawValue,
            isIntegerValued: field.kind == .whole || field.kind == .flag, direction: direction, summary: field.meaning)
    }

    /// The candidate with this name; nil for one of the server's measurements.
    package var candidate: Candidate? { Candidate(rawValue: name) }

    /// The value of one of the server's measurements in an analysis or in a record of a table row. Nil for other
    /// measurements, for an analysis without a verdict, and for a value that was not measured.
    package func value(in analysis: SceneAnalysis) -> Double? {
        guard analysis.status != .unavailable else { return nil }
        if name == SceneAnalysis.depthRangeKey { return analysis.depthRange }
        guard let field = SceneAnalysis.Field(rawValue: name) else { return nil }
        let value = field.value(in: analysis)
        if case .flag(let flag) = value { return flag ? 1 : 0 }
        // A table row holds only this number about the quadrants. If none was measured, the server reports the
        // greatest finite number. The client reports 0, as it does for a flat quadrant.
        if field == .minimumQuadrantStandardDeviation, let number = value.number,
            number == (analysis.profile == .server ? .greatestFiniteMagnitude : 0)
        {
            return nil
        }
        return value.number
    }
}

extension [RuleMeasurement] {
    package func named(_ name: String) -> RuleMeasurement? {
        first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
