package import Captures
package import Conformance

/// The result for one input of any kind, from which reports are made.
package struct JudgedInput: Sendable {
    package let path: String
    package let kind: Kind
    package var differences: [AnswerDifference]?
    /// The parts of the server's state that were not given and that the result depends on.
    package var assumptions: [Assumption] = []
    package var form: CaptureInput.Form?
    package var origin: InputOrigin?

    package enum Kind: Sendable {
        case capture(JudgedCapture)
        case registration(JudgedRegistration)
        case signedRequest(JudgedRequest)
        case chain(JudgedChain)
        case unreadable(CaptureInputError)
    }
}

extension JudgedInput {
    package var error: CaptureInputError? { if case .unreadable(let error) = kind { error } else { nil } }

    /// The judgement of the contained capture, in the selected mode of the server.
    package var captureJudgement: CaptureJudgement? {
        switch kind {
        case .capture(let judged): judged.judgement
        case .chain(let judged): judged.judgement.outcome.capture?.judgement
        case .registration, .signedRequest, .unreadable: nil
        }
    }

    package var outcome: CaptureOutcome {
        switch kind {
        case .capture(let judged): judged.outcome
        case .registration(let judged): judged.outcome
        case .signedRequest(let judged): judged.outcome
        case .chain(let judged): judged.outcome
        case .unreadable: .unreadable
        }
    }

    /// The server's response; nil if it is unknown, and for a signed request that the server does not refuse.
    package var answer: CaptureAnswer? {
        switch kind {
        case .capture(let judged): judged.judgement.answer
        case .registration(let judged): judged.judgement.answer
        case .signedRequest(let judged): judged.judgement.outcome.answer
        case .chain(let judged): judged.judgement.outcome.answer
        case .unreadable: nil
        }
    }

    package var reasons: [AnswerReason] {
        switch kind {
        case .capture(let judged): judged.reasons
        case .registration(let judged): judged.reasons
        case .signedRequest(let judged): judged.reasons
        case .chain(let judged): judged.reasons
        case .unreadable: []
        }
    }

    package var changes: [RequiredChange] {
        switch kind {
        case .capture(let judged): judged.changes
        case .registration(let judged): judged.changes
        case .signedRequest(let judged): judged.changes
        case .chain(let judged): judged.changes
        case .unreadable: []
        }
    }

    /// The parties that must change something to get the best possible answer.
    package var parties: [RequiredChange.Party] {
        let parties = Set(changes.filter { $0.purpose != .record }.map(\.party))
        return RequiredChange.Party.allCases.filter(parties.contains)
    }
}

package enum FailingJudgement: String, Sendable, CaseIterable {
    case refused, suspicious, low, medium, unverified, unknown
    /// Any outcome except `high`; for a registration or a signed request, any except `verified`.
    case notHigh = "not-high"
    case assertionFail = "assertion-fail"
    case depthUnavailable = "depth-unavailable"

    package func holds(for result: JudgedInput) -> Bool {
        switch self {
        case .refused: result.outcome == .refused
        case .suspicious: result.outcome == .suspicious
        case .low: result.outcome == .low
        case .medium: result.outcome == .medium
        case .unverified: result.outcome == .unverified
        case .unknown: result.outcome == .unknown
        case .notHigh: result.outcome != .high && result.outcome != .verified
        case .assertionFail: result.captureJudgement?.assertion.map { $0.status != .pass } ?? false
        case .depthUnavailable: result.captureJudgement?.depth?.status == .unavailable
        }
    }
}
