import DepthTestSupport
import Testing

@testable import DepthAnalysis

@Suite struct ValidRangeTests {
    @Test func bothEndsAreValidAndNothingBeyondThem() {
        let range = ValidRange.standard
        for depth: Float in [0.1, Float(0.1).nextUp, 1, Float(20).nextDown, 20] { #expect(range.contains(depth)) }
        for depth: Float in [
            Float(0.1).nextDown, Float(20).nextUp, 0, -0.0, -1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
        ] {
            #expect(!range.contains(depth), "\(depth)")
        }
    }

    @Test func aNeighbourMustBeAboveTheLowerEndAndHasNoUpperOne() {
        let range = ValidRange.standard
        for depth: Float in [Float(0.1).nextUp, 20, Float(20).nextUp, .greatestFiniteMagnitude] {
            #expect(range.isUsableAsNeighbour(depth))
        }
        for depth: Float in [0.1, 0, -1, .nan, .infinity] { #expect(!range.isUsableAsNeighbour(depth), "\(depth)") }
    }
}

@Suite struct StatisticsTests {
    @Test func fourSamplesByHand() throws {
        // Mean 2.5; squared deviations 2.25 + 0.25 + 0.25 + 2.25 = 5; population variance 1.25.
        let statistics = try #require(DepthStatistics<Double>(validSamples: [1, 2, 3, 4]))
        #expect(statistics.mean == 2.5)
        #expect(statistics.standardDeviation == 1.25.squareRoot())
        #expect(statistics.minimum == 1 && statistics.maximum == 4)
    }

    @Test func noSamplesHaveNoStatistics() {
        #expect(DepthStatistics<Double>(validSamples: []) == nil)
        #expect(DepthStatistics<Float>(validSamples: []) == nil)
    }

    @Test func oneSampleDoesNotSpread() throws {
        let statistics = try #require(DepthStatistics<Double>(validSamples: [0.3]))
        #expect(statistics.standardDeviation == 0 && statistics.mean == Double(Float(0.3)))
    }

    @Test func theClientLosesWhatF32CannotHold() throws {
        // 2^24 in f32 is where adding 1 stops to count: the server's mean is exact, the client's is not.
        let samples = [Float](repeating: 16, count: 1 << 20) + [Float](repeating: 0.75, count: 1 << 20)
        let server = try #require(DepthStatistics<Double>(validSamples: samples))
        let client = try #require(DepthStatistics<Float>(validSamples: samples))
        #expect(server.mean == 8.375)
        #expect(client.mean != 8.375)
    }
}
