internal import Support

// The changes that make an attestation verify.

extension JudgedRegistration {
    func change(for failure: AttestationFailure) -> RequiredChange {
        func change(_ party: RequiredChange.Party, _ sentence: Message) -> RequiredChange {
            RequiredChange(failure.code, party, .confidence, sentence)
        }
        let unchanged = "send the object returned by attestKey(_:clientDataHash:), unchanged, in base64"
        switch failure {
        case .noChallenge: return change(.sender, "send the challenge, in the nested form")
        case .challenge:
            return change(
                .sender, "get a new challenge and use it once, within 300 seconds, with the same server process")
        case .invalidCBOR, .missingMember, .invalidFormat, .invalidAuthenticatorData, .nonceMissing,
            .invalidNonceFormat:
            return change(.sender, "\(unchanged): \(wording(of: failure))")
        case .incompleteChain, .invalidCertificate, .notModelled:
            return change(.sender, "send all certificates of x5c as attestKey returned them: \(wording(of: failure))")
        case .counterNotZero(let counter):
            return change(
                .sender,
                "send the authenticator data of an attestation, whose counter is 0: this one has \(counter), like "
                    + "that of an assertion")
        case .certificateExpired(let index, let notBefore, let notAfter):
            let isOver = request.now.utcSeconds > notAfter.utcSeconds
            return change(isOver ? .sender : .server, validityAdvice(index, notBefore, notAfter, isOver: isOver))
        case .chain(.leafIssuer):
            return change(.sender, "send the certificates as attestKey returned them, the leaf first")
        case .chain:
            return change(
                .sender, "send an attestation whose chain ends at the root of the server: \(wording(of: failure))")
        case .nonceMismatch: return change(.sender, "\(nonceAdvice)")
        case .appIDMismatch:
            let name = diagnosis?.leafNames?.applicationIdentifier ?? diagnosis?.receipt?.applicationIdentifier
            return change(
                .server,
                "set the team and bundle identifiers to the app's\(name.map { ", \($0.printable)" } ?? ""), or "
                    + "register with the app it expects")
        case .invalidPublicKey(.trailingBytes) where diagnosis?.extensionMap != nil:
            return change(
                .server,
                "read the first CBOR item after the credential id as the key, and allow the extension map of iOS "
                    + "27 after it; no change in the app helps")
        case .invalidPublicKey:
            return change(
                .sender, "send the authenticator data that attestKey returned, unchanged: \(wording(of: failure))")
        }
    }

    func certificateName(_ index: Int) -> String {
        let place = index == 0 ? "the leaf" : "certificate \(index + 1)"
        let certificates = diagnosis?.certificates ?? []
        guard index > 0, index < certificates.count, let name = certificates[index]?.subjectName else { return place }
        return "\(place) (\(name.printable))"
    }

    private func validityAdvice(
        _ index: Int, _ notBefore: CaptureTimestamp, _ notAfter: CaptureTimestamp, isOver: Bool
    ) -> Message {
        let name = certificateName(index)
        let advice =
            if !isOver {
                "correct the server's clock: \(name) is not valid before \(notBefore.secondText)"
            } else if index == 0 {
                "register as soon as the key is created: \(name) expired at \(notAfter.secondText)"
            } else {
                "attest a new key, whose certificates are valid now: \(name) expired at \(notAfter.secondText)"
            }
        guard let time = usableTime else { return "\(advice); there is no time at which all certificates are valid" }
        let reason =
            time.isReceiptTime
            ? "the receipt states that it was made at \(time.text), when all certificates were valid"
            : "all certificates are valid from \(time.text) on"
        return "\(advice); \(reason): to judge it at that time, "
            + (isCase ? "set the member now of the case to it" : "give \(option: .at) \(time.text)")
    }

    private var nonceAdvice: String {
        let once = "pass SHA-256 of the 32 bytes of the challenge to attestKey(_:clientDataHash:), hashed once"
        guard let diagnosis, let nonce = diagnosis.nonce, nonce.count == 32 else {
            return "send the leaf returned by attestKey(_:clientDataHash:), unchanged: its nonce is not 32 bytes long"
        }
        let known = diagnosis.bindings.filter { $0 != .challenge && $0 != .receipt }
        if let binding = known.first {
            switch binding {
            case .nothing: return "\(once): here no hash was passed"
            case .nothingHashed: return "\(once): here it was empty when it was hashed"
            default: return "\(once), instead of \(binding.definition)"
            }
        }
        if diagnosis.bindings.contains(.receipt) {
            guard let handed = diagnosis.receipt?.clientDataHash, handed.count == 32
            else { return "\(once): the data passed does not have the length of a hash" }
            return "send the challenge that the attestation was made for, or attest a new key for this one: the 32 "
                + "bytes that were passed (\(Hexadecimal.text(of: handed.prefix(4)))…) are not derived in any known "
                + "way from this challenge, so hashing more or fewer times does not help"
        }
        let isOfOtherKey = diagnosis.point.map { diagnosis.certificates.first??.publicKey != $0 } ?? false
        let unchanged =
            isOfOtherKey
            ? "send authenticator data and certificates of one attestation: the leaf certifies a different key from "
                + "the one in the authenticator data"
            : "send authenticator data and leaf as attestKey(_:clientDataHash:) returned them"
        if diagnosis.receipt?.clientDataHash != nil {
            return
                "\(unchanged)\(isOfOtherKey ? "" : ": one of them was changed"), because the nonce does not even cover "
                + "the hash in the receipt"
        }
        return isOfOtherKey ? unchanged : "\(unchanged), and \(once): without a receipt the two cannot be distinguished"
    }
}
