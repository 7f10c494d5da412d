import DepthAnalysis
import DepthPictures
import PlanarityMeasurements
import TestSupport
import Testing

/// The drawn planes and regions, checked against the measurements.
@Suite struct CandidateOverlayTests {
    /// Cells of four by four pixels, of five by five, and of one.
    private static let names = ["room-01", "room-03", "screen-01", "screen-in-room-01", "inferred-76800", "two-planes"]
    private static let (black, white, magenta): (UInt32, UInt32, UInt32) = (0x000000, 0xFFFFFF, 0xFF00E0)

    /// The pixel in the middle of each cell's mark, with one pixel per sample.
    private static func middles(_ lattice: SampleLattice, _ map: DepthMap) -> [Int] {
        lattice.depths.indices.map { cell in
            let (row, column) = cell.quotientAndRemainder(dividingBy: lattice.columns)
            let (left, right) = (column * map.width / lattice.columns, (column + 1) * map.width / lattice.columns)
            let (top, bottom) = (row * map.height / lattice.rows, (row + 1) * map.height / lattice.rows)
            let side = min(map.width / lattice.columns, map.height / lattice.rows) < 3 ? 1 : 3
            return (top + (bottom - top - side) / 2 + side / 2) * map.width
                + left + (right - left - side) / 2 + side / 2
        }
    }

    @Test(arguments: names) func markedCellsMatchThePlane(name: String) throws {
        let map = try DepthMap.fixture(name)
        let trace = try #require(CandidateTrace(of: map))
        let image = DepthPicture.plain(map, .plane).image
        let without = DepthPicture.of(map) { $0.isPlain = true }.image
        var counts: [UInt32: Int] = [:]
        for (cell, pixel) in Self.middles(trace.lattice, map).enumerated() {
            let isMarked = image.pixels[pixel] != without.pixels[pixel]
            #expect(isMarked == (trace.lattice.depths[cell] > 0), "\(cell)")
            if isMarked { counts[image.palette.colours[Int(image.pixels[pixel])], default: 0] += 1 }
        }
        let (on, near) = (counts[Self.black] ?? 0, counts[Self.white] ?? 0)
        let all = Double(trace.lattice.validCount)
        #expect(on + near + (counts[Self.magenta] ?? 0) == trace.lattice.validCount)
        #expect(Double(on) / all == trace.candidates.planeShare1)
        #expect(Double(on + near) / all == trace.candidates.planeShare2)
    }

    /// The middle of a cell is hatched exactly if the cell has a depth and is in no region. Cells at the ends of
    /// the map are skipped, because the frame of the largest region may cover their middle.
    @Test(arguments: names) func cellsOutsideRegionsAreHatched(name: String) throws {
        let map = try DepthMap.fixture(name)
        let trace = try #require(CandidateTrace(of: map))
        let (columns, rows, scale) = (trace.lattice.columns, trace.lattice.rows, 12)
        let image = DepthPicture.of(map, .init(.regions)) { ($0.isPlain, $0.scale) = (true, scale) }.image
        let without = DepthPicture.of(map) { ($0.isPlain, $0.scale) = (true, scale) }.image
        let inRegion = Set(trace.regions.all.flatMap(\.cells))
        for row in 1..<rows - 1 {
            for column in 1..<columns - 1 {
                let x = (column * map.width / columns + (column + 1) * map.width / columns) * scale / 2
                let y = (row * map.height / rows + (row + 1) * map.height / rows) * scale / 2
                // A line of the hatch passes through any five adjacent pixels.
                let pixels = (-2...2).map { y * image.width + x + $0 }
                let isHatched = pixels.contains { image.pixels[$0] != without.pixels[$0] }
                let cell = row * columns + column
                #expect(isHatched == (trace.lattice.depths[cell] > 0 && !inRegion.contains(cell)), "\(cell)")
            }
        }
    }

    /// A square in front of a wall. Its cells end where samples do, and its frame is light within dark.
    @Test func theLargestRegionHasAFrame() throws {
        let map = DepthMap.make(width: 48, height: 40) { column, row in
            (4..<44).contains(column) && (4..<36).contains(row) ? 0.5 : 2
        }
        let trace = try #require(CandidateTrace(of: map))
        #expect(trace.lattice.columns == 48 && trace.regions.all.first?.cells.count == 40 * 32)
        let image = DepthPicture.of(map, .init(.regions)) { ($0.isPlain, $0.scale) = (true, 8) }.image
        let colours = image.pixels.map { image.palette.colours[Int($0)] }
        func colour(_ x: Int, _ y: Int) -> UInt32 { colours[y * image.width + x] }
        // Lines of two pixels in six, centred on the edge.
        #expect((28..<36).filter { colour($0, 160) == Self.white } == [31, 32])
        #expect([29, 30, 33, 34].allSatisfy { colour($0, 160) == Self.black })
        #expect(colour(28, 160) != Self.black && colour(35, 160) != Self.black)
        for x in 32..<352 { #expect(colour(x, 32) == Self.white && colour(x, 287) == Self.white, "\(x)") }
        for y in 32..<288 { #expect(colour(32, y) == Self.white && colour(351, y) == Self.white, "\(y)") }
        let inside = (36..<284).flatMap { y in (36..<348).map { x in colour(x, y) } }
        #expect(!inside.contains(Self.white) && !inside.contains(Self.black))
    }

    /// The frame stays inside the picture where the region ends with the map; holes have no frame.
    @Test func framesStayInsideTheMapAndExcludeHoles() throws {
        let map = DepthMap.make(width: 40, height: 40) { column, row in
            (18..<22).contains(column) && (18..<22).contains(row) ? 0 : 1
        }
        let image = DepthPicture.of(map, .init(.regions)) { ($0.isPlain, $0.scale) = (true, 8) }.image
        let white = image.pixels.indices.filter { image.palette.colours[Int(image.pixels[$0])] == Self.white }
        #expect(white.first == 2 * 320 + 2 && white.last == 317 * 320 + 317)
        #expect(white.count == 2 * 2 * (316 + 312))
    }

    private static let obstacles: [(map: DepthMap, words: String)] = [
        (.make(width: 40, height: 2) { _, _ in 1 }, "the map has fewer than 3 rows or columns"),
        (.make(width: 7, height: 9) { _, _ in 1 }, "fewer than 64 of the samples examined are valid"),
        (DepthMap(inferringDimensionsOf: (0..<1000).map { 1 + Float($0 % 37) / 10 }), "the map is not a grid"),
    ]

    @Test(arguments: obstacles.indices) func missingCandidatesAreExplained(index: Int) {
        let (map, words) = Self.obstacles[index]
        let picture = DepthPicture.of(map, .ofCandidates)
        // Text wraps at the width of the picture.
        let svg = String(decoding: picture.svg { $0.png ?? [] }, as: UTF8.self).replacing("\n", with: " ")
        #expect(svg.contains("best plane (not part of the verdict): not measured: \(words)"))
        #expect(svg.contains("largest planar region (not part of the verdict): not measured: \(words)"))
        let plain = DepthPicture.of(map, .ofCandidates) { $0.isPlain = true }.image
        #expect(plain.pixels == DepthPicture.of(map) { $0.isPlain = true }.image.pixels)
    }

    /// Pure noise: a plane fits as well as any other, and there is no region.
    @Test func missingRegionsAreExplained() throws {
        let map = DepthMap.make(width: 40, height: 40) { column, row in
            1 + Float((column * 7919 + row * 104_729 + column * row * 31) % 97) / 20
        }
        #expect(try #require(CandidateTrace(of: map)).regions.all.isEmpty)
        let picture = DepthPicture.of(map, .init(.regions))
        let svg = String(decoding: picture.svg { $0.png ?? [] }, as: UTF8.self).replacing("\n", with: " ")
        #expect(svg.contains("largest planar region (not part of the verdict): none"))
        #expect(svg.contains("in no region: 1600 of 1600 cells, 100.0 %"))
    }
}
