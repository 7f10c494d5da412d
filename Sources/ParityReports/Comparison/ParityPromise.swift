package import DepthAnalysis

/// What the client was promised: how far it may be from the server.
///
/// Source: specification §1.
package enum ParityPromise: CaseIterable, Sendable, Hashable {
    case standardDeviation, edgeCoherence, layers, verdict

    package var field: SceneAnalysis.Field {
        switch self {
        case .standardDeviation: .standardDeviation
        case .edgeCoherence: .edgeCoherence
        case .layers: .layerCount
        case .verdict: .status
        }
    }

    /// The largest difference allowed in ``field`` and its unit, itself included; nil where both must be equal.
    package var limit: Double? {
        switch self {
        case .standardDeviation, .edgeCoherence: 0.01
        case .layers, .verdict: nil
        }
    }

    package func isKept(_ server: SceneAnalysis, _ client: SceneAnalysis) -> Bool {
        guard let limit else { return field.value(in: server) == field.value(in: client) }
        return field.difference(server, client).map { $0 <= limit } ?? false
    }
}
