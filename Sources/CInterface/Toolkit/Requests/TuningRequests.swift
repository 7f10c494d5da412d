internal import DepthAnalysis
internal import DepthFiles
internal import PlanarityMeasurements
internal import Support
internal import ThresholdTuning

// Tuning and evaluation, with the JSON of `depthcheck tune` and `depthcheck evaluate`. The first input is a table of
// measurements, the second one of labels.

extension Request {
    /// Tunes the server's thresholds. With a sweep, further inputs are tables of the same maps, measured otherwise; if
    /// one is missing, the answer has only `to_measure`, the parameters to measure them with.
    func tune() throws(RequestError) -> String {
        let labelled = try labelled()
        let parameters = try parameters()
        let tuner = Tuner(try tuningOptions())
        let variants: [TuningVariant]
        switch try self.variants(labelled, parameters, tuner) {
        case .success(let measured): variants = measured
        case .failure(let unmeasured):
            return json { writer in
                writer.member("profile", labelled.rows.first?.provenance.profile.rawValue)
                writer.list("to_measure", unmeasured.parameters) { $1.number($0.json(layout: .compact)) }
            }
        }
        let report = try tuning { () throws(TuningError) in try tuner.report(variants, labelled: labelled) }
        return json { writer in
            writer.member("report", json: JSONTuningReport.object(report))
            writer.member("parameters", json: report.tuned.assessment.parameters.json(layout: .compact))
            writer.member("objection", report.advice.code.objection)
            writer.member("curves", json: OperatingPointTable.curves(of: report).json)
            writer.member("operating_points", json: OperatingPointTable.points(of: report).json)
            writer.member("sweep_table", json: SweepTable.table(of: report).json)
            writer.member("folds", GroupFolds.table(report.presentations, report.options))
        }
    }

    /// Tunes a rule of other measurements.
    func tuneRule() throws(RequestError) -> String {
        let labelled = try labelled()
        let parameters = try parameters()
        guard let names = try string("use") else { throw .missing("use") }
        let options = try tuningOptions()
        guard options.objective != .deer else {
            throw .badMember("objective", found: .string("deer"), expected: "another, such as bpcer20 or acer")
        }
        let (used, data) = try tuning { () throws(TuningError) in
            _ = try labelled.exponential(for: parameters)
            let used = try UsedMeasurements(names)
            return (used, try used.data(labelled))
        }
        let report = RuleTuner(options, used.choice).report(data, parameters: parameters, labelled: labelled)
        return json { writer in
            writer.member("report", json: JSONRuleReport.object(report))
            writer.member("rule", json: report.rule(measuredBy: labelled.rows.first?.provenance).fileText)
            writer.member("objection", report.answer.code.objection)
            writer.member("folds", GroupFolds.table(report.presentations, report.options))
        }
    }

    /// Compares parameters with others. `against_measurements` is the place of an input measured with the latter, and
    /// `tuned_on` lists those of tables that the parameters were tuned on.
    func evaluate() throws(RequestError) -> String {
        let labelled = try labelled()
        let confidence = try confidence()
        let given = try evaluated("parameters", try string("name") ?? "the given", labelled, confidence)
        let against: EvaluatedParameters
        let name = try string("against_name") ?? "the server's"
        if let place = try whole("against_measurements") {
            let other = try self.labelled(try rows(place, "the other measurements"))
            let ordered = try tuning { () throws(TuningError) in try other.ordered(as: labelled) }
            against = try evaluated("against", name, ordered, confidence)
        } else {
            let other = try parameters("against")
            if let found = labelled.rows.first?.provenance.measuringDigest,
                !DepthAnalyzer.Exponential.allCases.contains(where: { other.measuringDigest($0) == found })
            {
                throw .tuning(.otherMeasuring(of: name, found: found, expected: other.measuringDigest))
            }
            against = try evaluated("against", name, labelled, confidence)
        }
        let places = try member("tuned_on", "an array of places") { value in
            value.elements.flatMap { elements in
                let places = elements.compactMap(\.whole)
                return places.count == elements.count ? places : nil
            }
        }
        var sources: [TuningOverlap.Source] = []
        for place in places ?? [] { sources.append(try source(place)) }
        let evaluation = Evaluation(
            given: given, against: against, confidence: confidence,
            overlap: places.map { _ in TuningOverlap(of: labelled, in: sources) }, of: labelled)
        return json { $0.member("report", json: JSONEvaluationReport.object(evaluation)) }
    }

    private func evaluated(
        _ member: String, _ name: String, _ labelled: LabelledMeasurements, _ confidence: Double
    ) throws(RequestError) -> EvaluatedParameters {
        let parameters = try parameters(member)
        let presentations = try tuning { () throws(TuningError) in
            _ = try labelled.exponential(for: parameters)
            return try Presentations(labelled)
        }
        return EvaluatedParameters(
            name: name, parameters: parameters, presentations: presentations, confidence: confidence)
    }

    private func source(_ place: Int) throws(RequestError) -> TuningOverlap.Source {
        let bytes = try input(place)
        if MeasurementTable.isMeasurements(bytes) { return .measurements(try rows(place, "tuned_on")) }
        return .labels(try corpus { () throws(CorpusError) in try LabelTable(bytes, name: "tuned_on").labels })
    }
}

// MARK: Inputs

extension Request {
    private func labelled() throws(RequestError) -> LabelledMeasurements {
        try requireCryptography()
        return try labelled(try rows(0, try string("measurements_name") ?? "measurements"))
    }

    private func labelled(_ rows: [MapMeasurement]) throws(RequestError) -> LabelledMeasurements {
        let (bytes, name) = (try input(1), try string("labels_name") ?? "labels")
        let table = try corpus { () throws(CorpusError) in try LabelTable(bytes, name: name) }
        let isLenient = try flag("ignore_unlabelled")
        return try tuning { () throws(TuningError) in
            try LabelledMeasurements(
                rows: rows, labels: table.labels, isLenient: isLenient, ignoredColumns: table.ignoredColumns)
        }
    }

    /// The rows of the table of measurements at a place.
    func rows(_ place: Int, _ name: String) throws(RequestError) -> [MapMeasurement] {
        let bytes = try input(place)
        let table = try corpus { () throws(CorpusError) in try MeasurementTable(bytes, name: name) }
        guard table.tornByteCount == 0 else { throw .tornTable(name, byteCount: table.tornByteCount) }
        return table.rows
    }

    func requireCryptography() throws(RequestError) {
        do throws(CryptographyError) { try CryptographyLibrary.require() } catch { throw .cryptography(error) }
    }

    func tuning<Result>(_ body: () throws(TuningError) -> Result) throws(RequestError) -> Result {
        do throws(TuningError) { return try body() } catch { throw .tuning(error) }
    }

    private func corpus<Result>(_ body: () throws(CorpusError) -> Result) throws(RequestError) -> Result {
        do throws(CorpusError) { return try body() } catch { throw .corpus(error) }
    }
}

// MARK: Options

extension Request {
    private func confidence() throws(RequestError) -> Double {
        try number("confidence", in: 0.5...0.9999, "a share from 0.5 to 0.9999", or: 0.95)
    }

    private func tuningOptions() throws(RequestError) -> TuningOptions {
        var options = TuningOptions()
        options.objective = try objective()
        if try member("grid", "a number", \.whole) != nil {
            options.method = .grid(steps: try whole("grid", in: 2...1000, or: 2))
        }
        options.replicates = try whole("replicates", in: 0...1_000_000, or: options.replicates)
        options.seed = UInt64(try whole("seed", in: 0...Int.max, or: 1))
        options.confidence = try confidence()
        options.folds = try whole("folds", in: 2...Int.max, or: options.folds)
        options.operatingPoints = try whole("point_limit", in: 0...1_000_000, or: 0)
        // More jobs than processors only take memory.
        options.jobs = min(try whole("jobs", in: 1...Int.max, or: 1), 1 << 12)
        return options
    }

    private func objective() throws(RequestError) -> Objective {
        let share = "a share of at least 1e-6 and below 1"
        if let limit = try member("max_apcer", share, Self.limit) { return .leastBPCER(maximumAPCER: limit) }
        if let limit = try member("max_bpcer", share, Self.limit) { return .leastAPCER(maximumBPCER: limit) }
        if let prior = try number("prior") {
            guard prior > 0, prior < 1 else {
                throw .badMember("prior", found: .number("\(prior)"), expected: "a share between 0 and 1")
            }
            func cost(_ name: String) throws(RequestError) -> Double {
                try number(name, in: Double.leastNonzeroMagnitude...1e9, "a number above 0 and at most 1e9", or: 1)
            }
            return .leastCost(ErrorCosts(apcer: try cost("cost_apcer"), bpcer: try cost("cost_bpcer"), prior: prior))
        }
        let names = Objective.named.map(\.name).joined(separator: ", ")
        return try member("objective", "one of \(names)") { $0.string.flatMap(Objective.init(named:)) } ?? .bpcer20
    }

    /// Showing a lower rate would take more than three million groups of each species.
    private static func limit(_ value: JSONValue) -> Double? {
        value.real.flatMap { $0 >= 1e-6 && $0 < 1 ? $0 : nil }
    }
}
