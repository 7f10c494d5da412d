import DepthAnalysis
import DepthPictures
import TestSupport
import Testing

@Suite struct OverlayTests {
    static let names = ["room-01", "room-03", "screen-01", "noise-01", "quadrant-odd-size", "all-invalid"]
    private static let edgeColour: UInt32 = 0xFF00E0

    @Test(arguments: names) func drawnEdgesMatchTheCount(name: String) throws {
        let map = try DepthMap.fixture(name)
        let image = DepthPicture.plain(map, .edges).image
        #expect((image.width, image.height) == (map.width, map.height))
        #expect(image.count(of: Self.edgeColour) == DepthAnalyzer().analyze(map).edgeCount)
    }

    @Test(arguments: names) func uncolouredSamplesMatchTheInvalidCount(name: String) throws {
        let map = try DepthMap.fixture(name)
        let analysis = DepthAnalyzer().analyze(map)
        let image = DepthPicture.of(map) { $0.isPlain = true }.image
        let (noReading, outside) = (image.count(of: 0x8C8C8C), image.count(of: 0xA9E5EE))
        #expect(noReading + outside == analysis.totalCount - analysis.validCount)
        #expect(noReading == map.samples.count { !$0.isFinite || $0 <= 0 })
    }

    /// Samples off the diagonals keep their colour, so the samples that change on a diagonal are the hatched ones.
    @Test(arguments: names) func hatchesCoverTheirSamples(name: String) throws {
        let map = try DepthMap.fixture(name)
        let trace = DepthAnalyzer().trace(map)
        let without = DepthPicture.of(map) { $0.isPlain = true }.image
        for (overlay, step) in [(Overlay.band, 6), (.invalidSamples, 3)] {
            let image = DepthPicture.plain(map, overlay).image
            for place in image.pixels.indices {
                let marks = trace.marks[place]
                let isMeant = overlay == .band ? marks.contains(.inBand) : !marks.contains(.valid)
                let isOnLine = (place / map.width + place % map.width) % step == 0
                #expect((image.pixels[place] != without.pixels[place]) == (isMeant && isOnLine), "\(place)")
            }
        }
    }

    /// Halves at one and two metres. Each is in an end bin of the histogram and thus a layer. The line between them
    /// is in the first column of the second half.
    @Test func outlinesFollowLayerBoundaries() {
        let map = DepthMap.make(width: 6, height: 4) { column, _ in column < 3 ? 1 : 2 }
        #expect(DepthAnalyzer().analyze(map).layerCount == 2)
        let image = DepthPicture.plain(map, .layers).image
        let white = image.pixels.indices.filter { image.palette.colours[Int(image.pixels[$0])] == 0xFFFFFF }
        #expect(white == [3, 9, 15, 21])
    }

    /// Two walls of 10 columns at 1 and 2 m. The second has holes, and noise that falls into two bins. The only
    /// line is between the walls.
    @Test func noiseAndHolesHaveNoOutlines() {
        var random = SeededGenerator(seed: 39)
        let map = DepthMap.make(width: 20, height: 16) { column, _ in
            let draw = Int.random(in: 0..<100, using: &random)
            if draw < 3 { return 0 }
            return column < 10 ? 1 : draw < 45 ? 1.97 : 2
        }
        let analysis = DepthAnalyzer().analyze(map)
        #expect(analysis.layerCount == 2 && analysis.histogramCounts.suffix(2).allSatisfy { $0 > 40 })
        let image = DepthPicture.plain(map, .layers).image
        let white = image.pixels.indices.filter { image.palette.colours[Int(image.pixels[$0])] == 0xFFFFFF }
        #expect(white == (0..<16).map { 20 * $0 + 10 })
    }

    /// In pure noise no sample is in a layer: thousands of lines would hide the map.
    @Test func pureNoiseHasNoOutlines() throws {
        let map = try DepthMap.fixture("noise-01")
        #expect(DepthAnalyzer().analyze(map).layerCount > 3)
        #expect(DepthPicture.plain(map, .layers).image.count(of: 0xFFFFFF) == 0)
    }

    /// If a sample is large enough, the light line is within a dark one, to be visible on light colours.
    @Test func scaledOutlinesAreLightInsideDark() {
        let map = DepthMap.make(width: 6, height: 4) { column, _ in column < 3 ? 1 : 2 }
        let image = DepthPicture.of(map, Overlays(.layers)) {
            $0.isPlain = true
            $0.scale = 3
        }.image
        let row = (0..<18).map { image.palette.colours[Int(image.pixels[$0])] }
        #expect(row[8] == 0 && row[9] == 0xFFFFFF && row[10] == 0)
        #expect(row.count { $0 == 0 } == 2 && row.count { $0 == 0xFFFFFF } == 1)
    }

    @Test func quadrantsAreFramed() throws {
        let map = DepthMap.make(width: 21, height: 11) { column, row in 1 + Float(column * row) / 50 }
        let without = DepthPicture.of(map) { $0.isPlain = true }.image
        let image = DepthPicture.plain(map, .quadrants).image
        let changed = image.pixels.indices.filter { image.pixels[$0] != without.pixels[$0] }
        let expected = map.samples.indices.filter { place in
            let (column, row) = (place % 21, place / 21)
            return column < 20 && row < 10 && ([0, 9, 10, 19].contains(column) || [0, 4, 5, 9].contains(row))
        }
        #expect(changed == expected)
    }
}
