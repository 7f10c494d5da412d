package import Reports
internal import Support

/// Lists the contents of captures.
///
///     let inspection = try InspectTask(nil).inspector.inspect("body.bin")
package struct InspectTask: Sendable {
    package let reader: CaptureInputReader

    package var inspector: CaptureInspector { CaptureInspector(reader: reader) }

    package init(_ boundary: String?) throws(OptionError) {
        try OptionError.requireBoundary(boundary)
        reader = CaptureInputReader(boundary: boundary)
    }
}

/// Compares the phone's analysis in a hash-only payload with the depth map.
///
///     let audit = try AuditTask(reading).run(.path("payload.json"), depth: "depth.bin")
package struct AuditTask: Sendable {
    package enum Payload: Sendable {
        case path(String)
        case bytes([UInt8], name: String)
    }

    private let auditor: CaptureAuditor

    package init(_ reading: MapReading) {
        auditor = CaptureAuditor(reader: CaptureInputReader(), depthReader: reading.reader)
    }

    package func run(_ payload: Payload, depth: String) throws(TaskFailure) -> CaptureAudit {
        do throws(CaptureAuditor.Failure) {
            switch payload {
            case .path(let path): return try auditor.audit(path, depth: depth)
            case .bytes(let bytes, let name): return try auditor.audit(bytes, named: name, depth: depth)
            }
        } catch {
            switch error {
            case .payload(let error): throw .capture(error)
            case .depthMap(let error): throw .reading(error)
            }
        }
    }
}
