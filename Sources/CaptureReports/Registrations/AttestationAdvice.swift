internal import Captures
internal import Support

// The changes that make an attestation verify.

extension JudgedRegistration {
    func change(for failure: AttestationFailure) -> RequestChange {
        func change(_ party: CaptureChange.Party, _ sentence: String) -> RequestChange {
            RequestChange(failure.code, party, .confidence, sentence)
        }
        let unchanged = "send the object that attestKey(_:clientDataHash:) gave, unchanged, in base64"
        switch failure {
        case .noChallenge: return change(.sender, "send the challenge, in the nested form")
        case .challenge:
            return change(
                .sender, "get a new challenge and use it within 300 seconds, once, from the same process of the server")
        case .invalidCBOR, .missingMember, .invalidFormat, .invalidAuthenticatorData, .nonceMissing,
            .invalidNonceFormat:
            return change(.sender, "\(unchanged): \(wording(of: failure))")
        case .incompleteChain, .invalidCertificate:
            return change(.sender, "send all certificates of x5c as attestKey gave them: \(wording(of: failure))")
        case .counterNotZero(let counter):
            return change(
                .sender,
                "send the authenticator data of an attestation, whose counter is 0: this one has \(counter), as "
                    + "assertions have")
        case .certificateExpired(let index, let notBefore, let notAfter):
            let isOver = request.now.utcSeconds > notAfter.utcSeconds
            return change(isOver ? .sender : .server, validityAdvice(index, notBefore, notAfter, isOver: isOver))
        case .chain(.leafIssuer):
            return change(.sender, "send the certificates as attestKey gave them, the leaf first")
        case .chain:
            return change(
                .sender, "send an attestation whose chain ends at the root of the server: \(wording(of: failure))")
        case .nonceMismatch: return change(.sender, nonceAdvice)
        case .appIDMismatch:
            let name = diagnosis?.leafNames?.applicationIdentifier ?? diagnosis?.receipt?.applicationIdentifier
            return change(
                .server,
                "set the team and bundle identifiers to the app's"
                    + (name.map { ", \($0.printable)" } ?? "") + ", or register with the app it expects")
        case .invalidPublicKey(.trailingBytes) where diagnosis?.extensionMap != nil:
            return change(
                .server,
                "read the first CBOR item behind the credential id as the key, and let the extension map of iOS "
                    + "27 follow it; nothing that the app sends differently helps")
        case .invalidPublicKey:
            return change(
                .sender, "send the authenticator data that attestKey gave, unchanged: \(wording(of: failure))")
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
    ) -> String {
        let name = certificateName(index)
        let advice =
            if !isOver {
                "correct the server's clock: \(name) begins only at \(notBefore.secondText)"
            } else if index == 0 {
                "register as soon as the key is made: \(name) ended at \(notAfter.secondText)"
            } else {
                "attest a new key, whose certificates are valid now: \(name) ended at \(notAfter.secondText)"
            }
        guard let time = diagnosis?.usableTime else {
            return "\(advice); there is no time at which all certificates are valid"
        }
        let reason =
            time.isReceiptTime
            ? "the receipt says that it was made at \(time.text), when all certificates were valid"
            : "all certificates are valid from \(time.text) on"
        return "\(advice); \(reason): to judge it at that time, "
            + (isCase ? "set the member now of the case to it" : "give \(names[.time]) \(time.text)")
    }

    /// The advice depends on the data that the nonce covers.
    private var nonceAdvice: String {
        let once = "hand SHA-256 of the 32 bytes of the challenge to attestKey(_:clientDataHash:), hashed once"
        guard let diagnosis, let nonce = diagnosis.nonce, nonce.count == 32 else {
            return "send the leaf that attestKey(_:clientDataHash:) gave, unchanged: its nonce has not 32 bytes"
        }
        let known = diagnosis.bindings.filter { $0 != .challenge && $0 != .receipt }
        if let binding = known.first {
            switch binding {
            case .nothing: return "\(once): here no hash at all was handed over"
            case .nothingHashed: return "\(once): here it was empty when it was hashed"
            default: return "\(once), instead of \(binding.definition)"
            }
        }
        if diagnosis.bindings.contains(.receipt) {
            guard let handed = diagnosis.receipt?.clientDataHash, handed.count == 32 else {
                return "\(once): what was handed over has not even its length"
            }
            return "send the challenge that the attestation was made for, or attest a new key for this one: the 32 "
                + "bytes that were handed over (\(Hexadecimal.text(of: handed.prefix(4)))…) are in no known way made "
                + "of this challenge, so more or less hashing alone does not help"
        }
        let isOfOtherKey = diagnosis.point.map { diagnosis.certificates.first??.publicKey != $0 } ?? false
        let unchanged =
            isOfOtherKey
            ? "send authenticator data and certificates of one attestation: the leaf certifies another key than the "
                + "one in the authenticator data"
            : "send authenticator data and leaf as attestKey(_:clientDataHash:) gave them"
        if diagnosis.receipt?.clientDataHash != nil {
            return
                "\(unchanged)\(isOfOtherKey ? "" : ": one of them was changed"), since the nonce does not even cover "
                + "the hash in the receipt"
        }
        return isOfOtherKey ? unchanged : "\(unchanged), and \(once): without a receipt the two cannot be told apart"
    }
}
