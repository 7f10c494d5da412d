internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import ThresholdTuning

// Sweeps of parameters that require new measurements, which the caller makes.

/// Measurement variants of a sweep that the inputs of a request lack.
struct UnmeasuredVariants: Error {
    let parameters: [AnalysisParameters]
}

extension Request {
    /// The present variant and those of a sweep (`sweep`, `refine`), whose measurements are the inputs after the first
    /// two, in any order.
    func variants(
        _ labelled: LabelledMeasurements, _ parameters: AnalysisParameters, _ tuner: Tuner
    ) throws(RequestError) -> Result<[TuningVariant], UnmeasuredVariants> {
        let texts = try strings("sweep")
        let rounds = try whole("refine", in: 0...10) ?? 0
        if rounds > 0, texts.isEmpty { throw .missing("sweep") }
        let exponential = try tuning { () throws(TuningError) in try labelled.exponential(for: parameters) }
        var sweep = try tuning { () throws(TuningError) in
            let dimensions = try texts.map { text throws(TuningError) in try SweepDimension(text) }
            return try Sweep(dimensions, of: parameters, refinements: rounds)
        }
        var measured = try measuredVariants(of: labelled)
        measured[parameters.measuringDigest(exponential)] = try tuning { () throws(TuningError) in
            try Presentations(labelled)
        }
        var variants: [TuningVariant] = []
        var added = sweep.ways
        for round in 0...rounds {
            var unmeasured: [String: AnalysisParameters] = [:]
            for way in added {
                let digest = way.parameters.measuringDigest(exponential)
                if let presentations = measured[digest] {
                    variants.append(
                        TuningVariant(parameters: way.parameters, presentations: presentations, origin: way.origin))
                } else {
                    unmeasured[digest] = way.parameters.measuringPart
                }
            }
            guard unmeasured.isEmpty else {
                let sorted = unmeasured.sorted { $0.key < $1.key }
                return .failure(UnmeasuredVariants(parameters: sorted.map(\.value)))
            }
            if round == rounds { break }
            added = sweep.refine(around: tuner.bestWay(variants))
            if added.isEmpty { break }
        }
        return .success(variants)
    }

    /// Measures maps of a corpus again with the parameters `variant`, each read as its row states: `count` maps from
    /// the one numbered `first` on. The first two inputs are their measurements, made with `parameters`, and labels.
    func measureAgain() throws(RequestError) -> String {
        guard let corpus = try string("corpus") else { throw .missing("corpus") }
        let labelled = try labelled()
        let parameters = try parameters()
        let exponential = try tuning { () throws(TuningError) in try labelled.exponential(for: parameters) }
        let profile = labelled.rows.first?.provenance.profile ?? .server
        let variant = try self.parameters("variant")
        let first = try whole("first", in: 0...Int.max) ?? 0
        let count = try whole("count", in: 0...Int.max) ?? labelled.rows.count
        let archives = ArchivePaths()
        var measurers: [String: CorpusMeasurer] = [:]
        var lines: [String] = []
        for row in labelled.rows.dropFirst(first).prefix(count) {
            let reading = row.provenance.reading
            let measurer: CorpusMeasurer
            if let known = measurers[reading] {
                measurer = known
            } else {
                guard let options = ReadingOptions(canonicalText: reading) else {
                    throw .badReading(reading, file: row.file)
                }
                do throws(ParameterError) {
                    let analyzer = try DepthAnalyzer(profile: profile, parameters: variant, exponential: exponential)
                    measurer = CorpusMeasurer(
                        analyzer: analyzer, reader: DepthFileReader(options: options, naming: .command))
                } catch {
                    throw .parameter(error)
                }
                measurers[reading] = measurer
            }
            do throws(FileAccessError) {
                let measured = try measurer.remeasurement(of: row.file, in: corpus, archives).row()
                lines.append(MeasurementFormat.ndjson.line(measured))
            } catch {
                throw .inaccessible(error)
            }
        }
        return json { $0.member("rows", json: "[" + lines.joined(separator: ",") + "]") }
    }

    /// The presentations in the inputs after the first two, by measuring digest, each in the order of `labelled`.
    private func measuredVariants(
        of labelled: LabelledMeasurements
    ) throws(RequestError) -> [String: Presentations] {
        var measured: [String: Presentations] = [:]
        for place in inputs(from: 2).indices {
            let rows = try rows(place, "the measurements of the sweep")
            guard let digest = rows.first?.provenance.measuringDigest else { continue }
            measured[digest] = try tuning { () throws(TuningError) in
                let other = try LabelledMeasurements(rows: rows, labels: labelled.labels, isLenient: true)
                return try Presentations(try other.ordered(as: labelled))
            }
        }
        return measured
    }
}
