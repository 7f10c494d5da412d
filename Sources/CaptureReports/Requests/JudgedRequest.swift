package import Captures
internal import Support

/// A signed request and the server's judgement of it.
package struct JudgedRequest: Sendable {
    package let request: AuthenticationRequest
    package let judgement: RequestJudgement

    /// Judges a request.
    package init(_ request: AuthenticationRequest) {
        self.request = request
        judgement = RequestJudge().judge(request)
    }

    package var outcome: CaptureOutcome { CaptureOutcome(judgement.outcome) }

    package var reasons: [JudgedInput.Reason] { judgement.outcome.reasons }

    /// What would have to change.
    package var changes: [RequestChange] { judgement.changes() }
}

extension CaptureOutcome {
    init(_ outcome: RequestOutcome) {
        self =
            switch outcome {
            case .verified: .verified
            case .unverified: .unverified
            case .refused: .refused
            }
    }
}

extension RequestOutcome {
    /// Why the request is not verified.
    var reasons: [JudgedInput.Reason] {
        guard let failure else { return [] }
        let code = refusal == nil ? failure.passingReason : failure.answer.reason ?? ""
        return [JudgedInput.Reason(code: code, sentence: failure.wording)]
    }
}

extension RequestJudgement {
    /// What would have to change so that the request verifies.
    func changes() -> [RequestChange] {
        guard let failure = outcome.failure else { return [] }
        let purpose: CaptureChange.Purpose = outcome.refusal == nil ? .confidence : .acceptance
        func change(_ code: String, _ sentence: String) -> RequestChange {
            RequestChange(code, .sender, purpose, sentence)
        }
        switch failure {
        case .missingHeader(let header): return [change("header", "send \(header.rawValue): \(header.form)")]
        case .malformedHeader(let header): return [change("header", "write \(header.rawValue) as \(header.form)")]
        case .past: return [change("timestamp", "send the request within 300 seconds of its timestamp")]
        case .future:
            return [
                change("timestamp", "set the clock: the timestamp must be at most 60 seconds ahead of the server's")
            ]
        case .unknownDevice: return [change("device", "register the device, and send the identifier that it got")]
        case .unverifiedDevice: return [change("device", "register a new key whose attestation verifies")]
        case .bodyTooLarge(let byteCount):
            return [change("body_size", "take \(byteCount - AuthenticationRequest.byteLimit) bytes off the body")]
        case .assertion(let failure): return changes(for: failure, purpose)
        }
    }

    private func changes(
        for failure: AssertionFailure, _ purpose: CaptureChange.Purpose
    ) -> [RequestChange] {
        func change(_ code: String, _ party: CaptureChange.Party, _ sentence: String) -> RequestChange {
            RequestChange(code, party, purpose, sentence)
        }
        switch failure {
        case .counterNotIncreasing(let found, let stored):
            return [
                change(
                    "counter", .sender,
                    "send requests in the order in which they are signed: counter \(found) is not above \(stored)")
            ]
        case .missingPublicKey, .invalidPublicKey:
            return [change("registration", .sender, "register a new key: the server has no valid one of this device")]
        case .signatureInvalid where bindings.contains { $0.form == .nonce }:
            return [
                change(
                    "signing_form", .server,
                    "check the signature as nonce: Apple's hardware hashes once more than this server, and no phone "
                        + "can leave that out")
            ]
        case .signatureInvalid:
            return [
                change(
                    "signature", .sender,
                    "sign request/plain (\(Binding.request.definition)) with the key that is registered, over the very "
                        + "body that is sent and the timestamp as a plain number")
            ]
        default:
            return [
                change(
                    "assertion", .sender,
                    "send the assertion of generateAssertion(_:clientDataHash:), unchanged, in base64: "
                        + failure.wording)
            ]
        }
    }
}

extension RequestFailure {
    /// Why, without a full stop.
    var wording: String {
        switch self {
        case .missingHeader(let header): "\(header.rawValue) is missing"
        case .malformedHeader(let header): "\(header.rawValue) is not \(header.form)"
        case .past(let milliseconds): "the request is \(milliseconds) ms old, more than 300000"
        case .future(let milliseconds, isWrapped: false):
            "the request is \(milliseconds.magnitude) ms ahead of the server, more than 60000"
        case .future(_, isWrapped: true):
            "the timestamp is so far from the server's that the difference wraps, and counts as ahead of it"
        case .unknownDevice: "the device is not registered"
        case .unverifiedDevice(let level):
            "the device is registered as \"\(level.printable)\", not \(CaptureDevice.verifiedLevel): no signature is "
                + "looked at"
                + (["tee", "strongbox"].contains(level) ? "; the levels of Android count as unverified here" : "")
        case .bodyTooLarge(let byteCount):
            "the body has \(byteCount) bytes, more than \(AuthenticationRequest.byteLimit)"
        case .assertion(let failure): "the assertion of the request: \(failure.wording)"
        }
    }
}

extension SignatureHeader {
    /// What must stand in it.
    fileprivate var form: String {
        switch self {
        case .device: "the UUID of the device"
        case .timestamp: "milliseconds since 1970, a whole number"
        case .signature: "strict base64 of an assertion"
        }
    }
}
