package import DepthAnalysis
package import DepthFiles

/// The analyses of one map by both profiles.
package struct MapParity: Sendable, Hashable {
    package enum Coverage: String, Sendable, Hashable {
        case compared
        /// Only the server can analyse the map: a side is below the client's minimum.
        case serverOnly = "server_only"
        /// Neither can: no sample is valid.
        case neither = "unavailable"
    }

    package let server: SceneAnalysis
    package let client: SceneAnalysis
    package let coverage: Coverage
    /// The checks whose outcomes differ, in order; empty unless both profiles analysed the map.
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

    /// The promises that the client breaks on this map; empty unless both profiles analysed it.
    package var brokenPromises: [ParityPromise] {
        coverage == .compared ? ParityPromise.allCases.filter { !$0.isKept(server, client) } : []
    }

    package var verdictFlips: Bool { coverage == .compared && server.status != client.status }

    package var screenFlips: Bool { coverage == .compared && server.isScreenLike != client.isScreenLike }

    package var layersDiffer: Bool { coverage == .compared && server.layerCount != client.layerCount }

    package var layerDifference: FirstDifference? { layersDiffer ? .ofLayers(server, client) : nil }

    /// The checks responsible for a flipping verdict or screen: those that differ and so change the reasons. A
    /// differing screen sign does not count if another sign rules the screen out.
    package var responsible: [CheckFlip] {
        let changed = Set(server.reasons).symmetricDifference(client.reasons)
        return checkFlips.filter { flip in flip.check.reason.map(changed.contains) ?? false }
    }
}

/// A promise of how close the client is to the server.
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

    /// The largest allowed difference in ``field``, inclusive; nil if both must be equal.
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

package struct ParityAnalyzer: Sendable {
    let server: DepthAnalyzer
    let client: DepthAnalyzer
    let reader: DepthFileReader

    package init() {
        server = DepthAnalyzer(profile: .server)
        client = DepthAnalyzer(profile: .client)
        reader = DepthFileReader()
    }

    package init(parameters: AnalysisParameters, reader: DepthFileReader) throws(AnalysisParameterError) {
        server = try DepthAnalyzer(profile: .server, parameters: parameters)
        client = try DepthAnalyzer(profile: .client, parameters: parameters)
        self.reader = reader
    }

    package func analyze(_ map: DepthMap) -> MapParity {
        MapParity(server: server.analyze(map), client: client.analyze(map))
    }
}
