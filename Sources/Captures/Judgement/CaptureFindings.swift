struct CaptureFindings: Sendable {
    /// The failures of the body and of storage. The server itself stops at the first.
    let failures: [RuleFailure<CaptureRefusal>]
    let assertionFailures: [RuleFailure<AssertionFailure>]
    /// The failure that decides the answer; nil for an accepted capture.
    let deciding: RuleFailure<CaptureRefusal>?
    let isBodyAccepted: Bool
    /// The verification of the assertion; nil if it was not reached.
    let verification: AssertionJudgement?
    let checks: [CaptureCheckResult]

    init(
        of endpoint: CaptureEndpoint, body: [RuleFinding<CaptureRefusal>], assertion: AssertionSubject?,
        storage: [RuleFinding<CaptureRefusal>]
    ) {
        let assertionFindings = AssertionRules.all.findings(in: assertion)
        let (early, late) = (body.failures(), storage.failures())
        failures = early + late
        assertionFailures = assertionFindings.failures()
        isBodyAccepted = early.isEmpty
        // A failed assertion refuses a hash-only capture, but affects only the confidence of a full capture.
        let refusal =
            endpoint == .full
            ? nil
            : assertionFailures.first.map { failure in
                RuleFailure(
                    rules: ["CAP-167"] + failure.rules, check: failure.check,
                    fault: CaptureRefusal.assertion(failure.fault), found: failure.found,
                    answer: CaptureAnswer(401, .attestation, .assertion, failure.fault.code))
            }
        let isUndecided = endpoint == .hashOnly && assertion?.isUndecided == true
        deciding = early.first ?? refusal ?? (isUndecided ? nil : late.first)

        var trail = CheckTrail(CaptureCheck.all(of: endpoint))
        var verification: AssertionJudgement?
        if trail.record(body) {
            if let assertion {
                _ = trail.record(assertionFindings)
                verification = AssertionJudgement(assertionFailures.first, of: assertion)
            } else {
                for check in AssertionCheck.allCases { trail.record(.assertion(check), .notApplicable) }
                verification = AssertionJudgement(status: .unavailable, failure: nil, rules: [], assertion: nil)
            }
            if refusal == nil, !isUndecided { _ = trail.record(storage) }
        }
        (self.verification, checks) = (verification, trail.results)
    }
}

extension AssertionJudgement {
    fileprivate init(_ failure: RuleFailure<AssertionFailure>?, of sent: AssertionSubject) {
        self.init(
            status: failure != nil ? .fail : sent.isUndecided ? .unknown : .pass, failure: failure?.fault,
            rules: failure?.rules ?? [],
            assertion: sent.assertion)
    }
}
