package import DepthAnalysis

/// The inputs of an evaluation: labelled measurements, and the two sets of parameters to compare on them.
///
///     var inputs = EvaluationInputs(labelled, given: .init(parameters: tuned, name: "tuned.json"))
///     inputs.development = development
///     let evaluation = try inputs.evaluation()
package struct EvaluationInputs {
    /// One set of parameters.
    package struct Side {
        package var parameters: AnalysisParameters
        /// The name in reports.
        package var name: String
        /// The name in errors.
        let errorName: String

        package init(parameters: AnalysisParameters, name: String, errorName: String? = nil) {
            self.parameters = parameters
            self.name = name
            self.errorName = errorName ?? name
        }

        /// The server's parameters.
        package static let servers = Side(
            parameters: .standard, name: "the server's", errorName: "the server's parameters")
    }

    private let labelled: LabelledMeasurements
    private let given: Side
    package var against = Side.servers
    /// The same maps measured with the parameters of ``against``; nil if both measure alike.
    package var otherMeasurements: LabelledMeasurements?
    /// A set on which thresholds of the score may be chosen; nil for none.
    package var development: LabelledMeasurements?
    /// The unit of a decision; nil to decide each map. The labels have its column as their domain.
    package var unit: DecisionUnit?
    /// The data that the parameters were tuned on, beside ``development``.
    package var tuningData: [TuningOverlap.Source] = []
    package var confidence = ConfidenceInterval.standardConfidence
    /// Whether bona fide maps or attacks may be missing, so that reports lack what needs them.
    package var allowsOneClass = false

    package init(_ labelled: LabelledMeasurements, given: Side) {
        self.labelled = labelled
        self.given = given
    }

    /// Makes the evaluation.
    ///
    /// - Throws: ``TuningError``, also if the measurements were not made with the parameters of a side.
    package func evaluation() throws(TuningError) -> ThresholdEvaluation {
        let given = try evaluated(given, on: labelled, development)
        let against: EvaluatedParameters
        if let otherMeasurements {
            // There is no development set with such measurements.
            against = try evaluated(self.against, on: try otherMeasurements.ordered(as: labelled), nil)
        } else {
            try requireMeasuringAlike(self.against)
            against = try evaluated(self.against, on: labelled, development)
        }
        var sources = tuningData
        if let development { sources += [.measurements(development.rows), .labels(development.labels)] }
        return ThresholdEvaluation(
            given: given, against: against, confidence: confidence, unit: unit,
            overlap: sources.isEmpty ? nil : TuningOverlap(of: labelled, in: sources), of: labelled)
    }

    private func evaluated(
        _ side: Side, on labelled: LabelledMeasurements, _ development: LabelledMeasurements?
    ) throws(TuningError) -> EvaluatedParameters {
        _ = try labelled.exponential(for: side.parameters)
        _ = try development?.exponential(for: side.parameters)
        let presentations =
            allowsOneClass ? try LabelledPresentations(numbering: labelled) : try LabelledPresentations(labelled)
        guard presentations.all.contains(where: \.responded) else { throw .noMaps(of: "labelled") }
        return EvaluatedParameters(
            name: side.name, parameters: side.parameters, presentations: presentations,
            development: try development.map { (set) throws(TuningError) in try LabelledPresentations(numbering: set) },
            unitRule: unit?.rule, confidence: confidence)
    }

    private func requireMeasuringAlike(_ side: Side) throws(TuningError) {
        guard let found = labelled.rows.first?.provenance.measuringDigest,
            !DepthAnalyzer.Exponential.allCases.contains(where: { side.parameters.measuringDigest($0) == found })
        else { return }
        throw .otherMeasuring(of: side.errorName, found: found, expected: side.parameters.measuringDigest)
    }
}
