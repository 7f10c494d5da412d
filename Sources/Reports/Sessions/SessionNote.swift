internal import Captures
internal import Support

/// A remark about a file of a session.
package enum SessionNote: Sendable, Hashable {
    /// The file is received before the preceding one.
    case timeRunsBack
    /// The answer names a device, but none of the session lacks an identifier.
    case noDevice
    /// The answer names a device by the identifier of another.
    case identifierTaken
    /// The recorded answer and the simulated one have different error codes; nil for an accepted request.
    case otherError(recorded: String?, simulated: String?)
    /// The recorded answer and the simulated one have different attestation levels.
    case otherLevel(recorded: String, simulated: String)

    /// Whether the server recorded in the session and the simulated one disagree.
    package var isContradiction: Bool {
        switch self {
        case .timeRunsBack, .noDevice, .identifierTaken: false
        case .otherError, .otherLevel: true
        }
    }

    /// A stable code for this kind of note.
    package var code: String {
        switch self {
        case .timeRunsBack: "time_runs_back"
        case .noDevice: "no_device"
        case .identifierTaken: "identifier_taken"
        case .otherError: "other_error"
        case .otherLevel: "other_level"
        }
    }

    static let codes = [
        SessionNote.timeRunsBack, .noDevice, .identifierTaken, .otherError(recorded: nil, simulated: nil),
        .otherLevel(recorded: "", simulated: ""),
    ].map(\.code)

    /// The note, without a period.
    package var sentence: String {
        switch self {
        case .timeRunsBack: return "its time is before that of the preceding file"
        case .noDevice: return "the answer names no device of this session"
        case .identifierTaken: return "the answer names the id of another device"
        case .otherError(let recorded, let simulated):
            let server = recorded.map { "answered \($0.printable)" } ?? "accepted the request"
            let simulation = simulated.map { "answers \($0)" } ?? "accepts the request"
            return "the server \(server), but the simulation \(simulation)"
        case .otherLevel(let recorded, let simulated):
            return "the server registered the device as \(recorded.printable), but the simulation as \(simulated)"
        }
    }

    /// The contradictions between a recorded answer and the result for its request.
    static func contradictions(of response: SessionResponse, to result: JudgedInput) -> [SessionNote] {
        guard response.errorCode != nil || response.isAcceptance else { return [] }
        let recorded = response.errorCode
        guard let answer = result.answer else { return contradictions(of: recorded, toPassing: result) }
        // The request of a body alone is not checked, so the server may have refused it.
        if case .capture = result.kind, isOfRequestCheck(recorded) { return [] }
        let plainText = answer.httpStatus < 400 ? nil : "\(answer.httpStatus) in plain text"
        let simulated = answer.errorCode?.rawValue ?? plainText
        if recorded != simulated { return [.otherError(recorded: recorded, simulated: simulated)] }
        guard case .registration(let judged) = result.kind, let recorded = response.attestationLevel,
            let level = judged.judgement.stored?.attestationLevel, recorded != level
        else { return [] }
        return [.otherLevel(recorded: recorded, simulated: level)]
    }

    /// The contradictions to a result without an answer. The simulation covers only the check of a signed request,
    /// which the request passes.
    private static func contradictions(of recorded: String?, toPassing result: JudgedInput) -> [SessionNote] {
        guard case .signedRequest = result.kind, isOfRequestCheck(recorded) else { return [] }
        return [.otherError(recorded: recorded, simulated: nil)]
    }

    /// Whether the server answers with this code only when it checks a signed request.
    private static func isOfRequestCheck(_ code: String?) -> Bool {
        switch code.flatMap({ CaptureAnswer.ErrorCode(rawValue: $0) }) {
        case .authenticationRequired, .timestampExpired, .timestampInvalid, .deviceNotFound, .deviceUnverified,
            .replay, .signature:
            true
        default: false
        }
    }
}
