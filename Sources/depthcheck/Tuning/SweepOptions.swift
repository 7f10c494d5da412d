import ArgumentParser
import Corpora
import DepthAnalysis
import DepthFiles
import Platform
import ThresholdTuning

/// Parameters of the measuring itself, tried out by measuring again.
struct SweepOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Try these values of a parameter that is not a threshold; can be given for several.",
            valueName: "key=a,b,c"))
    var sweep: [String] = []

    @Option(
        help: ArgumentHelp(
            "The folder the measured files are named relative to; needed to measure again.", valueName: "folder"),
        completion: .directory)
    var corpus: String?

    func validate() throws {
        for text in sweep { _ = try asUsageError { () throws(TuningError) in try SweepDimension(text) } }
    }

    /// The present way of measuring and all that are to be tried.
    @MainActor
    func variants(
        of parameters: AnalysisParameters, _ exponential: DepthAnalyzer.Exponential, labelled: LabelledMeasurements,
        jobs: Int
    ) async throws -> [TuningVariant] {
        let combinations = try asUsageError { () throws(TuningError) in
            try SweepDimension.combinations(
                sweep.map { text throws(TuningError) in try SweepDimension(text) }, of: parameters)
        }
        var variants: [TuningVariant] = []
        for combination in combinations {
            let measured =
                combination.measuringDigest == parameters.measuringDigest
                ? labelled : try await measureAgain(labelled, combination, exponential, jobs: jobs)
            variants.append(
                try asUsageError { () throws(TuningError) in
                    TuningVariant(parameters: combination, presentations: try Presentations(measured))
                })
        }
        return variants
    }

    @MainActor
    private func measureAgain(
        _ labelled: LabelledMeasurements, _ parameters: AnalysisParameters,
        _ exponential: DepthAnalyzer.Exponential, jobs: Int
    ) async throws -> LabelledMeasurements {
        guard let corpus else { throw ValidationError("--sweep needs --corpus, to measure again") }
        let profile = labelled.rows.first?.provenance.profile ?? .server
        let analyzer = try DepthAnalyzer(profile: profile, parameters: parameters, exponential: exponential)
        // Rows know how their files were read, which may differ between them.
        var measurers: [String: CorpusMeasurer] = [:]
        for row in labelled.rows where measurers[row.provenance.reading] == nil {
            guard let options = ReadingOptions(canonicalText: row.provenance.reading) else {
                throw ValidationError(
                    "\(row.file): found the reading \"\(row.provenance.reading)\"; expected one that measure writes")
            }
            measurers[row.provenance.reading] = CorpusMeasurer(analyzer: analyzer, options: options)
        }
        var rows: [MapMeasurement] = []
        let known = measurers
        let batch = Batch(items: labelled.rows, jobs: jobs, isProgressWanted: true) { row in
            guard let measurer = known[row.provenance.reading] else {
                preconditionFailure("there is a measurer for the reading of every row")
            }
            return measurer.measure(Corpus.Entry(file: row.file, path: corpus + "/" + row.file))
        }
        _ = try await batch.run { row in
            guard row.fileDigest == labelled.rows[rows.count].fileDigest else {
                throw ValidationError(
                    "\(corpus)/\(row.file): found other bytes than were measured; expected the same file; correct "
                        + "--corpus or measure anew")
            }
            rows.append(row)
        }
        return try asUsageError { () throws(TuningError) in
            try LabelledMeasurements(rows: rows, labels: labelled.labels, isLenient: false)
        }
    }
}
