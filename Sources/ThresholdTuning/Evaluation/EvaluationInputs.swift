package import DepthAnalysis
internal import Support

/// The inputs of an evaluation: labelled tables, and the systems to evaluate on them.
///
///     var inputs = EvaluationInputs()
///     inputs.systems = [.init(name: "tuned.json", .parameters(tuned, on: labelled, development: nil))]
///     let evaluation = try inputs.evaluation()
package struct EvaluationInputs {
    /// One system.
    package struct System {
        /// The parameters or scores that decide, the data, and a development set for thresholds of the score.
        package enum Kind {
            case parameters(AnalysisParameters, on: LabelledMeasurements, development: LabelledMeasurements?)
            case scores(LabelledScores, development: LabelledScores?)
        }

        /// The name in reports.
        package var name: String
        /// The name in errors.
        let errorName: String
        let kind: Kind

        package init(name: String, errorName: String? = nil, _ kind: Kind) {
            (self.name, self.errorName, self.kind) = (name, errorName ?? name, kind)
        }

        /// The name of the server's parameters.
        package static let servers = "the server's"
    }

    /// The systems. Each pair is compared; the tables of all have the same files.
    package var systems: [System] = []
    /// The unit of a decision; nil to decide each map. ``CaptureLabel/domain`` must be the value of its column.
    package var unit: DecisionUnit?
    /// The column of the labels for ``PartMatrix``; nil for none. ``CaptureLabel/part`` must be its value.
    package var matrixColumn: String?
    /// The data that the systems were tuned on, in addition to their development sets.
    package var tuningData: [TuningOverlap.Source] = []
    /// The SHA-256 of the files of ``tuningData``.
    package var tunedOn: [String] = []
    /// Whether a lower score means bona fide.
    package var lowerIsReal = false
    /// The tables that the parameter files of the systems name as their tuning data.
    package var tunedFrom: [TableDigests] = []
    package var confidence = ConfidenceInterval.standardConfidence
    /// Whether bona fide maps or attacks may be missing; reports then omit everything that needs them.
    package var allowsOneClass = false

    package init() {}

    /// Makes the evaluation.
    package func evaluation() throws(TuningError) -> SystemEvaluation {
        var evaluated: [EvaluatedSystem] = []
        for index in systems.indices { evaluated.append(try self.evaluated(index)) }
        var sources = tuningData
        for case .parameters(_, _, let development?) in systems.map(\.kind) {
            sources += [.measurements(development.rows), .labels(development.labels)]
        }
        for case .scores(_, let development?) in systems.map(\.kind) { sources.append(.labels(development.labels)) }
        var matrices: [PartMatrix] = []
        for system in evaluated where matrixColumn != nil { matrices.append(try PartMatrix(of: system)) }
        var data = data(sources)
        (data.tunedOn, data.lowerIsReal) = (tunedOn, lowerIsReal)
        data.tables = systems.map { system in
            switch system.kind {
            case .parameters(_, let table, let development): (table.tables, development?.tables)
            case .scores(let table, let development): (table.tables, development?.tables)
            }
        }
        return SystemEvaluation(
            evaluated, confidence: confidence, unit: unit, matrixColumn: matrixColumn, matrices: matrices, data: data)
    }

    /// The remarks on the data, from the table of the first system.
    private func data(_ sources: [TuningOverlap.Source]) -> SystemEvaluation.Data {
        switch systems[0].kind {
        case .parameters(_, let labelled, _):
            var overlap = TuningOverlap(of: labelled, in: sources)
            if tunedFrom.contains(where: { $0.measurements == labelled.tables?.measurements }) { overlap = .sameData }
            overlap.namesOtherData = !tunedFrom.isEmpty
            return SystemEvaluation.Data(
                overlap: overlap, unmatched: labelled.unmatched, unreadable: labelled.unreadable,
                labelNotes: labelled.notes)
        case .scores(let labelled, _):
            return SystemEvaluation.Data(
                overlap: TuningOverlap(of: labelled.labels, digests: nil, in: sources),
                unmatched: labelled.unmatched, labelNotes: labelled.notes)
        }
    }

    private func evaluated(_ index: Int) throws(TuningError) -> EvaluatedSystem {
        let system = systems[index]
        switch system.kind {
        case .parameters(let parameters, let table, let development):
            if index > 0 { try requireMeasuringAlike(parameters, table, name: system.errorName) }
            _ = try table.exponential(for: parameters)
            _ = try development?.exponential(for: parameters)
            return EvaluatedSystem(
                name: system.name, parameters: parameters,
                presentations: try checked(
                    LabelledPresentations(numbering: index == 0 ? table : try ordered(table, system))),
                development: try development.map { (set) throws(TuningError) in
                    try LabelledPresentations(numbering: set)
                },
                unitRule: unit?.rule, confidence: confidence)
        case .scores(let table, let development):
            let table = index == 0 ? table : try ordered(table, system)
            let decisions = table.rows.compactMap { $0.score == nil ? false : $0.isAccepted }
            return try EvaluatedSystem(
                name: system.name,
                ScoredPresentations(
                    try checked(LabelledPresentations(numbering: table)), scores: table.rows.map(\.score),
                    areMargins: false),
                decisions: table.rows.contains { $0.isAccepted != nil } ? decisions : nil,
                development: try development.map { (set) throws(TuningError) in
                    ScoredPresentations(
                        try LabelledPresentations(numbering: set), scores: set.rows.map(\.score), areMargins: false)
                },
                unitRule: unit?.rule, confidence: confidence)
        }
    }

    private func checked(_ presentations: LabelledPresentations) throws(TuningError) -> LabelledPresentations {
        if !allowsOneClass { try presentations.requireBothClasses() }
        guard presentations.all.contains(where: \.responded) else { throw .noMaps(of: "labelled") }
        return presentations
    }

    /// The table in the order of the first one.
    private func ordered<Row>(_ table: Labelled<Row>, _ system: System) throws(TuningError) -> Labelled<Row> {
        let files: [String]
        switch systems[0].kind {
        case .parameters(_, let first, _):
            // The cast changes nothing if both are the same type.
            if let measured = table as? LabelledMeasurements {
                return try measured.ordered(as: first) as? Labelled<Row> ?? table
            }
            files = first.rows.map(\.file)
        case .scores(let first, _): files = first.rows.map(\.file)
        }
        return try table.ordered(as: files) { TuningError.notInAllTables($0, table: system.errorName) }
    }

    private func requireMeasuringAlike(
        _ parameters: AnalysisParameters, _ table: LabelledMeasurements, name: String
    ) throws(TuningError) {
        guard case .parameters(_, let first, _) = systems[0].kind,
            let found = first.rows.first?.provenance.measuringDigest,
            table.rows.first?.provenance.measuringDigest == found,
            !DepthAnalyzer.Exponential.allCases.contains(where: { parameters.measuringDigest($0) == found })
        else { return }
        throw .otherMeasuring(of: name, found: found, expected: parameters.measuringDigest)
    }
}
