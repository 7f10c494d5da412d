internal import Support

/// The faults of a signed request, and the format that its timestamp and signature have instead.
///
///     let diagnosis = RequestDiagnosis(request)
///     print(diagnosis.faults.map(\.check), diagnosis.signing?.definition ?? "-")
///
/// For the server's verdict see ``RequestJudgement``.
package struct RequestDiagnosis: Sendable {
    /// Every fault, in the server's order of checks. A check whose input cannot be decoded is skipped.
    package let faults: [RequestFailure]
    /// The format of X-Device-Timestamp if it is not milliseconds; nil if no format fits.
    package let timestamp: (form: TimestampFormat, milliseconds: Int64)?
    /// The definition that a failing signature matches; nil if none does.
    package let signing: RequestSigning?
    /// The text in the signature header, if it is base64 of text instead of an assertion.
    package let signatureText: String?

    package init(_ request: AuthenticationRequest) {
        var faults: [RequestFailure] = []
        func text(_ header: SignatureHeader) -> String? { request.headers.text(header.rawValue) ?? nil }
        for header in SignatureHeader.allCases {
            if request.headers.value(header.rawValue) == nil {
                faults.append(.missingHeader(header))
            } else if !(text(header).map { header.isWellFormed($0) } ?? false) {
                faults.append(.malformedHeader(header))
            }
        }
        let written = text(.timestamp) ?? ""
        let milliseconds = RequestJudge.milliseconds(written)
        faults += milliseconds.flatMap { RequestJudge.timeFault($0, now: request.now) }.map { [$0] } ?? []
        let form = TimestampFormat.of(written, now: request.now)
        timestamp = form?.form == .milliseconds ? nil : form
        if let device = request.device {
            if !device.attestationLevel.utf8.elementsEqual(CaptureDevice.verifiedLevel.utf8) {
                faults.append(.unverifiedDevice(level: device.attestationLevel))
            }
        } else {
            faults.append(.unknownDevice)
        }
        let byteCount = request.body.byteCount
        if byteCount > AuthenticationRequest.byteLimit { faults.append(.bodyTooLarge(byteCount: byteCount)) }
        var signing: RequestSigning?
        var signatureText: String?
        if let bytes = text(.signature).flatMap(StrictBase64.bytes) {
            var reading = AssertionReading(bytes)
            if let assertion = reading.assertion, case .bytes(let body) = request.body, let device = request.device {
                reading.check(assertion, device)
                if let key = reading.key(of: device) {
                    let server = milliseconds.flatMap { SignedRequest(milliseconds: $0).text(body: body) }
                    let isVerified = server.map { Self.verifies(assertion, $0, key) } ?? false
                    // Without a timestamp, the message that the server checks is unknown.
                    if server != nil, !isVerified { reading.faults.append(.signatureInvalid) }
                    if !isVerified, let time = form?.milliseconds ?? milliseconds {
                        signing = RequestSigning.matching(
                            assertion, header: written, milliseconds: time, body: body, key: key)
                    }
                }
            }
            faults += reading.faults.map { .assertion($0) }
            signatureText = Self.readableText(bytes)
        }
        (self.faults, self.signing, self.signatureText) = (faults, signing, signatureText)
    }

    private static func verifies(_ assertion: Assertion, _ clientData: String, _ key: P256PublicKey) -> Bool {
        let hash = SHA256Digest.bytes(of: Array(clientData.utf8))
        let message = SigningForm.plain.message(assertion.authenticatorData.bytes, hash)
        return P256Signature(assertion.signature).map { key.verifies($0.raw, of: message) } ?? false
    }

    /// The bytes as text, if they are at least four printable ASCII characters or line breaks.
    private static func readableText(_ bytes: [UInt8]) -> String? {
        let isText = bytes.count >= 4 && bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D }
        return isText ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

/// An assertion, decoded as far as possible, and its faults.
private struct AssertionReading {
    var faults: [AssertionFailure] = []
    let assertion: Assertion?

    init(_ bytes: [UInt8]) {
        do throws(AssertionFailure) {
            assertion = try Assertion(cbor: bytes)
        } catch {
            assertion = nil
            faults = [error]
            if case .missingMember(.authenticatorData) = error {
                var reader = CBORReader(bytes)
                let signature = try? reader.values(named: [Assertion.Member.signature.rawValue])
                if signature?[0]?.byteString == nil { faults.append(.missingMember(.signature)) }
            }
        }
    }

    /// Checks everything except the signature itself.
    mutating func check(_ assertion: Assertion, _ device: CaptureDevice) {
        let counter = assertion.authenticatorData.counter
        if Int64(counter) <= device.counter {
            faults.append(.counterNotIncreasing(found: counter, stored: device.counter))
        }
        if let stored = device.publicKey {
            if P256PublicKey(sec1: stored) == nil { faults.append(.invalidPublicKey) }
        } else {
            faults.append(.missingPublicKey)
        }
        if P256Signature(assertion.signature) == nil { faults.append(.signatureFormat) }
    }

    /// The key to test the signature with; nil if an earlier fault prevents the test.
    func key(of device: CaptureDevice) -> P256PublicKey? {
        let isTried = faults.allSatisfy { if case .counterNotIncreasing = $0 { true } else { false } }
        return isTried ? device.publicKey.flatMap(P256PublicKey.init(sec1:)) : nil
    }
}

extension SignatureHeader {
    func isWellFormed(_ text: String) -> Bool {
        switch self {
        case .device: DeviceIdentifier.isValid(text)
        case .timestamp: RequestJudge.milliseconds(text) != nil
        case .signature: StrictBase64.bytes(of: text) != nil
        }
    }
}
