internal import DepthAnalysis
internal import Support

// Cells as other programs rewrite them: pandas writes `True` for `true`, `7.0` for 7 in a column with missing values,
// and optionally `NaN` for an empty cell.

extension String {
    /// The cell; empty if it is a missing value.
    var cell: String { ["NaN", "nan", "<NA>", "NaT"].contains(self) ? "" : self }

    /// The whole number in the cell.
    func whole<Number: FixedWidthInteger>() -> Number? { Number(self) ?? Double(self).flatMap(Number.init(exactly:)) }

    /// The flag in the cell.
    var flag: Bool? {
        switch self {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// The cell without the `.0` of a whole number.
    var withoutZeroFraction: String {
        hasSuffix(".0") && dropLast(2).allSatisfy(\.isWholeNumber) && count > 2 ? String(dropLast(2)) : self
    }
}

/// Two parts of a row that contradict each other.
struct RowContradiction {
    let found: String
    let expected: String
}

extension MapMeasurement {
    /// The first contradiction within the row; nil if there is none.
    ///
    /// A sum in `Float` may have a rounding error at each sample, so the mean may lie outside the depths by a hundredth
    /// of the largest depth. Measurements that no decision uses are not checked.
    func contradiction(depthRange: Double?) -> RowContradiction? {
        let a = analysis
        func contradiction(_ isTrue: Bool, _ found: String, _ expected: String) -> RowContradiction? {
            isTrue ? nil : RowContradiction(found: found, expected: expected)
        }
        let largest = max(abs(a.minimumDepth), abs(a.maximumDepth))
        let margin = 0.01 * largest
        func isBetween(_ value: Double) -> Bool { (a.minimumDepth - margin...a.maximumDepth + margin).contains(value) }
        let depths = "min_depth \(a.minimumDepth) and max_depth \(a.maximumDepth)"
        return contradiction(
            error.isEmpty || a.status == .unavailable, "an error and the status \(a.status.rawValue)",
            "the status unavailable, because the file could not be read")
            ?? contradiction(a.minimumDepth <= a.maximumDepth, depths, "a min_depth of at most max_depth")
            ?? depthRange.flatMap { range in
                // Each depth, and their difference, may have been rounded once.
                contradiction(
                    abs(range - (a.maximumDepth - a.minimumDepth)) <= 2 * Double(Float.ulpOfOne) * largest,
                    "depth_range \(range) with \(depths)", "max_depth - min_depth, \(a.depthRange)")
            }
            ?? contradiction(isBetween(a.meanDepth), "mean_depth \(a.meanDepth) with \(depths)", "one between them")
            ?? contradiction(
                a.validCount <= a.totalCount, "valid_count \(a.validCount) and total_count \(a.totalCount)",
                "a valid_count of at most total_count")
            ?? contradiction(
                a.status != .pass || !a.isScreenLike, "the status pass and is_screen_like true",
                "the status fail for a map that is screen-like")
    }
}
