internal import Support

// The messages about refused registrations and failed attestations.

extension JudgedRegistration {
    package func wording(of refusal: RegistrationRefusal) -> String {
        let form: String? =
            switch refusal {
            case .rule(.attestationObject): judgement.sent?.objectForm
            case .rule(.challenge), .challengeLength: judgement.sent?.challengeForm
            default: nil
            }
        return refusal.description + (form.map { "; it is \($0)" } ?? "")
    }

    package func wording(of failure: AttestationFailure) -> String {
        switch failure {
        case .invalidCBOR: failure.description + (judgement.sent?.objectForm.map { "; it was sent as \($0)" } ?? "")
        case .certificateExpired(let index, let notBefore, let notAfter): validity(of: index, notBefore, notAfter)
        case .chain(let link): wording(of: link)
        case .nonceMismatch: nonceWording(failure.description)
        case .appIDMismatch: applicationWording
        case .invalidPublicKey(.trailingBytes(let count)): keyWording(trailingByteCount: count)
        default: failure.description
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
        func name(_ list: [String], _ index: Int) -> String { " (\(index < list.count ? list[index].printable : "-"))" }
        return switch link {
        case .leafIssuer: link.wording(issuer: name(issuers, 0), subject: name(names, 1))
        case .intermediateIssuer:
            link.wording(issuer: name(issuers, 1), subject: " (\((request.root.subjectName ?? "-").printable))")
        case .intermediateSignature, .leafSignature: link.wording()
        }
    }

    private func nonceWording(_ start: String) -> String {
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

    private func keyWording(trailingByteCount count: Int) -> String {
        let bytes = NumberText.count(count, "byte")
        guard let map = diagnosis?.extensionMap else {
            return "\(bytes) \(count == 1 ? "follows" : "follow") the key, and the server reads everything after the "
                + "credential id as the key"
        }
        return "the extension map of iOS 27 (\(map.wording)), \(bytes), follows the key, and the server reads "
            + "everything after the credential id as the key: no device with iOS 27 can be verified"
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
