internal import Captures

extension JudgementField {
    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .input: "comes first: the capture as it was named; `-` for standard input"
        case .outcome:
            "what came of it in a word: " + CaptureOutcome.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .reasons: "why it is not accepted with `high`, as sentences; the server tells nobody most of them"
        case .reasonCodes: "the code of each reason, in the same order"
        case .endpoint: "where it was sent to, below `/api/v1/`"
        case .httpStatus: "the status of the answer"
        case .errorCode: "the code of the error in the answer; null for success and for answers in plain text"
        case .stage: "where the capture gets to: " + Self.list(CaptureAnswer.Stage.allCases.map(\.rawValue))
        case .reason: "why it gets no further; null for success"
        case .assertionStatus:
            "what the evidence says of the assertion: " + Self.list(AssertionJudgement.Status.allCases.map(\.rawValue))
        case .assertionReason: "why it does not verify; null if it does, or if there is none"
        case .assertionVerified: "the flag of the evidence; also true where no signature was looked at"
        case .counterValid: "the flag of the evidence; also true where the counter was not looked at"
        case .newCounter: "the counter that the server stores; null where it stores none"
        case .depthStatus: Self.list(DepthJudgement.Status.allCases.map(\.rawValue))
        case .confidence: Self.list(CaptureConfidence.allCases.map(\.rawValue)) + "; absent where it is not known"
        case .timestampValid: "at most 900 s from the server's clock; hash-only: a time is included"
        case .timestampDelta: "whole seconds from the capture to the server's clock; hash-only: 0"
        case .modelVerified: "the model has a LiDAR; hash-only: a model is included"
        case .modelName: "the model"
        case .resolutionValid: "the depth map has a size that is known; hash-only: true"
        case .locationAvailable: "there is a location"
        case .locationOptedOut: "there is none"
        case .evidenceLocation, .location: "the location as it is shown; null where none is"
        case .clientData: "full: the text whose hash must be signed; the rest of what is signed is in `docs/CAPTURE.md`"
        case .signedJSON: "hash-only: the payload as the server writes it anew, whose hash must be signed"
        case .clientDataHash: "SHA-256 of it"
        case .bindings: "each definition that the signature satisfies, with `/plain` or `/nonce`"
        case .checks: "each check of the server"
        case .changes: "what would have to change, in order"
        case .differences: "only where an answer was expected: where it is another"
        case .error: "only when there is no capture that can be judged: what was found, expected, and what to do"
        case .inputErrorCode: "only then: the code of the error"
        }
    }

    /// The JSON type in `docs/JSON.md`.
    package var type: String {
        switch self {
        case .httpStatus, .newCounter, .timestampDelta: "integer"
        case .assertionVerified, .counterValid, .timestampValid, .modelVerified, .resolutionValid, .locationAvailable,
            .locationOptedOut:
            "boolean"
        case .reasons, .reasonCodes, .bindings: "array of strings"
        case .checks, .changes, .differences: "array of objects"
        default: "string"
        }
    }

    private static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }
}
