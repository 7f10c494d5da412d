package import Captures
internal import Conformance
package import DepthAnalysis
package import DepthFiles

/// Compares the depth analysis in a hash-only payload with an analysis of the depth map itself.
package struct CaptureAudit: Sendable {
    package let path: String
    package let depthPath: String
    package let claimed: ClaimedDepthAnalysis
    package let client: SceneAnalysis
    package let server: SceneAnalysis
    /// The verdict that the server would give if it received the map. Hash-only captures do not contain the map.
    package let serverAnswer: ServerAnswer

    package var agrees: Bool { AuditField.allCases.allSatisfy { $0.agrees(in: self) } }
}

package enum AuditField: CaseIterable, Sendable {
    case standardDeviation, layers, edgeCoherence, minimumDepth, maximumDepth, verdict

    package var field: SceneAnalysis.Field { definition.field }

    /// The largest allowed difference, inclusive; nil if both values must be equal. The parity promise does not cover
    /// depths, which use the limit of the standard deviation.
    package var limit: Double? { definition.promise.limit }

    package func claim(in audit: CaptureAudit) -> AnalysisFieldValue { definition.claim(audit.claimed) }

    private var definition:
        (field: SceneAnalysis.Field, promise: ParityPromise, claim: (ClaimedDepthAnalysis) -> AnalysisFieldValue)
    {
        switch self {
        case .standardDeviation: (.standardDeviation, .standardDeviation, { .real(Double($0.depthVariance)) })
        case .layers: (.layerCount, .layers, { .whole(Int($0.depthLayers)) })
        case .edgeCoherence: (.edgeCoherence, .edgeCoherence, { .real(Double($0.edgeCoherence)) })
        case .minimumDepth: (.minimumDepth, .standardDeviation, { .real(Double($0.minDepth)) })
        case .maximumDepth: (.maximumDepth, .standardDeviation, { .real(Double($0.maxDepth)) })
        case .verdict: (.isLikelyRealScene, .verdict, { .flag($0.isLikelyRealScene) })
        }
    }

    /// If the client analysis has no verdict, its numbers are 0, and a payload of zeros agrees with it.
    package func agrees(in audit: CaptureAudit) -> Bool { agrees(audit.claimed, audit.client) }

    func agrees(_ claimed: ClaimedDepthAnalysis, _ client: SceneAnalysis) -> Bool {
        let (claim, found) = (definition.claim(claimed), field.value(in: client))
        guard let limit else { return claim == found }
        guard let claim = claim.number, let found = found.number else { return false }
        return abs(claim - found) <= limit
    }
}

package struct CaptureAuditor: Sendable {
    private let reader: CaptureInputReader
    private let depthReader: DepthFileReader

    package init(reader: CaptureInputReader = CaptureInputReader(), depthReader: DepthFileReader = DepthFileReader()) {
        (self.reader, self.depthReader) = (reader, depthReader)
    }

    package enum Failure: Error {
        case payload(CaptureInputError)
        case depthMap(ReadingError)
    }

    package func audit(_ path: String, depth depthPath: String) throws(Failure) -> CaptureAudit {
        try audit(path, depth: depthPath) { () throws(CaptureInputError) in try reader.read(path) }
    }

    /// Audits the bytes of a payload called `name`.
    package func audit(_ bytes: [UInt8], named name: String, depth depthPath: String) throws(Failure) -> CaptureAudit {
        try audit(name, depth: depthPath) { () throws(CaptureInputError) in try reader.read(bytes, name) }
    }

    private func audit(
        _ path: String, depth depthPath: String, _ read: () throws(CaptureInputError) -> CaptureInput
    ) throws(Failure) -> CaptureAudit {
        let payload = try payload(at: path, read)
        let (client, byServer) = FileAnalyzer(analyzer: DepthAnalyzer(profile: .client), reader: depthReader)
            .analyze(.file(.path(depthPath))) { map, _ in DepthAnalyzer(profile: .server).analyze(map) }
        if let error = client.error { throw .depthMap(error) }
        guard let byServer else { preconditionFailure("a file without an error has a map") }
        return CaptureAudit(
            path: path, depthPath: depthPath, claimed: payload.depthAnalysis, client: client.analysis,
            server: byServer, serverAnswer: client.serverAnswer)
    }

    private func payload(
        at path: String, _ read: () throws(CaptureInputError) -> CaptureInput
    ) throws(Failure) -> HashOnlyPayload {
        let input: CaptureInput
        do throws(CaptureInputError) { input = try read() } catch { throw .payload(error) }
        guard case .hashOnly(let body, _) = input.payload else { throw .payload(.noPayload(path: path, nil)) }
        do throws(ServerJSONError) { return try HashOnlyPayload(json: body) } catch {
            throw .payload(.noPayload(path: path, error))
        }
    }
}
