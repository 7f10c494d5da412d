internal import DepthAnalysis
package import Support

/// A sweep as a table: the measurement variants, best first, then the marginal effects.
package enum SweepTable {
    enum Row {
        case way(SweepSummary.Row)
        case effect(SweepSummary.MarginalEffect)

        var way: SweepSummary.Row? { if case .way(let row) = self { row } else { nil } }
        var effect: SweepSummary.MarginalEffect? { if case .effect(let effect) = self { effect } else { nil } }
    }

    /// The table of a report; only the header if there was no sweep.
    package static func table(of report: TuningReport) -> ReportTable {
        let summary = SweepSummary(report)
        return ReportTable(
            summary.rows.map(Row.way) + summary.effects.map(Row.effect), columns(summary.keys), of: report.provenance)
    }

    static func columns(_ keys: [AnalysisParameters.Key]) -> [TableColumn<Row>] {
        func way(
            _ name: String, _ meaning: String, _ unit: ColumnUnit, _ range: String? = nil,
            _ cell: @escaping (SweepSummary.Row) -> JSONValue
        ) -> TableColumn<Row> {
            TableColumn(name, meaning, unit, range) { $0.way.map(cell) ?? .null }
        }
        return [
            TableColumn("row", "the subject of the row", .words, "`way`, `marginal_effect`") {
                .string($0.way == nil ? "marginal_effect" : "way")
            },
            way("rank", "place among all ways, the best first", .count, "whole, from 1") { JSONValue($0.rank) },
            way("way", "its number; 1 is the present way", .count, "whole, from 1") { JSONValue($0.number) },
            way("origin", "why it was tried", .words, "`present`, `grid`, `refinement`") {
                .string($0.result.origin.word)
            },
            way("round", "for a refinement: its round", .count, "whole, from 1") { JSONValue($0.result.origin.round) },
        ]
            + keys.map { key in
                TableColumn(key.rawValue, "the value of the swept parameter", .none, "what it can be set to") { row in
                    switch row {
                    case .way(let way): .number(way.result.parameters[key].text)
                    case .effect(let effect): effect.key == key ? .number(effect.value.text) : .null
                    }
                }
            }
            + figureColumns
            + [
                way("bpcer", "BPCER in cross-validation", .share) { JSONValue($0.result.expected?.bpcer.value) },
                way("apcer_worst", "APCER of the worst species in cross-validation", .share) {
                    JSONValue($0.result.expected?.worstAPCER)
                },
                way("bpcer_at_hand", "BPCER on the data the thresholds were chosen on", .share) {
                    JSONValue($0.result.rates.bpcer.value)
                },
                way("apcer_worst_at_hand", "APCER of the worst species on the same data", .share) {
                    JSONValue($0.result.rates.worstAPCER)
                },
                way(AnalysisParameters.Key.varianceThreshold.rawValue, "the value chosen for the way", .metres) {
                    JSONValue($0.result.parameters.standardDeviationThreshold)
                },
                way(AnalysisParameters.Key.layerThreshold.rawValue, "the value chosen for the way", .layers) {
                    JSONValue($0.result.parameters.layerThreshold)
                },
                way(AnalysisParameters.Key.coherenceThreshold.rawValue, "the value chosen for the way", .none) {
                    JSONValue($0.result.parameters.coherenceThreshold)
                },
            ]
    }

    private static var figureColumns: [TableColumn<Row>] {
        [
            TableColumn(
                "figure",
                "the sort key of the table: the objective's own rate or cost in cross-validation, plus the "
                    + "amount by which its limit is exceeded; for a marginal effect, the mean over the ways of the "
                    + "grid with that value",
                .share,
                "0 to 2; a cost: from 0"
            ) { row in
                switch row {
                case .way(let way): JSONValue(way.figure)
                case .effect(let effect): JSONValue(effect.mean)
                }
            },
            TableColumn(
                "figure_least", "for a marginal effect: the smallest figure of these ways", .share, "as `figure`"
            ) {
                JSONValue($0.effect?.least)
            },
            TableColumn("ways", "for a marginal effect: the number of ways of the grid with the value", .count) {
                JSONValue($0.effect?.wayCount)
            },
        ]
    }
}

extension TuningVariant.Origin {
    fileprivate var word: String {
        switch self {
        case .present: "present"
        case .grid: "grid"
        case .refinement: "refinement"
        }
    }

    fileprivate var round: Int? { if case .refinement(let round) = self { round } else { nil } }
}

extension SweepTable {
    private static let sweepable = AnalysisParameters.Key.allCases.filter(\.affectsMeasurements)

    /// The sweep members of a report. Each object has the columns that its row has values for.
    static func members<Whole>(_ summary: @escaping @Sendable (Whole) -> SweepSummary) -> [Member<Whole>] {
        let list = Shape<(keys: [AnalysisParameters.Key], rows: [Row])>(
            .list(
                of: .object(
                    columns(sweepable).dropFirst().map { JSONSchema.Member($0.name, $0.unit.schema, .optional) })),
            isPlain: false
        ) { table, writer in
            let columns = columns(table.keys).dropFirst()
            writer.array(isInline: false) { writer in
                for row in table.rows {
                    writer.value(
                        .object(
                            columns.map { .init(key: $0.name, value: $0.cell(row)) }.filter { $0.value != .null }))
                }
            }
        }
        return Shape<SweepSummary> {
            Member("ways_sorted_by", .text) { $0.objective.figureTitle + ", in cross-validation" }
            Member("ways_of_measuring", list) { ($0.keys, $0.rows.map(Row.way)) }
            Member("marginal_effects", list) { ($0.keys, $0.effects.map(Row.effect)) }
        }.members(summary)
    }

    /// The schema of the JSON table, which has a column for each swept parameter.
    package static var schema: JSONSchema {
        ReportTable.schema(
            ofRow: .object(
                columns(sweepable).map { column in
                    let isSwept = sweepable.contains { $0.rawValue == column.name }
                    return JSONSchema.Member(column.name, column.unit.schema.orNull, isSwept ? .optional : .required)
                }))
    }
}
