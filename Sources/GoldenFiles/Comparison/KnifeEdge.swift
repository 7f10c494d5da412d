package import DepthAnalysis
package import PlainText

/// The checks as goldens need them: on answers in JSON, with the constants of the specification.
extension Check {
    /// The value an answer puts to the threshold, or nil if it does not tell.
    package func value(in answer: JSONValue, _ profile: AnalysisProfile) -> Double? {
        value(in: profile) { field in field.value(in: answer).flatMap(profile.real) }
    }

    /// Which side of the threshold a value is on.
    package func holds(_ value: Double, in profile: AnalysisProfile) -> Bool {
        outcome(value, .standard, in: profile).holds
    }

    /// The check in words: `edge_coherence > 0.3`.
    package var text: String { "\(subject) \(comparison.rawValue) \(AnalysisParameters.standard[parameter].text)" }
}

/// A stored value that lies closer to a threshold than its tolerance: an answer within the tolerance may still decide
/// otherwise.
package struct KnifeEdge: Sendable, Hashable {
    /// The check in question.
    package let check: Check
    /// The stored value.
    package let stored: Double
    /// The tolerance that reaches over the threshold.
    package let tolerance: Tolerance

    /// The knife edges of a stored answer. A value exactly one tolerance away from its threshold counts.
    static func all(
        in expected: JSONValue, tolerances: [String: Tolerance], profile: AnalysisProfile
    ) -> [KnifeEdge] {
        Check.allCases.compactMap { check in
            guard let stored = check.value(in: expected, profile) else { return nil }
            let threshold = check.threshold(.standard, in: profile)
            let reaching = check.fields.compactMap { tolerances[$0.path] }.first { tolerance in
                !tolerance.isExact && tolerance.accepts(threshold, for: stored, in: profile)
            }
            return reaching.map { KnifeEdge(check: check, stored: stored, tolerance: $0) }
        }
    }
}
