package import DepthAnalysis
internal import DepthFiles
package import PlanarityMeasurements
package import Support

/// The answer of a user's rule for a map, reported in addition to the server's verdict.
///
///     let answer = RuleAnswer(rule, named: "rule.json", analysis, candidates)
///     print(answer.code)
package struct RuleAnswer: Sendable, Hashable {
    package let file: String
    /// The verdict; nil for a file without a map, or a map without valid samples.
    package let verdict: SceneRule.Verdict?

    package init(unreadableFor file: String) {
        self.file = file
        verdict = nil
    }

    /// Applies a rule to a map.
    ///
    /// - Parameter candidates: the map's other measurements, if the rule names any (``SceneRule/needsCandidates``).
    package init(_ rule: SceneRule, named file: String, _ analysis: SceneAnalysis, _ candidates: SceneCandidates) {
        self.file = file
        guard analysis.status != .unavailable else {
            verdict = nil
            return
        }
        verdict = rule.verdict { name in
            guard let measurement = RuleMeasurement.known.named(name) else { return nil }
            return measurement.candidate.map { candidates[$0] } ?? measurement.value(in: analysis)
        }
    }

    /// `pass`, `fail` or `unavailable`, as for the server's verdict.
    package var code: String {
        (verdict.map { $0.passes ? SceneAnalysis.Status.pass : .fail } ?? .unavailable).rawValue
    }
}

extension RuleAnswer {
    /// The key of the member that holds the answer, separate from `status`; column names begin with it.
    private static let key = "rule"
    package static let columns = ["rule_verdict", "rule_failed"]

    /// The cells of ``columns``: the verdict, and the measurements whose comparisons fail.
    package var cells: [String] {
        [code, (verdict?.outcomes.filter { !$0.holds }.map(\.comparison.measurement) ?? []).joined(separator: " ")]
    }

    package func writeMember(to writer: inout JSONWriter) {
        writer.key(Self.key)
        writer.object { writer in
            writer.member("file", file)
            writer.member("verdict", code)
            writer.key("comparisons")
            writer.array(isInline: false) { writer in
                for outcome in verdict?.outcomes ?? [] { Self.write(outcome, to: &writer) }
            }
        }
    }

    /// Writes an outcome in the format of a check, with the measurement in place of the check.
    private static func write(_ outcome: SceneRule.Outcome, to writer: inout JSONWriter) {
        writer.object(isInline: true) { writer in
            writer.member("measurement", outcome.comparison.measurement)
            writer.member(CheckOutcome.Key.value.rawValue, outcome.value)
            writer.member(CheckOutcome.Key.comparison.rawValue, outcome.comparison.relation.rawValue)
            writer.member(CheckOutcome.Key.threshold.rawValue, outcome.comparison.threshold)
            writer.member(CheckOutcome.Key.margin.rawValue, outcome.margin)
            writer.member(CheckOutcome.Key.holds.rawValue, outcome.holds)
        }
    }

    /// The verdict and the comparisons as lines, at most 60 columns wide except for long names.
    func lines(_ style: Style) -> [String] {
        let word =
            switch verdict?.passes {
            case true?: style.good("PASS")
            case false?: style.bad("FAIL")
            case nil: style.warning("N/A")
            }
        let head = "\(word)  by the rule in \(style.bold(file.printable)), in addition to the server's verdict"
        return [head]
            + (verdict?.outcomes ?? []).map { outcome in
                let comparison = outcome.comparison
                let unit = RuleMeasurement.known.named(comparison.measurement).map { $0.unit == "m" ? " m" : "" } ?? ""
                let value = outcome.value.map { NumberText.significant($0, digits: 4) + unit } ?? "not measured"
                let threshold = NumberText.significant(comparison.threshold, digits: 6) + unit
                return (outcome.holds ? style.good("ok    ") : style.bad("no    "))
                    + comparison.measurement.padded(to: 30) + value.padded(to: 11)
                    + " \(comparison.relation.rawValue) \(threshold)"
            }
    }

    /// The verdict, for a list with one line per file.
    func brief(_ style: Style) -> String {
        let word =
            switch verdict?.passes {
            case true?: style.good("pass")
            case false?: style.bad("fail")
            case nil: style.warning("n/a")
            }
        return "rule: \(word)"
    }
}

extension RuleAnswer {
    static var member: JSONSchema.Member {
        let comparison = JSONSchema.object([
            "measurement": .words(RuleMeasurement.known.map(\.name)),
            CheckOutcome.Key.value.rawValue: .number.orNull,
            CheckOutcome.Key.comparison.rawValue: SceneAnalysis.Check.Comparison.schema,
            CheckOutcome.Key.threshold.rawValue: .number,
            CheckOutcome.Key.margin.rawValue: .number.orNull,
            CheckOutcome.Key.holds.rawValue: .flag,
        ])
        let answer = JSONSchema.object([
            "file": .string, "verdict": .words(SceneAnalysis.Status.self), "comparisons": .list(of: comparison),
        ])
        return JSONSchema.Member(key, answer, .optional)
    }
}
