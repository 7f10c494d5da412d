import Captures
import Support

@testable import Conformance
@testable import Reports

extension FuzzTarget {
    /// Anything that `capture verify`, `inspect` and `check` read, above all case files of every kind.
    static let captureFiles = FuzzTarget(
        name: "capture-files", seeds: ["registrations", "requests", "cases"].map { "fixtures/captures/\($0)" },
        words: CaptureEndpoint.allCases.map(\.rawValue)
            + [
                "\"endpoint\":\"devices/register\"", "\"endpoint\":\"request-authentication\"", "\"headers\":{",
                "\"body\":", "\"body_bytes\":", "\"base64\":", "\"ref\":", "\"challenge_state\":", "\"now\":",
                "\"device\":{", "\"assertion_counter\":", "\"root_certificate\":",
            ] + SignatureHeader.allCases.map { "\"\($0.rawValue)\":" } + numberWords
    ) { bytes in
        let result = verifier.verify(bytes, named: "input")
        // One format per input, to save time.
        let format = ResultFormat.allCases[bytes.count % 3]
        var judged = ResultStream<JudgedInput>(format, isList: false, isBrief: false, text: judgementText)
        promiseReport(judged.opening.utf8 + judged.entry(result) + judged.closing.utf8, format)
        var inspected = ResultStream<CaptureInspection>(
            format, isList: false, text: InspectionText(style: .plain, width: 80))
        let inspection = inspector.inspect(bytes, named: "input")
        promiseReport(inspected.opening.utf8 + inspected.entry(inspection) + inspected.closing.utf8, format)
        guard result.form == .caseFile else { return }
        let path = scratchFile(bytes, named: "case.json")
        defer { FileAccess.remove(path) }
        if let sent = try? ConformanceCase(path, folder: "cases", name: "case", expected: .object([])) {
            promise((try? JSONReader.read(Array(sent.line.utf8), .texts)) != nil, "a request is JSON: \(sent.line)")
            promise(!sent.line.contains("\n"), "a request is one line: \(sent.line)")
        }
    }

    /// A folder of a session: `session.json` and, after a zero byte each, the files of its requests and answers.
    static let sessions = FuzzTarget(
        name: "sessions",
        words: [
            "\0", "\0POST /api/v1/devices/register HTTP/1.1\r\n", "\0GET /api/v1/devices/challenge HTTP/1.1\r\n\r\n",
            "\0{\"data\":{\"device_id\":", "\"attestation_level\":", "\"challenge\":", "\"expires_at\":", "\"times\":{",
            "\"1.http\":", "\"2.json\":", "\"media_hashes\":[", "\"devices\":[", "\"challenges\":[", "\"config\":{",
            "\"counter\":", "\"key_id\":", "\"public_key\":", "\"now\":", "\"error\":{\"code\":",
        ]
    ) { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 6, omittingEmptySubsequences: false).map(Array.init)
        let names = ["session.json"] + parts.indices.dropFirst().map { "\($0).\(ending(of: parts[$0]))" }
        let files = Swift.zip(parts, names).map { scratchFile($0, named: $1) }
        defer { for file in files { FileAccess.remove(file) } }
        do throws(CaptureInputError) {
            let session = JudgedSession(try SessionFolder.read(scratchFolder.path, by: reader))
            let format = SessionReport.Format.allCases[bytes.count % 2]
            let text = SessionReport.text(
                of: session, format: format, isBrief: bytes.count.isMultiple(of: 5),
                namesRules: bytes.count.isMultiple(of: 3), style: .plain, width: 80)
            promiseReport(Array(text.utf8), format == .json ? .json : .text)
            promise(session.entries.count == parts.count - 1, "each file of a session has an entry")
            promise(
                session.isTrusted == (session.isSimulated && session.failureCount == 0 && session.unreadable.isEmpty),
                "a session is trusted without failures")
        } catch { promiseLine(error.wording.description) }
    }
}

private let reader = CaptureInputReader()
private let inspector = CaptureInspector(reader: reader)
private let verifier = CaptureVerifier(
    reader: reader,
    serverState: ServerState(
        device: CaptureDevice(attestationLevel: CaptureDevice.verifiedLevel, publicKey: nil, counter: 0),
        now: CaptureTimestamp(utcSeconds: 1_777_878_900)))
private let judgementText = JudgementText(style: .plain, width: 80, namesRules: true)

private func promiseReport(_ bytes: [UInt8], _ format: ResultFormat) {
    switch format {
    case .text: promisePrintable(String(decoding: bytes, as: UTF8.self))
    case .json, .ndjson:
        let text = String(decoding: bytes, as: UTF8.self)
        promise((try? JSONReader.read(bytes, .texts)) != nil, "a report is JSON: \(text)")
    }
}

/// The ending of a file in a session, by its contents.
private func ending(of bytes: [UInt8]) -> String {
    if bytes.first != UInt8(ascii: "{") { return "http" }
    let text = String(decoding: bytes.prefix(20), as: UTF8.self)
    return text.contains("\"data\"") || text.contains("\"error\"") ? "response.json" : "json"
}
