import TestSupport
import Testing

@testable import DepthAnalysis

@Suite struct EngineTests {
    @Test func kernelsAreTheServersDefault() throws {
        #expect(DepthAnalyzer().engine == .best)
        #expect(DepthAnalyzer(engine: .kernelBaseline).engine == .kernelBaseline)
        #expect(DepthAnalyzer(engine: .plain).engine == .plain)
    }

    /// An engine never uses instructions that the processor lacks.
    @Test func unavailableEnginesAreReplaced() {
        for engine in DepthAnalyzer.Engine.allCases where engine != .kernel {
            #expect(DepthAnalyzer(engine: engine).engine == (engine.isAvailable ? engine : .best))
        }
        #expect(DepthAnalyzer.Engine.best.isAvailable)
    }

    @Test func parametersWithoutKernelsUseThePlainEngine() throws {
        #expect(DepthAnalyzer(profile: .client).engine == .best)
        var parameters = AnalysisParameters()
        parameters.validRange = ValidRange(lower: 0, upper: 20)
        for profile in AnalysisProfile.allCases {
            #expect(try DepthAnalyzer(profile: profile, parameters: parameters).engine == .plain)
        }
        parameters = AnalysisParameters()
        parameters.gradientThreshold = 0
        #expect(try DepthAnalyzer(parameters: parameters).engine == .best)
        #expect(try DepthAnalyzer(profile: .client, parameters: parameters).engine == .plain)
    }

    @Test(arguments: MapKind.allCases) func allEnginesGiveTheSameAnalysis(kind: MapKind) async throws {
        var generator = SeededGenerator(seed: 77)
        for size in [2, 9, 24] {
            let map = kind.map(width: size, height: size, using: &generator)
            let plain = DepthAnalyzer(engine: .plain).analyze(map)
            for engine in DepthAnalyzer.Engine.allCases {
                let kernel = DepthAnalyzer(engine: engine).analyze(map)
                let waited = try await DepthAnalyzer(engine: engine).analyzeConcurrently(map)
                #expect(kernel == plain && waited == plain)
            }
        }
    }

    @Test func oneAnalyzerServesManyTasks() async throws {
        let analyzer = DepthAnalyzer()
        let maps = (0..<40).map { number in
            var generator = SeededGenerator(seed: UInt64(number))
            return MapKind.sceneWithHoles.map(width: 20 + number, height: 30, using: &generator)
        }
        let expected = maps.map { DepthAnalyzer(engine: .plain).analyze($0) }
        let found = await withTaskGroup(of: (Int, SceneAnalysis).self) { group in
            for (number, map) in maps.enumerated() {
                group.addTask { (number, analyzer.analyze(map)) }
            }
            return await group.reduce(into: [Int: SceneAnalysis]()) { $0[$1.0] = $1.1 }
        }
        for (number, analysis) in expected.enumerated() { #expect(found[number] == analysis) }
    }
}
