internal import Support

/// Judges the signatures of requests as the server does, in its order of checks.
///
///     let judgement = RequestJudge().judge(request)
///     if case .verified(let counter) = judgement.permissive { print(counter) }
public struct RequestJudge: Sendable {
    /// Creates a judge.
    public init() {}

    /// Judges a request in both modes.
    public func judge(_ request: AuthenticationRequest) -> RequestJudgement {
        let sent = RequestSubject(request)
        let findings = RequestRules.all.findings(in: sent)
        let failures = findings.failures()
        let counter = Int64(sent.assertion?.assertion?.authenticatorData.counter ?? 0)
        let verified = request.isDeviceGiven ? RequestOutcome.verified(newCounter: counter) : .unknown
        // The default mode tolerates failures from the device level on, except a body that is too large.
        let permissive =
            failures.first { !$0.check.isStrictOnly }.map { .refused($0) }
            ?? failures.first.map { .unverified($0) } ?? verified
        let strict = failures.first.map { .refused($0) } ?? verified
        let isVerifying = failures.allSatisfy { if case .assertion = $0.fault { true } else { false } }
        let (clientData, assertion) = isVerifying ? (sent.clientData, sent.assertion?.assertion) : (nil, nil)
        return RequestJudgement(
            permissive: permissive, strict: strict, isStrict: request.isStrict, clientData: clientData,
            assertion: assertion, bindings: bindings(assertion, clientData, request.device),
            checks: checks(findings, of: request, until: (request.isStrict ? strict : permissive).failure),
            failures: failures)
    }

    /// Failures that the server tolerates before the deciding failure are recorded as passed.
    private func checks(
        _ findings: [RuleFinding<RequestFailure>], of request: AuthenticationRequest,
        until failure: RuleFailure<RequestFailure>?
    ) -> [CaptureCheckResult] {
        var trail = CheckTrail(CaptureCheck.signedRequest)
        for finding in findings {
            if !request.isDeviceGiven, case .needs = finding.outcome { continue }
            let isDeciding = failure != nil && finding.failures.first == failure
            trail.record(finding.check, isDeciding ? .failed : .passed, finding.outcome.found)
            if isDeciding { break }
        }
        return trail.results
    }

    private func bindings(
        _ assertion: AppAttestAssertion?, _ clientData: String?, _ device: CaptureDevice?
    ) -> [SatisfiedBinding] {
        guard let assertion, let clientData else { return [] }
        var material = BindingMaterial()
        material.requestText = clientData
        return AssertionBinding.satisfied(by: assertion, material, publicKey: device?.publicKey, verified: nil)
    }

    /// Parses a timestamp, `[+-]?[0-9]+` in 64 bits; nil for any other text.
    static func milliseconds(_ text: String) -> Int64? {
        let digits =
            text.utf8.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } ?? false
            ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// The accepted ages of a request in milliseconds: up to a minute ahead of the server, up to five minutes old.
    package static let ages: ClosedRange<Int64> = -60_000...300_000
}

extension CaptureTimestamp {
    /// Whole milliseconds since 1970, clamped to 64 bits. A leap second adds 1000 to its second.
    package var milliseconds: Int64 { Int64(clamping: Int128(utcSeconds) * 1000 + Int128(nanoseconds) / 1_000_000) }

    package init(milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(
            utcSeconds: rest < 0 ? seconds - 1 : seconds, nanoseconds: (rest < 0 ? rest + 1000 : rest) * 1_000_000)
    }
}
