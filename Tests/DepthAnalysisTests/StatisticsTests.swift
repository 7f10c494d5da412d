import TestSupport
import Testing

@testable import DepthAnalysis

@Suite struct ValidRangeTests {
    @Test func theValidRangeIncludesBothEnds() {
        let range = ValidRange.standard
        for depth: Float in [0.1, Float(0.1).nextUp, 1, Float(20).nextDown, 20] { #expect(range.contains(depth)) }
        for depth: Float in [
            Float(0.1).nextDown, Float(20).nextUp, 0, -0.0, -1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
        ] {
            #expect(!range.contains(depth), "\(depth)")
        }
    }

    @Test func neighboursHaveOnlyAnExclusiveLowerBound() {
        let range = ValidRange.standard
        for depth: Float in [Float(0.1).nextUp, 20, Float(20).nextUp, .greatestFiniteMagnitude] {
            #expect(range.isUsableAsNeighbour(depth))
        }
        for depth: Float in [0.1, 0, -1, .nan, .infinity] { #expect(!range.isUsableAsNeighbour(depth), "\(depth)") }
    }
}

@Suite struct StatisticsTests {
    @Test func statisticsOfFourSamplesMatchHandComputation() throws {
        // Mean 2.5; squared deviations 2.25 + 0.25 + 0.25 + 2.25 = 5; population variance 1.25.
        let statistics = try #require(DepthStatistics<Double>(validSamples: [1, 2, 3, 4]))
        #expect(statistics.mean == 2.5)
        #expect(statistics.standardDeviation == 1.25.squareRoot())
        #expect(statistics.minimum == 1 && statistics.maximum == 4)
    }

    /// In a range from 0 both zeros are valid. The server's fold keeps the first of equal values.
    @Test func theFirstZeroDeterminesTheSignOfBothExtremes() throws {
        for samples: [Float] in [[-0.0, 0, 0], [0, -0.0, -0.0], [-0.0], [0]] {
            let server = try #require(DepthStatistics<Double>(validSamples: samples))
            let client = try #require(DepthStatistics<Float>(validSamples: samples))
            let sign = samples[0].sign
            #expect(server.minimum.sign == sign && server.maximum.sign == sign, "\(samples)")
            #expect(client.minimum.sign == sign && client.maximum.sign == sign, "\(samples)")
        }
    }

    /// Only negative zeros: the server's language sums from -0, the client's from 0.
    @Test func onlyTheServerKeepsTheSignOfANegativeZeroMean() throws {
        for (samples, sign) in [([-0.0, -0.0], FloatingPointSign.minus), ([-0.0, 0], .plus), ([0, 0], .plus)] {
            let samples = samples.map { Float($0) }
            #expect(try #require(DepthStatistics<Double>(validSamples: samples)).mean.sign == sign, "\(samples)")
            #expect(try #require(DepthStatistics<Float>(validSamples: samples)).mean.sign == .plus, "\(samples)")
        }
    }

    @Test(arguments: DepthAnalyzer.Engine.allCases)
    func aMapOfNegativeZerosKeepsTheirSign(engine: DepthAnalyzer.Engine) throws {
        var parameters = AnalysisParameters()
        parameters.validRange.lower = 0
        let map = try DepthMap(width: 3, height: 3, samples: [Float](repeating: -0.0, count: 9))
        for profile in AnalysisProfile.allCases {
            let analyzer = try DepthAnalyzer(profile: profile, parameters: parameters, engine: engine)
            let analysis = analyzer.analyze(map)
            #expect(analysis.validCount == 9 && analysis.minimumDepth.sign == .minus)
            #expect(analysis.meanDepth.sign == (profile == .server ? .minus : .plus))
        }
    }

    @Test func withoutSamplesThereAreNoStatistics() {
        #expect(DepthStatistics<Double>(validSamples: []) == nil)
        #expect(DepthStatistics<Float>(validSamples: []) == nil)
    }

    @Test func oneSampleHasZeroStandardDeviation() throws {
        let statistics = try #require(DepthStatistics<Double>(validSamples: [0.3]))
        #expect(statistics.standardDeviation == 0 && statistics.mean == Double(Float(0.3)))
    }

    @Test func theClientLosesPrecisionBeyondF32() throws {
        // In f32, adding 1 to 2^24 has no effect: the server's mean is exact, the client's is not.
        let samples = [Float](repeating: 16, count: 1 << 20) + [Float](repeating: 0.75, count: 1 << 20)
        let server = try #require(DepthStatistics<Double>(validSamples: samples))
        let client = try #require(DepthStatistics<Float>(validSamples: samples))
        #expect(server.mean == 8.375)
        #expect(client.mean != 8.375)
    }
}
