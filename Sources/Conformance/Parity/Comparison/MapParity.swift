package import DepthAnalysis

/// Both profiles' analyses of one map, side by side.
package struct MapParity: Sendable, Hashable {
    /// Whether there is something to compare.
    package enum Coverage: String, Sendable, Hashable {
        case compared
        /// Only the server can analyse it: a side is below the client's least.
        case serverOnly = "server_only"
        /// Neither can: no sample is valid.
        case neither = "unavailable"
    }

    package let server: SceneAnalysis
    package let client: SceneAnalysis
    package let coverage: Coverage
    /// The checks that come out differently, in their order; none unless both profiles analysed the map.
    package let checkFlips: [CheckFlip]

    package init(server: SceneAnalysis, client: SceneAnalysis) {
        precondition(
            server.profile == .server && client.profile == .client, "parity is that of the client with the server")
        self.server = server
        self.client = client
        coverage =
            switch (server.status == .unavailable, client.status == .unavailable) {
            case (false, false): .compared
            case (false, true): .serverOnly
            // The client analyses nothing that the server does not.
            case (true, _): .neither
            }
        checkFlips =
            coverage == .compared ? SceneAnalysis.Check.allCases.compactMap { CheckFlip($0, server, client) } : []
    }

    /// What the client was promised and did not keep on this map; nothing unless both profiles analysed it.
    package var brokenPromises: [ParityPromise] {
        coverage == .compared ? ParityPromise.allCases.filter { !$0.isKept(server, client) } : []
    }

    package var verdictFlips: Bool { coverage == .compared && server.status != client.status }

    package var screenFlips: Bool { coverage == .compared && server.isScreenLike != client.isScreenLike }

    package var layersDiffer: Bool { coverage == .compared && server.layerCount != client.layerCount }

    package var layerDifference: FirstDifference? { layersDiffer ? .ofLayers(server, client) : nil }

    /// The checks that answer for a verdict or a screen that flips: those that come out differently and, by it, change
    /// what speaks against a real scene. A sign of a screen that differs while another rules a screen out is none of
    /// them.
    package var responsible: [CheckFlip] {
        let changed = Set(server.reasons).symmetricDifference(client.reasons)
        return checkFlips.filter { flip in flip.check.reason.map(changed.contains) ?? false }
    }
}

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
