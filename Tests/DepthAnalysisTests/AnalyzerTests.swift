import DepthAnalysis
import TestSupport
import Testing

/// Three shelves with feet, so that each is a peak: the spread, layers and edges of a real scene.
private let scene = DepthMap.make(width: 30, height: 20) { column, row in
    Float([1, 1, 1, 1.1, 2.9, 3, 3, 3.1, 5, 5, 5, 5.1][(column / 3 + row) % 12])
}

@Suite struct AnalyzerTests {
    @Test(arguments: AnalysisProfile.allCases) func aSceneWithLayersAndEdgesPasses(profile: AnalysisProfile) {
        let analysis = DepthAnalyzer(profile: profile).analyze(scene)
        #expect(analysis.status == .pass && analysis.isLikelyRealScene && analysis.reasons.isEmpty)
        #expect(analysis.layerCount >= 3 && analysis.peakDepths.count == analysis.layerCount)
    }

    @Test func aScreenFailsForEveryReason() {
        let analysis = DepthAnalyzer().analyze(.constant(0.4, width: 8, height: 8))
        #expect(analysis.status == .fail)
        #expect(analysis.reasons == [.standardDeviation, .layers, .edgeCoherence, .screenLike])
        #expect(analysis.histogramCounts.isEmpty && analysis.medianDepth == Double(Float(0.4)))
    }

    @Test func eachThresholdDecidesOnItsOwnSide() throws {
        let measured = DepthAnalyzer().analyze(scene)
        func reasons(_ change: (inout AnalysisParameters) -> Void) throws -> [VerdictReason] {
            var parameters = AnalysisParameters()
            change(&parameters)
            return try DepthAnalyzer(parameters: parameters).analyze(scene).reasons
        }
        #expect(try reasons { $0.standardDeviationThreshold = measured.standardDeviation } == [.standardDeviation])
        #expect(try reasons { $0.standardDeviationThreshold = measured.standardDeviation.nextDown } == [])
        #expect(try reasons { $0.layerThreshold = measured.layerCount } == [])
        #expect(try reasons { $0.layerThreshold = measured.layerCount + 1 } == [.layers])
        #expect(try reasons { $0.coherenceThreshold = measured.edgeCoherence } == [.edgeCoherence])
        #expect(try reasons { $0.coherenceThreshold = measured.edgeCoherence.nextDown } == [])
    }

    @Test func quadrantsOnlyWarn() throws {
        var parameters = AnalysisParameters()
        parameters.quadrantStandardDeviationThreshold = 100
        let analysis = try DepthAnalyzer(parameters: parameters).analyze(scene)
        #expect(!analysis.quadrantPasses && analysis.status == .pass)
    }

    @Test(arguments: AnalysisProfile.allCases) func mapsWithoutValidSamplesAreUnavailable(profile: AnalysisProfile) {
        for depth in [Float.nan, .infinity, 0, 21] {
            let analysis = DepthAnalyzer(profile: profile).analyze(.constant(depth, width: 5, height: 4))
            #expect(
                analysis
                    == SceneAnalysis(
                        unavailable: .noValidSample, profile: profile, width: 5, height: 4, totalCount: 20))
        }
    }

    @Test(arguments: AnalysisProfile.allCases) func emptyMapsAreUnavailable(profile: AnalysisProfile) {
        let analysis = DepthAnalyzer(profile: profile).analyze(DepthMap(inferringDimensionsOf: []))
        #expect(analysis.status == .unavailable && analysis.reasons == [.noSamples])
    }

    @Test(arguments: [(2, 9), (9, 2), (1, 1)])
    func theClientNeedsThreeSamplesInEachDirection(width: Int, height: Int) {
        let map = DepthMap.make(width: width, height: height) { column, row in 1 + Float(column + row) }
        #expect(DepthAnalyzer(profile: .client).analyze(map).reasons == [.mapTooSmall])
        #expect(DepthAnalyzer(profile: .server).analyze(map).status == .fail)
    }

    @Test func incompleteGridsAreMeasuredWithoutNeighbours() {
        let analysis = DepthAnalyzer().analyze(DepthMap(inferringDimensionsOf: (0..<1000).map { 1 + Float($0 % 9) }))
        #expect(analysis.width == 37 && analysis.height == 27 && analysis.totalCount == 1000)
        #expect(analysis.interiorCount == 0 && analysis.quadrants.isEmpty && !analysis.quadrantPasses)
        #expect(analysis.layerCount > 0)
    }

    @Test(arguments: AnalysisProfile.allCases)
    func concurrentAnalysisMatchesTheSynchronousOne(profile: AnalysisProfile) async throws {
        let analyzer = DepthAnalyzer(profile: profile)
        let waited = try await analyzer.analyzeConcurrently(scene)
        // In asynchronous code without `await`: there is only one function of this name.
        let direct = analyzer.analyze(scene)
        #expect(waited == direct)
    }

    @Test(arguments: AnalysisProfile.allCases) func borrowedSamplesMatchTheirMap(profile: AnalysisProfile) throws {
        for engine in DepthAnalyzer.Engine.allCases {
            let analyzer = DepthAnalyzer(profile: profile, engine: engine)
            let samples = ContiguousArray(scene.samples)
            let borrowed = try analyzer.analyze(samples.span, width: scene.width, height: scene.height)
            #expect(borrowed == analyzer.analyze(scene) && borrowed.status == .pass)
        }
    }

    @Test func borrowedSamplesMustFillTheGrid() {
        let samples: ContiguousArray<Float> = [1, 2, 3]
        #expect(throws: DepthMapError.sampleCountMismatch(width: 2, height: 2, sampleCount: 3)) {
            try DepthAnalyzer().analyze(samples.span, width: 2, height: 2)
        }
        #expect(throws: DepthMapError.dimensionsNotPositive(width: -1, height: -3)) {
            try DepthAnalyzer().analyze(samples.span, width: -1, height: -3)
        }
    }

    @Test func cancelledTasksThrow() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await DepthAnalyzer().analyzeConcurrently(scene)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @MainActor @Test func concurrentAnalysisDoesNotBlockTheMainActor() async throws {
        // The counting task is enqueued on the main actor before the analysis starts, so it runs only if the wait
        // frees the actor.
        let map = DepthMap.constant(1, width: 64, height: 48)
        let count = TurnCount()
        let counting = Task { @MainActor in
            while !Task.isCancelled {
                count.turns += 1
                await Task.yield()
            }
        }
        _ = try await DepthAnalyzer().analyzeConcurrently(map)
        counting.cancel()
        await counting.value
        #expect(count.turns > 0)
    }
}

/// Counts the turns of the main actor.
@MainActor private final class TurnCount {
    var turns = 0
}
