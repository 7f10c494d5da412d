internal import DepthAnalysis
internal import PlainText

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
        let warning = style.warning("warn")
        func against(_ reason: VerdictReason) -> String {
            analysis.reasons.contains(reason) ? style.bad("no  ") : good
        }
        // A single sign of a screen is nothing bad: only all of them together are.
        func sign(_ isThere: Bool) -> String { style.dim(isThere ? "  x " : "  - ") }
        let arithmetic = analysis.profile
        let range = arithmetic.rounded(analysis.maximumDepth - analysis.minimumDepth)
        func threshold(_ path: KeyPath<AnalysisParameters, Double>) -> Double {
            arithmetic.rounded(parameters[keyPath: path])
        }
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
                mark: against(.screenLike)),
            Self.row(
                "depth range", range, "<", parameters.screenDepthRangeMaximum, "m",
                sign(range < threshold(\.screenDepthRangeMaximum))),
            Self.row(
                "uniformity", analysis.uniformityRatio, ">", parameters.screenUniformityThreshold, "",
                sign(analysis.uniformityRatio > threshold(\.screenUniformityThreshold))),
            Self.row(
                "mean depth", analysis.meanDepth, ">=", parameters.screenDistanceMinimum, "m",
                sign(analysis.meanDepth >= threshold(\.screenDistanceMinimum))),
            Self.row(
                "", analysis.meanDepth, "<=", parameters.screenDistanceMaximum, "m",
                sign(analysis.meanDepth <= threshold(\.screenDistanceMaximum))),
            isSkipped
                ? Row(
                    name: "quadrants", value: analysis.quadrants.isEmpty ? "none" : "skipped",
                    threshold: "", distance: "", mark: analysis.quadrantPasses ? good : warning)
                : Self.row(
                    "flattest quadrant", analysis.minimumQuadrantStandardDeviation, ">",
                    parameters.quadrantStandardDeviationThreshold, "m",
                    analysis.quadrantPasses ? good : warning),
        ]
    }

    /// The header and a line for each check, at most 60 columns wide.
    var lines: [String] {
        let header =
            "      " + "check".padded(to: 20) + "value".padded(to: 11) + "threshold".padded(to: 12) + "distance"
        return [style.dim(header)]
            + rows.map { row in
                var line = "\(row.mark)  " + row.name.padded(to: 20) + row.value.padded(to: 11)
                line += row.threshold.padded(to: 12) + row.distance
                while line.last == " " { line.removeLast() }
                return line
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
}
