internal import DepthAnalysis
internal import Support

struct CheckTable {
    fileprivate struct Row {
        let name: String
        let value: String
        let threshold: String
        let distance: String
        let mark: String
    }

    private let rows: [Row]
    private let style: Style

    init(_ analysis: SceneAnalysis, style: Style) {
        self.style = style
        let good = style.good("ok    ")
        func mark(_ holds: Bool) -> String { holds ? good : style.bad("fail  ") }
        let quadrantMark = analysis.quadrantPasses ? good : style.warning("warn  ")
        let signs = analysis.checks.filter { $0.check.role == .screenSign }
        let screen = Row(
            name: "screen", value: "\(signs.count(where: \.holds)) of \(signs.count)",
            threshold: "screen if all are met:", distance: "", mark: mark(!analysis.isScreenLike))
        var rows = analysis.checks.filter { $0.check.role == .required }.map { Row($0, mark: mark($0.holds)) }
        // The signs of a screen are dimmed, because only all of them together count against the map.
        rows += [screen] + signs.map { Row($0, mark: style.dim($0.holds ? "met   " : "unmet ")) }
        rows += analysis.checks.filter { $0.check.role == .warning }.map { Row($0, mark: quadrantMark) }
        if !analysis.hasMeasuredQuadrant {
            let value = analysis.quadrants.isEmpty ? "none" : "skipped"
            rows.append(Row(name: "quadrants", value: value, threshold: "", distance: "", mark: quadrantMark))
        }
        self.rows = rows
    }

    var lines: [String] {
        let columns = "check".padded(to: 20) + "value".padded(to: 11) + "threshold".padded(to: 12)
        return [style.dim("      \(columns)distance")]
            + rows.indices.map { index in
                let row = rows[index]
                // A value with two limits has two rows; only the first has its name.
                let name = index > 0 && rows[index - 1].name == row.name ? "" : row.name
                let columns = name.padded(to: 20) + row.value.padded(to: 11) + row.threshold.padded(to: 12)
                return "\(row.mark)\(columns)\(row.distance)".withoutTrailingSpaces
            }
    }
}

extension CheckTable.Row {
    fileprivate init(_ outcome: CheckOutcome, mark: String) {
        let check = outcome.check
        let unit = check.unit == .metres ? " m" : ""
        name = check.name
        if check.isIntegerValued {
            value = NumberText.fixed(outcome.value, digits: 0)
            distance = NumberText.signed(outcome.margin, digits: 10)
        } else {
            value = NumberText.fixed(outcome.value, digits: 4) + unit
            distance = NumberText.signed(outcome.margin, digits: 4) + unit
        }
        threshold = check.condition(outcome.threshold)
        self.mark = mark
    }
}

extension SceneAnalysis.Check {
    /// The condition, such as "> 0.5 m".
    func condition(_ threshold: Double) -> String {
        "\(comparison.rawValue) \(NumberText.significant(threshold, digits: 6))\(unit == .metres ? " m" : "")"
    }
}
