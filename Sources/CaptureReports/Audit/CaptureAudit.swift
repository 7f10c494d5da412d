package import Captures
internal import Conformance
package import DepthAnalysis
package import DepthFiles

/// Whether the phone's analysis in a hash-only payload is that of a depth map.
///
///     let audit = try CaptureAuditor().audit("payload.json", depth: "d.bin")
///     if !audit.agrees { … }
package struct CaptureAudit: Sendable {
    /// The payload as it was named.
    package let path: String
    /// The depth map as it was named.
    package let depthPath: String
    package let claimed: ClaimedDepthAnalysis
    /// The map with the phone's arithmetic.
    package let client: SceneAnalysis
    /// The map with the server's.
    package let server: SceneAnalysis
    /// What the server would answer to the file of the map; it never sees it.
    package let serverAnswer: ServerAnswer

    /// Whether every field is what the phone finds in the map, as near as parity promises.
    package var agrees: Bool { AuditField.allCases.allSatisfy { $0.agrees(in: self) } }
}

/// A field that is audited.
package enum AuditField: CaseIterable, Sendable {
    case standardDeviation, layers, edgeCoherence, minimumDepth, maximumDepth, verdict

    /// What it is called, in the payload and everywhere.
    package var field: SceneAnalysis.Field {
        switch self {
        case .standardDeviation: .standardDeviation
        case .layers: .layerCount
        case .edgeCoherence: .edgeCoherence
        case .minimumDepth: .minimumDepth
        case .maximumDepth: .maximumDepth
        case .verdict: .isLikelyRealScene
        }
    }

    /// The largest difference allowed, itself included; nil where both must be equal. Parity promises it of the first
    /// measurements; depths are held to the same.
    package var limit: Double? {
        switch self {
        case .standardDeviation, .minimumDepth, .maximumDepth: ParityPromise.standardDeviation.limit
        case .edgeCoherence: ParityPromise.edgeCoherence.limit
        case .layers: ParityPromise.layers.limit
        case .verdict: ParityPromise.verdict.limit
        }
    }

    /// What the phone says.
    package func claim(in audit: CaptureAudit) -> FieldValue {
        let claimed = audit.claimed
        return switch self {
        case .standardDeviation: .real(Double(claimed.depthVariance))
        case .layers: .whole(Int(claimed.depthLayers))
        case .edgeCoherence: .real(Double(claimed.edgeCoherence))
        case .minimumDepth: .real(Double(claimed.minDepth))
        case .maximumDepth: .real(Double(claimed.maxDepth))
        case .verdict: .flag(claimed.isLikelyRealScene)
        }
    }

    /// Whether the phone finds in the map what it says. Where it finds no verdict its numbers are 0, and 0 agrees.
    package func agrees(in audit: CaptureAudit) -> Bool {
        let (claim, found) = (claim(in: audit), field.value(in: audit.client))
        guard let limit else { return claim == found }
        guard let claim = claim.number, let found = found.number else { return false }
        return abs(claim - found) <= limit
    }
}

/// Holds payloads to depth maps.
package struct CaptureAuditor: Sendable {
    private let reader: CaptureInputReader
    private let depthReader: DepthFileReader

    package init(reader: CaptureInputReader = CaptureInputReader(), depthReader: DepthFileReader = DepthFileReader()) {
        self.reader = reader
        self.depthReader = depthReader
    }

    /// Why there is nothing to audit.
    package enum Failure: Error {
        case payload(CaptureInputError)
        case depthMap(ReadingError)
    }

    /// Reads both files and analyses the map.
    package func audit(_ path: String, depth depthPath: String) throws(Failure) -> CaptureAudit {
        let payload = try payload(at: path)
        let (client, byServer) = FileAnalyzer(analyzer: DepthAnalyzer(profile: .client), reader: depthReader)
            .analyze(.file(.path(depthPath))) { map, _ in DepthAnalyzer(profile: .server).analyze(map) }
        if let error = client.error { throw .depthMap(error) }
        guard let byServer else { preconditionFailure("a file without an error has a map") }
        return CaptureAudit(
            path: path, depthPath: depthPath, claimed: payload.depthAnalysis, client: client.analysis,
            server: byServer, serverAnswer: client.serverAnswer)
    }

    private func payload(at path: String) throws(Failure) -> HashOnlyPayload {
        let input: CaptureInput
        do throws(CaptureInputError) { input = try reader.read(path) } catch { throw .payload(error) }
        guard case .hashOnly(let body, _) = input.payload else { throw .payload(.noPayload(path: path, nil)) }
        do throws(ServerJSONError) {
            return try HashOnlyPayload(json: body)
        } catch {
            throw .payload(.noPayload(path: path, error))
        }
    }
}
