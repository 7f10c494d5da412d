internal import Support

/// The values that the steps of the verification of an attestation check, for the table of checks.
struct AttestationFindings {
    private let request: RegistrationRequest
    private let object: AttestationObject?
    private let data: AttestedData?
    private let certificates: [Certificate?]

    init(_ bytes: [UInt8], _ request: RegistrationRequest) {
        self.request = request
        object = try? AttestationObject(cbor: bytes)
        data = object?.authenticatorData.flatMap { AttestedData($0) }
        certificates = object?.certificates?.map { Certificate($0) } ?? []
    }

    func value(_ check: AttestationCheck) -> CheckValue? {
        let leaf = certificates.first ?? nil
        let intermediate = certificates.count > 1 ? certificates[1] : nil
        switch check {
        case .challengePresent, .cbor, .statement, .intermediateSignature, .leafSignature: return nil
        case .challengeState: return .text(request.challengeState.rawValue)
        case .format: return object?.format.map { .text($0) }
        case .authenticatorDataPresent, .authenticatorData:
            return object?.authenticatorData.map { .integer(Int64($0.count)) }
        case .certificates, .certificateCount: return object?.certificates.map { .integer(Int64($0.count)) }
        case .certificatesRead:
            return certificates.firstIndex { $0 == nil }.map { .text("certificate \($0 + 1)") }
        case .certificatesValid:
            let failing = certificates.compactMap { $0 }.first { !$0.isValid(at: request.now) }
            return failing.map { .text($0.validityText) }
        case .leafIssuer: return leaf?.issuerName.map { .text($0) }
        case .intermediateIssuer: return intermediate?.issuerName.map { .text($0) }
        case .noncePresent: return leaf?.extensionValue(.nonce).map { .bytes($0) }
        case .nonceForm, .nonce:
            return leaf?.extensionValue(.nonce).flatMap(NonceExtension.nonce).map { .bytes($0) }
        case .appID: return data.map { .bytes($0.rpIDHash) }
        case .publicKey: return data.map { .bytes($0.keyBytes) }
        case .counter: return data.map { .integer(Int64($0.counter)) }
        }
    }
}
