import DepthAnalysis
import TestSupport
import Testing

@Suite struct AnalysisTraceTests {
    static let sizes = [(1, 1), (2, 2), (3, 3), (5, 4), (33, 21), (64, 48)]

    private func maps() -> [DepthMap] {
        var generator = SeededGenerator(seed: 12)
        var maps = Self.sizes.flatMap { width, height in
            MapKind.allCases.map { $0.map(width: width, height: height, using: &generator) }
        }
        maps.append(DepthMap(inferringDimensionsOf: (0..<1000).map { Float($0) / 100 }))
        maps.append(DepthMap(inferringDimensionsOf: []))
        return maps
    }

    private func analyzers(_ profile: AnalysisProfile) throws -> [DepthAnalyzer] {
        var parameters = AnalysisParameters()
        parameters.validRange = ValidRange(lower: 0.5, upper: 8)
        parameters.histogramBinCount = 17
        parameters.screenBand = 0.4
        parameters.gradientThreshold = 0.03
        return [DepthAnalyzer(profile: profile), try DepthAnalyzer(profile: profile, parameters: parameters)]
    }

    @Test(arguments: AnalysisProfile.allCases) func marksMatchTheCounts(profile: AnalysisProfile) throws {
        var measured = 0
        for analyzer in try analyzers(profile) {
            for map in maps() {
                let trace = analyzer.trace(map)
                let analysis = trace.analysis
                #expect(analysis == analyzer.analyze(map))
                #expect(trace.marks.count == map.samples.count)
                guard analysis.status != .unavailable else { continue }
                measured += 1
                #expect(trace.count(of: .valid) == analysis.validCount)
                #expect(trace.count(of: .interior) == analysis.interiorCount)
                #expect(trace.count(of: .edge) == analysis.edgeCount)
                let inBand = trace.count(of: .inBand)
                let uniformity =
                    switch profile {
                    case .server: Double(inBand) / Double(analysis.validCount)
                    case .client: Double(Float(inBand) / Float(analysis.validCount))
                    }
                #expect(uniformity == analysis.uniformityRatio)
                expectHistogram(of: trace)
                expectQuadrants(of: trace, columns: map.width)
            }
        }
        #expect(measured > 100)
    }

    private func expectHistogram(of trace: AnalysisTrace) {
        let analysis = trace.analysis
        guard let histogram = trace.histogram else {
            #expect(analysis.histogramCounts.isEmpty && trace.count(of: .inLayer) == 0)
            return
        }
        #expect(histogram.counts == analysis.histogramCounts)
        var counts = [Int](repeating: 0, count: histogram.counts.count)
        for bin in histogram.bins where bin != HistogramTrace.noBin { counts[Int(bin)] += 1 }
        #expect(counts == histogram.counts)
        let smoothed = histogram.smoothedCounts
        let peaks = smoothed.indices.filter { bin in
            smoothed[bin] > histogram.prominence && (bin == 0 || smoothed[bin] > smoothed[bin - 1])
                && (bin == smoothed.count - 1 || smoothed[bin] > smoothed[bin + 1])
        }
        #expect(peaks == analysis.peakBins)
        #expect(trace.count(of: .inLayer) == analysis.peakBins.map { counts[$0] }.reduce(0, +))
        #expect(histogram.minimum == analysis.minimumDepth && histogram.maximum == analysis.maximumDepth)
    }

    private func expectQuadrants(of trace: AnalysisTrace, columns: Int) {
        #expect(trace.quadrants.count == trace.analysis.quadrants.count)
        for (area, quadrant) in zip(trace.quadrants, trace.analysis.quadrants) {
            let valid = area.rows.flatMap { row in area.columns.map { row * columns + $0 } }
                .filter { trace.marks[$0].contains(.valid) }
            #expect(valid.count == quadrant.validCount)
        }
    }

    /// 2 m left of column 3, 4 m from there on: the columns on both sides of the step are edges.
    @Test func aStepHasEdgesOnBothOfItsSides() {
        let map = DepthMap.make(width: 6, height: 4) { column, _ in column < 3 ? 2 : 4 }
        let trace = DepthAnalyzer().trace(map)
        let edges = trace.marks.indices.filter { trace.marks[$0].contains(.edge) }
        #expect(edges == [8, 9, 14, 15])
        #expect(trace.count(of: .interior) == 8)
    }

    @Test func withoutAVerdictOnlyValidityIsMarked() {
        let small = DepthMap.make(width: 2, height: 2) { column, _ in column == 0 ? 1 : .nan }
        let trace = DepthAnalyzer(profile: .client).trace(small)
        #expect(trace.analysis.reasons == [.mapTooSmall])
        #expect(trace.marks == [.valid, [], .valid, []])
        #expect(trace.histogram == nil && trace.quadrants.isEmpty)
    }
}
