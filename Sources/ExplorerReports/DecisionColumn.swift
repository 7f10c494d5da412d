package import DepthAnalysis
internal import Reports
internal import ThresholdTuning

/// A measurement that checks compare with thresholds, of every row.
struct DecisionColumn {
    /// What tables of measurements call it.
    let name: String
    /// 0 in rows without a verdict.
    let values: [Double]
}

extension SceneAnalysis.Check {
    /// The checks that decide.
    static let deciding = allCases.filter { $0.role != .warning }

    /// What tables of measurements call the value.
    var column: String { fields.count == 1 ? fields[0].rawValue : SceneAnalysis.depthRangeKey }
}

extension DecisionColumn {
    /// One for each value that decides, in the order of the checks.
    static func all(of rows: [MapMeasurement]) -> [DecisionColumn] {
        var columns: [DecisionColumn] = []
        for check in SceneAnalysis.Check.deciding where !columns.contains(where: { $0.name == check.column }) {
            let values = rows.map { row in
                check.value(in: row.provenance.profile) { $0.value(in: row.analysis).number } ?? 0
            }
            columns.append(DecisionColumn(name: check.column, values: values))
        }
        return columns
    }
}

/// How far the rows are from being decided otherwise.
///
/// The margin of a check is its value divided by its threshold, less 1, and above 0 where the check holds; layers n
/// count as n - 1/2. A map is as far as the check that is nearest to rejecting it: of the signs of a screen, all of
/// which must hold to reject, the one that holds least. Above 0 a map is accepted, below 0 rejected.
struct DecisionMargins {
    /// By row; nil without a verdict.
    let margins: [Double?]

    init(_ rows: [MapMeasurement], _ columns: [DecisionColumn], _ parameters: AnalysisParameters) {
        let checks = SceneAnalysis.Check.deciding.map { check in
            (
                check: check, values: columns.first { $0.name == check.column }?.values ?? [],
                threshold: check.threshold(parameters, in: rows.first?.provenance.profile ?? .server)
            )
        }
        margins = rows.indices.map { row in
            guard rows[row].analysis.status != .unavailable else { return nil }
            var least = Double.infinity
            var sign = Double.infinity
            for (check, values, threshold) in checks {
                let margin = Self.margin(of: check, values[row], threshold)
                if check.role == .screenSign { sign = min(sign, margin) } else { least = min(least, margin) }
            }
            return min(least, -sign)
        }
    }

    /// Above 0 where the check holds. A threshold of 0 has no scale: what it lets through is as far from it as can be.
    private static func margin(of check: SceneAnalysis.Check, _ value: Double, _ threshold: Double) -> Double {
        let place = check.isOfWholeNumbers ? threshold - 0.5 : threshold
        let isUpward = check.comparison == .above || check.comparison == .atLeast
        guard place > 0 else {
            let holds = check.comparison.holds(value, threshold)
            return holds ? .infinity : -1
        }
        return isUpward ? value / place - 1 : 1 - value / place
    }
}

extension ExplorerReport {
    /// Whether an analysis has the numbers of a row that decide.
    package func row(_ row: Int, isOf analysis: SceneAnalysis) -> Bool {
        SceneAnalysis.Check.deciding.allSatisfy { check in
            func value(_ analysis: SceneAnalysis) -> Double? {
                check.value(in: analysis.profile) { $0.value(in: analysis).number }
            }
            return value(analysis) == value(rows[row].analysis)
        }
    }
}
