import TestSupport
import Testing

@testable import DepthAnalysis

/// Histograms are given as counts; depths range from 0 to the number of bins, so a bin is 1 m wide.
private func layers(_ counts: [Int], ratio: Double = 0.05) -> DepthLayers<Double> {
    let histogram = DepthHistogram<Double>(minimum: 0, maximum: Double(counts.count), binWidth: 1, counts: counts)
    return DepthLayers(in: histogram, prominenceRatio: ratio)
}

@Suite struct LayerTests {
    @Test func aFlatMapHasNoLayers() {
        #expect(DepthLayers<Double>(in: nil, prominenceRatio: 0.05).count == 0)
    }

    @Test func aLoneBinSmoothsToAPlateauWithoutPeak() {
        #expect(layers([0, 0, 0, 9, 0, 0, 0]).peakBins == [])
    }

    @Test func aClusterWithAFootIsAPeak() {
        #expect(layers([0, 0, 1, 9, 2, 0, 0]).peakBins == [3])
        #expect(layers([0, 0, 1, 9, 2, 0, 0]).peakDepths == [3.5])
    }

    @Test func endBinsCanBePeaks() {
        // Smoothed: 10 5 0 0 5 10 (the end bin replaces its missing neighbour).
        let found = layers([15, 0, 0, 0, 0, 15])
        #expect(found.peakBins == [0, 5])
        #expect(found.peakDepths == [0.5, 5.5])
    }

    @Test func anEndBinEqualToItsNeighbourIsNotAPeak() {
        // Smoothed: 5 5 5 …: a plateau at the start.
        #expect(layers([5, 5, 5, 0, 0, 0]).peakBins == [])
    }

    @Test func aPeakMustBeAboveItsShareOfTheTallest() {
        // Smoothed, times three: 0 1 3 1 … 100 …: 3 is below 5 % of 100.
        let small = [0, 0, 1, 1, 1, 0, 0, 20, 60, 20, 0]
        #expect(layers(small).peakBins == [8])
        #expect(layers(small, ratio: 0.02).peakBins == [3, 8])
    }

    @Test func aPeakExactlyAtItsShareIsNotCounted() {
        // Smoothed, times three: peak 5 at bin 2, tallest 100 at bin 8.
        let counts = [0, 1, 3, 1, 0, 0, 0, 20, 60, 20, 0]
        #expect(layers(counts, ratio: 0.05).peakBins == [8])
        #expect(layers(counts, ratio: 0.0499).peakBins == [2, 8])
    }

    @Test func peaksAreOrderedNearestFirst() {
        #expect(layers([9, 0, 0, 4, 8, 3, 0, 0, 1, 7, 2, 0]).peakBins == [0, 4, 9])
    }
}

@Suite struct HistogramTests {
    private func histogram(_ samples: [Float], bins: Int = 50) -> DepthHistogram<Double>? {
        DepthStatistics<Double>(validSamples: samples).flatMap {
            DepthHistogram(validSamples: samples, statistics: $0, binCount: bins)
        }
    }

    @Test func aFlatMapHasNoHistogram() {
        #expect(histogram([2, 2, 2]) == nil)
        #expect(histogram([2]) == nil)
    }

    @Test func theFarthestSampleIsInTheLastBin() throws {
        let counts = try #require(histogram([1, 2])).counts
        #expect(counts.count == 50 && counts[0] == 1 && counts[49] == 1 && counts.reduce(0, +) == 2)
    }

    @Test func aSampleOnAnEdgeBelongsToTheBinAbove() throws {
        // From 1 to 5 in four bins: edges at 2, 3 and 4.
        let counts = try #require(histogram([1, 2, 3, 4, 5, Float(3).nextDown], bins: 4)).counts
        #expect(counts == [1, 2, 1, 2])
    }

    @Test func twoNeighbouringFloatsHaveAHistogram() throws {
        let counts = try #require(histogram([1, Float(1).nextUp])).counts
        #expect(counts[0] == 1 && counts[49] == 1)
    }

    @Test func positionsStayInsideTheHistogram() {
        for (position, bin) in [(-1.0, 0), (0, 0), (0.999, 0), (1, 1), (48.999, 48), (49, 49), (50, 49), (1e300, 49)] {
            #expect(DepthHistogram<Double>.bin(at: position, binCount: 50) == bin)
        }
        #expect(DepthHistogram<Double>.bin(at: .nan, binCount: 50) == 0)
        #expect(DepthHistogram<Float>.bin(at: .infinity, binCount: 50) == 49)
    }

    @Test func smoothingRepeatsTheEnds() {
        let histogram = DepthHistogram<Double>(minimum: 0, maximum: 4, binWidth: 1, counts: [3, 6, 9, 1])
        #expect(histogram.smoothedCounts == [4, 6, 16 / 3, 11 / 3])
    }

    @Test(arguments: MapKind.allCases) func everyValidSampleIsCountedOnce(kind: MapKind) {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<20 {
            let samples = ValidRange.standard.validSamples(
                of: kind.map(width: 23, height: 17, using: &generator).samples)
            guard let histogram = histogram(samples) else { continue }
            #expect(histogram.counts.reduce(0, +) == samples.count)
        }
    }
}
