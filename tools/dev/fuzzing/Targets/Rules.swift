import DepthAnalysis
import PlanarityMeasurements

extension FuzzTarget {
    /// A rule file; an accepted rule can decide.
    static let rules = FuzzTarget(
        name: "rules",
        words: RuleMeasurement.known.map { "\"\($0.name)\"" } + numberWords
            + ["\"rule\":[", "\"measurement\":", "\"profile\":\"server\"", "\"measuring_sha256\":"]
            + ["\"candidates_version\":\"1\""]
            + SceneAnalysis.Check.Comparison.all.map { "\"\($0.ruleKey)\":" }
    ) { bytes in
        do throws(SceneRuleError) {
            let rule = try SceneRule(bytes, name: "rule.json")
            let again = try? SceneRule(Array(rule.fileText.utf8), name: "again")
            promise(again == rule, "a written rule is read back unchanged: \(rule.fileText)")
            _ = promiseJSON(rule.fileText)
            promise(!rule.verdict { _ in nil }.passes, "a map without measurements does not pass")
            let verdict = rule.verdict { _ in 0 }
            promise(verdict.outcomes.count == rule.comparisons.count, "every comparison is reported")
        } catch {
            promise(!error.description.isEmpty, "an error has a message")
        }
    }
}
