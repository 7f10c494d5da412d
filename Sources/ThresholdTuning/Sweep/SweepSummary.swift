internal import DepthAnalysis

/// What a sweep came to: its ways of measuring, best first, and what each value of each swept parameter does.
///
///     for row in SweepSummary(report).rows { print(row.number, row.figure ?? .nan) }
struct SweepSummary: Sendable {
    /// One way of measuring.
    struct Row: Sendable {
        /// Its number in the order in which ways were tried, from 1, which is the present one.
        let number: Int
        /// Its place among all, from 1.
        let rank: Int
        let result: TuningReport.VariantResult
        /// The objective's figure in cross-validation; nil where that was not possible.
        let figure: Double?
    }

    /// What one value of one parameter does, whatever the others are: over the ways of the grid, in which every value
    /// meets every other. Refinement would favour the values it gathers around, so its ways do not count.
    struct MarginalEffect: Sendable {
        let key: AnalysisParameters.Key
        let value: AnalysisParameters.Value
        /// The ways of the grid that have the value.
        let wayCount: Int
        /// The least and the mean figure of these.
        let least: Double
        let mean: Double
    }

    let objective: Objective
    /// The parameters that were swept and differ.
    let keys: [AnalysisParameters.Key]
    let rows: [Row]
    let effects: [MarginalEffect]

    /// Of a report; without rows if there was no sweep.
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
