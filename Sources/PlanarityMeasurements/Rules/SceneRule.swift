package import DepthAnalysis

/// A readable rule: comparisons of measurements with thresholds. A map passes if every comparison holds.
///
///     let rule = SceneRule([.init("plane_distance_median", .above, 0.0213), .init("depth_layers", .atLeast, 3)])
///     let verdict = rule.verdict { name in values[name] }
///     print(verdict.passes, verdict.outcomes.filter { !$0.holds }.map(\.comparison.measurement))
///
/// A rule is independent of the server's verdict.
package struct SceneRule: Sendable, Hashable {
    package struct Comparison: Sendable, Hashable {
        /// The name of a ``RuleMeasurement``.
        package let measurement: String
        package let relation: SceneAnalysis.Check.Comparison
        /// Finite, in the unit of the measurement.
        package let threshold: Double

        package init(_ measurement: String, _ relation: SceneAnalysis.Check.Comparison, _ threshold: Double) {
            precondition(threshold.isFinite, "a threshold is a finite number")
            self.measurement = measurement
            self.relation = relation
            self.threshold = threshold
        }

        /// Whether a value is on the side of real scenes. False for nil and NaN, i.e. if the measurement could not be
        /// made.
        package func holds(_ value: Double?) -> Bool {
            guard let value, !value.isNaN else { return false }
            return relation.holds(value, threshold)
        }
    }

    /// At least one comparison, in reporting order.
    package let comparisons: [Comparison]
    /// The profile for which the thresholds were chosen; nil if unspecified.
    package let profile: AnalysisProfile?
    /// The hash (`AnalysisParameters.measuringDigest`) of the parameters of the server's measurements for which the
    /// thresholds were chosen; nil if unspecified.
    package let measuringDigest: String?
    /// The version of the candidates (`SceneCandidates.version`) for which the thresholds were chosen; nil if
    /// unspecified.
    package let candidatesVersion: String?

    package init(
        _ comparisons: [Comparison], profile: AnalysisProfile? = nil, measuringDigest: String? = nil,
        candidatesVersion: String? = nil
    ) {
        precondition(!comparisons.isEmpty, "a rule compares something")
        self.comparisons = comparisons
        self.profile = profile
        self.measuringDigest = measuringDigest
        self.candidatesVersion = candidatesVersion
    }
}

extension SceneRule {
    /// Whether the rule compares a candidate, which has to be measured on the map.
    package var needsCandidates: Bool { !candidates.isEmpty }

    package var candidates: [Candidate] {
        comparisons.compactMap { RuleMeasurement.known.named($0.measurement)?.candidate }
    }

    package struct Outcome: Sendable, Hashable {
        package let comparison: Comparison
        /// The measured value; nil if the measurement could not be made. Never NaN.
        package let value: Double?
        package let holds: Bool

        /// Value minus threshold, as in ``DepthAnalysis/CheckOutcome/margin``; nil without a value.
        package var margin: Double? { value.map { $0 - comparison.threshold } }
    }

    /// The result of applying a rule to a map.
    package struct Verdict: Sendable, Hashable {
        /// The outcomes of all comparisons, in the order of the rule.
        package let outcomes: [Outcome]
        package var passes: Bool { outcomes.allSatisfy(\.holds) }
    }

    /// Applies the rule.
    ///
    /// - Parameter value: returns the value of a measurement by name; nil or NaN if it could not be made. Its
    ///   comparisons then fail.
    package func verdict(_ value: (String) -> Double?) -> Verdict {
        Verdict(
            outcomes: comparisons.map { comparison in
                let found = value(comparison.measurement).flatMap { $0.isNaN ? nil : $0 }
                return Outcome(comparison: comparison, value: found, holds: comparison.holds(found))
            })
    }
}
