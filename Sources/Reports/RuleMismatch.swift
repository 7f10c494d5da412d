package import DepthAnalysis
package import PlanarityMeasurements
internal import Support

/// The reason why a rule does not apply to measurements: its thresholds were chosen for others.
///
///     try rule.requireFit(profile: .server, measuringDigest: digest, candidatesVersion: SceneCandidates.version)
package enum RuleMismatch: Error, Hashable, Sendable {
    case profile(found: AnalysisProfile, expected: AnalysisProfile)
    case parameters(found: String, expected: String)
    case candidates(found: String, expected: String)
    /// The rule uses candidates, and the measurements have none.
    case noCandidates

    /// Describes in one line what was found, what was expected and what to do.
    ///
    /// - Parameters:
    ///   - profile: the name of the option that sets the profile.
    ///   - parameters: the name of the option that sets the parameters.
    ///   - candidates: the name of the choice to measure the candidates too.
    package func message(profile option: String, parameters: String, candidates: String) -> String {
        switch self {
        case .profile(let found, let expected):
            "found thresholds for the \(found.rawValue) profile; expected thresholds for the "
                + "\(expected.rawValue) profile; give \(option) \(found.rawValue), or another rule"
        case .parameters(let found, let expected):
            "found thresholds for measurements of measuring_sha256 \(found.prefix(12))…; "
                + "expected \(expected.prefix(12))…, as measured here; give the \(parameters) that the rule was "
                + "tuned with"
        case .candidates(let found, let expected):
            "found thresholds for version \(found.printable) of the candidates; expected "
                + "version \(expected), as measured here; measure the maps again and tune the rule on them"
        case .noCandidates:
            "found a rule of candidates, and measurements without them; expected measurements of candidates; measure "
                + "the maps with \(candidates)"
        }
    }
}

extension SceneRule {
    /// Checks that the thresholds were chosen for measurements of this kind, as far as the rule states it.
    ///
    /// - Parameters:
    ///   - profile: the arithmetic of the measurements.
    ///   - measuringDigest: the hash of the parameters they depend on, computed only if needed.
    ///   - candidatesVersion: the version of the candidates; empty for measurements without them.
    package func requireFit(
        profile expected: AnalysisProfile, measuringDigest digest: () -> String, candidatesVersion version: String
    ) throws(RuleMismatch) {
        if let profile, profile != expected { throw .profile(found: profile, expected: expected) }
        if let measuringDigest {
            let expected = digest()
            guard measuringDigest == expected else { throw .parameters(found: measuringDigest, expected: expected) }
        }
        if needsCandidates, version.isEmpty { throw .noCandidates }
        if let candidatesVersion, needsCandidates, candidatesVersion != version {
            throw .candidates(found: candidatesVersion, expected: version)
        }
    }
}
