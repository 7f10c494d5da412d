internal import Support

/// Verifies assertions as the server does, in its order of checks.
struct AssertionVerifier {
    let device: CaptureDevice
    let application: CaptureApplication

    /// Verifies an assertion and records each step in the trail.
    func verify(_ text: String, clientDataHash: [UInt8], _ trail: inout CheckTrail) -> AssertionJudgement {
        var assertion: Assertion?
        let failure: AssertionFailure?
        do throws(AssertionFailure) {
            let read = try Assertion(base64: text)
            assertion = read
            try requireValid(read, clientDataHash)
            failure = nil
        } catch {
            failure = error
        }
        write(failure, assertion, text, into: &trail)
        return AssertionJudgement(status: failure == nil ? .pass : .fail, failure: failure, assertion: assertion)
    }

    private func requireValid(_ assertion: Assertion, _ clientDataHash: [UInt8]) throws(AssertionFailure) {
        let data = assertion.authenticatorData
        guard data.rpIDHash == application.rpIDHash else {
            throw .rpIDMismatch(found: data.rpIDHash, expected: application.rpIDHash)
        }
        guard Int64(data.counter) > device.counter else {
            throw .counterNotIncreasing(found: data.counter, stored: device.counter)
        }
        guard let bytes = device.publicKey else { throw .missingPublicKey }
        guard let key = P256PublicKey(sec1: bytes) else { throw .invalidPublicKey }
        guard let signature = P256Signature(assertion.signature) else { throw .signatureFormat }
        guard key.verifies(signature.raw, of: SigningForm.plain.message(data.bytes, clientDataHash)) else {
            throw .signatureInvalid
        }
    }

    /// The steps before the failure passed; those after it were not reached.
    private func write(
        _ failure: AssertionFailure?, _ assertion: Assertion?, _ text: String, into trail: inout CheckTrail
    ) {
        for check in AssertionCheck.allCases {
            let found = value(check, assertion, text)
            if check == failure?.check {
                trail.record(.assertion(check), .failed, failure?.found ?? found)
                return
            }
            trail.record(.assertion(check), .passed, found)
        }
    }

    private func value(_ check: AssertionCheck, _ assertion: Assertion?, _ text: String) -> CheckValue? {
        switch check {
        case .base64: .text(text)
        case .cbor, .members, .signature: nil
        case .authenticatorData: assertion.map { .integer(Int64($0.authenticatorData.bytes.count)) }
        case .rpID: assertion.map { .bytes($0.authenticatorData.rpIDHash) }
        case .counter: assertion.map { .integer(Int64($0.authenticatorData.counter)) }
        case .publicKeyStored, .publicKeyValid: device.publicKey.map { .bytes($0) }
        case .signatureForm: assertion.map { .bytes($0.signature) }
        }
    }
}

extension AssertionFailure {
    /// The failing step.
    public var check: AssertionCheck {
        switch self {
        case .invalidBase64: .base64
        case .invalidCBOR: .cbor
        case .missingMember: .members
        case .invalidAuthenticatorData: .authenticatorData
        case .rpIDMismatch: .rpID
        case .counterNotIncreasing: .counter
        case .missingPublicKey: .publicKeyStored
        case .invalidPublicKey: .publicKeyValid
        case .signatureFormat: .signatureForm
        case .signatureInvalid: .signature
        }
    }

    /// Details of the failure; nil if the check's own value describes it.
    fileprivate var found: CheckValue? {
        switch self {
        case .invalidCBOR(let fault): .text(fault.rawValue)
        case .missingMember(let member): .text(member.rawValue)
        case .invalidAuthenticatorData(let byteCount): .integer(Int64(byteCount))
        default: nil
        }
    }
}
