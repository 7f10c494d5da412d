internal import DepthAnalysis
internal import PlainText

/// Operating points as a table: CSV or an array of JSON objects, by the extension of the file they go to.
package struct OperatingPointTable {
    private typealias Cells = [(key: String, value: JSONValue)]
    private typealias Rated = (estimate: GroupBootstrap.Estimate, rates: ErrorRates)

    private let rows: [Cells]

    /// The curves of a report.
    ///
    /// `bpcer_at_apcer`: the least BPCER (y) at each APCER of the worst species (x), over all thresholds
    /// of the conjunction. `roc`: the share of real scenes accepted (y) against the APCER of the worst species (x),
    /// along the smallest normalised margin. `det`: the same curve, both error rates as normal deviates, left out where
    /// a rate of 0 or 1 has none.
    package static func curves(of report: TuningReport) -> OperatingPointTable {
        let species = report.presentations.species
        func row(_ curve: String, _ x: Double?, _ y: Double?, _ point: Rated) -> Cells {
            [("curve", .string(curve)), ("x", cell(x)), ("y", cell(y))] + cells(point, species)
        }
        let tradeOff = rated(report.tradeOff, of: report)
        let margin = rated(report.marginCurve, of: report)
        return OperatingPointTable(
            rows: tradeOff.map { row("bpcer_at_apcer", $0.rates.worstAPCER, $0.rates.bpcer.value, $0) }
                + margin.map { row("roc", $0.rates.worstAPCER, $0.rates.bpcer.value.map { 1 - $0 }, $0) }
                + margin.compactMap { point in
                    guard let apcer = point.rates.worstAPCER, let bpcer = point.rates.bpcer.value,
                        apcer > 0, apcer < 1, bpcer > 0, bpcer < 1
                    else { return nil }
                    return row("det", NormalDeviate.of(apcer), NormalDeviate.of(bpcer), point)
                })
    }

    /// All operating points of a report that were asked for.
    package static func points(of report: TuningReport) -> OperatingPointTable {
        OperatingPointTable(
            rows: rated(report.operatingPoints, of: report).map { cells($0, report.presentations.species) })
    }

    private static func rated(_ estimates: [GroupBootstrap.Estimate], of report: TuningReport) -> [Rated] {
        let responses = report.presentations.counts(\.responded)
        return estimates.map { ($0, ErrorRates(accepted: $0.accepted, responses: responses, totals: responses)) }
    }

    private static func cell(_ number: Double?) -> JSONValue { number.map { .number("\($0)") } ?? .null }
    private static func cell(_ number: Int) -> JSONValue { .number("\(number)") }

    private static func cells(_ point: Rated, _ species: [String]) -> Cells {
        let (estimate, rates) = point
        func cells(_ name: String, _ value: Double?, _ interval: ConfidenceInterval?) -> Cells {
            [
                (name, cell(value)), (name + "_lower", cell(interval?.lower)), (name + "_upper", cell(interval?.upper)),
            ]
        }
        var row: Cells = [
            (AnalysisParameters.Key.varianceThreshold.rawValue, cell(estimate.thresholds.standardDeviation)),
            (AnalysisParameters.Key.layerThreshold.rawValue, cell(estimate.thresholds.layers)),
            (AnalysisParameters.Key.coherenceThreshold.rawValue, cell(estimate.thresholds.coherence)),
        ]
        row += cells("bpcer", rates.bpcer.value, estimate.bpcer)
        row += cells("apcer_worst", rates.worstAPCER, estimate.worstAPCER)
        row += cells("acer", rates.acer, estimate.acer)
        row += [("bona_fide_rejected", cell(rates.bpcer.errors)), ("bona_fide", cell(rates.bpcer.total))]
        for (index, name) in species.enumerated() {
            row += cells("apcer_\(name)", rates.apcer[index].value, estimate.apcer[index])
            row += [
                ("accepted_\(name)", cell(rates.apcer[index].errors)),
                ("attacks_\(name)", cell(rates.apcer[index].total)),
            ]
        }
        return row
    }

    /// CSV with a header; empty fields where there is no number.
    package var csv: String {
        guard let first = rows.first else { return "" }
        let lines =
            [first.map(\.key)]
            + rows.map { row in
                row.map { cell in
                    switch cell.value {
                    case .string(let text), .number(let text): text
                    case .null, .flag, .array, .object: ""
                    }
                }
            }
        return lines.map { CSV.row($0) + "\n" }.joined()
    }

    /// An array with one object a point.
    package var json: String {
        var writer = JSONWriter(.indented)
        writer.array(isInline: false) { writer in
            for row in rows { writer.value(.object(row.map(JSONValue.Member.init))) }
        }
        return writer.text + "\n"
    }
}
