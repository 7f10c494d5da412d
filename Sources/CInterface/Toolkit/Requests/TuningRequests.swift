internal import DepthAnalysis
internal import DepthFiles
internal import Support
internal import Tasks
internal import ThresholdTuning

// Tuning; the answer has the JSON of `depthcheck tune`. The inputs are a table of measurements and one of labels.

extension Request {
    /// Tunes the server's thresholds. With a sweep, further inputs are tables of the same maps measured with other
    /// parameters. If a table is missing, the answer has only `to_measure`, the missing parameters, and `count`, the
    /// number of maps.
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
            writer.member("curves") { OperatingPointTable.curves(of: report).writeRows(to: &$0) }
            writer.member("operating_points") { OperatingPointTable.points(of: report).writeRows(to: &$0) }
            writer.member("sweep_table") { SweepTable.table(of: report).writeRows(to: &$0) }
            writer.member("folds", GroupFolds.table(report.presentations, report.options))
        }
    }

    /// Plans an evaluation. Returns the JSON of `depthcheck plan`.
    func plan() throws(TaskFailure) -> String {
        let options = try PlanTask.Options(self)
        let plan = try validated(PlanTask.init, options).run()
        return json { $0.member("plan", json: plan.json) }
    }
}

extension Request {
    /// Compares parameters with others. Returns the JSON, tables and figures of `depthcheck evaluate`. The first input
    /// is a table of measurements, the second one of labels. Members with places of inputs: `against_measurements`,
    /// measured with the other parameters; `development` and `development_labels`; `tuned_on`, the tables that the
    /// parameters were tuned on.
    func evaluate() throws(TaskFailure) -> String {
        var options = try EvaluateTask.Options(self)
        let (wantsTables, wantsFigures) = (try flag("tables"), try flag("figures"))
        options.allowsOneClass = wantsTables || wantsFigures
        let (development, developmentLabels) = (try places("development"), try place("development_labels"))
        (options.developmentCount, options.hasDevelopmentLabels) = (development.count, developmentLabels != nil)
        let others = try places("others")
        options.tableCount = 1 + others.count
        let task = try validated(EvaluateTask.init, options)
        let tables = task.tables(try self.tables())
        try requireCryptography()
        let labels = try labels(by: tables)
        let name = try optional("name", .string)
        let names =
            [try optional("measurements_name", .string) ?? "measurements"]
            + (try optional("other_names", .strings) ?? others.map { "table \($0)" })
        let developmentTable = try developmentLabels.map { place throws(TaskFailure) in
            (bytes: try input(place), table: try tables.labels(try input(place), name: "development_labels"))
        }
        var evaluated: [(name: String, table: EvaluatedTable, development: EvaluatedTable?)] = []
        for (number, place) in ([0] + others).enumerated() {
            var title = number < names.count ? names[number] : "table \(place)"
            let table = try self.table(place, title, (try input(1), labels), tables)
            let set = try developmentTable.map { labels throws(TaskFailure) in
                try self.table(development[number], "development", labels, tables)
            }
            if number == 0, case .scores = table, let name { title = name }
            evaluated.append((title, table, set))
        }
        let hasParameters = try optional("parameters", .object) != nil
        let isRule = if case .measurements = evaluated[0].table { others.isEmpty } else { false }
        let other = try place("against_measurements").map { place throws(TaskFailure) in
            try tables.join(try rows(place, "against_measurements"), labels)
        }
        var inputs = EvaluationInputs()
        let given =
            hasParameters || isRule ? EvaluatedTable.Parameters(try parameters(), name: name ?? "the given") : nil
        let against = try against(isDefault: isRule)
        do throws(OptionError) {
            inputs.systems = try EvaluatedTable.systems(
                evaluated, given: given, against: against, againstMeasurements: other)
        } catch { throw .option(error) }
        for place in try places("tuned_on") { try tables.add(tunedOn: try input(place), name: "tuned_on", to: &inputs) }
        for name in ["parameters", "against"] {
            let members = try optional(name, .object) ?? []
            inputs.tunedFrom += [TunedParameters.tables(in: members)].compactMap { $0 }
        }
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

    private func against(isDefault: Bool) throws(TaskFailure) -> EvaluatedTable.Parameters? {
        let name = try optional("against_name", .string)
        guard try optional("against", .object) != nil else { return isDefault ? .servers(name: name) : nil }
        return EvaluatedTable.Parameters(try parameters("against"), name: name ?? "the other")
    }

    /// Measurements or scores, recognised by their columns.
    private func table(
        _ place: Int, _ name: String, _ labels: (bytes: [UInt8], table: LabelTable), _ tables: LabelledTables
    ) throws(TaskFailure) -> EvaluatedTable {
        let bytes = try input(place)
        let digests = TableDigests(measurements: bytes, labels: labels.bytes)
        guard ScoreTable.isScores(bytes) else {
            var labelled = try tables.join(try rows(place, name), labels.table)
            labelled.tables = digests
            return .measurements(labelled)
        }
        var labelled = try tables.join(try tables.scores(bytes, name: name).rows, labels.table)
        labelled.tables = digests
        return .scores(labelled)
    }

    /// The places of inputs: an array, or one place.
    private func places(_ name: String) throws(TaskFailure) -> [Int] {
        let places = try optional(name, "a place, or an array of places") { value in
            value.whole.map { [$0] }
                ?? value.elements.flatMap { elements in
                    let places = elements.compactMap(\.whole)
                    return places.count == elements.count ? places : nil
                }
        }
        return places ?? []
    }
}

extension Request {
    /// Measures `count` maps of a corpus again, from number `first` on, with the parameters `variant`. Each is read as
    /// its row states. The first two inputs are the measurements, made with `parameters`, and the labels.
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
        var labelled = try tables.join(
            try rows(0, try optional("measurements_name", .string) ?? "measurements"), try labels(by: tables))
        labelled.tables = TableDigests(measurements: try input(0), labels: try input(1))
        return labelled
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
