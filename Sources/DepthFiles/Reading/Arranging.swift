public import DepthAnalysis
import Support

/// The rotation and reflection applied to a map after it is read.
///
///     let options = ReadingOptions(orientation: MapOrientation(quarterTurns: 1))
///
/// A phone held upright stores its maps in landscape. The server does not turn maps, so its answer always refers to
/// the map as stored.
public struct MapOrientation: Sendable, Hashable {
    /// Clockwise turns by 90 degrees: 0 to 3.
    public let quarterTurns: Int
    /// Whether the map is mirrored horizontally before it is turned.
    public let isFlipped: Bool

    /// The orientation as stored.
    public static let unchanged = MapOrientation()

    /// Creates an orientation: mirrored horizontally, then turned clockwise by any number of 90 degrees.
    public init(quarterTurns: Int = 0, isFlipped: Bool = false) {
        self.quarterTurns = quarterTurns & 3
        self.isFlipped = isFlipped
    }

    /// Returns the map in this orientation; nil if it is not a grid.
    public func turned(_ map: DepthMap) -> DepthMap? {
        guard map.isGrid else { return nil }
        if self == .unchanged { return map }
        let (columns, rows) = (map.width, map.height)
        let (width, height) = quarterTurns % 2 == 0 ? (columns, rows) : (rows, columns)
        let samples = map.samples
        let turned = [Float](unsafeUninitializedCapacity: samples.count) { turned, count in
            // SAFETY: each of width * height samples is initialized once, which is the capacity.
            for row in 0..<height {
                for column in 0..<width {
                    // The position before turning, then before mirroring.
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
        return Decoder.map(MapDimensions(width: width, height: height), turned)
    }
}

extension FileReading {
    /// Masks the map by confidence and turns it. The server does neither.
    func arranged(
        _ options: ReadingOptions, _ confidence: ConfidenceMap? = nil, _ reservation: ByteReservation? = nil
    ) -> FileReading {
        guard options.minimumConfidence != nil || options.orientation != .unchanged, let file = try? result.get()
        else { return self }
        // One copy of the samples for masking and one for turning.
        reservation?.reserve(8 * file.map.samples.count)
        let arranged = file.arranged(options, confidence)
        return FileReading(
            serverReading: arranged.map == file.map ? serverReading : serverReadingWithoutMap,
            result: .success(arranged))
    }
}

extension DecodedDepthFile {
    fileprivate func arranged(_ options: ReadingOptions, _ confidence: ConfidenceMap?) -> DecodedDepthFile {
        var (map, notes) = (self.map, self.notes)
        var isArranged = true
        if let minimum = options.minimumConfidence {
            if let confidence {
                if let masked = confidence.masked(map, below: minimum) {
                    map = masked.map
                    notes.append(.confidenceMasked(count: masked.count, total: map.samples.count, below: minimum))
                } else {
                    isArranged = false
                }
            } else {
                notes.append(.noConfidence)
            }
        }
        if let turned = options.orientation.turned(map) { map = turned } else { isArranged = false }
        if !isArranged { notes.append(.notTurned) }
        return with(map: map, notes: notes)
    }
}
