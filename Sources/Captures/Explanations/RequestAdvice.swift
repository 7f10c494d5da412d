internal import Support

// The changes that make a request verify, and details of its faults.

extension JudgedRequest {
    /// The changes for all faults, in the order of the server's checks.
    public var changes: [RequiredChange] {
        let needsRegistration = isNewKeyNeeded
        // Without its body and assertion, a request is not compared with the device record.
        let isComparable = request.headers.assertion != nil && request.body.isKnown
        return judgement.failures.filter { failure in
            switch failure.fault {
            // A new registration replaces the stored device record.
            case .assertion(.counterNotIncreasing), .assertion(.missingPublicKey), .assertion(.invalidPublicKey):
                isComparable && !needsRegistration
            case .assertion(.signatureFormat): isComparable
            case .assertion(.signatureInvalid): isComparable && (!needsRegistration || signing != nil)
            default: true
            }
        }.flatMap(changes(for:))
    }

    /// Whether the device needs a new registration to get the level that requests require.
    private var isNewKeyNeeded: Bool {
        guard let level = request.device?.attestationLevel else { return request.isDeviceGiven }
        return level != CaptureDevice.verifiedLevel && !Self.androidLevels.contains(level)
    }

    /// The levels of verified Android devices. The request check accepts none of these levels.
    static let androidLevels = ["tee", "strongbox"]

    private func changes(for failure: RuleFailure<RequestFailure>) -> [RequiredChange] {
        let fault = failure.fault
        let isHarmless = failure.check.isStrictOnly && !judgement.isStrict
        let purpose: RequiredChange.Purpose = isHarmless ? .confidence : .acceptance
        func change(_ code: String, _ sentence: String, _ party: RequiredChange.Party = .sender) -> RequiredChange {
            RequiredChange(code, party, purpose, "\(sentence)")
        }
        switch fault {
        case .missingHeader(let header): return [change("header", "send \(header.rawValue): \(header.form)")]
        case .malformedHeader(.timestamp): return [change("header", timestampAdvice)]
        case .malformedHeader(let header):
            return [change("header", "write \(header.rawValue) as \(header.form)\(explanation(of: fault))")]
        case .past, .future:
            if timestamp != nil { return [change("timestamp", timestampAdvice)] }
            if case .past = fault {
                return [change("timestamp", "send the request within 300 seconds of its timestamp")]
            }
            return [
                change("timestamp", "set the clock: the timestamp must be at most 60 seconds ahead of the server's")
            ]
        case .unknownDevice: return [change("device", "register the device and send the identifier it received")]
        case .unverifiedDevice(let level) where Self.androidLevels.contains(level):
            return [
                change(
                    "device_level",
                    "accept \(level) as a verified level in requests, as registration does: now only "
                        + "\(CaptureDevice.verifiedLevel) is accepted, so no change in the app and no new key helps",
                    .server)
            ]
        case .unverifiedDevice: return [change("device", "register a new key whose attestation verifies")]
        case .bodyTooLarge(let byteCount):
            return [change("body_size", "shorten the body by \(byteCount - AuthenticationRequest.byteLimit) bytes")]
        case .assertion(let failure): return changes(for: failure, change)
        }
    }

    private func changes(
        for failure: AssertionFailure, _ change: (String, String, RequiredChange.Party) -> RequiredChange
    ) -> [RequiredChange] {
        switch failure {
        case .counterNotIncreasing(let found, let stored):
            return [
                change(
                    "counter",
                    "send requests in the order they are signed: counter \(found) is not above \(stored)",
                    .sender)
            ]
        case .missingPublicKey, .invalidPublicKey:
            return [change("registration", "register a new key: the server has no valid key of this device", .sender)]
        case .signatureInvalid: return signatureChanges(change)
        default:
            return [
                change(
                    "assertion",
                    "send the assertion of generateAssertion(_:clientDataHash:), unchanged, in base64: "
                        + failure.wording + explanation(of: .assertion(failure)), .sender)
            ]
        }
    }

    private func signatureChanges(
        _ change: (String, String, RequiredChange.Party) -> RequiredChange
    ) -> [RequiredChange] {
        let wanted = "sign request/plain (\(AssertionBinding.request.definition))"
        guard let signing else {
            return [
                change(
                    "signature",
                    "\(wanted) with the registered key, over the exact body that is sent and the timestamp as a "
                        + "plain number: no other definition that was tried fits, so the key, body or time differs",
                    .sender)
            ]
        }
        var plain = signing
        if plain.form == .nonce { plain.form = .plain }
        var changes: [RequiredChange] = []
        // A timestamp in another unit is reported as a separate change.
        if plain != RequestSigning() {
            changes.append(change("signature", "\(wanted), not \(signing.definition)\(signing.formRemark)", .sender))
        }
        if signing.form == .nonce {
            changes.append(
                change(
                    "signing_form",
                    "verify the signature over the nonce: Apple's hardware applies SHA-256 once more than this server, "
                        + "and phones cannot avoid it", .server))
        }
        return changes
    }

    private var timestampAdvice: String {
        let form = "write \(SignatureHeader.timestamp.rawValue) as \(SignatureHeader.timestamp.form)"
        return timestamp.map { "\(form), \($0.milliseconds): it is \($0.form.wording)" } ?? form
    }

    func explanation(of failure: RequestFailure) -> String {
        switch failure {
        case .past, .future, .malformedHeader(.timestamp):
            return timestamp.map { reading in
                let distance = request.now.milliseconds &- reading.milliseconds
                return "; \(SignatureHeader.timestamp.rawValue) is \(reading.form == .date ? "" : "in ")"
                    + "\(reading.form.wording); as such it is "
                    + RequestFailure.shown(Int64(clamping: distance.magnitude), distance < 0 ? "ahead" : "old")
            } ?? ""
        case .malformedHeader(.signature), .assertion(.invalidCBOR), .assertion(.missingMember):
            if let signatureText {
                return "; the header holds the text \"\(signatureText.printable)\", which is not signed"
            }
            return request.headers.signatureText.flatMap { AppAttestAssertion.form(of: $0) }.map { "; it is \($0)" }
                ?? ""
        case .assertion(.signatureInvalid):
            return signing.map { signing in
                signing.form == .nonce && signing.matchesServerExceptForm
                    ? "; it signs the right text, hashed once more, as Apple's hardware does"
                    : "; it signs \(signing.definition)\(signing.formRemark)"
            } ?? ""
        default: return ""
        }
    }
}

extension RequestSigning {
    /// Whether this definition differs from the server's only in ``form``.
    fileprivate var matchesServerExceptForm: Bool {
        var plain = self
        plain.form = .plain
        return plain == RequestSigning()
    }

    fileprivate var formRemark: String {
        switch form {
        case .plain: ""
        case .nonce: ", hashed once more, as Apple's hardware does"
        case .alone: ", without authenticator data in front of it"
        }
    }
}
