import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite struct GoldenFuzzTests {
    private func fuzz(_ answerer: Answerer, count: Int = 300, seed: UInt64 = 1) async throws -> GoldenFuzz.Result {
        var options = GoldenFuzz.Options()
        (options.count, options.seed) = (count, seed)
        return try await GoldenFuzz(answerer, subject: "test", options: options).run()
    }

    @Test func depthcheckAgreesWithItself() async throws {
        let result = try await fuzz(.analyzer { DepthAnalyzer(profile: $0, engine: .plain) }, count: 150)
        #expect(result.report.isGood && result.found.isEmpty, "\(result.report.failed.map(\.id))")
        #expect(result.report.entries.count > 140)
    }

    /// The analysis with another constant.
    private func answerer(
        _ constant: any WritableKeyPath<AnalysisParameters, Double> & Sendable, _ value: Double
    ) -> Answerer {
        var parameters = AnalysisParameters.standard
        parameters[keyPath: constant] = value
        let wrong = parameters
        return .analyzer { (try? DepthAnalyzer(profile: $0, parameters: wrong)) ?? DepthAnalyzer(profile: $0) }
    }

    /// Only maps at a constant show that another one is used.
    @Test(arguments: [
        (\AnalysisParameters.screenBand, 0.0499, 4, AnalysisStage.screen),
        (\AnalysisParameters.gradientThreshold, 0.1001, 9, AnalysisStage.gradient),
        (\AnalysisParameters.screenDistanceMaximum, 1.4999, 2, AnalysisStage.screen),
    ])
    func aPlantedMistakeIsFoundAndMadeSmall(
        _ mistake: (any WritableKeyPath<AnalysisParameters, Double> & Sendable, Double, Int, AnalysisStage)
    ) async throws {
        let answerer = answerer(mistake.0, mistake.1)
        let result = try await fuzz(answerer)
        let found = try #require(result.found.first)
        #expect(found.input.samples.count <= mistake.2, "\(found.input.text)")
        #expect(found.guards.hasPrefix("made small from generated map "))
        guard case .differences(_, let divergence) = try #require(result.report.failed.first?.failures.first) else {
            Issue.record("no difference")
            return
        }
        #expect(divergence.stage == mistake.3)
        #expect(try await fuzz(answerer).found.map(\.input.text) == result.found.map(\.input.text))
        #expect(result.report.exitCode == 1)
    }

    @Test func foundMapsBecomeGoldensOfASet() async throws {
        let result = try await fuzz(answerer(\.screenBand, 0.0499))
        let target = try TemporarySet(["server/size-3x3"])
        let before = try GoldenSet(target.path)
        let added = try FuzzedSet(before, .server, version: "0").add(result.found)
        #expect(!added.paths.isEmpty && added.remarks.isEmpty, "\(added)")
        let set = try GoldenSet(target.path)
        #expect(set.cases.count == before.cases.count + added.paths.count && set.unreadable.isEmpty)
        let report = await GoldenCheck(set, answerer: .depthcheck).run()
        #expect(report.isGood, "\(report.failed.map(\.failures))")
        let again = try FuzzedSet(set, .server, version: "0").add(result.found)
        #expect(again.paths.isEmpty && again.remarks.allSatisfy { $0.hasSuffix("the set has it") })
    }
}
