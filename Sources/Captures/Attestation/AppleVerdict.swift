internal import Support

/// The verdict on an attestation by a server that follows Apple, "Validating apps that connect to your server".
package struct AppleVerdict: Sendable, Hashable {
    package enum Step: String, Sendable, CaseIterable {
        case format
        case validity
        /// The chain ends at Apple's root, and each certificate is signed by the next.
        case chain
        case basicConstraints = "basic_constraints"
        case nonce
        case leafKey = "leaf_key"
        case keyID = "key_id"
        case application = "app_id"
        case counter
        /// The AAGUID names an ``AttestationEnvironment``.
        case aaguid
        case credentialID = "credential_id"
        case point
    }

    package let failures: [Step]
    /// Whether no challenge was given. If so, the nonce step only requires that the leaf has a nonce of 32 bytes.
    package let isChallengeUnknown: Bool

    package var isAccepted: Bool { failures.isEmpty }

    /// Checks every step, even after a failure. Without a key id, the step `keyID` passes.
    package init(
        _ diagnosis: AttestationDiagnosis, challenge: [UInt8]?, keyID: String?, application: CaptureApplication,
        now: CaptureTimestamp, root: AttestationCertificate
    ) {
        isChallengeUnknown = challenge == nil
        let certificates = diagnosis.certificates.compactMap { $0 }
        let isChainRead = certificates.count == diagnosis.certificates.count && certificates.count >= 2
        let data = diagnosis.data
        let hash = diagnosis.point.map { SHA256Digest.bytes(of: $0) }
        func holds(_ step: Step) -> Bool {
            switch step {
            case .format:
                let format = (try? diagnosis.object.get())?.format
                return format == AttestationObject.appleFormat && data != nil && isChainRead
            case .validity: return isChainRead && certificates.allSatisfy { $0.isValid(at: now) }
            case .chain: return isChainRead && Self.isChain(certificates, root: root)
            case .basicConstraints:
                return isChainRead && certificates.dropFirst().allSatisfy(\.isAuthority) && !certificates[0].isAuthority
            case .nonce:
                guard challenge != nil else { return diagnosis.nonce?.count == 32 }
                return diagnosis.bindings.contains(.challenge)
            case .leafKey: return diagnosis.point != nil && certificates.first?.publicKey == diagnosis.point
            case .keyID: return keyID.map { $0 == diagnosis.keyID } ?? true
            case .application: return data?.rpIDHash == application.rpIDHash
            case .counter: return data?.counter == 0
            case .aaguid: return data?.environment != nil
            case .credentialID: return hash != nil && data?.credentialID == hash
            case .point: return diagnosis.isOnCurve
            }
        }
        failures = Step.allCases.filter { !holds($0) }
    }

    private static func isChain(_ certificates: [AttestationCertificate], root: AttestationCertificate) -> Bool {
        let signers = Array(certificates.dropFirst()) + (certificates.last == root ? [] : [root])
        return zip(certificates, signers).allSatisfy { $0.issuer == $1.subject && $0.isSigned(by: $1) }
    }
}

/// A check that Apple requires and the server omits.
///
/// Source: Apple, "Validating apps that connect to your server".
public enum AppleRequirement: String, Sendable, CaseIterable {
    /// The key id is base64 of SHA-256 of the key.
    case keyID = "key_id"
    /// The credential id is SHA-256 of the key.
    case credentialID = "credential_id"
    /// The AAGUID is one of Apple's two.
    case aaguid
    /// The leaf certifies the key.
    case leafKey = "leaf_key"
    /// The key is a point of the curve.
    case point

    /// Nil if the object cannot be decoded up to the key and the first certificate.
    static func failing(in object: AttestationObject, keyID: String) -> [AppleRequirement]? {
        guard let bytes = object.authenticatorData, let data = AttestedData(bytes),
            let coordinates = COSECoordinates(data.keyBytes), object.certificates != nil,
            object.isFirstElementBytes != false
        else { return nil }
        let point = [4] + coordinates.x + coordinates.y
        let hash = SHA256Digest.bytes(of: point)
        let leaf = object.certificates?.first.flatMap { AttestationCertificate($0) }
        return allCases.filter { requirement in
            let holds =
                switch requirement {
                case .keyID: keyID.utf8.elementsEqual(StrictBase64.text(of: hash).utf8)
                case .credentialID: data.credentialID == hash
                case .aaguid: data.environment != nil
                case .leafKey: leaf?.publicKey == point
                case .point: coordinates.point.flatMap { P256PublicKey(sec1: $0) } != nil
                }
            return !holds
        }
    }
}
