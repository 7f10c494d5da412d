package import DepthAnalysis
package import DepthFiles

package struct MapParity: Sendable, Hashable {
    package enum Coverage: String, Sendable, Hashable {
        case compared
        /// Only the server can analyse the map: a side is below the client's minimum.
        case serverOnly = "server_only"
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
        (self.server, self.client) = (server, client)
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

    /// The checks responsible for a flipping verdict or screen: those that differ and so change the reasons.
    package var responsible: [CheckFlip] {
        let changed = Set(server.reasons).symmetricDifference(client.reasons)
        return checkFlips.filter { flip in flip.check.reason.map(changed.contains) ?? false }
    }
}

/// A promise of how close the client is to the server.
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

/// The differences of a field over many maps: the largest, the mean and the 99th percentile of the absolute
/// difference.
package struct Drift: Sendable, Hashable {
    private var differences: [Double] = []
    package private(set) var place: String?
    package private(set) var largest = 0.0

    package init() {}

    package var count: Int { differences.count }

    package mutating func add(_ difference: Double, at file: String) {
        differences.append(difference)
        if difference > largest {
            largest = difference
            place = file
        }
    }

    package var mean: Double { differences.isEmpty ? 0 : differences.reduce(0, +) / Double(differences.count) }

    /// The smallest difference that at least 99 % of the maps do not exceed (nearest rank); 0 without maps.
    package var percentile99: Double {
        guard !differences.isEmpty else { return 0 }
        // ceil(99 n / 100) in whole numbers.
        let rank = (99 * differences.count + 99) / 100
        return differences.sorted()[rank - 1]
    }
}

extension SceneAnalysis.Field {
    /// The numeric fields in which the profiles can differ: all floating-point numbers outside the stages object, and
    /// the integers outside it that are computed after ``AnalysisStage/validity``.
    package static let drifting = allCases.filter { field in
        switch field.kind {
        case .real, .reals: !field.isInStages
        case .whole: !field.isInStages && field.stage > .validity
        default: false
        }
    }

    /// The absolute difference of two analyses of the same map, computed in f64.
    package func difference(_ server: SceneAnalysis, _ client: SceneAnalysis) -> Double? {
        guard isMeasured(in: server) else { return nil }
        switch (value(in: server), value(in: client)) {
        case (.reals(let server), .reals(let client)):
            return server.count == client.count ? zip(server, client).map { abs($0 - $1) }.max() : nil
        case (let server, let client):
            guard let server = server.number, let client = client.number else { return nil }
            return abs(server - client)
        }
    }
}
