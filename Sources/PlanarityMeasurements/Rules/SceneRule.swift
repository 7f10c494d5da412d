package import DepthAnalysis

/// A rule one can read: measurements of a map, each compared with a threshold. A map passes if every comparison holds.
///
///     let rule = SceneRule([.init("plane_distance_median", .above, 0.0213), .init("depth_layers", .atLeast, 3)])
///     let verdict = rule.verdict { name in values[name] }
///     print(verdict.passes, verdict.outcomes.filter { !$0.holds }.map(\.comparison.measurement))
///
/// It is no part of the server's verdict and stands beside it.
package struct SceneRule: Sendable, Hashable {
    /// A measurement, and how it is compared with which threshold.
    package struct Comparison: Sendable, Hashable {
        /// By the name of its ``RuleMeasurement``.
        package let measurement: String
        /// How a value is compared.
        package let relation: SceneAnalysis.Check.Comparison
        /// Finite, in the unit of the measurement.
        package let threshold: Double

        package init(_ measurement: String, _ relation: SceneAnalysis.Check.Comparison, _ threshold: Double) {
            precondition(threshold.isFinite, "a threshold is a finite number")
            self.measurement = measurement
            self.relation = relation
            self.threshold = threshold
        }

        /// Whether a value is on the side of real scenes. A measurement that could not be made, nil or NaN, never is.
        package func holds(_ value: Double?) -> Bool {
            guard let value, !value.isNaN else { return false }
            return relation.holds(value, threshold)
        }
    }

    /// What must hold, at least one comparison, in the order in which they are told.
    package let comparisons: [Comparison]
    /// Whose arithmetic the thresholds were chosen for; nil if nobody said.
    package let profile: AnalysisProfile?
    /// The hash of what the server's measurements depended on where the thresholds were chosen
    /// (`AnalysisParameters.measuringDigest`); nil if nobody said.
    package let measuringDigest: String?
    /// The version of the candidates' definitions that thresholds were chosen for
    /// (`SceneCandidates.version`); nil if nobody said.
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
    /// Whether any of its measurements is beside the server's, and takes a look at the map.
    package var needsCandidates: Bool { !candidates.isEmpty }

    /// Those of its measurements that are beside the server's.
    package var candidates: [Candidate] {
        comparisons.compactMap { RuleMeasurement.known.named($0.measurement)?.candidate }
    }

    /// A comparison as it was carried out.
    package struct Outcome: Sendable, Hashable {
        /// What was compared with what.
        package let comparison: Comparison
        /// What was measured; nil if the measurement could not be made. Never NaN.
        package let value: Double?
        /// Whether the comparison holds.
        package let holds: Bool

        /// Value less threshold, as ``DepthAnalysis/CheckOutcome/margin``; nil without a value.
        package var margin: Double? { value.map { $0 - comparison.threshold } }
    }

    /// What a rule says of a map.
    package struct Verdict: Sendable, Hashable {
        /// Every comparison, in the order of the rule: all are carried out, whatever the first says.
        package let outcomes: [Outcome]
        /// Whether all hold.
        package var passes: Bool { outcomes.allSatisfy(\.holds) }
    }

    /// Decides about a map.
    ///
    /// - Parameter value: what a measurement of this name came to; nil or NaN if it could not be made, which no
    ///   comparison lets pass.
    package func verdict(_ value: (String) -> Double?) -> Verdict {
        Verdict(
            outcomes: comparisons.map { comparison in
                let found = value(comparison.measurement).flatMap { $0.isNaN ? nil : $0 }
                return Outcome(comparison: comparison, value: found, holds: comparison.holds(found))
            })
    }
}
