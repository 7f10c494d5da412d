internal import Support

// The messages about refused registrations and failed attestations.

extension RegistrationRefusal {
    package var wording: String {
        switch self {
        case .contentType(let found):
            "the content type is \(found.map { "\"\($0.printable)\"" } ?? "missing"); expected a JSON type"
        case .bodyTooLarge(let byteCount, let limit): "the body has \(byteCount) bytes, more than \(limit)"
        case .json(let error): "the body: \(error.wording)"
        case .rule(let rule): rule.wording
        case .challengeLength(let found): "the challenge has \(found) bytes, not 32"
        case .keyRegistered: "the key id is already registered"
        case .nulCharacter: "key id or model contains U+0000, which the database does not store"
        }
    }
}

extension RegistrationRule {
    package var wording: String {
        switch self {
        case .platform: "the platform is neither ios nor android"
        case .model: "the model is blank"
        case .hasLiDAR: "has_lidar is true for an Android phone"
        case .androidAttestation: "android_attestation is missing for an Android phone"
        case .certificateChain: "the attestation of an Android phone has fewer than two certificates"
        case .androidChallenge: "the challenge of an Android phone is blank"
        case .keyIDPresent: "there is no key id: neither attestation nor device_id"
        case .attestationObjectPresent: "there is no attestation_object"
        case .keyID: "the key id is blank"
        case .attestationObject: "the attestation object is not strict base64"
        case .challenge: "the challenge is not strict base64"
        }
    }
}

extension JudgedRegistration {
    /// The reason for a refusal, with the form of a text that is not strict base64.
    package func wording(of refusal: RegistrationRefusal) -> String {
        let form: String? =
            switch refusal {
            case .rule(.attestationObject): judgement.sent?.objectForm
            case .rule(.challenge), .challengeLength: judgement.sent?.challengeForm
            default: nil
            }
        return refusal.wording + (form.map { "; it is \($0)" } ?? "")
    }

    /// The reason the device is unverified, with details from the object.
    package func wording(of failure: AttestationFailure) -> String {
        switch failure {
        case .noChallenge: "there is no challenge, so the attestation object is not checked"
        case .challenge(.unknown):
            "the challenge is unknown: never issued, issued by another process, or dropped a minute after it "
                + "expired"
        case .challenge(let state): "the challenge is \(state.rawValue)"
        case .invalidCBOR(let fault):
            "the object is not a CBOR map that the server can read (\(fault.wording))"
                + (judgement.sent?.objectForm.map { "; it was sent as \($0)" } ?? "")
        case .missingMember(.certificates): "no element of x5c is a byte string"
        case .missingMember(let member): "\(member.rawValue) is missing or has the wrong type"
        case .invalidFormat(let found):
            "the format is \"\(found.printable)\", not \"\(AttestationObject.appleFormat)\""
        case .invalidAuthenticatorData(let byteCount):
            "the authenticator data (\(byteCount) bytes) is shorter than \(AttestedData.minimumByteCount), or its "
                + "credential id leaves no room for a key"
        case .incompleteChain(let count): "\(count) certificate, where the server requires two"
        case .invalidCertificate(let index): "certificate \(index + 1) cannot be read"
        case .notModelled(let reason): reason.wording
        case .certificateExpired(let index, let notBefore, let notAfter):
            validity(of: index, notBefore, notAfter)
        case .chain(let link): wording(of: link)
        case .nonceMissing: "the leaf has no nonce extension (1.2.840.113635.100.8.2)"
        case .invalidNonceFormat: "no nonce can be read from the extension in the leaf"
        case .nonceMismatch: nonceWording
        case .appIDMismatch: applicationWording
        case .invalidPublicKey(let fault): keyWording(fault)
        case .counterNotZero(let counter): "the counter is \(counter), not 0"
        }
    }

    private func validity(of index: Int, _ notBefore: CaptureTimestamp, _ notAfter: CaptureTimestamp) -> String {
        // Certificates have whole seconds.
        let now = CaptureTimestamp(utcSeconds: request.now.utcSeconds)
        let isOver = now.isAfter(notAfter)
        let distance = NumberText.duration(
            milliseconds: 1000 * (isOver ? now.seconds(since: notAfter) : notBefore.seconds(since: now)))
        return "\(certificateName(index)) \(isOver ? "expired \(distance) before" : "begins \(distance) after") the "
            + "server's time; it is valid from \(notBefore.secondText) to \(notAfter.secondText)"
    }

    private func wording(of link: AttestationFailure.ChainLink) -> String {
        let names = diagnosis?.certificates.map { $0?.subjectName ?? "-" } ?? []
        let issuers = diagnosis?.certificates.map { $0?.issuerName ?? "-" } ?? []
        func name(_ list: [String], _ index: Int) -> String { index < list.count ? list[index].printable : "-" }
        return switch link {
        case .leafIssuer:
            "the leaf's issuer (\(name(issuers, 0))) is not the subject of the second certificate "
                + "(\(name(names, 1))), compared as encoded"
        case .intermediateIssuer:
            "the second certificate's issuer (\(name(issuers, 1))) is not the root "
                + "(\((request.root.subjectName ?? "-").printable))"
        case .intermediateSignature: "the second certificate is not signed by the root's key"
        case .leafSignature: "the leaf is not signed by the second certificate's key"
        }
    }

    private var nonceWording: String {
        let start = "the nonce does not cover SHA-256 of the challenge"
        guard let diagnosis, let nonce = diagnosis.nonce else { return start }
        if nonce.count != 32 { return "\(start): it is \(nonce.count) bytes long, not 32" }
        let others = diagnosis.bindings.filter { $0 != .challenge }
        let known = others.filter { $0 != .receipt }
        let handed = diagnosis.receipt?.clientDataHash.map { Hexadecimal.text(of: $0) }
        if !known.isEmpty { return "\(start) but \(known.map(\.definition).joined(separator: ", and "))" }
        if others.contains(.receipt) {
            return "\(start) but the hash in field 4 of the receipt (\(handed ?? "-")), which matches none of the "
                + "known definitions for this challenge: it is of another challenge or of other data"
        }
        return "\(start), nor anything else that was tried"
            + (handed == nil
                ? "; there is no receipt to show what the app passed"
                : ", including the hash in the receipt: authenticator data or leaf was changed, or "
                    + "they belong to two keys")
    }

    private var applicationWording: String {
        let expected = "\(request.application.teamIdentifier).\(request.application.bundleIdentifier)"
        guard let name = diagnosis?.leafNames?.applicationIdentifier else {
            return "it was made for an app other than \(expected.printable), "
                + (diagnosis?.receipt?.applicationIdentifier.map { "for \($0.printable) according to the receipt" }
                    ?? "and neither leaf nor receipt names it")
        }
        let fits = diagnosis?.matchesNamedApplication ?? false
        return "it was made for an app other than \(expected.printable): the leaf names \(name.printable)"
            + (fits ? "" : ", whose hash is not in the authenticator data either")
    }

    private func keyWording(_ fault: COSEKey.Fault) -> String {
        if case .trailingBytes(let count) = fault {
            let bytes = NumberText.count(count, "byte")
            guard let map = diagnosis?.extensionMap else {
                return
                    "\(bytes) \(count == 1 ? "follows" : "follow") the key, and the server reads everything after the "
                    + "credential id as the key"
            }
            return "the extension map of iOS 27 (\(map.wording)), \(bytes), follows the key, and the server reads "
                + "everything after the credential id as the key: no device with iOS 27 can be verified"
        }
        return "the server cannot read the key: \(fault.wording)"
    }
}

extension AuthenticatorExtensions {
    package var wording: String {
        let category = validationCategory.map { number in
            "apple_validation_category_01 \(number)" + (validationCategoryName.map { " (\($0))" } ?? "")
        }
        let version = bundleVersion.map { "apple_bundle_version_01 \"\($0.printable)\"" }
        return [version, category].compactMap { $0 }.joined(separator: ", ")
    }
}

extension AppleVerdict.Step {
    /// The subject of the step.
    package var wording: String {
        switch self {
        case .format: "the format"
        case .validity: "the validity of the certificates"
        case .chain: "the chain up to the root"
        case .basicConstraints: "which certificates may issue others"
        case .nonce: "the nonce"
        case .leafKey: "the key in the leaf"
        case .keyID: "key_id"
        case .application: "the app"
        case .counter: "the counter"
        case .aaguid: "the AAGUID"
        case .credentialID: "the credential id"
        case .point: "the point of the key"
        }
    }
}

extension COSEKey.Fault {
    fileprivate var wording: String {
        switch self {
        case .cbor(let fault): "not a CBOR map (\(fault.wording))"
        case .trailingBytes(let count): "\(count) bytes after it"
        case .label: "a label occurs twice, or is neither text nor a 64-bit number"
        case .keyType: "its type (1) is not 2"
        case .curve: "its curve (-1) is not 1"
        case .coordinates: "x (-2) and y (-3) are not 32 bytes each"
        case .algorithm: "its algorithm (3) is not registered"
        case .operations: "its operations (4) are empty, repeated or unknown"
        case .emptyBytes: "its identifier (2) or initial vector (5) is empty"
        }
    }
}
