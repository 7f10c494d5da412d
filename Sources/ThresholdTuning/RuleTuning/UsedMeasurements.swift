package import PlanarityMeasurements

/// The measurements that a rule is to use, or the number to select.
///
///     let data = try UsedMeasurements("best:2").data(labelled)
package struct UsedMeasurements: Sendable, Hashable {
    package let choice: MeasurementChoice
    /// The named measurements; for a selection, all that a rule can use.
    package let wanted: [RuleMeasurement]

    private static let bestPrefix = "best:"
    /// Larger selections have too many subsets to try.
    private static let bestSizes = 1...3

    /// Parses `depth_layers,edge_coherence` or `best:2`.
    package init(_ text: String) throws(TuningError) {
        let known = RuleMeasurement.known
        if text.hasPrefix(Self.bestPrefix), let size = Int(text.dropFirst(Self.bestPrefix.count)),
            Self.bestSizes.contains(size)
        {
            choice = .best(size)
            wanted = known
            return
        }
        var wanted: [RuleMeasurement] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            guard let measurement = known.named(name) else {
                throw .unknownMeasurement(name, known: known.map(\.name))
            }
            guard !wanted.contains(measurement) else { throw .measurementTwice(name) }
            wanted.append(measurement)
        }
        choice = .all
        self.wanted = wanted
    }

    package func data(_ labelled: LabelledMeasurements) throws(TuningError) -> RuleData {
        guard case .best(let size) = choice else { return try RuleData(labelled, wanted) }
        // Select among those with values: a table may have only the server's measurements.
        let present = wanted.filter { measurement in labelled.rows.contains { measurement.value(in: $0) != nil } }
        guard present.count >= size else { throw .tooFewMeasurements(found: present.count, wanted: size) }
        return try RuleData(labelled, present)
    }
}
