internal import Support

/// The tables of an evaluation that papers print.
///
///     for (name, table) in EvaluationTables.all(of: evaluation) { print(name, table.table?.markdown ?? "") }
///
/// Their numbers are those of ``JSONEvaluationReport``.
package enum EvaluationTables {
    /// A table, or the reason why it cannot be made.
    package struct Named {
        package let name: String
        package fileprivate(set) var table: ReportTable?
        package let reason: String?

        fileprivate init<Row>(_ name: String, _ rows: [Row], _ columns: [TableColumn<Row>], ifEmpty reason: String) {
            self.name = name
            table = rows.isEmpty ? nil : ReportTable(rows, columns)
            self.reason = rows.isEmpty ? reason : nil
        }
    }

    /// The names of all tables.
    package static let names = ["rates", "comparisons", "curves", "summary", "epc", "matrix"]
    /// The extensions that each table is written with.
    package static let endings = ["csv", "md", "tex"]

    /// All tables, in the order of ``names``; a matrix only if a column was named for it.
    package static func all(of evaluation: SystemEvaluation, columnsOfPage: Int = 1) -> [Named] {
        let sides = evaluation.systems
        let counted = DecisionUnit.noun(evaluation.unit) + "s"
        var tables = [
            Named("rates", sides.flatMap(ClassRate.all), rateColumns(of: counted), ifEmpty: "no map has a verdict"),
            Named(
                "comparisons", evaluation.pairs.flatMap(ComparisonRow.all), comparisonColumns(of: counted),
                ifEmpty: evaluation.pairs.isEmpty ? "there is one system" : "no map has a verdict from both sides"),
            Named(
                "curves", sides.flatMap(CurveRow.all), curveColumns,
                ifEmpty: "a curve needs real scenes and attacks, each with a verdict"),
            Named(
                "summary", sides.flatMap { SummaryRow.all($0, confidence: evaluation.confidence) },
                summaryColumns(of: counted),
                ifEmpty: "no map has a verdict"),
            Named(
                "epc", sides.flatMap { PerformanceRow.all($0, confidence: evaluation.confidence) }, performanceColumns,
                ifEmpty: sides.allSatisfy { $0.development == nil }
                    ? "there is no development set"
                    : "both sets need real scenes and attacks, each with a verdict"),
        ]
        if evaluation.matrixColumn != nil {
            tables.append(
                Named(
                    "matrix", evaluation.matrices.flatMap { matrix in matrix.cells.map { (matrix.name, $0) } },
                    matrixColumns, ifEmpty: "no map has a verdict"))
        }
        for place in tables.indices {
            let caption = caption(tables[place].name, evaluation)
            tables[place].table?.caption = caption
            tables[place].table?.provenance = evaluation.provenance
            tables[place].table?.columnsOfPage = columnsOfPage
        }
        return tables
    }

    /// The columns that identify the CSV file of a table.
    package static func header(of name: String) -> String? {
        let columns: [String: [String]] = [
            "rates": rateColumns().map(\.name), "comparisons": comparisonColumns().map(\.name),
            "curves": curveColumns.map(\.name), "summary": summaryColumns().map(\.name),
            "epc": performanceColumns.map(\.name), "matrix": matrixColumns.map(\.name),
        ]
        return columns[name].map(CSV.row)
    }
}

extension EvaluationTables {
    /// BPCER, or APCER of one species, of one side.
    struct ClassRate {
        let side: String
        let species: String?
        let rate: GroupedRate
        let withoutVerdict: Int
        let source: OperatingPoint.Source

        static func all(_ side: EvaluatedSystem) -> [ClassRate] {
            [
                ClassRate(
                    side: side.name, species: nil, rate: side.grouped.bpcer, withoutVerdict: side.rates.bpnrr.errors,
                    source: side.operatingPoint.source)
            ]
                + side.presentations.species.indices.map { index in
                    ClassRate(
                        side: side.name, species: side.presentations.species[index], rate: side.grouped.apcer[index],
                        withoutVerdict: side.rates.apnrr[index].errors, source: side.operatingPoint.source)
                }
        }
    }

    static func rateColumns(of counted: String = "maps") -> [TableColumn<ClassRate>] {
        [
            TableColumn("system", "the evaluated system", .words) { .string($0.side) },
            TableColumn("rate", "BPCER for real scenes, APCER for a species of attack", .words, "`BPCER`, `APCER`") {
                .string($0.species == nil ? "BPCER" : "APCER")
            },
            TableColumn("species", "the species of attack; none for real scenes", .words) { JSONValue($0.species) },
            TableColumn("maps", heading: counted, "maps, or units, of the class with a verdict", .count) {
                JSONValue($0.rate.rate.total)
            },
            TableColumn("groups", "groups with such maps", .count) { JSONValue($0.rate.groups) },
            TableColumn("errors", "real scenes rejected, or attacks accepted", .count) {
                JSONValue($0.rate.rate.errors)
            },
            TableColumn("groups_with_errors", "groups with errors", .count) { JSONValue($0.rate.groupsWithErrors) },
            TableColumn("value", "errors divided by maps", .share) { JSONValue($0.rate.rate.value) },
            TableColumn("lower", "lower end of the interval over groups", .share) {
                JSONValue($0.rate.interval?.lower)
            },
            TableColumn("upper", "upper end of that interval", .share) { JSONValue($0.rate.interval?.upper) },
            TableColumn(
                "level", "level of that interval alone; those of all species hold together at the level for BPCER",
                .share
            ) { row in JSONValue(row.rate.interval.map { _ in row.rate.level }) },
            TableColumn("without_verdict", heading: "no verdict", "maps of the class without a verdict", .count) {
                JSONValue($0.withoutVerdict)
            },
            operatingPointColumn { $0.source },
        ]
    }

    /// The source of the decisions. Rates at a threshold that was chosen on the evaluated data are optimistic.
    static func operatingPointColumn<Row>(_ source: @escaping (Row) -> OperatingPoint.Source) -> TableColumn<Row> {
        TableColumn(
            "operating_point", "where the decisions are from; a threshold from `evaluated_data` is optimistic", .words,
            OperatingPoint.Source.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        ) { .string(source($0).rawValue) }
    }

    /// The measures of one curve.
    struct CurveRow {
        let side: String
        let attacks: String
        let species: String?
        let measures: ScoreMeasures.Measures
        let intervals: ScoreIntervals.Measures?

        static func all(_ side: EvaluatedSystem) -> [CurveRow] {
            let (all, intervals) = (ScoreMeasures(side.scored), side.scoreIntervals)
            func row(
                _ attacks: String, _ species: String?, _ measures: ScoreMeasures.Measures?,
                _ intervals: ScoreIntervals.Measures?
            ) -> CurveRow? {
                measures.map {
                    CurveRow(side: side.name, attacks: attacks, species: species, measures: $0, intervals: intervals)
                }
            }
            return all.species.indices.compactMap { index in
                row("species", all.species[index], all.ofSpecies[index], intervals.ofSpecies[index])
            }
                + [
                    row("worst_species", nil, all.worstSpecies, intervals.worstSpecies),
                    row("pooled", nil, all.pooled, intervals.pooled),
                ].compactMap { $0 }
        }
    }

    static var curveColumns: [TableColumn<CurveRow>] {
        func shares(
            _ name: String, _ heading: String, _ meaning: String, _ value: @escaping (ScoreMeasures.Measures) -> Double,
            _ interval: @escaping (ScoreIntervals.Measures) -> ConfidenceInterval?
        ) -> [TableColumn<CurveRow>] {
            [TableColumn(name, heading: heading, meaning, .share) { JSONValue(value($0.measures)) }]
                + intervalColumns(name, heading) { $0.intervals.flatMap(interval) }
        }
        return [
            TableColumn("system", "the evaluated system", .words) { .string($0.side) },
            TableColumn(
                "attacks", "whose APCER: of one species, of the worst species at each threshold, or of all attacks",
                .words, "`species`, `worst_species`, `pooled`"
            ) { .string($0.attacks) },
            TableColumn("species", "the species, for `species`", .words) { JSONValue($0.species) },
        ]
            + shares(
                "auc", "AUC", "area under the ROC curve; for `worst_species` the least of a species", \.auc, \.auc)
            + shares("eer", "EER", "mean of APCER and BPCER where they are closest", \.equalErrorRate, \.equalErrorRate)
            + [
                TableColumn("eer_threshold", heading: "EER threshold", "score there", .none, "from -1") {
                    JSONValue($0.measures.equalErrorThreshold)
                }
            ] + shares("bpcer10", "BPCER10", "least BPCER with APCER of at most 10 %", \.bpcer10, \.bpcer10)
            + shares("bpcer20", "BPCER20", "least BPCER with APCER of at most 5 %", \.bpcer20, \.bpcer20)
            + shares("bpcer100", "BPCER100", "least BPCER with APCER of at most 1 %", \.bpcer100, \.bpcer100)
    }

    /// The ends of the interval of a measure.
    private static func intervalColumns<Row>(
        _ name: String, _ heading: String, _ interval: @escaping (Row) -> ConfidenceInterval?
    ) -> [TableColumn<Row>] {
        [
            TableColumn(name + "_lower", heading: heading + " from", "lower end of its interval over groups", .share) {
                JSONValue(interval($0)?.lower)
            },
            TableColumn(name + "_upper", heading: heading + " to", "upper end of that interval", .share) {
                JSONValue(interval($0)?.upper)
            },
        ]
    }

    /// One point of the expected performance curve.
    struct PerformanceRow {
        let side: String
        let attacks: String
        let point: ThresholdTransfer.ExpectedPerformance
        let intervals: ThresholdIntervals

        static func all(_ side: EvaluatedSystem, confidence: Double) -> [PerformanceRow] {
            let (transfer, scored) = (side.transfer, side.scored)
            return [("worst_species", transfer.worstSpecies), ("pooled", transfer.pooled)].flatMap {
                attacks, transfer in
                (transfer?.expectedPerformance ?? []).map {
                    PerformanceRow(
                        side: side.name, attacks: attacks, point: $0,
                        intervals: ThresholdIntervals(
                            scored, at: $0.test.threshold, isPooled: attacks == "pooled", confidence: confidence))
                }
            }
        }
    }

    static var performanceColumns: [TableColumn<PerformanceRow>] {
        func share(
            _ heading: String, _ meaning: String, _ value: @escaping (ErrorCurve.Point) -> Double,
            _ interval: @escaping (ThresholdIntervals) -> ConfidenceInterval?
        ) -> [TableColumn<PerformanceRow>] {
            let name = heading.lowercased()
            return [TableColumn(name, heading: heading, meaning, .share) { JSONValue(value($0.point.test)) }]
                + intervalColumns(name, heading) { interval($0.intervals) }
        }
        return [
            TableColumn("system", "the evaluated system", .words) { .string($0.side) },
            TableColumn("attacks", "whose APCER", .words, "`worst_species`, `pooled`") { .string($0.attacks) },
            TableColumn("weight", "the weight of APCER; that of BPCER is the rest", .none, "0 to 1") {
                JSONValue($0.point.weight)
            },
            TableColumn(
                "threshold", "score of the least weighted sum of both rates on the development set", .none, "from -1"
            ) {
                JSONValue($0.point.test.threshold)
            },
        ] + share("APCER", "APCER there, on the evaluated maps", \.apcer, \.apcer)
            + share("BPCER", "BPCER there, on the evaluated maps", \.bpcer, \.bpcer)
            + share("HTER", "mean of both", \.hter, \.hter)
    }
    static var matrixColumns: [TableColumn<(system: String, cell: PartMatrix.Cell)>] {
        func share(
            _ name: String, _ heading: String, _ meaning: String, _ value: @escaping (PartMatrix.Cell) -> Double?
        ) -> TableColumn<(system: String, cell: PartMatrix.Cell)> {
            TableColumn(name, heading: heading, meaning, .share) { JSONValue(value($0.cell)) }
        }
        return [
            TableColumn("system", "the evaluated system", .words) { .string($0.system) },
            TableColumn("chosen_on", "the part that the threshold of equal errors was chosen on", .words) {
                .string($0.cell.chosenOn)
            },
            TableColumn("tested_on", "the part that the rates are of", .words) { .string($0.cell.testedOn) },
            TableColumn("threshold", "the threshold of the score", .none, "any number") {
                JSONValue($0.cell.worstSpecies?.threshold)
            },
            share("hter", "HTER", "mean of `apcer_worst` and `bpcer`", { $0.worstSpecies?.hter }),
            share("apcer_worst", "APCER, worst", "APCER of the worst species", { $0.worstSpecies?.apcer }),
            share("bpcer", "BPCER", "BPCER", { $0.worstSpecies?.bpcer }),
            share("apcer_pooled", "APCER, pooled", "APCER of all attacks", { $0.pooled?.apcer }),
            TableColumn("bona_fide", "real scenes of the tested part with a verdict", .count) {
                JSONValue($0.cell.counts.bonaFide)
            },
            TableColumn("attacks", "attacks of the tested part with a verdict", .count) {
                JSONValue($0.cell.counts.attacks)
            },
        ]
    }
}
