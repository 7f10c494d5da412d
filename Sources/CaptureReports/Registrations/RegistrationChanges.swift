internal import Captures
internal import Support

extension JudgedRegistration {
    /// What would have to change, in the order in which the server would come to it.
    package var changes: [RequestChange] {
        var changes: [RequestChange] = []
        if let refusal = judgement.refusal { changes.append(change(for: refusal)) }
        changes += judgement.verdict?.failure.map(self.changes(for:)) ?? []
        if judgement.refusal == nil, judgement.verdict?.isVerified == false {
            changes.append(
                RequestChange(
                    "new_key", .sender, .confidence,
                    "make a new key with generateKey() and register that, once all else is changed: the key id of "
                        + "this one is taken, and nothing raises the level of a stored device"))
        }
        return changes
    }

    private func change(for refusal: RegistrationRefusal) -> RequestChange {
        let code = refusal.answer.reason ?? ""
        func acceptance(_ sentence: String) -> RequestChange { RequestChange(code, .sender, .acceptance, sentence) }
        return switch refusal {
        case .contentType: acceptance("send it as application/json")
        case .bodyTooLarge(let byteCount, let limit): acceptance("take \(byteCount - limit) bytes off the body")
        case .json(let error): acceptance("correct the body: \(error.wording)")
        case .rule(let rule): acceptance("correct the members: \(rule.wording)")
        case .challengeLength:
            acceptance("send the challenge that GET /api/v1/devices/challenge gave, base64 of 32 bytes")
        case .keyRegistered:
            acceptance(
                "do not register the key again: make a new key if the device is not verified; each try spends the "
                    + "challenge it comes with")
        case .nulCharacter: acceptance("leave U+0000 out of key id and model")
        }
    }

    private func changes(for failure: AttestationFailure) -> [RequestChange] {
        func change(_ party: CaptureChange.Party, _ sentence: String) -> RequestChange {
            RequestChange(failure.code, party, .confidence, sentence)
        }
        switch failure {
        case .noChallenge: return [change(.sender, "send the challenge, in the nested form")]
        case .challenge:
            return [
                change(
                    .sender,
                    "get a new challenge and use it within 300 seconds, once, from the same process of the server"
                )
            ]
        case .invalidCBOR, .missingMember, .invalidFormat, .invalidAuthenticatorData, .incompleteChain,
            .invalidCertificate, .nonceMissing, .invalidNonceFormat, .counterNotZero:
            return [change(.sender, "send what attestKey(_:clientDataHash:) gave, unchanged, in base64")]
        case .certificateExpired: return [change(.sender, expirySentence)]
        case .chain(.leafIssuer):
            return [change(.sender, "send the certificates as attestKey gave them, the leaf first")]
        case .chain:
            return [change(.sender, "send an attestation of Apple's: this chain does not end at the root")]
        case .nonceMismatch:
            return [
                change(
                    .sender,
                    "hand SHA-256 of the 32 bytes of the challenge to attestKey(_:clientDataHash:), hashed once")
            ]
        case .appIDMismatch:
            let name = diagnosis?.leafNames?.applicationIdentifier
            return [
                change(
                    .server,
                    "set the team and bundle identifiers to the app's"
                        + (name.map { ", \($0.printable)" } ?? "") + ", or register with the app it expects")
            ]
        case .invalidPublicKey(.bytesBehind) where diagnosis?.extensionMap != nil:
            return [
                change(
                    .server,
                    "read the first CBOR item behind the credential id as the key, and let the extension map of iOS "
                        + "27 follow it; nothing that the app sends differently helps")
            ]
        case .invalidPublicKey: return [change(.sender, "send the authenticator data that attestKey gave, unchanged")]
        }
    }

    private var expirySentence: String {
        guard let time = diagnosis?.receipt?.createdAtText else {
            return "register at once: leaves are good for days; to judge it at its own time, give --at"
        }
        return "register at once: the receipt says that it was made at \(time.printable); to judge it at that time, "
            + "give --at \(time.printable)"
    }

    /// What follows from all this for the device, as sentences.
    package var consequences: [JudgedInput.Reason] {
        var found: [JudgedInput.Reason] = []
        func add(_ code: String, _ sentence: String) {
            found.append(JudgedInput.Reason(code: code, sentence: sentence))
        }
        if judgement.refusal == nil, judgement.verdict?.isVerified == false {
            add(
                "final_for_key",
                "the failure is final for this key: it is stored as unverified, and every later try gets a 409")
        }
        if judgement.refusal != nil, judgement.isChallengeSpent == true {
            add("challenge_spent", "the challenge is spent all the same: the attestation is verified before")
        }
        if judgement.verdict?.isVerified == true {
            if judgement.strict?.isVerified == false {
                add(
                    "chain_not_checked",
                    "in its default mode the server only logs that the chain does not end at the root: anybody can "
                        + "register a key like this")
            }
            if diagnosis?.isOnCurve == false {
                add("off_curve", "the key is no point of the curve: every signature of the device will fail")
            }
            if let failures = apple?.failures, !failures.isEmpty {
                add(
                    "apple_differs",
                    "Apple's documentation refuses it, and the server does not look: "
                        + failures.map(\.rawValue).joined(separator: ", "))
            }
        }
        if let environment = diagnosis?.data?.environment {
            if let other = diagnosis?.receipt?.environment, other != environment {
                add(
                    "environments_differ",
                    "the authenticator data is of \(environment.rawValue), the receipt of \(other.rawValue)")
            } else if environment == .development, judgement.verdict?.isVerified == true {
                add(
                    "development",
                    "it is a development attestation, which the server takes in production too: it does not look at "
                        + "the AAGUID")
            }
        }
        return found
    }
}
