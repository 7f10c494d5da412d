internal import Support

/// Judges the signatures of requests as the server does, in its order of checks.
///
///     let judgement = RequestJudge().judge(request)
///     if case .verified(let counter) = judgement.permissive { print(counter) }
///
/// Source: docs/CAPTURE.md, "The signed request".
public struct RequestJudge: Sendable {
    /// Creates a judge.
    public init() {}

    /// Judges a request in both modes.
    public func judge(_ request: AuthenticationRequest) -> RequestJudgement {
        var draft = RequestDraft(request)
        let (permissive, strict) = draft.outcomes()
        return draft.judgement(permissive: permissive, strict: strict)
    }

    /// Parses a timestamp, `[+-]?[0-9]+` in 64 bits; nil for any other text.
    static func milliseconds(_ text: String) -> Int64? {
        let digits =
            text.utf8.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } ?? false
            ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// The accepted ages of a request in milliseconds: up to a minute ahead of the server, up to five minutes old.
    package static let ages: ClosedRange<Int64> = -60_000...300_000

    /// The fault of a timestamp; nil if the age of the request is accepted.
    static func timeFault(_ milliseconds: Int64, now: CaptureTimestamp) -> RequestFailure? {
        // The subtraction in the server's release build wraps.
        let (age, isWrapped) = now.milliseconds.subtractingReportingOverflow(milliseconds)
        if age > ages.upperBound { return .past(milliseconds: age) }
        return age < ages.lowerBound ? .future(milliseconds: age, isWrapped: isWrapped) : nil
    }
}

/// The intermediate state of a judgement.
private struct RequestDraft {
    let request: AuthenticationRequest
    var milliseconds: Int64?
    var clientData: String?
    var assertion: Assertion?

    init(_ request: AuthenticationRequest) {
        self.request = request
    }

    /// The outcomes in both modes. The default mode tolerates failures from the device level on.
    mutating func outcomes() -> (permissive: RequestOutcome, strict: RequestOutcome) {
        let headers: (milliseconds: Int64, assertion: [UInt8])
        let device: CaptureDevice
        do throws(RequestFailure) {
            headers = try self.headers()
            milliseconds = headers.milliseconds
            if let fault = RequestJudge.timeFault(headers.milliseconds, now: request.now) { throw fault }
            guard let known = request.device else { throw .unknownDevice }
            device = known
        } catch {
            return (.refused(error), .refused(error))
        }
        let byteCount = request.body.byteCount
        let isTooLarge = byteCount > AuthenticationRequest.byteLimit
        let tooLarge = RequestOutcome.refused(.bodyTooLarge(byteCount: byteCount))
        guard device.attestationLevel.utf8.elementsEqual(CaptureDevice.verifiedLevel.utf8) else {
            let failure = RequestFailure.unverifiedDevice(level: device.attestationLevel)
            return (isTooLarge ? tooLarge : .unverified(failure), .refused(failure))
        }
        guard !isTooLarge else { return (tooLarge, tooLarge) }
        do throws(AssertionFailure) {
            let counter = try verify(headers.assertion, headers.milliseconds, device)
            return (.verified(newCounter: counter), .verified(newCounter: counter))
        } catch {
            return (.unverified(.assertion(error)), .refused(.assertion(error)))
        }
    }

    /// Reads the headers in order. Each is parsed before the presence of the next is checked.
    private func headers() throws(RequestFailure) -> (milliseconds: Int64, assertion: [UInt8]) {
        guard DeviceIdentifier.isValid(try text(.device)) else { throw .malformedHeader(.device) }
        guard let milliseconds = RequestJudge.milliseconds(try text(.timestamp)) else {
            throw .malformedHeader(.timestamp)
        }
        guard let assertion = StrictBase64.bytes(of: try text(.signature)) else { throw .malformedHeader(.signature) }
        return (milliseconds, assertion)
    }

    private func text(_ header: SignatureHeader) throws(RequestFailure) -> String {
        guard let found = request.headers.text(header.rawValue) else { throw .missingHeader(header) }
        guard let text = found else { throw .malformedHeader(header) }
        return text
    }

    /// Returns the counter to store. The server checks neither the app nor the flags.
    private mutating func verify(
        _ bytes: [UInt8], _ milliseconds: Int64, _ device: CaptureDevice
    ) throws(AssertionFailure) -> Int64 {
        let body: [UInt8]? = if case .bytes(let bytes) = request.body { bytes } else { nil }
        clientData = SignedRequest(milliseconds: milliseconds).text(body: body)
        let assertion = try Assertion(cbor: bytes)
        self.assertion = assertion
        let data = assertion.authenticatorData
        guard Int64(data.counter) > device.counter else {
            throw .counterNotIncreasing(found: data.counter, stored: device.counter)
        }
        guard let stored = device.publicKey else { throw .missingPublicKey }
        guard let key = P256PublicKey(sec1: stored) else { throw .invalidPublicKey }
        guard let signature = P256Signature(assertion.signature) else { throw .signatureFormat }
        let hash = SHA256Digest.bytes(of: Array((clientData ?? "").utf8))
        guard key.verifies(signature.raw, of: SigningForm.plain.message(data.bytes, hash)) else {
            throw .signatureInvalid
        }
        return Int64(data.counter)
    }

    func judgement(permissive: RequestOutcome, strict: RequestOutcome) -> RequestJudgement {
        let outcome = request.isStrict ? strict : permissive
        return RequestJudgement(
            permissive: permissive, strict: strict, isStrict: request.isStrict, clientData: clientData,
            assertion: assertion, bindings: bindings, checks: checks(outcome))
    }

    private func checks(_ outcome: RequestOutcome) -> [CheckResult] {
        var trail = CheckTrail(CaptureCheck.signedRequest)
        for check in RequestCheck.allCases {
            if check == outcome.failure?.check {
                trail.record(.request(check), .failed, value(check))
                break
            }
            trail.record(.request(check), .passed, value(check))
        }
        return trail.results
    }

    private func value(_ check: RequestCheck) -> CheckValue? {
        switch check {
        case .deviceHeader, .timestampHeader, .signatureHeader:
            request.headers.value(check.rawValue).map { .text(String(decoding: $0, as: UTF8.self)) }
        case .notPast, .notFuture: milliseconds.map { .integer(request.now.milliseconds &- $0) }
        case .deviceKnown: nil
        case .deviceVerified: request.device.map { .text($0.attestationLevel) }
        case .bodySize: .integer(Int64(request.body.byteCount))
        case .cbor, .members: nil
        case .authenticatorData: assertion.map { .integer(Int64($0.authenticatorData.bytes.count)) }
        case .counter: assertion.map { .integer(Int64($0.authenticatorData.counter)) }
        case .publicKeyStored, .publicKeyValid: request.device?.publicKey.map { .bytes($0) }
        case .signatureForm: assertion.map { .bytes($0.signature) }
        case .signature: nil
        }
    }

    private var bindings: [SatisfiedBinding] {
        guard let assertion, let clientData else { return [] }
        var material = BindingMaterial()
        material.requestText = clientData
        return Binding.satisfied(by: assertion, material, publicKey: request.device?.publicKey, verified: nil)
    }
}

extension CaptureTimestamp {
    /// Whole milliseconds since 1970; the nearest 64-bit number if there are more. A leap second adds 1000 to the
    /// second it belongs to.
    package var milliseconds: Int64 { Int64(clamping: Int128(utcSeconds) * 1000 + Int128(nanoseconds) / 1_000_000) }

    /// A point in time from milliseconds since 1970.
    package init(milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(
            utcSeconds: rest < 0 ? seconds - 1 : seconds, nanoseconds: (rest < 0 ? rest + 1000 : rest) * 1_000_000)
    }
}
