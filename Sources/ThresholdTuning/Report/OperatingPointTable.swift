internal import PlainText

/// Operating points as a table: CSV or an array of JSON objects, by the extension of the file they go to.
public struct OperatingPointTable {
    /// What a row belongs to and where it lies on the curve.
    struct Row {
        var curve: String
        var x: Double?
        var y: Double?
        var estimate: GroupBootstrap.Estimate
    }

    private let presentations: Presentations
    private let responses: [Int]
    private let rows: [Row]
    private let hasCurves: Bool

    /// The curves of a report.
    ///
    /// `bpcer_at_apcer`: the least BPCER (y) at each APCER of the worst species (x), over all thresholds
    /// of the conjunction. `roc`: the share of real scenes accepted (y) against the APCER of the worst species (x),
    /// along the smallest normalised margin. `det`: the same curve, both error rates as normal deviates, left out where
    /// a rate of 0 or 1 has none.
    public static func curves(of report: TuningReport) -> OperatingPointTable {
        var rows: [Row] = []
        func rates(_ estimate: GroupBootstrap.Estimate) -> (apcer: Double?, bpcer: Double?) {
            let rates = ErrorRates(
                accepted: estimate.accepted, responses: responses(report.presentations),
                totals: responses(report.presentations))
            return (rates.worstAPCER, rates.bpcer.value)
        }
        for estimate in report.tradeOff {
            let (apcer, bpcer) = rates(estimate)
            rows.append(Row(curve: "bpcer_at_apcer", x: apcer, y: bpcer, estimate: estimate))
        }
        for estimate in report.marginCurve {
            let (apcer, bpcer) = rates(estimate)
            rows.append(Row(curve: "roc", x: apcer, y: bpcer.map { 1 - $0 }, estimate: estimate))
        }
        for estimate in report.marginCurve {
            let (apcer, bpcer) = rates(estimate)
            guard let apcer, let bpcer, apcer > 0, apcer < 1, bpcer > 0, bpcer < 1 else { continue }
            rows.append(
                Row(curve: "det", x: NormalDeviate.of(apcer), y: NormalDeviate.of(bpcer), estimate: estimate))
        }
        return OperatingPointTable(report.presentations, rows, hasCurves: true)
    }

    /// All operating points of a report that were asked for.
    public static func points(of report: TuningReport) -> OperatingPointTable {
        OperatingPointTable(
            report.presentations,
            report.operatingPoints.map { Row(curve: "", x: nil, y: nil, estimate: $0) }, hasCurves: false)
    }

    private init(_ presentations: Presentations, _ rows: [Row], hasCurves: Bool) {
        self.presentations = presentations
        self.rows = rows
        self.hasCurves = hasCurves
        responses = Self.responses(presentations)
    }

    private static func responses(_ presentations: Presentations) -> [Int] {
        var counts = Array(repeating: 0, count: presentations.classCount)
        for index in 0..<presentations.count where presentations.responded[index] {
            counts[presentations.classes[index]] += 1
        }
        return counts
    }

    private enum Value {
        case text(String)
        case integer(Int)
        case number(Double?)
    }

    private func values(_ row: Row) -> [(String, Value)] {
        let estimate = row.estimate
        let rates = ErrorRates(accepted: estimate.accepted, responses: responses, totals: responses)
        var values: [(String, Value)] = []
        if hasCurves { values += [("curve", .text(row.curve)), ("x", .number(row.x)), ("y", .number(row.y))] }
        values += [
            ("varianceThreshold", .number(estimate.thresholds.standardDeviation)),
            ("layerThreshold", .integer(estimate.thresholds.layers)),
            ("coherenceThreshold", .number(estimate.thresholds.coherence)),
        ]
        func add(_ name: String, _ value: Double?, _ interval: ConfidenceInterval?) {
            values += [
                (name, .number(value)), (name + "_lower", .number(interval?.lower)),
                (name + "_upper", .number(interval?.upper)),
            ]
        }
        add("bpcer", rates.bpcer.value, estimate.bpcer)
        add("apcer_worst", rates.worstAPCER, estimate.worstAPCER)
        add("acer", rates.acer, estimate.acer)
        values += [("bona_fide_rejected", .integer(rates.bpcer.errors)), ("bona_fide", .integer(rates.bpcer.total))]
        for (species, name) in presentations.species.enumerated() {
            add("apcer_\(name)", rates.apcer[species].value, estimate.apcer[species])
            values += [
                ("accepted_\(name)", .integer(rates.apcer[species].errors)),
                ("attacks_\(name)", .integer(rates.apcer[species].total)),
            ]
        }
        return values
    }

    /// CSV with a header; empty fields where there is no number.
    public var csv: String {
        var text = ""
        for (number, row) in rows.enumerated() {
            let values = values(row)
            if number == 0 { text += CSV.row(values.map(\.0)) + "\n" }
            text +=
                CSV.row(
                    values.map { value in
                        switch value.1 {
                        case .text(let text): text
                        case .integer(let integer): "\(integer)"
                        case .number(let number): number.map { "\($0)" } ?? ""
                        }
                    }) + "\n"
        }
        return text
    }

    /// An array with one object a point.
    public var json: String {
        var writer = JSONWriter(.indented)
        writer.array(isInline: false) { writer in
            for row in rows {
                writer.object { writer in
                    for (key, value) in values(row) {
                        writer.key(key)
                        switch value {
                        case .text(let text): writer.value(text)
                        case .integer(let integer): writer.value(integer)
                        case .number(let number): if let number { writer.value(number) } else { writer.null() }
                        }
                    }
                }
            }
        }
        return writer.text + "\n"
    }
}
