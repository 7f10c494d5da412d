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
        package let table: ReportTable?
        package let reason: String?

        fileprivate init<Row>(_ name: String, _ rows: [Row], _ columns: [TableColumn<Row>], ifEmpty reason: String) {
            self.name = name
            table = rows.isEmpty ? nil : ReportTable(rows, columns)
            self.reason = rows.isEmpty ? reason : nil
        }
    }

    /// The names of all tables.
    package static let names = ["rates", "curves", "summary", "epc"]
    /// The extensions that each table is written with.
    package static let endings = ["csv", "md", "tex"]

    /// All tables, in the order of ``names``.
    package static func all(of evaluation: ThresholdEvaluation) -> [Named] {
        let sides = [evaluation.given, evaluation.against]
        let counted = DecisionUnit.noun(evaluation.unit) + "s"
        return [
            Named("rates", sides.flatMap(ClassRate.all), rateColumns(of: counted), ifEmpty: "no map has a verdict"),
            Named(
                "curves", sides.flatMap(CurveRow.all), curveColumns,
                ifEmpty: "a curve needs real scenes and attacks, each with a verdict"),
            Named(
                "summary", sides.flatMap { SummaryRow.all($0, confidence: evaluation.confidence) },
                summaryColumns(of: counted),
                ifEmpty: "no map has a verdict"),
            Named(
                "epc", sides.flatMap(PerformanceRow.all), performanceColumns,
                ifEmpty: sides.allSatisfy { $0.development == nil }
                    ? "there is no development set"
                    : "both sets need real scenes and attacks, each with a verdict"),
        ]
    }

    /// The columns that identify the CSV file of a table.
    package static func header(of name: String) -> String? {
        let columns: [String: [String]] = [
            "rates": rateColumns().map(\.name), "curves": curveColumns.map(\.name),
            "summary": summaryColumns().map(\.name), "epc": performanceColumns.map(\.name),
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

        static func all(_ side: EvaluatedParameters) -> [ClassRate] {
            [
                ClassRate(
                    side: side.name, species: nil, rate: side.grouped.bpcer, withoutVerdict: side.rates.bpnrr.errors)
            ]
                + side.presentations.species.indices.map { index in
                    ClassRate(
                        side: side.name, species: side.presentations.species[index], rate: side.grouped.apcer[index],
                        withoutVerdict: side.rates.apnrr[index].errors)
                }
        }
    }

    /// - Parameter counted: the heading of the counts in Markdown and LaTeX, `maps` or `units`.
    static func rateColumns(of counted: String = "maps") -> [TableColumn<ClassRate>] {
        [
            TableColumn("parameters", "the evaluated parameters", .words) { .string($0.side) },
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
        ]
    }

    /// The measures of one curve.
    struct CurveRow {
        let side: String
        let attacks: String
        let species: String?
        let measures: ScoreMeasures.Measures

        static func all(_ side: EvaluatedParameters) -> [CurveRow] {
            let all = ScoreMeasures(side.scored)
            let species = zip(all.species, all.ofSpecies).compactMap { name, measures in
                measures.map { CurveRow(side: side.name, attacks: "species", species: name, measures: $0) }
            }
            return species
                + [("worst_species", all.worstSpecies), ("pooled", all.pooled)].compactMap { attacks, measures in
                    measures.map { CurveRow(side: side.name, attacks: attacks, species: nil, measures: $0) }
                }
        }
    }

    static var curveColumns: [TableColumn<CurveRow>] {
        func share(
            _ name: String, _ heading: String, _ meaning: String, _ value: @escaping (ScoreMeasures.Measures) -> Double
        ) -> TableColumn<CurveRow> {
            TableColumn(name, heading: heading, meaning, .share) { JSONValue(value($0.measures)) }
        }
        return [
            TableColumn("parameters", "the evaluated parameters", .words) { .string($0.side) },
            TableColumn(
                "attacks", "whose APCER: of one species, of the worst species at each threshold, or of all attacks",
                .words, "`species`, `worst_species`, `pooled`"
            ) { .string($0.attacks) },
            TableColumn("species", "the species, for `species`", .words) { JSONValue($0.species) },
            share("auc", "AUC", "area under the ROC curve; for `worst_species` the least of a species", \.auc),
            share("eer", "EER", "mean of APCER and BPCER where they are closest", \.equalErrorRate),
            TableColumn("eer_threshold", heading: "EER threshold", "score there", .none, "from -1") {
                JSONValue($0.measures.equalErrorThreshold)
            },
            share("bpcer10", "BPCER10", "least BPCER with APCER of at most 10 %", \.bpcer10),
            share("bpcer20", "BPCER20", "least BPCER with APCER of at most 5 %", \.bpcer20),
            share("bpcer100", "BPCER100", "least BPCER with APCER of at most 1 %", \.bpcer100),
        ]
    }

    /// One point of the expected performance curve.
    struct PerformanceRow {
        let side: String
        let attacks: String
        let point: ThresholdTransfer.ExpectedPerformance

        static func all(_ side: EvaluatedParameters) -> [PerformanceRow] {
            let transfer = side.transfer
            return [("worst_species", transfer.worstSpecies), ("pooled", transfer.pooled)].flatMap {
                attacks, transfer in
                (transfer?.expectedPerformance ?? []).map {
                    PerformanceRow(side: side.name, attacks: attacks, point: $0)
                }
            }
        }
    }

    static var performanceColumns: [TableColumn<PerformanceRow>] {
        [
            TableColumn("parameters", "the evaluated parameters", .words) { .string($0.side) },
            TableColumn("attacks", "whose APCER", .words, "`worst_species`, `pooled`") { .string($0.attacks) },
            TableColumn("weight", "the weight of APCER; that of BPCER is the rest", .none, "0 to 1") {
                JSONValue($0.point.weight)
            },
            TableColumn(
                "threshold", "score of the least weighted sum of both rates on the development set", .none, "from -1"
            ) {
                JSONValue($0.point.test.threshold)
            },
            TableColumn("apcer", heading: "APCER", "APCER there, on the evaluated maps", .share) {
                JSONValue($0.point.test.apcer)
            },
            TableColumn("bpcer", heading: "BPCER", "BPCER there, on the evaluated maps", .share) {
                JSONValue($0.point.test.bpcer)
            },
            TableColumn("hter", heading: "HTER", "mean of both", .share) { JSONValue($0.point.test.hter) },
        ]
    }
}
