package import DepthAnalysis
internal import Reports
internal import ThresholdTuning

/// The values of one measurement that checks use, for all rows.
struct DecisionColumn {
    let name: String
    let values: [Double]
}

extension SceneAnalysis.Check {
    /// The checks that affect the verdict.
    static let deciding = allCases.filter { $0.role != .warning }

    /// The value's column name in measurement tables.
    var column: String { fields.count == 1 ? fields[0].rawValue : SceneAnalysis.depthRangeKey }
}

extension DecisionColumn {
    /// A column for each value that affects the verdict, in the order of the checks.
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

/// The distances of rows from the opposite verdict.
///
/// The margin of a check is `value / threshold - 1`, negated if the value must be below the threshold, so that it is
/// positive if the check holds. A threshold of n layers counts as n - 1/2. The margin of a map is the smallest of its
/// checks. The signs of a screen reject only together: they count as one check, whose margin is minus the smallest
/// margin of a sign. A map is accepted if its margin is above 0, and rejected if it is below.
struct DecisionMargins {
    /// The margin of each row; nil for a row without a verdict.
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

    /// A threshold of 0 has no scale: the margin is infinite if the check holds, otherwise -1.
    private static func margin(of check: SceneAnalysis.Check, _ value: Double, _ threshold: Double) -> Double {
        let place = check.isIntegerValued ? threshold - 0.5 : threshold
        let isUpward = check.comparison == .above || check.comparison == .atLeast
        guard place > 0 else {
            let holds = check.comparison.holds(value, threshold)
            return holds ? .infinity : -1
        }
        return isUpward ? value / place - 1 : 1 - value / place
    }
}

extension ExplorerReport {
    /// Whether a row and an analysis have the same values for all checks that affect the verdict.
    package func row(_ row: Int, isOf analysis: SceneAnalysis) -> Bool {
        SceneAnalysis.Check.deciding.allSatisfy { check in
            func value(_ analysis: SceneAnalysis) -> Double? {
                check.value(in: analysis.profile) { $0.value(in: analysis).number }
            }
            return value(analysis) == value(rows[row].analysis)
        }
    }
}
