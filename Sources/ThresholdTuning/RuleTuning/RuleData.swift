package import PlanarityMeasurements

/// Labelled maps with the values that rules compare.
///
///     let data = try RuleData(labelled, RuleMeasurement.known, columns: columns)
///     let pair = data.only(["depth_layers", "plane_distance_median"])
package struct RuleData: Sendable {
    /// The maps as the server's thresholds see them, with classes and groups.
    package let presentations: Presentations
    /// What was measured.
    package let measurements: [RuleMeasurement]
    /// The values of each measurement, a map each; nil where it could not be made. Never NaN or infinite.
    package let values: [[Double?]]

    package init(presentations: Presentations, measurements: [RuleMeasurement], values: [[Double?]]) {
        precondition(
            values.count == measurements.count && values.allSatisfy { $0.count == presentations.count },
            "every measurement has a value or none for each map")
        self.presentations = presentations
        self.measurements = measurements
        self.values = values
    }
}

extension RuleData {
    /// The number of maps.
    var count: Int { presentations.count }

    /// The same maps with some of the measurements, in the order given; a name that is none of them is left out.
    package func only(_ names: [String]) -> RuleData {
        only(names.compactMap { name in measurements.firstIndex { $0.name == name } })
    }

    /// The same maps with the measurements at some indices.
    func only(_ indices: [Int]) -> RuleData {
        RuleData(
            presentations: presentations, measurements: indices.map { measurements[$0] },
            values: indices.map { values[$0] })
    }

    /// The maps at some indices; the numbers of classes and groups stay.
    func subset(_ indices: [Int]) -> RuleData {
        RuleData(
            presentations: presentations.subset(indices), measurements: measurements,
            values: values.map { values in indices.map { values[$0] } })
    }

    /// What a rule says of the map at an index. Without a verdict of the server there is none of the rule either: the
    /// map is a non-response.
    package func accepts(_ rule: SceneRule, at index: Int) -> Bool {
        guard presentations.all[index].responded else { return false }
        return rule.verdict { name in
            measurements.firstIndex { $0.name == name }.flatMap { values[$0][index] }
        }.passes
    }

    /// Whether each map is accepted.
    package func accepted(_ rule: SceneRule) -> [Bool] {
        (0..<count).map { accepts(rule, at: $0) }
    }
}
