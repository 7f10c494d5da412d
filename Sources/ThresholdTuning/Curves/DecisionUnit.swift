internal import Support

/// One decision for all maps of a scene, a video or another unit.
public struct DecisionUnit: Sendable, Hashable {
    /// The column of the labels whose value names the unit.
    public let column: String
    /// The rule that combines the decisions on the maps of a unit.
    public let rule: Rule

    /// Creates a unit.
    public init(column: String, rule: Rule) {
        self.column = column
        self.rule = rule
    }

    /// The rule that combines the decisions on the maps of a unit. Maps without a verdict do not count; a unit of only
    /// such maps has no verdict.
    public enum Rule: String, Sendable, CaseIterable {
        /// A unit is accepted if at least one map is.
        case any
        /// A unit is accepted if every map is.
        case all
        /// A unit is accepted if more than half of its maps are.
        case majority
        /// A unit is accepted if the mean of its maps' scores is above the threshold.
        case mean

        /// The score of a unit: above a threshold exactly if the rule accepts the unit there.
        func score(_ scores: [Double]) -> Double? {
            let sorted = scores.sorted()
            let count = sorted.count
            guard count > 0 else { return nil }
            return switch self {
            case .any: sorted[count - 1]
            case .all: sorted[0]
            case .majority: sorted[count - 1 - count / 2]
            // Divides first, because the sum of large scores could overflow.
            case .mean: sorted.reduce(0) { $0 + $1 / Double(count) }
            }
        }
    }

    /// The noun for the subject of one decision in reports: a map, or a unit of several maps.
    static func noun(_ unit: DecisionUnit?) -> String { unit == nil ? "map" : "unit" }

    /// A sentence for reports.
    var sentence: String {
        let rule =
            switch rule {
            case .any: "accepted if at least one map is"
            case .all: "accepted if every map is"
            case .majority: "accepted if more than half of its maps are"
            case .mean: "accepted if the mean of its maps' scores is above the threshold"
            }
        return "Maps of one class with the same \(column.printable) count as one unit, \(rule)."
    }
}

extension ScoredPresentations {
    /// One presentation for each unit: the maps of one class with the same group and domain, in the order of their
    /// first maps. The other measurements of a unit are those of its first map.
    func decided(by rule: DecisionUnit.Rule) -> ScoredPresentations {
        struct Unit: Hashable {
            let kind: Int
            let group: Int
            let domain: Int
            let part: Int
        }
        var numbers: [Unit: Int] = [:]
        var units: [(first: Presentation, scores: [Double])] = []
        for (presentation, score) in zip(presentations.all, scores) {
            let unit = Unit(
                kind: presentation.kind, group: presentation.group, domain: presentation.domain,
                part: presentation.part)
            let number = numbers[unit] ?? units.count
            if number == units.count {
                numbers[unit] = number
                units.append((presentation, []))
            }
            if let score { units[number].scores.append(score) }
        }
        return ScoredPresentations(
            LabelledPresentations(
                profile: presentations.profile, species: presentations.species, groupNames: presentations.groupNames,
                domainNames: presentations.domainNames, partNames: presentations.partNames,
                all: units.map { unit in
                    var presentation = unit.first
                    presentation.responded = !unit.scores.isEmpty
                    return presentation
                }),
            scores: units.map { rule.score($0.scores) }, areMargins: areMargins)
    }
}
