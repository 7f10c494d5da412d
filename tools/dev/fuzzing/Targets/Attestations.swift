import Support

@testable import Captures

extension FuzzTarget {
    /// Attestation objects, and bodies of registrations.
    static let attestations = FuzzTarget(
        name: "attestations",
        words: ["fmt", "apple-appattest", "authData", "attStmt", "x5c", "receipt", "apple_bundle_version_01"]
            + RegistrationRule.allCases.map { "\"\($0.rawValue)\":" }
    ) { bytes in
        if let object = try? AttestationObject(cbor: bytes) {
            let certificates = object.certificates ?? []
            let parts = certificates + [object.authenticatorData ?? [], object.receipt ?? []]
            let byteCount = parts.reduce(0) { $0 + $1.count }
            promise(byteCount <= bytes.count, "\(byteCount) bytes cannot be stored in \(bytes.count)")
            promise((try? AttestationObject(cbor: bytes + [0xFF])) == object, "bytes after the map are ignored")
        }
        let diagnosis = AttestationDiagnosis(object: bytes, challenge: challenge)
        promise(diagnosis.extensionMap == nil || diagnosis.byteCountAfterKey > 0, "a map follows the key")
        let text = StrictBase64.text(of: bytes)
        let members = RegistrationBody(
            attestation: RegistrationBody.Attestation(
                keyID: "key", attestationObject: text, challenge: StrictBase64.text(of: challenge)))
        promise((try? RegistrationBody(json: members.json)) == members, "a written registration is read back unchanged")
        promiseSameAnswer(.members(members))
        promiseSameAnswer(.http(bytes, contentType: "application/json"))
    }

    /// Certificates in DER and in PEM.
    static let certificates = FuzzTarget(name: "certificates", words: ["-----BEGIN CERTIFICATE-----\n"]) { bytes in
        _ = AttestationCertificate(file: bytes)
        guard let certificate = AttestationCertificate(bytes) else { return }
        promise(bytes.starts(with: certificate.bytes), "a certificate is a prefix of the bytes")
        promise(AttestationCertificate(certificate.bytes + [0x30]) == certificate, "bytes after it are ignored")
        let isOrdered = certificate.notBefore.utcSeconds <= certificate.notAfter.utcSeconds
        promise(certificate.isValid(at: certificate.notAfter) == isOrdered, "the last second is included")
    }

    /// Receipts of attestations.
    static let receipts = FuzzTarget(name: "receipts", words: ["ATTEST", "production", "sandbox"]) { bytes in
        guard let receipt = AttestationReceipt(bytes) else { return }
        let texts = [receipt.applicationIdentifier, receipt.kind, receipt.createdAtText, receipt.expiresAtText]
        let byteCount = texts.reduce(receipt.clientDataHash?.count ?? 0) { $0 + ($1?.utf8.count ?? 0) }
        promise(byteCount <= bytes.count, "\(byteCount) bytes cannot be stored in \(bytes.count)")
    }

    /// Requests in the format exported by proxies.
    static let httpRequests = FuzzTarget(
        name: "http-requests",
        words: [
            "POST /api/v1/captures HTTP/1.1\r\n", "Content-Length: ", "Transfer-Encoding: chunked\r\n", "\r\n\r\n0\r\n",
        ] + SignatureHeader.allCases.map { "\($0.rawValue): " }
    ) { bytes in
        guard let message = try? HTTPRequestMessage(bytes) else { return }
        promise(HTTPRequestMessage.isRequest(bytes), "a request begins with a request line")
        promise(message.body.count <= bytes.count, "a body is within its file")
        let request = AuthenticationRequest(
            headers: message.headers, body: .bytes(message.body),
            device: CaptureDevice(attestationLevel: CaptureDevice.verifiedLevel, publicKey: nil, counter: 0), now: now)
        let judgement = RequestJudge().judge(request)
        let failed = judgement.checks.filter { $0.outcome == .failed }
        promise(!judgement.permissive.isVerified, "nothing verifies without a key")
        promise(failed.count == 1 && judgement.strict.answer != nil, "a strict server refuses for one reason")
    }
}

private let challenge = Array(repeating: UInt8(7), count: 32)
private let now = CaptureTimestamp(utcSeconds: 1_777_878_900)

/// Any registration can be judged, and the parts of the answer are consistent.
private func promiseSameAnswer(_ content: RegistrationRequest.Content) {
    let judgement = RegistrationJudge().judge(RegistrationRequest(content: content, now: now))
    promise(judgement.refusal == nil || judgement.answer != nil, "a refusal is an answer")
    promise((judgement.permissive == nil) == (judgement.strict == nil), "both modes read equally far")
    if let strict = judgement.strict, strict.isVerified {
        promise(judgement.permissive == strict, "the default mode accepts what the strict mode accepts")
    }
    let failed = judgement.checks.filter { $0.outcome == .failed }.count
    let failures = [judgement.refusal != nil, judgement.verdict?.failure != nil].filter { $0 }.count
    promise(failed == failures, "each failure is a check that failed")
}
