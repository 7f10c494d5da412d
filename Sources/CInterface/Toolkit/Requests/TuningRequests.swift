internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import Tasks
internal import ThresholdTuning

// Tuning, with the JSON of `depthcheck tune`. The first input is a table of measurements, the second one of labels.

extension Request {
    /// Tunes the server's thresholds. With a sweep, further inputs are tables of the same maps, measured otherwise; if
    /// one is missing, the answer has only `to_measure`, the parameters to measure them with, and `count`, the number
    /// of maps to measure.
    func tune() throws(TaskFailure) -> String {
        let options = try TuneTask.Options(self)
        let task = try validated(TuneTask.init, options)
        let labelled = try labelled(domainColumn: task.domainColumn)
        var tuning = try task.begin(labelled, try parameters())
        for place in inputs(from: 2).indices { try tuning.add(try rows(place, "the measurements of the sweep")) }
        let missing = tuning.missing
        guard missing.isEmpty else {
            return json { writer in
                writer.member("count", labelled.rows.count)
                writer.list("to_measure", missing) { $1.number($0.json(layout: .compact)) }
            }
        }
        let report = try tuning.report()
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

    /// Plans an evaluation, with the JSON of `depthcheck plan`.
    func plan() throws(TaskFailure) -> String {
        let options = try PlanTask.Options(self)
        let plan = try validated(PlanTask.init, options).run()
        return json { $0.member("plan", json: GroupPlanReport.object(plan)) }
    }
}

extension Request {
    /// Compares parameters with others, with the JSON, tables and figures of `depthcheck evaluate`. The first input is
    /// a table of measurements, the second one of labels. `against_measurements` is the place of an input measured with
    /// the other parameters, `development` and `development_labels` are those of a development set, and `tuned_on`
    /// lists those of tables that the parameters were tuned on.
    func evaluate() throws(TaskFailure) -> String {
        var options = try EvaluateTask.Options(self)
        let (wantsTables, wantsFigures) = (try flag("tables"), try flag("figures"))
        options.allowsOneClass = wantsTables || wantsFigures
        let (development, developmentLabels) = (try place("development"), try place("development_labels"))
        (options.hasDevelopment, options.hasDevelopmentLabels) = (development != nil, developmentLabels != nil)
        let task = try validated(EvaluateTask.init, options)
        let tables = task.tables(try self.tables())
        var inputs = EvaluationInputs(
            try labelled(by: tables),
            given: .init(parameters: try parameters(), name: try optional("name", .string) ?? "the given"))
        inputs.against = try against()
        if let place = try place("against_measurements") {
            inputs.otherMeasurements = try tables.join(
                try rows(place, "against_measurements"), try labels(by: tables))
        }
        if let development, let developmentLabels {
            inputs.development = try tables.join(
                try rows(development, "development"),
                try tables.labels(try input(developmentLabels), name: "development_labels"))
        }
        inputs.tuningData = try tuningData(tables)
        let evaluation = try task.run(inputs)
        return json { writer in
            writer.member("report", json: JSONEvaluationReport.object(evaluation))
            writer.objects("tables", wantsTables ? EvaluationTables.all(of: evaluation) : []) { named, writer in
                writer.member("name", named.name)
                writer.member("reason", named.reason)
                guard let table = named.table else { return }
                for ending in EvaluationTables.endings { writer.member(ending, table.text(for: "." + ending)) }
            }
            writer.objects("figures", wantsFigures ? EvaluationFigures(evaluation).all : []) { named, writer in
                writer.member("name", named.name)
                writer.member("reason", named.reason)
                writer.member("svg", named.svg)
                named.writeData(to: &writer)
            }
        }
    }

    private func against() throws(TaskFailure) -> EvaluationInputs.Side {
        let name = try optional("against_name", .string)
        guard try optional("against", .object) != nil else {
            var side = EvaluationInputs.Side.servers
            if let name { side.name = name }
            return side
        }
        return EvaluationInputs.Side(parameters: try parameters("against"), name: name ?? "the other")
    }

    private func tuningData(_ tables: LabelledTables) throws(TaskFailure) -> [TuningOverlap.Source] {
        let places = try optional("tuned_on", "an array of places") { value in
            value.elements.flatMap { elements in
                let places = elements.compactMap(\.whole)
                return places.count == elements.count ? places : nil
            }
        }
        var sources: [TuningOverlap.Source] = []
        for place in places ?? [] { sources.append(try tables.tuningData(try input(place), name: "tuned_on")) }
        return sources
    }
}

extension Request {
    /// Measures maps of a corpus again with the parameters `variant`, each read as its row states: `count` maps from
    /// the one numbered `first` on. The first two inputs are their measurements, made with `parameters`, and labels.
    func measureAgain() throws(TaskFailure) -> String {
        let corpus = try required("corpus", .string)
        let labelled = try labelled()
        let parameters = try parameters()
        let exponential: DepthAnalyzer.Exponential
        do throws(TuningError) {
            exponential = try labelled.exponential(for: parameters)
        } catch { throw .tuning(error) }
        let profile = labelled.rows.first?.provenance.profile ?? .server
        let variant = try self.parameters("variant")
        let first = try optional("first", .whole(in: 0...Int.max)) ?? 0
        let count = try optional("count", .whole(in: 0...Int.max)) ?? labelled.rows.count
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
                do throws(AnalysisParameterError) {
                    let analyzer = try DepthAnalyzer(profile: profile, parameters: variant, exponential: exponential)
                    measurer = CorpusMeasurer(
                        analyzer: analyzer, reader: DepthFileReader(options: options), .reports)
                } catch {
                    throw .parameter(error)
                }
                measurers[reading] = measurer
            }
            do throws(FileAccessError) {
                let measured = try measurer.remeasurement(of: row.file, in: corpus, archives).row()
                lines.append(MeasurementFormat.ndjson.line(measured))
            } catch {
                throw .reading(.inaccessible(error))
            }
        }
        return json { $0.member("rows", json: "[" + lines.joined(separator: ",") + "]") }
    }
}

// The tables of a request: measurements, and labels.

extension Request {
    /// The labelled measurements of the first two inputs.
    ///
    /// - Parameter domainColumn: a further column of the labels to read.
    func labelled(domainColumn: String? = nil) throws(TaskFailure) -> LabelledMeasurements {
        var options = try tables()
        options.domainColumn = domainColumn
        return try labelled(by: LabelledTables(options))
    }

    func labelled(by tables: LabelledTables) throws(TaskFailure) -> LabelledMeasurements {
        try requireCryptography()
        return try tables.join(
            try rows(0, try optional("measurements_name", .string) ?? "measurements"), try labels(by: tables))
    }

    /// The labels of the second input.
    func labels(by tables: LabelledTables) throws(TaskFailure) -> LabelTable {
        try tables.labels(try input(1), name: try optional("labels_name", .string) ?? "labels")
    }

    func tables() throws(TaskFailure) -> LabelledTables.Options {
        var options = LabelledTables.Options()
        let pairs = try optional("label_map", "an object of strings") { value in
            let members = value.members
            let pairs = members?.compactMap { member in member.value.string.map { (left: member.key, right: $0) } }
            return pairs?.count == members?.count ? pairs : nil
        }
        do throws(CorpusError) {
            options.labelMap = try LabelMapping(pairs: pairs ?? [])
        } catch { throw .corpus(error) }
        options.ignoreUnlabelled = try flag("ignore_unlabelled")
        return options
    }

    /// The rows of the table of measurements at a place.
    func rows(_ place: Int, _ name: String) throws(TaskFailure) -> [MapMeasurement] {
        let table = try LabelledTables.measurements(try input(place), name: name)
        guard table.tornByteCount == 0 else { throw .tornTable(name, byteCount: table.tornByteCount) }
        return table.rows
    }

    func requireCryptography() throws(TaskFailure) {
        do throws(CryptographyError) { try CryptographyLibrary.require() } catch { throw .cryptography(error) }
    }

    /// A task with validated options.
    func validated<Options, Task>(
        _ task: (Options) throws(OptionError) -> Task, _ options: Options
    ) throws(TaskFailure) -> Task {
        do throws(OptionError) { return try task(options) } catch { throw .option(error) }
    }
}
