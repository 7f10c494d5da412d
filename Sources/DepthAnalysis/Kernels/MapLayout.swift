/// The rows of a map as the kernels read them, and the regions that divide each row.
///
/// A grid of at least 4 by 4 samples has regions 0 to 3, its quadrants (top left, top right, bottom left, bottom
/// right), and region 4, the odd last row and column. Any other map is all region 4. A map that is not a grid is read
/// in artificial rows: without neighbours and quadrants, only the order of the samples matters.
struct MapLayout {
    struct Segment {
        let start: Int
        let count: Int
        let region: Int
    }

    static let quadrantCount = 4
    static let rest = 4
    static let regionCount = 5

    let sampleCount: Int
    let width: Int
    let rowCount: Int
    let hasQuadrants: Bool
    let hasInterior: Bool
    private let quadrantWidth: Int
    private let quadrantHeight: Int

    init(of map: MapView) {
        sampleCount = map.samples.count
        hasQuadrants = map.hasQuadrants
        hasInterior = map.hasInterior
        width = map.isGrid ? map.width : 1024
        rowCount = (sampleCount + width - 1) / width
        quadrantWidth = hasQuadrants ? width / 2 : 0
        quadrantHeight = hasQuadrants ? rowCount / 2 : 0
    }

    /// Whether a row has exactly two segments, each a multiple of eight samples long.
    var hasWholeSegments: Bool { quadrantWidth > 0 && quadrantWidth & 7 == 0 && width == 2 * quadrantWidth }

    /// At most `limit` rows from `first` on, all divided into the same regions.
    func rowsInSameRegions(from first: Int, limit: Int) -> Range<Int> {
        let end = first < quadrantHeight ? quadrantHeight : first < 2 &* quadrantHeight ? 2 &* quadrantHeight : rowCount
        return first..<min(end, first &+ limit)
    }

    /// The region of a row's first segment: a left quadrant, whose right neighbour has the next number, or ``rest``.
    func firstRegion(ofRow row: Int) -> Int {
        row < quadrantHeight ? 0 : row < 2 &* quadrantHeight ? 2 : Self.rest
    }

    @inline(__always)
    func forEachSegment(ofRow row: Int, _ body: (Segment) -> Void) {
        var start = row &* width
        let rowEnd = min(start &+ width, sampleCount)
        let first = firstRegion(ofRow: row)
        var region = first
        repeat {
            let end = region == Self.rest ? rowEnd : start &+ quadrantWidth
            body(Segment(start: start, count: end &- start, region: region))
            start = end
            region = region == first && first != Self.rest ? first &+ 1 : Self.rest
        } while start < rowEnd
    }
}
