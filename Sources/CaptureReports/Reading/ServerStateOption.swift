internal import Captures

/// An option for which case files have a member.
package enum ServerStateOption: String, Sendable, CaseIterable {
    case device, time, team, bundle, requestVerified, challenge, keyID, root, challengeState, keyRegistered
    case boundary

    /// The equivalent member of a case file; nil if a case of this kind does not depend on the option.
    package func member(of contents: CaptureInput.Contents) -> String? {
        let isRegistration = if case .requestCase(.registration) = contents { true } else { false }
        switch self {
        case .time: return "now"
        case .boundary: return nil
        case .team: return "config.apple_team_id"
        case .bundle: return "config.apple_bundle_id"
        case .device: return isRegistration ? nil : "device"
        case .requestVerified: if case .request = contents { return "request_verified" } else { return nil }
        case .challenge, .keyID:
            guard case .requestCase(.registration(let request)) = contents else { return nil }
            if case .http = request.content { return "body" }
            return self == .challenge ? "challenge" : "key_id"
        case .root: return isRegistration ? "root_certificate" : nil
        case .challengeState: return isRegistration ? "challenge_state" : nil
        case .keyRegistered: return isRegistration ? "key_registered" : nil
        }
    }
}
