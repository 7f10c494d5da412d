import DepthAnalysis
import DepthPictures
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

    @Test(arguments: ColourMap.allCases) func noColourOfADepthIsOneOfThoseWithout(map: ColourMap) {
        let palette = Palette(map)
        #expect(palette.colours.count <= 256)
        let scale = ColourScale(range: DepthRange(nearest: 1, farthest: 2), validRange: .standard)
        let without = [Float.nan, 0.5, 3].map { palette[scale.paint(of: $0)] }
        #expect(Set(without).count == 3)
        for level in 0..<Paint.heatCount { #expect(!without.contains(palette[.heat(level)])) }
    }

    /// Of 224 colours over 2.24 m each stands for a centimetre, and the farthest depth has the last.
    @Test func aRangeIsSharedOutEvenly() {
        let scale = ColourScale(range: DepthRange(nearest: 1, farthest: 3.24), validRange: .standard)
        #expect(scale.paint(of: 1) == .heat(0))
        #expect(scale.paint(of: 1.015) == .heat(1))
        #expect(scale.paint(of: 2.125) == .heat(112))
        #expect(scale.paint(of: 3.24) != .heat(222) && scale.paint(of: 3.235) == .heat(223))
    }

    @Test func aFlatMapIsNeitherNearNorFar() {
        let scale = ColourScale(range: DepthRange(nearest: 1, farthest: 1), validRange: .standard)
        #expect(scale.paint(of: 1) == .heat(112))
    }

    @Test func whatIsNotValidHasNoDepth() {
        let scale = ColourScale(range: DepthRange(nearest: 0, farthest: 100), validRange: .standard)
        let invalid = scale.paint(of: .nan)
        for sample: Float in [.infinity, -.infinity, 0, -1, 0.05, 20.1] { #expect(scale.paint(of: sample) == invalid) }
        #expect(scale.paint(of: 20) != invalid)
        let empty = ColourScale(range: nil, validRange: .standard)
        #expect(empty.paint(of: 1) == invalid)
    }
}
