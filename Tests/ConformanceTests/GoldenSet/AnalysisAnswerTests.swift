import DepthAnalysis
import DepthFiles
import Support
import TestSupport
import Testing

@testable import Conformance

/// An answer of our own is compared as values: they must be those of the JSON that another program would print.
@Suite struct AnalysisAnswerTests {
    private static func printed(_ analysis: SceneAnalysis) throws -> JSONValue {
        var writer = JSONWriter(.compact)
        writer.object { $0.fields(of: analysis) }
        let members = try JSONReader.read(writer.bytes).members ?? []
        return .object(members.filter { $0.key != Field.checks.rawValue })
    }

    @Test(arguments: AnalysisProfile.allCases)
    func theValuesAreThoseThatTheJSONOfTheAnalysisHas(_ profile: AnalysisProfile) throws {
        let set = try GoldenSet(TemporarySet.committed)
        let analyzer = DepthAnalyzer(profile: profile)
        var hasReasons = false
        for file in set.inputFiles(of: nil) {
            guard let map = try? DepthMap(contentsOf: set.inputPath(file)) else { continue }
            let analysis = analyzer.analyze(map)
            hasReasons = hasReasons || !analysis.reasons.isEmpty
            #expect(try analysis.answer == Self.printed(analysis), "\(file)")
        }
        #expect(hasReasons)
        let unread = SceneAnalysis(
            unavailable: .unreadable, profile: profile, width: 0, height: 0, totalCount: 0)
        #expect(try unread.answer == Self.printed(unread))
    }
}
