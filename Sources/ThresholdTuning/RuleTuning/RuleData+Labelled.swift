package import PlanarityMeasurements

extension RuleData {
    /// Labelled maps with the requested measurements.
    ///
    /// - Parameters:
    ///   - labelled: the rows with their labels.
    ///   - wanted: the measurements, each once.
    package init(_ labelled: LabelledMeasurements, _ wanted: [RuleMeasurement]) throws(TuningError) {
        let presentations = try Presentations(labelled)
        if labelled.rows.contains(where: { !$0.provenance.hasCandidates }) {
            let missing = wanted.filter { $0.candidate != nil }.map(\.name)
            guard missing.isEmpty else { throw .missingMeasurements(missing) }
        }
        let values = wanted.map { measurement in labelled.rows.map { measurement.value(in: $0) } }
        for (measurement, values) in zip(wanted, values) where values.allSatisfy({ $0 == nil }) {
            throw .measurementWithoutValues(measurement.name)
        }
        self.init(presentations: presentations, measurements: wanted, values: values)
    }
}

extension RuleMeasurement {
    /// The value in a row of a table; nil if the measurement was not possible.
    package func value(in row: MapMeasurement) -> Double? {
        candidate.map { row.candidates[$0] } ?? value(in: row.analysis)
    }
}
