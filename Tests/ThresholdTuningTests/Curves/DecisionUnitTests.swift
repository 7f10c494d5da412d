import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

@Suite struct DecisionUnitTests {
    /// At every threshold, the score of a unit is above it exactly if the rule accepts the unit there.
    @Test func theScoreFollowsTheRuleAtEveryThreshold() throws {
        for scores in [[0.5], [0.5, -0.5], [1, 2, 3], [-0.2, 0.1, 0.1, 0.4], [0, 0, 0, 0, 9]] as [[Double]] {
            for threshold in [-1, -0.3, 0, 0.05, 0.1, 0.3, 0.5, 1, 2, 2.5, 3, 9] as [Double] {
                let accepted = scores.count { $0 > threshold }
                let mean = scores.reduce(0, +) / Double(scores.count)
                let expectations: [(DecisionUnit.Rule, Bool)] = [
                    (.any, accepted > 0), (.all, accepted == scores.count), (.majority, 2 * accepted > scores.count),
                    (.mean, mean > threshold),
                ]
                for (rule, expected) in expectations where rule != .mean || abs(mean - threshold) > 1e-9 {
                    let score = try #require(rule.score(scores))
                    #expect((score > threshold) == expected, "\(rule) of \(scores) at \(threshold)")
                }
            }
        }
        #expect(DecisionUnit.Rule.any.score([]) == nil)
    }

    /// Three real frames of one scene, one rejected; two attacks of another, one accepted; one scene without a verdict.
    @Test func framesOfAGroupCountOnce() throws {
        let rows = [
            PlantedRow(group: 0), PlantedRow(group: 0, deviation: 0.01), PlantedRow(group: 0),
            PlantedRow(kind: 1, group: 1), PlantedRow(kind: 1, group: 1, deviation: 0.01),
            PlantedRow(kind: 1, group: 2, responded: false), PlantedRow(group: 1),
        ]
        let presentations = LabelledPresentations(planted: rows)
        func rates(_ rule: DecisionUnit.Rule) -> [Int] {
            let side = EvaluatedSystem(
                name: "given", parameters: .standard, presentations: presentations, unitRule: rule)
            #expect(side.presentations.count == 4 && side.rates.apnrr[0].errors == 1)
            #expect(side.rates.bpcer.total == 2 && side.rates.apcer[0].total == 1)
            return [side.rates.bpcer.errors, side.rates.apcer[0].errors]
        }
        #expect(rates(.any) == [0, 1] && rates(.all) == [1, 0] && rates(.majority) == [0, 0])
    }

    @Test func theCommandDecidesPerColumn() throws {
        let fixture = try TuningFixture(count: 48)
        let given = try fixture.parameters("given.json", "{}")
        let maps = try fixture.object(try fixture.evaluate(["--parameters", given, "--format", "json"]).output)
        #expect(maps["decided_per"] is NSNull && maps["maps"] as? Int == 48)
        let options = ["--parameters", given, "--per", "group", "--decide", "majority"]
        let units = try fixture.object(try fixture.evaluate(options + ["--format", "json"]).output)
        #expect(units["maps"] as? Int == units["groups"] as? Int && units["groups"] as? Int == 24)
        #expect(units["decided_per"] as? [String: String] == ["column": "group", "rule": "majority"])
        let folder = fixture.folder.url.appending(path: "paper").path
        let text = try fixture.evaluate(options + ["--figures", folder, "--tables", folder])
        let rates = try String(contentsOf: URL(filePath: folder + "/rates.md"), encoding: .utf8)
        #expect(rates.contains("| units |") && !rates.contains("maps"), "\(rates)")
        #expect(text.output.contains("with the same group count as one"), "\(text.output)")
        #expect(text.output.contains("24 units in 24 groups") && text.output.contains("Unit by unit"))
        #expect(!text.output.contains("Map by map") && !text.output.contains("over maps"), "\(text.output)")
        #expect(text.output.contains("decide every unit the same way"), "\(text.output)")
        #expect(text.errors.contains("trade-off: figure not written, because it needs a decision on each map"))
        #expect(try fixture.evaluate(["--parameters", given, "--per", "group"]).exitCode == 64)
        #expect(try fixture.evaluate(["--parameters", given, "--per", "video", "--decide", "all"]).exitCode == 64)
    }
}
