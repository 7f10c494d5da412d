internal import DepthAnalysis

/// The checks of one analysis as a table: what was measured, what was asked for, and how far the one is from the other.
struct CheckTable {
    private struct Row {
        let name: String
        let value: String
        let threshold: String
        /// Value less threshold.
        let distance: String
        let mark: String
    }

    private let rows: [Row]
    private let style: Style

    init(_ analysis: SceneAnalysis, parameters: AnalysisParameters, style: Style) {
        self.style = style
        let good = style.good("ok  ")
        func mark(_ isGood: Bool, otherwise bad: String) -> String { isGood ? good : bad }
        let no = style.bad("no  ")
        func against(_ reason: VerdictReason) -> String { mark(!analysis.reasons.contains(reason), otherwise: no) }
        let range = analysis.maximumDepth - analysis.minimumDepth
        // A single sign of a screen is nothing bad: only all of them together are.
        let screen = mark(!analysis.isScreenLike, otherwise: no)
        let sign = style.dim("  · ")
        let isSkipped = analysis.quadrants.allSatisfy { $0.standardDeviation == nil }
        rows = [
            Self.row(
                "standard deviation", analysis.standardDeviation, ">", parameters.standardDeviationThreshold, "m",
                against(.standardDeviation)),
            Row(
                name: "layers", value: "\(analysis.layerCount)", threshold: ">= \(parameters.layerThreshold)",
                distance: (analysis.layerCount >= parameters.layerThreshold ? "+" : "")
                    + "\(analysis.layerCount - parameters.layerThreshold)",
                mark: against(.layers)),
            Self.row(
                "edge coherence", analysis.edgeCoherence, ">", parameters.coherenceThreshold, "",
                against(.edgeCoherence)),
            Row(
                name: "screen", value: analysis.isScreenLike ? "yes" : "no", threshold: "all of:", distance: "",
                mark: screen),
            Self.row("depth range", range, "<", parameters.screenDepthRangeMaximum, "m", sign),
            Self.row("uniformity", analysis.uniformityRatio, ">", parameters.screenUniformityThreshold, "", sign),
            Self.row("mean depth", analysis.meanDepth, ">=", parameters.screenDistanceMinimum, "m", sign),
            Self.row("", analysis.meanDepth, "<=", parameters.screenDistanceMaximum, "m", sign),
            isSkipped
                ? Row(
                    name: "quadrants", value: analysis.quadrants.isEmpty ? "none" : "skipped",
                    threshold: "", distance: "", mark: mark(analysis.quadrantPasses, otherwise: style.warning("warn")))
                : Self.row(
                    "flattest quadrant", analysis.minimumQuadrantStandardDeviation, ">",
                    parameters.quadrantStandardDeviationThreshold, "m",
                    mark(analysis.quadrantPasses, otherwise: style.warning("warn"))),
        ]
    }

    /// The header and a line for each check, at most 60 columns wide.
    var lines: [String] {
        let header = "      " + pad("check", 20) + pad("value", 11) + pad("threshold", 12) + "distance"
        return [style.dim(header)]
            + rows.map { row in
                let line = pad(row.name, 20) + pad(row.value, 11) + pad(row.threshold, 12) + row.distance
                return "\(row.mark)  \(line)"
            }
    }

    private static func row(
        _ name: String, _ value: Double, _ comparison: String, _ threshold: Double, _ unit: String, _ mark: String
    ) -> Row {
        let suffix = unit.isEmpty ? "" : " \(unit)"
        return Row(
            name: name, value: NumberText.fixed(value, digits: 4) + suffix,
            threshold: "\(comparison) \(NumberText.significant(threshold, digits: 6))\(suffix)",
            distance: NumberText.signed(value - threshold, digits: 4) + suffix, mark: mark)
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }
}
