package import DepthAnalysis
package import ThresholdTuning

/// A report on a corpus, shown in a browser: all values that affect verdicts, and the effect of thresholds on verdicts.
package struct ExplorerReport: Sendable {
    package let subject: ReportSubject
    package let rows: [MapMeasurement]
    /// Nil without labels.
    let labelled: LabelledMeasurements?
    package var labelNotes: LabelNotes? { labelled?.notes }
    let presentations: LabelledPresentations?
    /// The sets of parameters to compare. The server's set is the first.
    package let comparedParameters: [ComparedParameters]
    /// The reason why no parameters were tuned; nil without labels, or if parameters were tuned.
    package let tuningError: TuningError?
    let tradeOff: [TradeOffPoint]

    /// - Throws: ``TuningError`` if the measurements were made with different settings, or with parameters other than
    ///   those given.
    package init(
        _ rows: [MapMeasurement], labelled: LabelledMeasurements?, about subject: ReportSubject
    ) throws(TuningError) {
        let rows = labelled?.rows ?? rows
        try rows.requireMeasuredAlike()
        let present = try Self.present(of: rows, given: subject.given)
        var comparedParameters = [ComparedParameters(kind: .server, name: "the server's", parameters: present)]
        presentations = try labelled.map { labelled throws(TuningError) in
            try LabelledPresentations(numbering: labelled)
        }
        var tuningError: TuningError?
        var tradeOff: [TradeOffPoint] = []
        (self.subject, self.rows, self.labelled) = (subject, rows, labelled)
        if let labelled {
            do throws(TuningError) {
                let presentations = try LabelledPresentations(labelled)
                let tuned = presentations.optimum(subject.objective, parameters: present)
                comparedParameters.append(
                    ComparedParameters(
                        kind: .tuned, name: "tuned", parameters: tuned.thresholds.applied(to: present)))
                tradeOff = presentations.tradeOff(present, effort: Self.searchCount(rowCount: rows.count))
            } catch {
                tuningError = error
            }
        }
        if let given = subject.given {
            comparedParameters.append(ComparedParameters(kind: .given, name: given.name, parameters: given.parameters))
        }
        (self.comparedParameters, self.tuningError) = (comparedParameters, tuningError)
        self.tradeOff = tradeOff
    }

    package var exponential: DepthAnalyzer.Exponential {
        let found = rows.first?.provenance.measuringDigest
        let parameters = comparedParameters[0].parameters
        return DepthAnalyzer.Exponential.allCases.first { parameters.measuringDigest($0) == found } ?? .fused
    }

    /// The parameters that the server would apply to these measurements.
    private static func present(
        of rows: [MapMeasurement], given: ReportSubject.Given?
    ) throws(TuningError) -> AnalysisParameters {
        let present = given?.parameters.measuringPart ?? .standard
        let found = rows.first?.provenance.measuringDigest ?? present.measuringDigest
        guard DepthAnalyzer.Exponential.allCases.contains(where: { present.measuringDigest($0) == found }) else {
            throw .otherParameters(found: found, expected: present.measuringDigest)
        }
        return present
    }

    /// The number of searches for the trade-off curve. Each search processes all rows, and a few dozen points suffice.
    private static func searchCount(rowCount: Int) -> Int { min(128, max(24, 2_000_000 / max(rowCount, 1))) }
}

/// The inputs and options of a report.
package struct ReportSubject: Sendable {
    package struct Given: Sendable {
        package let name: String
        package let parameters: AnalysisParameters

        package init(name: String, parameters: AnalysisParameters) {
            (self.name, self.parameters) = (name, parameters)
        }
    }

    package var measurements: String
    package var labels: String?
    package var given: Given?
    package var objective = TuningObjective.bpcer20
    package var showsCandidates = false
    package var confidence = ConfidenceInterval.standardConfidence
    package var version: String

    package init(measurements: String, version: String) {
        (self.measurements, self.version) = (measurements, version)
    }
}

/// Parameters that a report offers for comparison.
package struct ComparedParameters: Sendable {
    package enum Kind: String, Sendable {
        /// The server's parameters.
        case server = "present"
        case tuned
        case given
    }

    package let kind: Kind
    package let name: String
    package let parameters: AnalysisParameters
}
