internal import Captures
internal import Support

struct RequestText {
    let page: JudgementText
    let style: Style
    let width: Int
    let namesRules: Bool

    func lines(_ result: JudgedInput) -> [String] {
        switch result.kind {
        case .registration(let judged): lines(judged)
        case .signedRequest(let judged): lines(judged)
        case .chain(let judged): lines(judged, isClockAssumed: result.assumptions.contains { $0.code == .clock })
        case .capture, .unreadable: []
        }
    }

    /// The server's answer, such as `201, registered as unverified`.
    static func answer(of result: JudgedInput) -> String {
        switch result.kind {
        case .registration(let judged): return judged.judgement.answerText
        case .signedRequest(let judged): return judged.judgement.outcome.answerText
        case .chain(let judged):
            return (judged.judgement.outcome.answer.map { "\($0.statusText), " } ?? "") + result.outcome.wording
        case .capture, .unreadable: return ""
        }
    }

    private func lines(_ judged: JudgedRegistration) -> [String] {
        let judgement = judged.judgement
        var lines = reasons(judged.reasons, besides: judged.consequences, isReported: judged.disclosesReason)
        lines += [""] + table(judgement.checks) { $0.expectation(of: judged) } + [""]
        if let permissive = judgement.permissive, let strict = judgement.strict {
            lines += page.labelled("server", "default mode: \(permissive); strict: \(strict)")
        }
        if let verification = judged.verification, judgement.isChallengeSpent != true {
            lines += page.labelled(
                "by itself",
                "the attestation, which the server does not reach: default mode "
                    + "\(verification.permissive); strict: \(verification.strict)")
            if let failure = (judgement.isStrict ? verification.strict : verification.permissive).failure {
                lines += page.labelled("", judged.wording(of: failure))
            }
        }
        if let apple = judged.apple { lines += page.labelled("Apple", apple.wording) }
        if let stored = judgement.stored {
            let key = stored.publicKey.map { "public key \(Hexadecimal.text(of: $0.prefix(5)))…" } ?? "no public key"
            lines += page.labelled("stored", "\(stored.attestationLevel), \(key), counter \(stored.counter)")
        }
        if let isSpent = judgement.isChallengeSpent {
            lines += page.labelled("challenge", isSpent ? "spent" : "not spent")
        }
        if let diagnosis = judged.diagnosis {
            lines += ["", style.bold("contents of the attestation object")]
            for (label, text) in diagnosis.lines(sentKeyID: judged.sentKeyID) { lines += page.labelled(label, text) }
        }
        lines += page.consequences(judged.consequences)
        return lines + page.changes(judged.changes)
    }

    private func lines(_ judged: JudgedRequest) -> [String] {
        let judgement = judged.judgement
        return reasons(
            judged.reasons, besides: judged.consequences, isReported: judgement.outcome.answer != nil)
            + [""] + table(judgement.checks) { $0.expectation(of: judged) } + [""] + request(judged)
            + page.consequences(judged.consequences) + page.changes(judged.changes)
    }

    private func reasons(
        _ reasons: [AnswerReason], besides consequences: [AnswerReason], isReported: Bool
    ) -> [String] {
        reasons.isEmpty && !consequences.isEmpty
            ? page.paragraph("no objection from the server's checks; consequences are below", first: 6, rest: 6)
            : page.reasons(reasons, isReported: isReported)
    }

    private func lines(_ judged: JudgedChain, isClockAssumed: Bool) -> [String] {
        let request = judged.judgement.request
        var lines = page.reasons(judged.reasons, isReported: request.outcome.answer != nil)
        lines += ["", style.bold("the request")]
        lines += table(request.checks) { $0.expectation(of: judged.request) }
        lines += self.request(judged.request)
        if let capture = judged.capture {
            lines += ["", style.bold("the capture")] + CaptureCheckTable(capture, style: style, width: width).lines
            lines += page.evidence(capture.judgement, isClockAssumed: isClockAssumed)
        }
        if let capture = judged.unreached {
            lines += ["", style.bold("the capture by itself, which the server does not reach")]
            lines += page.paragraph("\(capture.answerText)", first: 6, rest: 6)
            lines += CaptureCheckTable(capture, style: style, width: width).lines
        }
        if judged.invalidatesCaptureCounter {
            lines += page.labelled(
                "order", "the request's counter was stored before the capture's was checked, and is not below it")
        }
        if let counter = judged.judgement.outcome.counterAfter {
            lines += page.labelled("counter", "\(counter) at the end")
        }
        return lines + page.consequences(judged.consequences) + page.changes(judged.changes)
    }

    private func request(_ judged: JudgedRequest) -> [String] {
        let judgement = judged.judgement
        var lines = page.labelled(
            "server", "default mode: \(judgement.permissive.wording); strict: \(judgement.strict.wording)")
        if let clientData = judgement.clientData {
            lines += page.labelled("expected", "request/plain: \(AssertionBinding.request.definition)")
            lines += page.labelled("", "\(clientData), SHA-256 \(Hexadecimal.text(of: judgement.clientDataHash ?? []))")
        }
        if !judged.bindings.isEmpty { lines += page.labelled("signed", judged.bindings.joined(separator: ", ")) }
        return lines
    }

    private func table(_ checks: [CaptureCheckResult], _ expectation: @escaping (CaptureCheck) -> String?) -> [String] {
        CaptureCheckTable(checks, style: style, width: width, expectation: expectation).lines
    }
}

extension AppleVerdict {
    fileprivate var wording: String {
        let text =
            isAccepted
            ? "Apple's documentation accepts it"
            : "Apple's documentation refuses it: \(failures.map(\.wording).joined(separator: ", "))"
        return text + (isChallengeUnknown ? "; without a challenge the nonce is not checked" : "")
    }
}

extension RequestOutcome {
    fileprivate var wording: String {
        switch self {
        case .verified(let counter): "verified, stores counter \(counter)"
        case .unverified: "proceeds as not verified (\(reason ?? "-"))"
        case .unknown: "not known without the server's record of the device"
        case .refused(let failure): "\(failure.answer?.statusText ?? "-") (\(reason ?? "-"))"
        }
    }
}

extension CaptureCheck {
    /// The expected value of a registration check; nil if the name of the check is sufficient.
    fileprivate func expectation(of judged: JudgedRegistration) -> String? {
        let application = judged.request.application
        return switch self {
        case .contentType: "application/json, or application/…+json"
        case .bodySize: "at most \(CapturePayload.byteLimit)"
        case .challengeLength: "32"
        case .attestation(.format): AttestationObject.appleFormat
        case .attestation(.certificateCount): "at least 2"
        case .attestation(.certificatesValid): judged.request.now.secondText
        case .attestation(.nonce):
            if case .nonceMismatch(_, let expected)? = judged.judgement.verdict?.failure {
                CaptureCheckValue.bytes(expected).description
                    + ", SHA-256 of authenticator data and SHA-256 of the challenge"
            } else {
                nil
            }
        case .attestation(.appID):
            "\(CaptureCheckValue.bytes(application.rpIDHash).description), of "
                + "\(application.teamIdentifier).\(application.bundleIdentifier)".printable
        case .attestation(.counter): "0"
        default: nil
        }
    }

    fileprivate func expectation(of judged: JudgedRequest) -> String? {
        switch self {
        case .request(.notPast): "at most \(RequestJudge.ages.upperBound) ms"
        case .request(.notFuture): "at least \(RequestJudge.ages.lowerBound) ms"
        case .request(.deviceVerified): CaptureDevice.verifiedLevel
        case .request(.bodySize): "at most \(AuthenticationRequest.byteLimit)"
        case .request(.authenticatorData): "at least \(AuthenticatorData.minimumByteCount)"
        case .request(.counter): judged.request.device.map { "above \($0.counter)" }
        case .request(.signature): "request/plain"
        default: nil
        }
    }
}
