import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import PlanarityMeasurements

/// docs/JSON.md lists the measurements of rules from the code, and its example is a valid rule.
@Suite struct RuleDocumentTests {
    @Test func theDocumentListsEveryRuleMeasurement() throws {
        let rows = RuleMeasurement.known.map { measurement in
            "| `\(measurement.name)` | \(measurement.unit) | "
                + (measurement.direction == .moreIsReal ? "more" : "less") + " | \(measurement.summary) |"
        }
        let difference = try DocumentTables.firstDifference(
            in: "docs/JSON.md",
            from: [("rule_measurements", ["| measurement | unit | real scenes have | |", "|---|---|---|---|"] + rows)])
        #expect(difference == nil)
    }

    @Test func theExampleRuleIsRead() throws {
        let page = try String(contentsOf: CommandRunner.package.appending(path: "docs/JSON.md"), encoding: .utf8)
        let section = try #require(page.range(of: "## A rule\n"))
        let start = try #require(page.range(of: "```json\n", range: section.upperBound..<page.endIndex))
        let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
        let text = page[start.upperBound..<end.lowerBound]
        let rule = try SceneRule(Array(text.utf8), name: "docs/JSON.md")
        #expect(rule.comparisons.count == 2 && rule.profile == .server)
    }
}
