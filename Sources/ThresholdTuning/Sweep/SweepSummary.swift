internal import DepthAnalysis

/// The result of a sweep: its measurement variants, best first, and the marginal effect of each parameter value.
///
///     for row in SweepSummary(report).rows { print(row.number, row.figure ?? .nan) }
struct SweepSummary: Sendable {
    struct Row: Sendable {
        /// The number in the order tried; 1 is the present variant.
        let number: Int
        /// The rank by figure, from 1.
        let rank: Int
        let result: TuningReport.VariantResult
        /// The figure of the objective in cross-validation; nil if that was not possible.
        let figure: Double?
    }

    /// The effect of one parameter value, averaged over the grid, in which every value meets every other. Refined
    /// variants are excluded because they cluster around the best values.
    struct MarginalEffect: Sendable {
        let key: AnalysisParameters.Key
        let value: AnalysisParameters.Value
        /// The number of grid variants with this value.
        let wayCount: Int
        /// The least and the mean figure of these variants.
        let least: Double
        let mean: Double
    }

    let objective: Objective
    let keys: [AnalysisParameters.Key]
    let rows: [Row]
    let effects: [MarginalEffect]

    /// The summary of a report; has no rows if there was no sweep.
    init(_ report: TuningReport) {
        self.init(report.variants, objective: report.options.objective)
    }

    init(_ ways: [TuningReport.VariantResult], objective: Objective) {
        self.objective = objective
        let changed = ways.map { Set(SweepDimension.changedKeys(ways[0].parameters, $0.parameters)) }
        let swept = changed.reduce(into: Set<AnalysisParameters.Key>()) { $0.formUnion($1) }
        keys = AnalysisParameters.Key.allCases.filter(swept.contains)
        let figures = ways.map { $0.expected.flatMap(objective.figure) }
        let order = ways.indices.sorted { first, second in
            (figures[first] ?? .infinity, changed[first].count, first)
                < (figures[second] ?? .infinity, changed[second].count, second)
        }
        rows = order.enumerated().map { rank, way in
            Row(number: way + 1, rank: rank + 1, result: ways[way], figure: figures[way])
        }
        effects = keys.flatMap { key in
            let grid = zip(ways, figures).filter { $0.0.origin == .grid }
                .compactMap { way, figure in figure.map { (value: way.parameters[key], figure: $0) } }
            return Set(grid.map(\.value)).sorted { $0.number < $1.number }.map { value in
                let figures = grid.filter { $0.value == value }.map(\.figure)
                return MarginalEffect(
                    key: key, value: value, wayCount: figures.count, least: figures.min() ?? 0,
                    mean: figures.reduce(0, +) / Double(figures.count))
            }
        }
    }
}
