import DepthAnalysis
import DepthPictures
import TestSupport
import Testing

@Suite struct ColourTests {
    @Test(arguments: ColourMap.allCases) func nearIsWarmAndFarIsCold(map: ColourMap) throws {
        let colours = map.colours
        #expect(colours.count == 256)
        let near = try #require(colours.first)
        let far = try #require(colours.last)
        #expect(near >> 16 & 255 > near & 255)
        #expect(far >> 16 & 255 < far & 255)
    }

    @Test(arguments: ColourMap.allCases) func depthColoursDifferFromReservedColours(map: ColourMap) {
        let palette = Palette(map)
        #expect(palette.colours.count <= 256)
        let scale = ColourScale(range: DepthRange(nearest: 1, farthest: 2), validRange: .standard)
        let without = [Float.nan, 45, 0.5, 3].map { palette[scale.paint(of: $0)] }
        #expect(Set(without).count == 4)
        for level in 0..<Paint.heatCount { #expect(!without.contains(palette[.heat(level)])) }
    }

    /// 224 colours over 2.24 m: one per centimetre, and the last for the farthest depth.
    @Test func coloursDivideTheRangeEvenly() {
        let scale = ColourScale(range: DepthRange(nearest: 1, farthest: 3.24), validRange: .standard)
        #expect(scale.paint(of: 1) == .heat(0))
        #expect(scale.paint(of: 1.015) == .heat(1))
        #expect(scale.paint(of: 2.125) == .heat(112))
        #expect(scale.paint(of: 3.24) != .heat(222) && scale.paint(of: 3.235) == .heat(223))
    }

    @Test func aFlatMapGetsTheMiddleColour() {
        let scale = ColourScale(range: DepthRange(nearest: 1, farthest: 1), validRange: .standard)
        #expect(scale.paint(of: 1) == .heat(112))
    }

    @Test func invalidSamplesGetNoDepthColour() {
        let scale = ColourScale(range: DepthRange(nearest: 0, farthest: 100), validRange: .standard)
        let noReading = scale.paint(of: .nan)
        for sample: Float in [.infinity, -.infinity, 0, -1] { #expect(scale.paint(of: sample) == noReading) }
        // A reading out of range differs from no reading.
        let outside = scale.paint(of: 0.05)
        #expect(scale.paint(of: 20.1) == outside && outside != noReading)
        #expect(scale.paint(of: 20) != outside && scale.paint(of: 20) != noReading)
        let empty = ColourScale(range: nil, validRange: .standard)
        #expect(empty.paint(of: .nan) == noReading && empty.paint(of: 45) == outside)
    }
}

@Suite struct OutlierTests {
    private func range(_ samples: [Float]) -> DepthRange? {
        DepthRange(withoutOutliersOf: samples, validRange: .standard)
    }

    /// A hundred samples from 1 to 1.99 m: none is an outlier, whatever other samples are invalid.
    @Test func withoutOutliersColoursSpanTheWholeRange() {
        let samples = (0..<100).map { 1 + Float($0) / 100 }
        let whole = DepthRange(nearest: 1, farthest: Double(samples[99]))
        #expect(range(samples) == whole && range(samples.reversed() + [.nan, 0, 45]) == whole)
        #expect(range([2]) == DepthRange(nearest: 2, farthest: 2))
        #expect(range([.nan, 0, 45]) == nil && range([]) == nil)
    }

    /// Up to 2 of 200 samples at each end are outliers if they are over half the span from the others, here 0.5 m.
    /// A single one needs only a gap of over a tenth of a metre.
    @Test func aFewOutliersAreExcludedFromTheRange() {
        let others = (0..<197).map { 2 + Float($0) / 196 }
        #expect(range(others + [0.2, 19, 19.5]) == DepthRange(nearest: 2, farthest: 3))
        let kept = DepthRange(nearest: Double(Float(1.95)), farthest: Double(Float(3.3)))
        #expect(range(others + [1.95, 3.25, 3.3]) == kept)
        // Three at one end are too many.
        #expect(range(others + [19, 19.25, 19.5]) == DepthRange(nearest: 2, farthest: 19.5))
    }

    /// Half of the span does not fit between the nearest sample and the camera, and 1 % of fewer than 100 samples
    /// is none.
    @Test(arguments: [20, 60, 99, 500, 49_152])
    func oneOutlierDoesNotCompressTheRange(count: Int) {
        let others = (0..<count).map { 1 + 3 * Float($0) / Float(count - 1) }
        #expect(range(others + [0.2]) == DepthRange(nearest: 1, farthest: 4))
        #expect(range(others + [5]) == DepthRange(nearest: 1, farthest: 4))
        #expect(range(others + [0.95]) == DepthRange(nearest: Double(Float(0.95)), farthest: 4))
        // An object of some size keeps its colours.
        let object = [Float](repeating: 0.3, count: max(2, count / 500))
        #expect(range(others + object) == DepthRange(nearest: Double(Float(0.3)), farthest: 4))
        // Very few samples have no outliers.
        #expect(range([1, 1, 1, 0.2]) == DepthRange(nearest: Double(Float(0.2)), farthest: 1))
    }

    @Test func theLegendNamesExcludedSamples() throws {
        let map = DepthMap.make(width: 40, height: 30) { column, row in
            column == 7 && row < 5 ? 18 : column == 8 && row == 9 ? 0.2 : 2 + Float(column) / 40
        }
        func text(_ change: (inout PictureOptions) -> Void = { _ in }) -> String {
            String(decoding: DepthPicture.of(map, [], change).svg { $0.png ?? [] }, as: UTF8.self)
        }
        func change(_ range: DepthRange) -> (inout PictureOptions) -> Void { { $0.range = range } }
        #expect(text().contains(">outliers, not in the colour scale, farther than 2.975 m: 5 samples<"))
        #expect(text().contains(">outliers, not in the colour scale, nearer than 2 m: 1 sample<"))
        let chosen = text(change(DepthRange(nearest: 0, farthest: 5)))
        #expect(chosen.contains(">farther than 5 m: 5 samples<") && !chosen.contains("outlier"))
    }
}
