/// A depth histogram as a small bar chart, with its layers marked below.
struct HistogramDrawing {
    private static let rows = 4
    private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private let columns: [Int]
    private let peakColumns: Set<Int>

    /// Combines bins into columns, or gives each bin several columns, to fit the width.
    init(counts: [Int], peakBins: [Int], maximumColumns: Int) {
        let binsPerColumn = max((counts.count + maximumColumns - 1) / maximumColumns, 1)
        let columnsPerBin = max(maximumColumns / max(counts.count, 1), 1)
        columns = stride(from: 0, to: counts.count, by: binsPerColumn).flatMap { start in
            let sum = counts[start..<min(start + binsPerColumn, counts.count)].reduce(0, +)
            return repeatElement(sum, count: columnsPerBin)
        }
        peakColumns = Set(peakBins.map { $0 / binsPerColumn * columnsPerBin })
    }

    var width: Int { columns.count }

    /// The chart from top to bottom, followed by the row of peak marks. A column with a single sample is still
    /// visible.
    var lines: [String] {
        let tallest = max(columns.max() ?? 0, 1)
        let levels = columns.map { count in
            count == 0 ? 0 : max(1, (count * Self.rows * 8 + tallest / 2) / tallest)
        }
        let bars = (0..<Self.rows).reversed().map { row in
            String(levels.map { Self.eighths[min(max($0 - row * 8, 0), 8)] })
        }
        return bars + [String(columns.indices.map { peakColumns.contains($0) ? "▲" : " " })]
    }
}
