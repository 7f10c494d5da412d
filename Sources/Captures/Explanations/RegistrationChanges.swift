internal import Support

extension JudgedRegistration {
    /// The changes for all faults, in the server's order of checks.
    public var changes: [RequiredChange] {
        var changes: [RequiredChange] = []
        var known: Set<RequiredChange> = []
        let failures = judgement.failures
        let all =
            failures.early.map { change(for: $0) } + failures.attestation.map { change(for: $0.fault) }
            + failures.storage.map { change(for: $0) }
        for change in all where known.insert(change).inserted { changes.append(change) }
        if judgement.refusal == nil, judgement.verdict?.isVerified == false {
            changes.append(
                RequiredChange(
                    "new_key", .sender, .confidence,
                    "create a new key with generateKey() and register it after all other changes: the key id of "
                        + "this one is taken, and the level of a stored device never rises"))
        }
        return changes
    }

    private func change(for failure: RuleFailure<RegistrationRefusal>) -> RequiredChange {
        func acceptance(_ sentence: Message) -> RequiredChange {
            RequiredChange(failure.answer?.reason ?? "", .sender, .acceptance, sentence)
        }
        return switch failure.fault {
        case .contentType: acceptance("send the body as application/json")
        case .bodyTooLarge(let byteCount, let limit): acceptance("shorten the body by \(byteCount - limit) bytes")
        case .json(let error): acceptance("correct the body: \(error.wording)")
        case .rule: acceptance("correct the members: \(wording(of: failure.fault))")
        case .challengeLength:
            acceptance(
                "send the challenge returned by GET /api/v1/devices/challenge, base64 of 32 bytes; "
                    + "\(wording(of: failure.fault))")
        case .keyRegistered:
            acceptance(
                "do not register the key again: create a new key if the device is not verified; each attempt spends "
                    + "its challenge")
        case .nulCharacter: acceptance("remove U+0000 from key id and model")
        }
    }

    package var consequences: [AnswerReason] {
        var found = remarks + (diagnosis?.repeatedMembers ?? []).map(\.consequence)
        func add(_ code: String, _ sentence: String) { found.append(AnswerReason(code: code, sentence: sentence)) }
        if let keyIDRemark { add("key_id", keyIDRemark) }
        if judgement.refusal == nil, judgement.verdict?.isVerified == false {
            add(
                "final_for_key",
                "the failure is final for this key: it is stored as unverified, and every later attempt gets a 409")
        }
        if judgement.refusal != nil, judgement.isChallengeSpent == true {
            add("challenge_spent", "the challenge is spent anyway: the attestation is verified first")
        }
        if judgement.verdict?.isVerified == true {
            if judgement.strict?.isVerified == false {
                add(
                    "chain_not_checked",
                    "in its default mode the server only logs that the chain does not end at the root: anyone can "
                        + "register a key like this")
            }
            if diagnosis?.isOnCurve == false {
                add("off_curve", "the key is not a point on the curve: every signature of the device will fail")
            }
            if let failures = apple?.failures, !failures.isEmpty {
                add(
                    "apple_differs",
                    "Apple's documentation refuses it, but the server does not check: "
                        + failures.map(\.wording).joined(separator: ", "))
            }
        }
        if diagnosis?.matchesNamedApplication == false, let name = diagnosis?.leafNames?.applicationIdentifier {
            add(
                "apps_differ",
                "the leaf names the app \(name.printable), whose hash is not the one in the authenticator data: they "
                    + "belong to two attestations, or one was changed")
        }
        if let leaf = diagnosis?.leafNames?.applicationIdentifier,
            let receipt = diagnosis?.receipt?.applicationIdentifier, !receipt.utf8.elementsEqual(leaf.utf8)
        {
            add("apps_differ", "the leaf names the app \(leaf.printable), the receipt \(receipt.printable)")
        }
        if let environment = diagnosis?.data?.environment {
            if let name = diagnosis?.receipt?.environmentName, diagnosis?.receipt?.environment != environment {
                add(
                    "environments_differ",
                    "the authenticator data is of \(environment.rawValue), the receipt of \(name.printable)")
            } else if environment == .development, judgement.verdict?.isVerified == true {
                add(
                    "development",
                    "it is a development attestation, which the server also accepts in production: it does not check "
                        + "the AAGUID")
            }
        }
        return found
    }
}
