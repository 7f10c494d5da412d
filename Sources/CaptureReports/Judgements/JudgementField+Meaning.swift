internal import Captures

extension JudgementField {
    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .input: "comes first: the capture as named on the command line; `-` for standard input"
        case .outcome:
            "the outcome in one word: " + CaptureOutcome.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .reasons: "why it is not accepted with `high`, as sentences; the server reports few of them"
        case .reasonCodes: "the code of each reason, in the same order"
        case .rules: "the ids of the rules in `docs/CAPTURE.md` that give each reason, in the same order"
        case .endpoint: "the endpoint it was sent to, below `/api/v1/`"
        case .httpStatus: "the status of the answer; `answer` is absent for `not_modelled`"
        case .errorCode: "the code of the error in the answer; null for success and for answers in plain text"
        case .stage: "the stage that the capture reaches: " + Self.list(CaptureAnswer.Stage.allCases.map(\.rawValue))
        case .reason: "why it stops there; null for success"
        case .assertionStatus:
            "the assertion's status in the evidence: " + Self.list(AssertionJudgement.Status.allCases.map(\.rawValue))
        case .assertionReason: "why it does not verify; null if it does or is absent"
        case .assertionVerified: "the flag in the evidence; also true if no signature was checked"
        case .counterValid: "the flag in the evidence; also true if the counter was not checked"
        case .newCounter: "the counter that the server stores; null if it stores none"
        case .depthStatus: Self.list(DepthJudgement.Status.allCases.map(\.rawValue))
        case .confidence: Self.list(CaptureConfidence.allCases.map(\.rawValue)) + "; absent if unknown"
        case .timestampValid: "at most 900 s from the server's clock; hash-only: a time is included"
        case .timestampDelta: "whole seconds from the capture to the server's clock; hash-only: 0"
        case .modelVerified: "the model has a LiDAR; hash-only: a model is included"
        case .modelName: "the model"
        case .resolutionValid: "the depth map has a known size; hash-only: true"
        case .locationAvailable: "there is a location"
        case .locationOptedOut: "there is no location"
        case .evidenceLocation, .location: "the location as shown to users; null if none is shown"
        case .clientData: "full: the text whose hash must be signed; the rest of what is signed is in `docs/CAPTURE.md`"
        case .signedJSON: "hash-only: the payload as re-encoded by the server, whose hash must be signed"
        case .clientDataHash: "SHA-256 of `client_data` or `signed_json`"
        case .bindings: "each definition that the signature satisfies, with `/plain` or `/nonce`"
        case .checks: "each check of the server"
        case .changes: "the required changes, in order"
        case .differences: "only if an answer was expected: where it differs"
        case .error: "only if there is no capture to judge: what was found, what was expected, what to do"
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
        case .rules: "array of arrays of strings"
        case .checks, .changes, .differences: "array of objects"
        default: "string"
        }
    }

    private static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }
}
