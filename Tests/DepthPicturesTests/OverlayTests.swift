import DepthAnalysis
import DepthPictures
import DepthTestSupport
import Testing

@Suite struct OverlayTests {
    static let names = ["room-01", "room-03", "screen-01", "noise-01", "quadrant-odd-size", "all-invalid"]
    private static let edgeColour: UInt32 = 0xFF00E0

    @Test(arguments: names) func asManyEdgesAreDrawnAsWereCounted(name: String) throws {
        let map = try DepthMap.fixture(name)
        let image = DepthPicture.plain(map, .edges).image
        #expect((image.width, image.height) == (map.width, map.height))
        #expect(image.count(of: Self.edgeColour) == DepthAnalyzer().analyze(map).edgeCount)
    }

    @Test(arguments: names) func asManySamplesAreGreyAsAreInvalid(name: String) throws {
        let map = try DepthMap.fixture(name)
        let analysis = DepthAnalyzer().analyze(map)
        let image = DepthPicture.of(map) { $0.isPlain = true }.image
        #expect(image.count(of: 0x8C8C8C) == analysis.totalCount - analysis.validCount)
    }

    /// Whatever is not on a diagonal keeps its colour, so the samples below a hatch are those that change on one.
    @Test(arguments: names) func hatchesLieOverTheSamplesThatAreMeant(name: String) throws {
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

    /// Halves at one and at two metres: each is a bin of its own at an end of the histogram, and so a layer. The line
    /// between them stands in the first column of the second.
    @Test func outlinesStandWhereLayersEnd() {
        let map = DepthMap.make(width: 6, height: 4) { column, _ in column < 3 ? 1 : 2 }
        #expect(DepthAnalyzer().analyze(map).layerCount == 2)
        let image = DepthPicture.plain(map, .layers).image
        let white = image.pixels.indices.filter { image.palette.colours[Int(image.pixels[$0])] == 0xFFFFFF }
        #expect(white == [3, 9, 15, 21])
    }

    /// Ramps are counted in many bins, and only the samples in those of peaks are set off from what lies beside them.
    @Test(arguments: ["room-01", "room-04", "plateau-peaks-01"])
    func outlinesPartSamplesOfDifferentLayers(name: String) throws {
        let map = try DepthMap.fixture(name)
        let trace = DepthAnalyzer().trace(map)
        let bins = try #require(trace.histogram).bins
        func layer(_ place: Int) -> Int32 { trace.marks[place].contains(.inLayer) ? bins[place] : HistogramTrace.noBin }
        let image = DepthPicture.plain(map, .layers).image
        // The last row of a map that is no grid is short, and white at its end.
        let white = map.samples.indices.filter { image.palette.colours[Int(image.pixels[$0])] == 0xFFFFFF }
        let expected = map.samples.indices.filter { place in
            place % map.width > 0 && layer(place) != layer(place - 1)
                || place >= map.width && layer(place) != layer(place - map.width)
        }
        let isAsExpected = white == expected
        #expect(!expected.isEmpty && isAsExpected)
    }

    @Test func quadrantsHaveFrames() throws {
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
