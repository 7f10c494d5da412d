internal import Support

/// An assertion, decoded as far as possible, and everything else that its verdict depends on.
struct AssertionSubject: Sendable {
    let text: String
    /// Whether the text is strict base64. If it is not, the server checks nothing else.
    let isBase64: Bool
    let members: Result<AppAttestAssertion.Members, CBORFault>?
    let assertion: AppAttestAssertion?
    /// Nil if it is not known.
    let device: CaptureDevice?
    /// Nil if the server does not check the app.
    let application: CaptureApplication?
    /// Nil if the data that the assertion must sign is not known.
    let clientDataHash: [UInt8]?
    fileprivate let key: P256PublicKey?

    /// Whether the device is not known. The verdict is then undecided, unless a check that does not need it fails.
    var isUndecided: Bool { device == nil }

    init(text: String, device: CaptureDevice?, application: CaptureApplication? = nil, clientDataHash: [UInt8]?) {
        (self.text, self.device, self.application) = (text, device, application)
        self.clientDataHash = clientDataHash
        let strict = StrictBase64.bytes(of: text)
        isBase64 = strict != nil
        let bytes = strict ?? AppAttestAssertion.reading(of: text)?.bytes
        members = bytes.map { bytes in Result { () throws(CBORFault) in try AppAttestAssertion.Members(cbor: bytes) } }
        assertion = (try? members?.get()).flatMap { AppAttestAssertion($0) }
        key = device?.publicKey.flatMap { P256PublicKey(sec1: $0) }
    }
}

/// The checks of an assertion, in the server's order. ``RequestRules`` shares them.
enum AssertionRules {
    typealias Rule = ServerRule<AssertionSubject, AssertionFailure>
    typealias Outcome = RuleOutcome<AssertionFailure>

    static let all = [
        base64, cbor, members, authenticatorData, application, counter, publicKeyStored, publicKeyValid, signatureForm,
        signature,
    ]

    static let base64 = Rule("AST-001", check: .assertion(.base64)) { sent in
        Outcome(sent.isBase64, .text(sent.text), or: .invalidBase64)
    }
    static let cbor = Rule("AST-002", check: .assertion(.cbor)) { sent in
        switch sent.members {
        case nil: .needs
        case .success?: .passed()
        case .failure(let fault)?: .failed([.invalidCBOR(fault)], .text(fault.rawValue))
        }
    }
    static let members = Rule("AST-006", check: .assertion(.members)) { sent in
        guard let members = try? sent.members?.get() else { return .needs }
        let missing = members.missing
        guard let first = missing.first else { return .passed() }
        return .failed(missing.map { .missingMember($0) }, .text(first.rawValue))
    }
    static let authenticatorData = Rule("AST-011", check: .assertion(.authenticatorData)) { sent in
        guard let members = try? sent.members?.get(), members.missing.isEmpty, let data = members.authenticatorData
        else { return .needs }
        let count = data.count
        let isRead = sent.assertion != nil
        return Outcome(isRead, .integer(Int64(count)), or: .invalidAuthenticatorData(byteCount: count))
    }
    static let application = Rule("AST-030", check: .assertion(.rpID)) { sent in
        guard let found = sent.assertion?.authenticatorData.rpIDHash, let expected = sent.application?.rpIDHash
        else { return .needs }
        return Outcome(found == expected, .bytes(found), or: .rpIDMismatch(found: found, expected: expected))
    }
    static let counter = Rule("AST-032", check: .assertion(.counter)) { sent in
        guard let found = sent.assertion?.authenticatorData.counter, let stored = sent.device?.counter
        else { return .needs }
        let counter = Int64(found)
        return Outcome(counter > stored, .integer(counter), or: .counterNotIncreasing(found: found, stored: stored))
    }
    static let publicKeyStored = Rule("AST-020", check: .assertion(.publicKeyStored)) { sent in
        guard let device = sent.device else { return .needs }
        return Outcome(device.publicKey != nil, device.publicKey.map { .bytes($0) }, or: .missingPublicKey)
    }
    static let publicKeyValid = Rule(
        "AST-021", "AST-022", "AST-023", "AST-024", check: .assertion(.publicKeyValid)
    ) { sent in
        guard let stored = sent.device?.publicKey else { return .needs }
        return Outcome(sent.key != nil, .bytes(stored), or: .invalidPublicKey)
    }
    static let signatureForm = Rule("AST-025", "AST-026", "AST-027", check: .assertion(.signatureForm)) { sent in
        guard let signature = sent.assertion?.signature else { return .needs }
        return Outcome(P256Signature(signature) != nil, .bytes(signature), or: .signatureFormat)
    }
    static let signature = Rule("AST-034", check: .assertion(.signature)) { sent in
        guard let assertion = sent.assertion, let signature = P256Signature(assertion.signature), let key = sent.key,
            let hash = sent.clientDataHash
        else { return .needs }
        let message = SigningForm.plain.message(assertion.authenticatorData.bytes, hash)
        return Outcome(key.verifies(signature.raw, of: message), or: .signatureInvalid)
    }
}
