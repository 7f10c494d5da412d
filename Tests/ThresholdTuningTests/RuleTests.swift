import DepthAnalysis
import DepthFiles
import TestSupport
import Testing

@testable import ThresholdTuning

@Suite struct RuleTests {
    @Test(arguments: [AnalysisProfile.server, .client])
    func decisionsFromMeasurementsMatchTheAnalyzer(profile: AnalysisProfile) throws {
        var random = SeededGenerator(seed: 11)
        var maps: [DepthMap] = MapKind.allCases.flatMap { kind in
            (0..<6).map { _ in kind.map(width: 17, height: 13, using: &random) }
        }
        // All samples out of range: no verdict.
        maps.append(.constant(50, width: 5, height: 5))
        var accepting = 0
        for step in 0..<40 {
            var parameters = AnalysisParameters()
            if step > 0 {
                parameters.standardDeviationThreshold = Double.random(in: 0...1, using: &random)
                parameters.layerThreshold = Int.random(in: 0...6, using: &random)
                parameters.coherenceThreshold = Double.random(in: 0...1, using: &random)
                parameters.screenDepthRangeMaximum = Double.random(in: 0...4, using: &random)
                parameters.screenUniformityThreshold = Double.random(in: 0...1, using: &random)
                parameters.screenDistanceMaximum = Double.random(in: 0.2...10, using: &random)
            }
            let analyzer = try DepthAnalyzer(profile: profile, parameters: parameters)
            let analyses = maps.map { analyzer.analyze($0) }
            let provenance = MeasuringProvenance(analyzer: analyzer, reading: .init())
            let rows = analyses.enumerated().map {
                MapMeasurement($1, file: "\($0)", fileDigest: "", provenance: provenance)
            }
            let labels = rows.indices.compactMap {
                CaptureLabel(file: "\($0)", word: $0 == 0 ? "real" : "attack", species: "", group: "")
            }
            let presentations = try LabelledPresentations(
                LabelledMeasurements(rows: rows, labels: labels, isLenient: false))
            let accepted = presentations.accepted(parameters)
            #expect(accepted == analyses.map { $0.status == .pass })
            #expect(presentations.screenLike(parameters) == analyses.map(\.isScreenLike))
            accepting += accepted.filter { $0 }.count
        }
        #expect(accepting > 100)
    }

    /// The proof's condition on seeded maps: the standard deviation threshold rejects whatever the screen rule rejects.
    @Test(arguments: [AnalysisProfile.server, .client])
    func theScreenRuleIsImpliedByTheSpreadThreshold(profile: AnalysisProfile) throws {
        var parameters = AnalysisParameters()
        #expect(RuleInfluence.screenRuleIsImplied(parameters, profile: profile))
        parameters.standardDeviationThreshold = profile == .server ? 0.075 * (1 + 1e-6) : 0.15
        #expect(RuleInfluence.screenRuleIsImplied(parameters, profile: profile))
        parameters.standardDeviationThreshold = 0.0749
        #expect(!RuleInfluence.screenRuleIsImplied(parameters, profile: profile))

        // The largest possible deviation: half of the samples at each end. With a uniformity threshold of 0.4 the
        // rule detects a screen.
        parameters.standardDeviationThreshold = profile == .server ? 0.075 * (1 + 1e-6) : 0.15
        parameters.screenUniformityThreshold = 0.4
        let analyzer = try DepthAnalyzer(profile: profile, parameters: parameters)
        var random = SeededGenerator(seed: 3)
        for step in 0..<200 {
            let near = Float.random(in: 0.3...1.2, using: &random)
            let map =
                step.isMultiple(of: 2)
                ? DepthMap.make(width: 16, height: 12) { column, _ in near + (column < 8 ? 0 : 0.1499) }
                : MapKind.screen.map(width: 16, height: 12, using: &random)
            let analysis = analyzer.analyze(map)
            #expect(!analysis.isScreenLike || analysis.reasons.contains(.standardDeviation))
        }
    }

    /// One map for each rule that only this rule rejects, and one that two rules reject.
    @Test func rulesThatRejectAloneAreCounted() {
        let rows = [
            PlantedRow(), PlantedRow(kind: 1, deviation: 0.1), PlantedRow(kind: 1, layers: 2),
            PlantedRow(kind: 1, coherence: 0.1), PlantedRow(kind: 1, layers: 2, coherence: 0.1),
        ]
        let rules = RuleInfluence.all(LabelledPresentations(planted: rows), parameters: .standard)
        #expect(rules.map(\.rejected) == [1, 2, 2, 0] && rules.map(\.rejectedAlone) == [1, 1, 1, 0])
        #expect(rules.map { $0.proof != nil } == [false, false, false, true])
    }

    /// Standard deviations of 0.1 and 1: none within a tenth of 0.5, which may move from 0.1 to below 1.
    @Test func thresholdsWithoutNearbyDataAreReported() {
        let rows = [PlantedRow(), PlantedRow(kind: 1, deviation: 0.1)]
        let support = ThresholdSupport.all(LabelledPresentations(planted: rows), parameters: .standard)
        #expect(support[0].near == 0 && support[0].lower == 0.1 && support[0].upper == 1)
        #expect(support[1].lower == 0 && support[1].upper == 5)
        #expect(support.map(\.doubts) == [[.noDataNear], [.noDataNear, .noEnd], [.noDataNear, .noEnd]])
    }

    /// Two of four maps at 0.48 and 0.52 m have too few layers, so the standard deviation threshold decides only the
    /// other two.
    @Test func onlyMapsDecidedByAThresholdSupportIt() {
        let rows = [
            PlantedRow(deviation: 0.52), PlantedRow(kind: 1, deviation: 0.48), PlantedRow(deviation: 0.52, layers: 1),
            PlantedRow(kind: 1, deviation: 0.48, layers: 1),
        ]
        let presentations = LabelledPresentations(planted: rows)
        let support = ThresholdSupport.all(presentations, parameters: .standard)[0]
        #expect(support.near == 2 && support.isPlaced && support.chosen == nil)

        // Chosen at 0.2 m without one fold and at 0.5 m without another.
        let choices = [0.5, 0.2].map { VerdictThresholds(standardDeviation: $0, layers: 3, coherence: 0.3) }
        let unstable = ThresholdSupport.all(presentations, parameters: .standard, choices: choices)[0]
        #expect(unstable.doubts == [.unstable] && unstable.chosen == 0.2...0.5)
    }
}
