internal import DepthAnalysis

/// A check that holds in one profile and not in the other.
package struct CheckFlip: Sendable, Hashable {
    /// Which.
    package let check: ParityCheck
    /// As the server carried it out.
    package let server: CheckOutcome
    /// As the client did.
    package let client: CheckOutcome
    /// Why they differ.
    package let cause: FlipCause
    /// The earliest whole number that differs; nil where only the value itself does.
    package let place: FirstDifference?

    /// Compares one check; nil where both profiles agree on it.
    init?(
        _ check: ParityCheck, _ server: SceneAnalysis, _ client: SceneAnalysis, _ parameters: AnalysisParameters
    ) {
        self.check = check
        self.server = check.outcome(in: server, parameters)
        self.client = check.outcome(in: client, parameters)
        guard self.server.holds != self.client.holds else { return nil }
        cause = FlipCause(of: check, server, client)
        place =
            switch check {
            case .layers: .ofLayers(server, client)
            case .edgeCoherence: .ofEdges(server, client)
            default: nil
            }
    }
}
