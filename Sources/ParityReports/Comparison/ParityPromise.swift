package import DepthAnalysis

/// What the client was promised: how far it may be from the server.
///
/// Source: specification §1.
package enum ParityPromise: CaseIterable, Sendable, Hashable {
    /// The standard deviations (`depth_variance`) lie within 0.01 m.
    case standardDeviation
    /// The edge coherences lie within 0.01.
    case edgeCoherence
    /// The numbers of layers are equal.
    case layers
    /// The verdicts are equal.
    case verdict

    /// The largest difference allowed in `depth_variance`, in metres, and in `edge_coherence`. Itself included.
    package static let limit = 0.01

    /// The field the promise is about.
    package var field: SceneAnalysis.Field {
        switch self {
        case .standardDeviation: .standardDeviation
        case .edgeCoherence: .edgeCoherence
        case .layers: .layerCount
        case .verdict: .status
        }
    }

    /// Whether the promise is kept for one map.
    package func isKept(_ server: SceneAnalysis, _ client: SceneAnalysis) -> Bool {
        switch self {
        case .standardDeviation: abs(server.standardDeviation - client.standardDeviation) <= Self.limit
        case .edgeCoherence: abs(server.edgeCoherence - client.edgeCoherence) <= Self.limit
        case .layers: server.layerCount == client.layerCount
        case .verdict: server.status == client.status
        }
    }
}
