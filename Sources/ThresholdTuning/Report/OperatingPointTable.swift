internal import DepthAnalysis
package import Support

package enum OperatingPointTable {
    struct Rated {
        let estimate: GroupBootstrap.Estimate
        let rates: ErrorRates
    }

    enum Curve: String, CaseIterable {
        case bpcerAtAPCER = "bpcer_at_apcer"
        case roc, det

        var axes: String {
            switch self {
            case .bpcerAtAPCER:
                "x: APCER of the worst species; y: the least BPCER at that APCER, over all thresholds; exact"
            case .roc:
                "x: APCER of the worst species; y: share of real scenes accepted, 1 - BPCER; along the smallest "
                    + "normalised margin, that is with all thresholds scaled together"
            case .det:
                "x: APCER of the worst species, y: BPCER, both as normal deviates: the z below which a standard "
                    + "normal variable lies with that probability; along the same scale; no row where a rate is 0 or 1"
            }
        }

        /// The coordinates of a point; nil if it is not on the curve.
        fileprivate func place(of rates: ErrorRates) -> (x: Double?, y: Double?)? {
            guard let apcer = rates.worstAPCER, let bpcer = rates.bpcer.value else { return nil }
            switch self {
            case .bpcerAtAPCER: return (apcer, bpcer)
            case .roc: return (apcer, 1 - bpcer)
            case .det:
                guard apcer > 0, apcer < 1, bpcer > 0, bpcer < 1 else { return nil }
                return (NormalDeviate.of(apcer), NormalDeviate.of(bpcer))
            }
        }
    }

    struct CurvePoint {
        let curve: Curve
        let x: Double?
        let y: Double?
        let point: Rated
    }

    package static func curves(of report: TuningReport) -> ReportTable {
        let points = Curve.allCases.flatMap { curve in
            rated(curve == .bpcerAtAPCER ? report.tradeOff : report.marginCurve, of: report).compactMap { point in
                curve.place(of: point.rates).map { CurvePoint(curve: curve, x: $0.x, y: $0.y, point: point) }
            }
        }
        return ReportTable(
            points, curveColumns + pointColumns(report.presentations.species).map { $0.of(\.point) },
            of: report.provenance)
    }

    package static func points(of report: TuningReport) -> ReportTable {
        ReportTable(
            rated(report.operatingPoints, of: report), pointColumns(report.presentations.species),
            of: report.provenance)
    }

    private static func rated(_ estimates: [GroupBootstrap.Estimate], of report: TuningReport) -> [Rated] {
        let responses = report.presentations.counts(\.responded)
        return estimates.map {
            Rated(
                estimate: $0,
                rates: ErrorRates(accepted: $0.accepted, responses: responses, totals: responses))
        }
    }

    /// The leading columns of a table of curves, before those of each point.
    static var curveColumns: [TableColumn<CurvePoint>] {
        [
            TableColumn(
                "curve", "which curve", .words, Curve.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            ) { .string($0.curve.rawValue) },
            TableColumn("x", "place along the curve's x axis", .share, "0 to 1; `det`: any number") { JSONValue($0.x) },
            TableColumn("y", "place along the curve's y axis", .share, "0 to 1; `det`: any number") { JSONValue($0.y) },
        ]
    }

    /// Omits an interval of zero width: all replicates agreeing on zero errors does not show that the rate is zero.
    private static func withWidth(_ interval: ConfidenceInterval?) -> ConfidenceInterval? {
        interval.flatMap { $0.lower < $0.upper ? $0 : nil }
    }

    static func pointColumns(_ species: [String]) -> [TableColumn<Rated>] {
        func thresholds<Value>(
            _ key: AnalysisParameters.Key, _ meaning: String, _ unit: ColumnUnit,
            _ value: @escaping (VerdictThresholds) -> Value, _ cell: @escaping (Value?) -> JSONValue
        ) -> TableColumn<Rated> {
            TableColumn(key.rawValue, meaning, unit) { cell(value($0.estimate.thresholds)) }
        }
        func rate(
            _ name: String, _ meaning: String, _ value: @escaping (ErrorRates) -> Double?,
            _ interval: @escaping (GroupBootstrap.Estimate) -> ConfidenceInterval?
        ) -> [TableColumn<Rated>] {
            [
                TableColumn(name, meaning, .share) { JSONValue(value($0.rates)) },
                TableColumn(
                    name + "_lower",
                    "lower end of its percentile interval by bootstrap over groups: to compare points, not to quote, "
                        + "because it is too narrow if errors are few (COVERAGE.md); none if it has no width", .share
                ) {
                    JSONValue(withWidth(interval($0.estimate))?.lower)
                },
                TableColumn(name + "_upper", "upper end of that interval", .share) {
                    JSONValue(withWidth(interval($0.estimate))?.upper)
                },
            ]
        }
        var columns = [
            thresholds(.varianceThreshold, "standard deviations above it pass", .metres, \.standardDeviation) {
                JSONValue($0)
            },
            thresholds(.layerThreshold, "this many layers or more pass", .layers, \.layers) { JSONValue($0) },
            thresholds(.coherenceThreshold, "edge coherences above it pass", .none, \.coherence) { JSONValue($0) },
        ]
        columns += rate("bpcer", "share of real scenes rejected", { $0.bpcer.value }, \.bpcer)
        columns += rate("apcer_worst", "APCER of the worst species", \.worstAPCER, \.worstAPCER)
        columns += rate("acer", "mean of `apcer_worst` and `bpcer`", \.acer, \.acer)
        columns += [
            TableColumn("bona_fide_rejected", "real scenes rejected", .count) { JSONValue($0.rates.bpcer.errors) },
            TableColumn("bona_fide", "real scenes with a verdict", .count) { JSONValue($0.rates.bpcer.total) },
        ]
        for (index, name) in species.enumerated() {
            columns += rate(
                "apcer_\(name)", "share of the attacks of that species accepted", { $0.apcer[index].value },
                { $0.apcer[index] })
            columns += [
                TableColumn("accepted_\(name)", "attacks of that species accepted", .count) {
                    JSONValue($0.rates.apcer[index].errors)
                },
                TableColumn("attacks_\(name)", "attacks of that species with a verdict", .count) {
                    JSONValue($0.rates.apcer[index].total)
                },
            ]
        }
        return columns.withUniqueNames
    }
}

extension [TableColumn<OperatingPointTable.Rated>] {
    /// The columns with unique names: a repeated name gets a number, because a species may be called `worst`.
    fileprivate var withUniqueNames: Self {
        var names: Set<String> = []
        return map { column in
            var (name, number) = (column.name, 1)
            while !names.insert(name).inserted {
                number += 1
                name = "\(column.name)@\(number)"
            }
            let heading = number == 1 ? column.heading : nil
            return TableColumn(name, heading: heading, column.meaning, column.unit, column.range, column.cell)
        }
    }
}

extension TableColumn {
    /// The same column for rows that contain this kind of row.
    func of<Other>(_ part: @escaping (Other) -> Row) -> TableColumn<Other> {
        TableColumn<Other>(name, heading: heading, meaning, unit, range) { cell(part($0)) }
    }
}

extension OperatingPointTable {
    private static let anySpecies = "SPECIES"

    package static var curveSchema: JSONSchema {
        ReportTable.schema(curveColumns + pointColumns([anySpecies]).map { $0.of(\.point) }, anySpecies: anySpecies)
    }

    package static var pointSchema: JSONSchema {
        ReportTable.schema(pointColumns([anySpecies]), anySpecies: anySpecies)
    }
}
