package import DepthAnalysis

/// A check that holds in one profile and not in the other.
package struct CheckFlip: Sendable, Hashable {
    /// The check.
    package let check: Check
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
        _ check: Check, _ server: SceneAnalysis, _ client: SceneAnalysis
    ) {
        guard let serverOutcome = server.outcome(of: check), let clientOutcome = client.outcome(of: check),
            serverOutcome.holds != clientOutcome.holds
        else { return nil }
        self.check = check
        self.server = serverOutcome
        self.client = clientOutcome
        cause = FlipCause(of: check, server, client)
        place =
            switch check {
            case .layers: .ofLayers(server, client)
            case .edgeCoherence: .ofEdges(server, client)
            default: nil
            }
    }
}
