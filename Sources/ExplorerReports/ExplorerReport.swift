package import DepthAnalysis
package import ThresholdTuning

/// A corpus to look at in a browser: every number that decides, and what thresholds make of it.
///
///     let report = try ExplorerReport(rows, labelled: labelled, about: ReportSubject(measurements: "m.csv"))
///     let page = WebPage("report.html", data: report.blocks(with: pictures))
package struct ExplorerReport: Sendable {
    package let subject: ReportSubject
    /// Those that are shown, in the order of their table.
    package let rows: [MapMeasurement]
    /// The same with their labels; nil where there are none.
    let labelled: LabelledMeasurements?
    /// What the labels do not say, and what was not read of them; nil without labels.
    package var labelNotes: LabelNotes? { labelled?.notes }
    let presentations: Presentations?
    /// The present parameters first.
    package let marks: [ReportMark]
    /// Why there are no tuned parameters although there are labels.
    package let untuned: TuningError?
    let tradeOff: [TradeOffPoint]

    /// - Parameters:
    ///   - rows: all measurements.
    ///   - labelled: those with labels, if there are any.
    /// - Throws: ``TuningError`` for measurements that were not made alike, or not with the parameters given.
    package init(
        _ rows: [MapMeasurement], labelled: LabelledMeasurements?, about subject: ReportSubject
    ) throws(TuningError) {
        let rows = labelled?.rows ?? rows
        try rows.requireMeasuredAlike()
        let present = try Self.present(of: rows, given: subject.given)
        var marks = [ReportMark(kind: .present, name: "the server's", parameters: present)]
        presentations = try labelled.map { labelled throws(TuningError) in try Presentations(numbering: labelled) }
        var untuned: TuningError?
        var tradeOff: [TradeOffPoint] = []
        self.subject = subject
        self.rows = rows
        self.labelled = labelled
        if let labelled {
            do throws(TuningError) {
                let presentations = try Presentations(labelled)
                let tuned = presentations.optimum(subject.objective, parameters: present)
                marks.append(
                    ReportMark(
                        kind: .tuned, name: "tuned", parameters: tuned.thresholds.applied(to: present)))
                tradeOff = presentations.tradeOff(present, effort: Self.effort(rowCount: rows.count))
            } catch {
                untuned = error
            }
        }
        if let given = subject.given {
            marks.append(ReportMark(kind: .given, name: given.name, parameters: given.parameters))
        }
        self.marks = marks
        self.untuned = untuned
        self.tradeOff = tradeOff
    }

    /// The `exp` the rows were measured with.
    package var exponential: DepthAnalyzer.Exponential {
        let found = rows.first?.provenance.measuringDigest
        return DepthAnalyzer.Exponential.allCases.first { marks[0].parameters.measuringDigest($0) == found } ?? .fused
    }

    /// What the server decides by over what was measured.
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

    /// Searches for points of the trade-off: each goes through all rows, and a curve is drawn well by a few dozen.
    private static func effort(rowCount: Int) -> Int { min(128, max(24, 2_000_000 / max(rowCount, 1))) }
}

/// What a report is about, and how it was asked for.
package struct ReportSubject: Sendable {
    /// Parameters of a file.
    package struct Given: Sendable {
        package let name: String
        package let parameters: AnalysisParameters

        package init(name: String, parameters: AnalysisParameters) {
            self.name = name
            self.parameters = parameters
        }
    }

    /// The files, as they were named.
    package var measurements: String
    package var labels: String?
    package var given: Given?
    package var objective = Objective.bpcer20
    /// Whether the measurements beside the server's are shown as well.
    package var showsCandidates = false
    /// Of all intervals.
    package var confidence = 0.95
    /// The version of the program.
    package var version: String

    package init(measurements: String, version: String) {
        self.measurements = measurements
        self.version = version
    }
}
