package import DepthAnalysis

/// A measurement of a map that a rule can compare with a threshold: what it is called and what it says.
///
///     let spread = RuleMeasurement.known.named("depth_variance")
///     print(spread?.unit ?? "", spread?.direction == .moreIsReal)
package struct RuleMeasurement: Sendable, Hashable {
    /// On which side of a threshold real scenes are looked for.
    package enum Direction: String, Sendable, CaseIterable {
        /// Real scenes have more of it than attacks: they are above a threshold.
        case moreIsReal
        /// Real scenes have less of it: they are at or below a threshold.
        case lessIsReal
    }

    /// The name of its column in a table of measurements, and in the JSON of a rule.
    package let name: String
    /// The unit of its values and thresholds; empty for shares, ratios and flags.
    package let unit: String
    /// Whether its values are whole numbers.
    package let isWhole: Bool
    /// Which side real scenes are on.
    package let direction: Direction
    /// What it is, in one sentence.
    package let summary: String

    package init(name: String, unit: String, isWhole: Bool = false, direction: Direction, summary: String) {
        self.name = name
        self.unit = unit
        self.isWhole = isWhole
        self.direction = direction
        self.summary = summary
    }
}

extension RuleMeasurement {
    /// All that a rule can name, in the order in which they are listed.
    package static let known = ofTheServer + ofCandidates

    /// The measurements beside the server's.
    package static let ofCandidates = Candidate.allCases.map(RuleMeasurement.init)

    /// The server's, of which a threshold makes sense: what its verdict compares, each by itself, and whether the
    /// screen rule as a whole sees a screen, which is 1 if it does and 0 if not.
    ///
    /// Not among them is what tells how far away a map was taken, such as `mean_depth`: no side of a threshold on it is
    /// that of real scenes.
    package static let ofTheServer: [RuleMeasurement] =
        [
            .init(.standardDeviation, .moreIsReal), .init(.layerCount, .moreIsReal), .init(.edgeCoherence, .moreIsReal),
            .init(
                name: SceneAnalysis.depthRangeKey, unit: SceneAnalysis.Field.maximumDepth.unit.rawValue,
                direction: .moreIsReal, summary: "farthest less nearest valid sample"),
            .init(.uniformityRatio, .lessIsReal), .init(.minimumQuadrantStandardDeviation, .moreIsReal),
            .init(.isScreenLike, .lessIsReal),
        ]

    private init(_ candidate: Candidate) {
        let definition = candidate.definition
        self.init(
            name: candidate.rawValue, unit: definition.unit, isWhole: candidate == .planeCount,
            direction: definition.direction == .moreIsReal ? .moreIsReal : .lessIsReal, summary: definition.meaning)
    }

    private init(_ field: SceneAnalysis.Field, _ direction: Direction) {
        self.init(
            name: field.rawValue, unit: field.unit.rawValue, isWhole: field.kind == .whole || field.kind == .flag,
            direction: direction, summary: field.meaning)
    }

    /// The candidate of this name; nil if it is one of the server's measurements.
    package var candidate: Candidate? { Candidate(rawValue: name) }

    /// The value of one of the server's measurements in an analysis, or in the record that a row of measurements keeps
    /// of it; nil if this is none of them, without a verdict, and where it could not be made.
    package func value(in analysis: SceneAnalysis) -> Double? {
        guard analysis.status != .unavailable else { return nil }
        if name == SceneAnalysis.depthRangeKey { return analysis.depthRange }
        guard let field = SceneAnalysis.Field(rawValue: name) else { return nil }
        let value = field.value(in: analysis)
        if case .flag(let flag) = value { return flag ? 1 : 0 }
        // A row keeps of the quadrants only this number. The server says by the greatest there is that none was
        // measured, the client by 0, which is also what it says of a flat one.
        if field == .minimumQuadrantStandardDeviation, let number = value.number,
            number == (analysis.profile == .server ? .greatestFiniteMagnitude : 0)
        {
            return nil
        }
        return value.number
    }
}

extension [RuleMeasurement] {
    /// The one of this name; nil if there is none.
    package func named(_ name: String) -> RuleMeasurement? {
        first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
