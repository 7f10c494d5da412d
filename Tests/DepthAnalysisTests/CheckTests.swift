import TestSupport
import Testing

@testable import DepthAnalysis

@Suite struct CheckTests {
    /// The described checks give the same verdict as the plain rules in `Verdict`, on maps of every kind and with
    /// thresholds that equal measurements.
    @Test(arguments: AnalysisProfile.allCases)
    func checksAgreeWithTheVerdict(profile: AnalysisProfile) throws {
        var random = SeededGenerator(seed: 8)
        for kind in MapKind.allCases {
            for (width, height) in [(1, 1), (3, 3), (4, 4), (5, 3), (21, 17), (64, 48)] {
                let map = kind.map(width: width, height: height, using: &random)
                let first = try DepthAnalyzer(profile: profile, parameters: .standard).analyze(map)
                expectChecks(of: first, "\(kind) \(width)x\(height)")
                for outcome in first.checks where outcome.value <= 1_000_000 {
                    var parameters = AnalysisParameters()
                    let text = outcome.check.isIntegerValued ? "\(Int(outcome.value))" : "\(outcome.value)"
                    try parameters.set(outcome.check.parameter, to: text)
                    guard (try? parameters.validate()) != nil else { continue }
                    let onIt = try DepthAnalyzer(profile: profile, parameters: parameters).analyze(map)
                    expectChecks(of: onIt, "\(kind) \(width)x\(height), \(outcome.check) on its threshold")
                    #expect(onIt.outcome(of: outcome.check)?.margin == 0)
                }
            }
        }
    }

    private func expectChecks(of analysis: SceneAnalysis, _ comment: String) {
        guard analysis.status != .unavailable else {
            #expect(analysis.checks.isEmpty, "\(comment)")
            return
        }
        #expect(analysis.checks.count { $0.check.role == .screenSign } == 4, "\(comment)")
        #expect(analysis.isScreenLike == analysis.isScreenLikeByChecks, "\(comment)")
        #expect(analysis.reasons == analysis.reasonsOfChecks, "\(comment)")
        #expect((analysis.outcome(of: .quadrant) != nil) == analysis.hasMeasuredQuadrant, "\(comment)")
        if let quadrant = analysis.outcome(of: .quadrant) {
            #expect(quadrant.holds == analysis.quadrantPasses, "\(comment)")
        }
    }

    @Test func reasonsPrintAsWords() {
        let analysis = DepthAnalyzer().analyze(.constant(1, width: 8, height: 8))
        #expect(
            "\(analysis.reasons)"
                == "[the depths vary too little, too few layers, too few depth edges, looks like a screen]")
        #expect(Set(VerdictReason.allCases.map { "\($0)" }).count == VerdictReason.allCases.count)
    }

    @Test func aMarginIsTheValueMinusTheThreshold() throws {
        let analysis = DepthAnalyzer().analyze(.constant(1, width: 8, height: 8))
        let layers = try #require(analysis.outcome(of: .layers))
        #expect(layers.value == 0 && layers.threshold == 3 && layers.margin == -3 && !layers.holds)
        let range = try #require(analysis.outcome(of: .screenRange))
        #expect(range.value == 0 && range.margin == -0.15 && range.holds)
    }

    /// The client compares with the f32 literal, which is above 0.3.
    @Test func theClientsThresholdsAreFloats() {
        #expect(SceneAnalysis.Check.edgeCoherence.threshold(.standard, in: .client) == Double(Float(0.3)))
        #expect(SceneAnalysis.Check.edgeCoherence.threshold(.standard, in: .server) == 0.3)
        var parameters = AnalysisParameters()
        parameters.layerThreshold = 1 << 24 + 1
        #expect(SceneAnalysis.Check.layers.threshold(parameters, in: .client) == Double(1 << 24 + 1))
    }
}

@Suite struct FieldTests {
    @Test func pathsAndNamesAreUnique() {
        #expect(Set(SceneAnalysis.Field.allCases.map(\.path)).count == SceneAnalysis.Field.allCases.count)
        #expect(SceneAnalysis.Field.edgeCount.path == "stages.edge_count")
        #expect(SceneAnalysis.Field.standardDeviation.path == "depth_variance")
    }

    @Test(arguments: AnalysisProfile.allCases)
    func everyStoredFieldIsReadAndSet(profile: AnalysisProfile) {
        var random = SeededGenerator(seed: 9)
        for kind in MapKind.allCases {
            let analysis = DepthAnalyzer(profile: profile).analyze(kind.map(width: 20, height: 14, using: &random))
            #expect(SceneAnalysis(SceneAnalysis.Field.allCases, of: analysis) == analysis, "\(kind)")
            for field in SceneAnalysis.Field.allCases where field.isStored {
                let without = SceneAnalysis(SceneAnalysis.Field.allCases.filter { $0 != field }, of: analysis)
                #expect(field.value(in: without) == field.value(in: .empty), "\(field)")
            }
        }
    }

    @Test func wrongTypesAndUnknownWordsAreRefused() {
        func isTaken(_ field: SceneAnalysis.Field, _ value: AnalysisFieldValue) -> Bool {
            var analysis = SceneAnalysis.empty
            return analysis.set(field, to: value)
        }
        for field in SceneAnalysis.Field.allCases {
            #expect(!isTaken(field, field.kind == .whole ? .real(1) : .whole(1)), "\(field)")
        }
        #expect(!isTaken(.status, .text("maybe")) && !isTaken(.profile, .text("phone")))
        #expect(!isTaken(.reasons, .texts(["layers", "weather"])))
        #expect(!isTaken(.algorithmVersion, .text("0.9")) && !isTaken(.isLikelyRealScene, .flag(true)))
        #expect(isTaken(.algorithmVersion, .text(SceneAnalysis.algorithmVersion)))
    }
}
