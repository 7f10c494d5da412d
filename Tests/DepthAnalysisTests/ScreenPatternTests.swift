import Testing

@testable import DepthAnalysis

private func screen(_ samples: [Float], _ parameters: AnalysisParameters = .standard) throws -> ScreenPattern<Double> {
    let statistics = try #require(DepthStatistics<Double>(validSamples: samples))
    return ScreenPattern(validSamples: samples, statistics: statistics, parameters: parameters)
}

@Suite struct ScreenPatternTests {
    @Test func theMedianOfAnEvenCountIsTheUpperOne() throws {
        #expect(try screen([4, 1, 3, 2]).median == 3)
        #expect(try screen([5, 1, 3]).median == 3)
        #expect(try screen([7]).median == 7)
        #expect(try screen([2, 1]).median == 2)
    }

    @Test func theBandExcludesItsEnds() throws {
        var parameters = AnalysisParameters()
        parameters.screenBand = 0.25
        #expect(try screen([1, 1, 1.25, 0.75], parameters).uniformity == 0.5)
        #expect(try screen([1, 1, Float(1.25).nextDown, 0.75], parameters).uniformity == 0.75)
    }

    @Test func aFlatMapAtArmsLengthIsAScreen() throws {
        #expect(try screen([Float](repeating: 0.4, count: 9)).isScreenLike)
    }

    @Test(arguments: [(Float(0.125), false), (0.25, true), (1.5, true), (Float(1.5).nextUp, false), (3, false)])
    func theArmsLengthRangeIncludesBothEnds(distance: Float, isScreen: Bool) throws {
        #expect(try screen([distance, distance, distance]).isScreenLike == isScreen)
    }

    @Test func theNearEndOfArmsLengthIsIncluded() throws {
        var parameters = AnalysisParameters()
        parameters.screenDistanceMinimum = 0.25
        #expect(try screen([0.25], parameters).isScreenLike)
        parameters.screenDistanceMinimum = 0.25.nextUp
        #expect(try !screen([0.25], parameters).isScreenLike)
    }

    @Test func aRangeEqualToTheLimitIsNotAScreen() throws {
        var parameters = AnalysisParameters()
        parameters.screenDepthRangeMaximum = 0.125
        let samples = [Float](repeating: 1, count: 20) + [1.125]
        #expect(try !screen(samples, parameters).isScreenLike)
        parameters.screenDepthRangeMaximum = 0.125.nextUp
        #expect(try screen(samples, parameters).isScreenLike)
    }

    @Test func uniformityMustBeAboveItsThreshold() throws {
        var parameters = AnalysisParameters()
        parameters.screenUniformityThreshold = 0.75
        #expect(try !screen([1, 1, 1, 1.125], parameters).isScreenLike)
        #expect(try screen([1, 1, 1, 1, 1.125], parameters).isScreenLike)
    }
}
