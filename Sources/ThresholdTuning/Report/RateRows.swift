internal import Support

/// A text table of error rates: errors in maps and groups, rate, interval and level.
package enum RateRows {
    package struct Row {
        let name: String
        /// Errors in maps, errors in groups, the rate, the interval and its level.
        let cells: [String]

        package init(_ name: String, _ rate: GroupedRate) {
            self.name = name.printable
            cells = [
                "\(rate.rate.errors) of \(rate.rate.total)", "\(rate.groupsWithErrors) of \(rate.groups)",
                TuningReport.percent(rate.rate.value), RateRows.ends(rate.interval),
                rate.interval == nil ? "" : TuningReport.level(rate.level),
            ]
        }

        /// A rate derived from other rates, without errors of its own.
        package init(_ name: String, _ rate: Double?, _ interval: ConfidenceInterval?, level: Double) {
            self.name = name.printable
            cells = [
                "", "", TuningReport.percent(rate), RateRows.ends(interval),
                interval == nil ? "" : TuningReport.level(level),
            ]
        }

        fileprivate init(header cells: [String]) {
            name = ""
            self.cells = cells
        }
    }

    /// The rows in columns under a header. If the width is too small, each name goes on a line of its own.
    package static func lines(_ rows: [Row], width: Int) -> [(text: String, isHeader: Bool)] {
        let all = [Row(header: ["maps", "groups", "rate", "interval", "level"])] + rows
        let widths = all[0].cells.indices.map { column in all.map { $0.cells[column].count }.max() ?? 0 }
        let names = all.map(\.name.count).max() ?? 0
        let isBeside = 2 + names + widths.reduce(0) { $0 + 2 + $1 } <= width
        return all.enumerated().flatMap { number, row in
            let cells = zip(row.cells, widths).map { cell, width in
                "  " + String(repeating: " ", count: width - cell.count) + cell
            }.joined().withoutTrailingSpaces
            let texts =
                isBeside
                ? ["  " + row.name.padded(to: max(names, 1)) + cells]
                : (row.name.isEmpty ? [] : ["  " + row.name]) + ["    " + cells]
            return texts.map { ($0, number == 0) }
        }
    }

    /// Both ends in per cent; empty for nil.
    package static func ends(_ interval: ConfidenceInterval?) -> String {
        guard let interval else { return "" }
        return "[\(NumberText.fixed(100 * interval.lower, digits: 2)), "
            + "\(NumberText.fixed(100 * interval.upper, digits: 2))]"
    }
}
