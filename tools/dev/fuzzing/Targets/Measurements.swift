import DepthAnalysis
import DepthFiles
import Support

@testable import ThresholdTuning

extension FuzzTarget {
    /// A table of measurements, CSV or NDJSON.
    static let measurements = FuzzTarget(
        name: "measurements",
        words: MeasurementColumn.all(withCandidates: true).flatMap { ["\($0.name),", "\"\($0.name)\":"] } + numberWords
            + ["server,", "client,", "pass,", "\r\n"]
    ) { bytes in
        _ = MeasurementTable.isMeasurements(bytes)
        guard let table = try? MeasurementTable(bytes, name: "table") else { return }
        promise(table.completeByteCount <= bytes.count, "complete rows are within the input")
        let whole = try? MeasurementTable(Array(bytes[..<table.completeByteCount]), name: "table")
        promise(whole?.rows == table.rows, "the rows end with the last complete one")
        guard let first = table.rows.first else { return }
        for format in MeasurementFormat.allCases {
            let text = format.header(first.provenance) + table.rows.map(format.line).joined()
            let again = try? MeasurementTable(Array(text.utf8), name: "table")
            promise(again?.rows == table.rows, "written rows are read back unchanged: \(text)")
        }
        for row in table.rows.prefix(4) {
            if let options = ReadingOptions(canonicalText: row.provenance.reading) {
                promiseReading(of: [0, 0, 128, 63], options)
            }
        }
    }

    /// A mapping of columns and words and, after a zero byte, labels.
    static let labels = FuzzTarget(
        name: "labels",
        words: ["file", "label", "species", "group", "scene", "=", "\0", "\r\n"] + CaptureLabel.words
    ) { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        let text = String(decoding: parts[0], as: UTF8.self)
        let mapping = (try? LabelMapping([text])) ?? LabelMapping()
        let domain = bytes.count.isMultiple(of: 3) ? "scene" : nil
        do throws(CorpusError) {
            let table = try LabelTable(
                parts[parts.count - 1], name: "labels", mapping: mapping, domainColumn: domain,
                domainsAreGroups: bytes.count.isMultiple(of: 2))
            let rows = table.labels.map { label in
                [label.file, label.isBonaFide ? "real" : "attack", label.hasNamedSpecies ? label.species : ""]
                    + [label.group, label.domain ?? "none"]
            }
            let text = ([["file", "label", "species", "group", "scene"]] + rows).map { CSV.row($0) + "\n" }.joined()
            let again = try LabelTable(Array(text.utf8), name: "labels", domainColumn: domain)
            promise(again.labels == table.labels, "written labels are read back unchanged: \(text)")
        } catch { promiseLine(error.wording.description) }
    }

    /// Labels and, after a zero byte, their measurements; matching rows are tuned.
    static let tuning = FuzzTarget(
        name: "tuning",
        words: ["file,", "label,", "species,", "group,", "\0"] + CaptureLabel.bonaFideWords + CaptureLabel.speciesWords
            + numberWords
    ) { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        guard let labels = try? LabelTable(parts[0], name: "labels"), parts.count == 2,
            let table = try? MeasurementTable(parts[1], name: "table"), table.rows.count <= 16
        else { return }
        do throws(TuningError) {
            let labelled = try LabelledMeasurements(rows: table.rows, labels: labels.labels, isLenient: true)
            let presentations = try LabelledPresentations(labelled)
            let profile = labelled.rows.first?.provenance.profile
            promise(
                presentations.count == labelled.rows.count && presentations.profile == profile, "each row is counted")
            promiseTuning(labelled, presentations)
        } catch {
            promise(!error.description.isEmpty, "an error has a message")
        }
    }
}

/// Tuning returns thresholds that are not worse than the present ones, and that can be reported.
private func promiseTuning(_ labelled: LabelledMeasurements, _ presentations: LabelledPresentations) {
    var options = TuningOptions()
    options.replicates = 0
    options.operatingPoints = 20
    let present = TuningVariant(parameters: .standard, presentations: presentations)
    let tuner = ThresholdTuner(options)
    guard let report = try? tuner.report([present], labelled: labelled) else {
        fatalError("not kept: tuning without replicates has no error")
    }
    let tuned = report.tuned.assessment
    let points = report.operatingPoints.map { presentations.rates($0.thresholds.applied(to: .standard)) }
    for other in [report.present.rates] + points {
        guard let found = options.objective.rank(of: tuned.rates), let rank = options.objective.rank(of: other) else {
            continue
        }
        promise(found <= rank, "the best thresholds are no worse than others: \(found), \(rank)")
    }
    promise((try? tuned.parameters.validate()) != nil, "tuned parameters are valid: \(tuned.parameters)")
    promiseEvaluation(of: tuned.parameters, labelled, presentations)
    promiseJSON(JSONTuningReport.object(report))
    promisePrintable(TextTuningReport.page(report, style: .plain, width: 80))
    promiseTable(OperatingPointTable.points(of: report))
    for leftOut in [TuningOptions.LeftOut.groups, .species] {
        options.leftOut = leftOut
        promiseRecords(GroupFolds.table(presentations, options))
    }
}

/// A table can be written in every format.
private func promiseTable(_ table: ReportTable) {
    promiseRecords(table.text(for: "table.csv"))
    for ending in EvaluationTables.endings { promisePrintable(table.text(for: "table." + ending)) }
}

/// CSV with as many cells in each record, as other readers of tables require.
private func promiseRecords(_ text: String) {
    let records = Array(CSVRecords(Array(text.utf8)))
    promise(Set(records.map(\.count)).count == 1, "each record has the cells of the header: \(text)")
}

/// Parameters can be compared with the present ones, and the result can be reported.
private func promiseEvaluation(
    of parameters: AnalysisParameters, _ labelled: LabelledMeasurements, _ presentations: LabelledPresentations
) {
    func evaluated(_ name: String, _ parameters: AnalysisParameters) -> EvaluatedSystem {
        EvaluatedSystem(name: name, parameters: parameters, presentations: presentations, confidence: 0.95)
    }
    let overlap = TuningOverlap(of: labelled, in: [.labels(labelled.labels), .measurements(labelled.rows)])
    let evaluation = SystemEvaluation(
        [evaluated("tuned", parameters), evaluated("present", .standard)],
        data: SystemEvaluation.Data(
            overlap: overlap, unmatched: labelled.unmatched, unreadable: labelled.unreadable,
            labelNotes: labelled.notes))
    promiseJSON(JSONEvaluationReport.object(evaluation))
    promisePrintable(TextEvaluationReport.page(evaluation, style: .plain, width: 80))
    for table in EvaluationTables.all(of: evaluation).compactMap(\.table) { promiseTable(table) }
    for figure in EvaluationFigures(evaluation).all.compactMap(\.svg) { promiseXML(figure) }
}

extension TuningObjective {
    /// The rank of rates, lower is better: the excess over the limit, then the quantity to minimise.
    fileprivate func rank(of rates: ErrorRates) -> (Double, Double)? {
        guard let apcer = rates.worstAPCER, let bpcer = rates.bpcer.value else { return nil }
        let rank = rank(apcer: apcer, bpcer: bpcer)
        return (rank.excess, rank.value)
    }
}
