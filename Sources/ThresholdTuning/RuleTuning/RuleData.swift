package import PlanarityMeasurements

/// Labelled maps with the values that rules compare.
///
///     let data = try RuleData(labelled, RuleMeasurement.known)
///     let pair = data.only(["depth_layers", "plane_distance_median"])
package struct RuleData: Sendable {
    /// The maps as the server's thresholds see them, with classes and groups.
    package let presentations: Presentations
    package let measurements: [RuleMeasurement]
    /// The values of each measurement, one per map; nil if the measurement was not possible. Never NaN or infinite.
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
    var count: Int { presentations.count }

    /// The same maps with the named measurements, in the given order. Unknown names are ignored.
    package func only(_ names: [String]) -> RuleData {
        only(names.compactMap { name in measurements.firstIndex { $0.name == name } })
    }

    func only(_ indices: [Int]) -> RuleData {
        RuleData(
            presentations: presentations, measurements: indices.map { measurements[$0] },
            values: indices.map { values[$0] })
    }

    /// The maps at `indices`; classes and groups keep their numbers.
    func subset(_ indices: [Int]) -> RuleData {
        RuleData(
            presentations: presentations.subset(indices), measurements: measurements,
            values: values.map { values in indices.map { values[$0] } })
    }

    /// Whether a rule accepts the map at an index. A map without a verdict of the server is a non-response for any
    /// rule.
    package func accepts(_ rule: SceneRule, at index: Int) -> Bool {
        guard presentations.all[index].responded else { return false }
        return rule.verdict { name in
            measurements.firstIndex { $0.name == name }.flatMap { values[$0][index] }
        }.passes
    }

    package func accepted(_ rule: SceneRule) -> [Bool] {
        (0..<count).map { accepts(rule, at: $0) }
    }
}
