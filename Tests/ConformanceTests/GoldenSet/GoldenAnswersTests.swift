import DepthAnalysis
import Foundation
import Support
import TestSupport
import Testing

@testable import Conformance

/// The committed set against the analyzer, like `depthcheck golden check`, in debug and release builds and with
/// every engine.
@Suite("Golden answers: the real server's and client's, and the second opinion's stages")
struct GoldenAnswersTests {
    private static func report(_ folder: String, _ engine: DepthAnalyzer.Engine) async throws -> CheckReport {
        var options = GoldenCheck.Options()
        options.filters = ["\(folder)/*"]
        options.requiresIndependent = true
        options.requiresComplete = true
        options.jobs = 2
        let answerer = Answerer.analyzer { DepthAnalyzer(profile: $0, engine: engine) }
        return await GoldenCheck(try GoldenSet(TemporarySet.committed), answerer: answerer, options: options).run()
    }

    @Test(arguments: [("server", 48), ("client", 47), ("stages", 48)], DepthAnalyzer.Engine.allCases)
    func everyStoredAnswerIsReproducedInEveryField(
        _ folder: (name: String, frozenCount: Int), _ engine: DepthAnalyzer.Engine
    ) async throws {
        let report = try await Self.report(folder.name, engine)
        #expect(report.isGood, "\(CheckFormat.text.text(report))")
        #expect(report.passedCount == report.entries.count)
        #expect(report.entries.count >= folder.frozenCount)
    }

    @Test func everyInputHasAGoldenAndEveryGoldenAnInput() async throws {
        var options = GoldenCheck.Options()
        options.jobs = 2
        let report = await GoldenCheck(
            try GoldenSet(TemporarySet.committed), answerer: .depthcheck, options: options
        ).run()
        #expect(report.setFailures.isEmpty, "\(CheckFormat.text.text(report))")
        #expect(report.isGood)
    }

    @Test func anyDeletedGoldenIsReportedMissing() throws {
        let whole = try GoldenSet(TemporarySet.committed)
        for index in whole.cases.indices {
            var set = whole
            let id = set.cases.remove(at: index).id
            #expect(SetCheck(set: set, options: GoldenCheck.Options()).failures(selected: set.cases).map(\.id) == [id])
        }
    }

    @Test func the48ServerAnd47ClientAnswersAreFrozen() throws {
        let set = try GoldenSet(TemporarySet.committed)
        let frozen = set.cases.filter(\.provenance.isFrozen)
        #expect(frozen.count { $0.folder == "server" && $0.profile == .server } == 48)
        #expect(frozen.count { $0.folder == "client" && $0.profile == .client } == 47)
        #expect(frozen.count == 95)
        #expect(frozen.allSatisfy { $0.provenance.isIndependent })
    }

    @Test func onlyTheClientsCoherenceHasATolerance() throws {
        let manifest = try GoldenSet(TemporarySet.committed).manifest
        #expect(manifest.tolerances(.server).isEmpty)
        #expect(manifest.tolerances(.client) == ["edge_coherence": Tolerance(ulp: 1)])
    }

    @Test func checksAgreeWithTheVerdictOnEveryFixture() throws {
        let set = try GoldenSet(TemporarySet.committed)
        for golden in set.cases where golden.folder == "server" {
            let material = try InputMaterial(golden.input.file, of: set, given: golden.input.given)
            for profile in AnalysisProfile.allCases {
                let analysis = DepthAnalyzer(profile: profile).analyze(try #require(material.map))
                guard analysis.status != .unavailable else { continue }
                #expect(analysis.reasons == analysis.reasonsOfChecks, "\(golden.name) \(profile)")
                #expect(analysis.isScreenLike == analysis.isScreenLikeByChecks, "\(golden.name) \(profile)")
            }
        }
    }

    @Test func aFlippedBitInAnyServerGoldenIsDetected() async throws {
        let set = try GoldenSet(TemporarySet.committed)
        for golden in set.cases where golden.folder == "server" {
            guard let stored = golden.expected["min_depth"]?.real else { continue }
            let members = try #require(golden.expected.members).map { member in
                member.key == "min_depth"
                    ? .init(key: member.key, value: .number(stored.nextUp.description)) : member
            }
            let comparison = AnswerComparison(
                expected: .object(members), actual: golden.expected, profile: .server)
            #expect(comparison.differences.map(\.name) == ["min_depth"], "\(golden.id)")
        }
    }
}
