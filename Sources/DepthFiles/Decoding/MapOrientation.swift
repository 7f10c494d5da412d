public import DepthAnalysis

/// How a map is turned after it was read, so that it stands as others do.
///
///     let options = ReadingOptions(orientation: MapOrientation(quarterTurns: 1))
///
/// A phone that is held upright stores its maps lying down. The server takes every map as it comes, so what it answers
/// is about the map that was not turned.
public struct MapOrientation: Sendable, Hashable {
    /// Clockwise turns by 90 degrees: 0 to 3.
    public let quarterTurns: Int
    /// Whether left and right are exchanged before it is turned.
    public let isFlipped: Bool

    /// As it was stored.
    public static let unchanged = MapOrientation()

    /// - Parameter quarterTurns: any number; four turns are none.
    public init(quarterTurns: Int = 0, isFlipped: Bool = false) {
        self.quarterTurns = quarterTurns & 3
        self.isFlipped = isFlipped
    }

    /// The map in this orientation; nil for one that is no grid.
    public func turned(_ map: DepthMap) -> DepthMap? {
        guard map.isGrid else { return nil }
        if self == .unchanged { return map }
        let (columns, rows) = (map.width, map.height)
        let (width, height) = quarterTurns % 2 == 0 ? (columns, rows) : (rows, columns)
        let samples = map.samples
        let turned = [Float](unsafeUninitializedCapacity: samples.count) { turned, count in
            // SAFETY: each of width * height samples is set once; the map has as many.
            for row in 0..<height {
                for column in 0..<width {
                    // Where it comes from, before the turns and before the flip.
                    let (sourceRow, turnedColumn) =
                        switch quarterTurns {
                        case 1: (rows - 1 - column, row)
                        case 2: (rows - 1 - row, columns - 1 - column)
                        case 3: (column, columns - 1 - row)
                        default: (row, column)
                        }
                    let sourceColumn = isFlipped ? columns - 1 - turnedColumn : turnedColumn
                    turned.initializeElement(
                        at: row * width + column, to: samples[sourceRow * columns + sourceColumn])
                }
            }
            count = samples.count
        }
        return DepthFileReader.map(MapDimensions(width: width, height: height), turned)
    }
}
