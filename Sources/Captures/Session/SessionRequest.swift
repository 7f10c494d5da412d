/// The settings of a capture server that do not change during a session.
package struct SessionConfiguration: Sendable {
    package var application: CaptureApplication
    package var root: AttestationCertificate
    /// Another root that strict servers accept, for tests.
    package var testRoot: AttestationCertificate?
    package var isAttestationStrict: Bool
    package var requiresVerifiedDevices: Bool

    package init(
        application: CaptureApplication = .standard, root: AttestationCertificate = AppleRoot.certificate,
        isAttestationStrict: Bool = false, requiresVerifiedDevices: Bool = false
    ) {
        (self.application, self.root) = (application, root)
        (self.isAttestationStrict, self.requiresVerifiedDevices) = (isAttestationStrict, requiresVerifiedDevices)
    }
}

/// A request that a simulated server answers. Requests for challenges are not among them: see ``SessionState``.
package enum SessionRequest: Sendable {
    case registration(RegistrationRequest.Content)
    /// A capture; without headers if only its body is known.
    case capture(CapturePayload, headers: RequestHeaders?)
    /// A signed request to an endpoint that is not simulated. Only its signature is judged.
    case signed(body: [UInt8], headers: RequestHeaders)
}

/// The answer of a simulated server, and the earlier requests that it depends on.
package struct SessionAnswer: Sendable {
    package indirect enum Kind: Sendable {
        case registration(RegistrationRequest, RegistrationJudgement)
        case chain(CaptureChain, CaptureChainJudgement)
        case capture(CaptureRequest, CaptureJudgement)
        case signed(AuthenticationRequest, RequestJudgement)
    }

    package let kind: Kind
    package let causes: [SessionCause]
}

/// An effect of an earlier request that makes a later one fail. Requests are numbered from 0.
package enum SessionCause: Sendable, Hashable {
    case challengeRedeemed(by: Int)
    case keyRegistered(by: Int)
    case deviceUnverified(by: Int)
    case counterStored(by: Int)
    case mediaStored(by: Int)

    package var request: Int {
        switch self {
        case .challengeRedeemed(let number), .keyRegistered(let number), .deviceUnverified(let number),
            .counterStored(let number), .mediaStored(let number):
            number
        }
    }
}
