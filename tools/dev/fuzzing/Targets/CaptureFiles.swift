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
        let results = promiseReports(bytes)
        guard results.first?.form == .caseFile else { return }
        let path = scratchFile(bytes, named: "case.json")
        defer { FileAccess.remove(path) }
        if let sent = try? ConformanceCase(path, folder: "cases", name: "case", expected: .object([])) {
            promise((try? JSONReader.read(Array(sent.line.utf8), .texts)) != nil, "a request is JSON: \(sent.line)")
            promise(!sent.line.contains("\n"), "a request is one line: \(sent.line)")
        }
    }

    /// Exports of requests in every format, and files that are no capture. An export may have several requests.
    static let exports = FuzzTarget(
        name: "exports",
        words: [
            "{\"log\":{\"entries\":[", "{\"request\":{\"method\":\"POST\",\"url\":\"http://h/api/v1/captures\"",
            "\"headers\":[", "{\"name\":\"", "\"postData\":{\"text\":\"", "\"encoding\":\"base64\"", "\"params\":[",
            "\"bodySize\":", "\"startedDateTime\":\"2025-12-01T10:00:00Z\"", "\\udc00", "7:request;",
            "6:method;4:POST,", "4:path;16:/api/v1/captures,", "7:headers;", "7:content;", "0:~", "],", "}",
            "=> Send header, ", "=> Send data, ", " bytes (0x", "== Info: ", "0000: ", "50 4f 53 54 ", "[0-0] ",
            "10:00:00.123456 ", "POST /api/v1/captures HTTP/1.1\r\n", "Content-Length: ",
            "Content-Type: multipart/form-data; boundary=B\r\n",
        ]
    ) { bytes in
        let results = promiseReports(bytes)
        promise(!results.isEmpty, "every file has a result")
        let names = results.compactMap { $0.origin?.request?.number }
        promise(names == names.sorted() && Set(names).count == names.count, "each request has its number")
        for request in results.compactMap({ $0.origin?.request }) {
            promise(request.number <= request.count && request.otherCount < request.count, "requests are counted")
        }
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

/// Judges and inspects a file, and checks both reports.
private func promiseReports(_ bytes: [UInt8]) -> [JudgedInput] {
    let results = verifier.results(of: bytes, named: "input")
    // One format per input, to save time.
    let format = ResultFormat.allCases[bytes.count % 3]
    var judged = ResultStream<JudgedInput>(format, isList: false, isBrief: false, text: judgementText)
    promiseReport(judged.entries(results, areList: results.count > 1) + judged.closing.utf8, format)
    var inspected = ResultStream<CaptureInspection>(
        format, isList: false, text: InspectionText(style: .plain, width: 80))
    let inspections = inspector.inspections(of: bytes, named: "input")
    promise(inspections.count == results.count, "verify and inspect read the same requests")
    promiseReport(inspected.entries(inspections, areList: results.count > 1) + inspected.closing.utf8, format)
    return results
}

private func promiseReport(_ bytes: [UInt8], _ format: ResultFormat) {
    switch format {
    case .text: promisePrintable(String(decoding: bytes, as: UTF8.self))
    case .json: promiseJSON(bytes)
    case .ndjson: for line in bytes.split(separator: 0x0A) { promiseJSON(Array(line)) }
    }
}

private func promiseJSON(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    promise((try? JSONReader.read(bytes, .texts)) != nil, "a report is JSON: \(text)")
}
