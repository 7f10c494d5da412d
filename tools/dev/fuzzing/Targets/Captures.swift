import Captures
import DepthFiles
import Support

extension FuzzTarget {
    /// The server's JSON: numbers, and unknown members.
    static let serverJSON = FuzzTarget(name: "server-json", seeds: ["fixtures/captures/cases"], words: numberWords) {
        bytes in
        var skipping = ServerJSONReader(bytes)
        let isSkipped = (try? skipping.skipDocument()) != nil
        // What the other reader accepts can be skipped, except a byte order mark and its words for non-finite
        // numbers.
        if (try? JSONReader.read(bytes)) != nil {
            let text = String(decoding: bytes, as: UTF8.self)
            let isExtended = text.hasPrefix("\u{FEFF}") || text.contains("NaN") || text.contains("Infinity")
            promise(isSkipped || isExtended, "JSON is skipped: \(text.debugDescription)")
        }
        promiseNumber(bytes)
        promiseString(bytes)
    }

    /// Assertions: CBOR, and its base64 text.
    static let assertions = FuzzTarget(name: "assertions", words: ["signature", "authenticatorData"]) { bytes in
        let text = StrictBase64.text(of: bytes)
        promise(StrictBase64.bytes(of: text) == bytes, "written base64 is read back unchanged: \(text)")
        if let data = StrictBase64.bytes(of: String(decoding: bytes, as: UTF8.self)) {
            promise(StrictBase64.text(of: data).utf8.elementsEqual(bytes), "base64 has one text")
        }
        if let signature = P256Signature(bytes) {
            promise(
                P256Signature(signature.raw)?.raw == signature.raw, "64 bytes are recognised as a form of a signature")
        }
        guard let assertion = try? AppAttestAssertion(cbor: bytes) else { return }
        let byteCount = assertion.signature.count + assertion.authenticatorData.bytes.count
        promise(byteCount <= bytes.count, "\(byteCount) bytes cannot be stored in \(bytes.count)")
        promise(
            (try? AppAttestAssertion(cbor: assertion.cbor)) == assertion, "a written assertion is read back unchanged")
        promise((try? AppAttestAssertion(base64: text)) == assertion, "base64 preserves the bytes")
        promise((try? AppAttestAssertion(cbor: bytes + [0xFF])) == assertion, "bytes after the map are ignored")
    }

    /// Multipart bodies, as captures and as parts.
    static let multipart = FuzzTarget(
        name: "multipart",
        words: [
            "Content-Disposition: form-data; name=\"", "filename=", "Content-Type: ", "\r\n\r\n", "\r\n--", "charset=",
        ]
            + CapturePart.allCases.map(\.rawValue)
    ) { bytes in
        promiseSameAnswer(.full(.multipart(bytes)))
        guard var reader = try? MultipartReader(bytes) else { return }
        var parts: [BodyPart] = []
        while let part = try? reader.next() { parts.append(part) }
        promise(parts.reduce(0) { $0 + $1.content.count } <= bytes.count, "parts are within the body")
        let writer = MultipartWriter.standard
        guard !parts.contains(where: { $0.isUnwritable(with: writer) }) else { return }
        let body = writer.body(of: parts)
        promise(body.count == writer.byteCount(of: parts), "a body has its declared size")
        guard var again = try? MultipartReader(body) else { fatalError("not kept: a written body is multipart") }
        for part in parts {
            let read = try? again.next()
            promise(read?.name == part.name && read?.content == part.content, "a written part is read back unchanged")
        }
        promise((try? again.next()) == .some(.none), "written data ends at its end")
        promiseSameAnswer(.full(.parts(parts)))
    }

    /// Hash-only bodies.
    static let hashOnly = FuzzTarget(
        name: "hash-only",
        words: PayloadRule.allCases.map { "\"\($0.rawValue)\":" } + ["\"hash_chain\":{", "\"location\":{"] + numberWords
    ) { bytes in
        promiseSameAnswer(.hashOnly(bytes, contentType: "application/json"))
        guard let payload = try? HashOnlyPayload(json: bytes) else { return }
        promise(payload.signedJSON.count <= 60 * bytes.count, "the length of the server's text is in proportion")
        promise(bytes[payload.assertionRange].allSatisfy { $0 >= 0x20 }, "an assertion is between its quotes")
        // The server's own text with an assertion: it must write what it reads there, except coordinates with more
        // digits than it keeps, and `null`, which it does not read as a number.
        let text = String(decoding: payload.signedJSON, as: UTF8.self)
        let body = Array((text.dropLast() + #","assertion":""}"#).utf8)
        guard !text.contains("null"), payload.metadata.location.map(\.isSafe) ?? true else { return }
        guard let again = try? HashOnlyPayload(json: body) else {
            fatalError("not kept: the server reads its own text: \(text)")
        }
        promise(again.signedJSON == payload.signedJSON, "the server's text is a fixed point: \(text)")
        promise(again.numbers.allSatisfy { $0.text == $0.read }, "written numbers are read back unchanged: \(text)")
    }

    /// Metadata of full captures.
    static let captureMetadata = FuzzTarget(
        name: "capture-metadata", words: MetadataRule.allCases.map { "\"\($0.rawValue)\":" } + numberWords
    ) { bytes in
        guard let metadata = try? CaptureMetadata(json: bytes) else { return }
        _ = MetadataRule.allCases.map { $0.holds(metadata) }
        guard metadata.location.map(\.isSafe) ?? true else { return }
        let again = try? CaptureMetadata(json: metadata.json)
        promise(again?.json == metadata.json, "written metadata is read back unchanged")
        if let time = CaptureTimestamp(metadata.capturedAt), let text = time.millisecondText {
            promise(CaptureTimestamp(text)?.utcSeconds == time.utcSeconds, "\(text) is read back as the same time")
        }
    }

    /// Case files without references to other files.
    static let captureCases = FuzzTarget(
        name: "capture-cases", seeds: ["fixtures/captures/cases"],
        words: CaptureEndpoint.allCases.map(\.rawValue) + ["\"parts\":", "\"body\":", "\"base64\":", "\"ref\":"]
    ) { bytes in
        struct NoFile: Error {}
        guard let file = try? CaptureCase(json: bytes) else { return }
        guard let request = try? file.request(reading: { _ throws(NoFile) in throw NoFile() }) else { return }
        promiseSameAnswer(of: request)
    }
}

/// A judge for small maps; larger ones get no verdict.
private let judge = CaptureJudge(byteLimit: 1 << 20)

private func promiseSameAnswer(_ payload: CapturePayload) {
    promiseSameAnswer(
        of: CaptureRequest(
            payload: payload, device: CaptureDevice(publicKey: nil, counter: 0),
            now: CaptureTimestamp(utcSeconds: 1_772_366_430)))
}

/// Any capture can be judged, and the parts of the answer are consistent.
private func promiseSameAnswer(of request: CaptureRequest) {
    let judgement = judge.judge(request)
    let failed = judgement.checks.filter { $0.outcome == .failed }
    let isModelled = judgement.notModelled == nil
    promise(isModelled == (judgement.answer != nil), "there is an answer unless it is not modelled")
    promise(isModelled || judgement.refusal == nil, "what is not modelled is not refused")
    promise(
        (judgement.refusal == nil) == (judgement.answer?.httpStatus ?? 202 == 202),
        "a request is either refused or accepted")
    promise(judgement.refusal == nil || !failed.isEmpty, "a refusal has a check that failed")
    promise(
        judgement.answer?.httpStatus != 202 || judgement.metadataEvidence != nil, "an accepted capture has evidence")
    promise(
        judgement.clientDataHash == judgement.clientData.map { SHA256Digest.bytes(of: $0) }, "the hash is of the data")
    if judgement.assertion?.status == .pass {
        promise(judgement.bindings.contains { $0.form == .plain }, "a verified signature satisfies a binding")
    }
}

/// Reading the text of a number again gives the same bits, if it has no more digits than the server keeps.
private func promiseNumber(_ bytes: [UInt8]) {
    var reader = ServerJSONReader(bytes)
    if let number = try? reader.binary64() {
        let safe = ServerJSONWriter.safe(number)
        promise(
            reread(ServerJSONWriter.text(of: safe)) { try? $0.binary64() } == safe, "\(safe) is read back unchanged")
        let isEveryday = (1e-5...1e9).contains(abs(number))
        promise(!isEveryday || abs(safe - number) <= abs(number) * 1e-14, "\(safe) is close to \(number)")
    }
    reader = ServerJSONReader(bytes)
    if let number = try? reader.binary32(), number.isFinite {
        promise(
            reread(ServerJSONWriter.text(of: number)) { try? $0.binary32() } == number, "\(number) is a fixed point")
    }
}

private func promiseString(_ bytes: [UInt8]) {
    var reader = ServerJSONReader(bytes)
    guard let string = try? reader.string() else { return }
    var writer = ServerJSONWriter()
    writer.object { $0.member("x", string) }
    var again = ServerJSONReader(Array(writer.bytes.dropFirst(5)))
    promise(
        (try? again.string()).map { $0.utf8.elementsEqual(string.utf8) } ?? false,
        "a written string is read back unchanged")
}

private func reread<Number>(_ text: String, _ read: (inout ServerJSONReader) -> Number?) -> Number? {
    var reader = ServerJSONReader(Array(text.utf8))
    return read(&reader)
}

extension ServerJSONReader {
    /// Skips one value and requires the end of the text.
    fileprivate mutating func skipDocument() throws(ServerJSONError) {
        try skipValue()
        try end()
    }
}

extension CaptureLocation {
    /// Whether no number has more digits than the server keeps.
    fileprivate var isSafe: Bool {
        [latitude, longitude, altitude ?? 0, accuracy ?? 0].allSatisfy {
            $0.isFinite && ServerJSONWriter.safe($0) == $0
        }
    }
}

extension BodyPart {
    /// Whether a writer cannot reproduce it in a body: names are escaped like in browsers, which is ambiguous, and
    /// the content must not contain the boundary.
    fileprivate func isUnwritable(with writer: MultipartWriter) -> Bool {
        let text = "\(name ?? "")\(fileName ?? "")\(contentType ?? "")"
        let isStrange = text.unicodeScalars.contains {
            $0.value < 0x20 || $0.value == 0x7F || "\"\\\u{FFFD}".unicodeScalars.contains($0)
        }
        return isStrange || name == nil || String(decoding: content, as: UTF8.self).contains(writer.boundary)
    }
}
