/// A depth histogram as a small bar drawing, its layers marked below.
struct HistogramDrawing {
    /// Columns a drawing has at most; wider histograms put several bins into one column.
    static let maximumColumns = 50
    private static let rows = 4
    private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private let columns: [Int]
    private let peakColumns: Set<Int>

    init(counts: [Int], peakBins: [Int]) {
        let binsPerColumn = (counts.count + Self.maximumColumns - 1) / Self.maximumColumns
        columns = stride(from: 0, to: counts.count, by: max(binsPerColumn, 1)).map { start in
            counts[start..<min(start + binsPerColumn, counts.count)].reduce(0, +)
        }
        peakColumns = Set(peakBins.map { $0 / max(binsPerColumn, 1) })
    }

    var width: Int { columns.count }

    /// The drawing from top to bottom, the row of peak marks last. A column with a single sample still shows.
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
