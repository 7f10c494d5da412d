internal import Captures
internal import DepthAnalysis
package import Support

/// A member of the JSON of a judged capture, in output order. A period separates a nested member from its object. The
/// JSON, its schema, expected answers and `docs/JSON.md` derive from this table.
package enum JudgementField: String, CaseIterable, Sendable {
    case input, outcome, reasons
    case reasonCodes = "reason_codes"
    case rules
    case endpoint
    case httpStatus = "answer.http_status"
    case errorCode = "answer.error_code"
    case stage = "answer.stage"
    case reason = "answer.reason"
    case assertionStatus = "assertion.status"
    case assertionReason = "assertion.reason"
    case assertionVerified = "assertion.assertion_verified"
    case counterValid = "assertion.counter_valid"
    case newCounter = "assertion.new_counter"
    case depthStatus = "depth_status"
    case confidence
    case timestampValid = "metadata_evidence.timestamp_valid"
    case timestampDelta = "metadata_evidence.timestamp_delta_seconds"
    case modelVerified = "metadata_evidence.model_verified"
    case modelName = "metadata_evidence.model_name"
    case resolutionValid = "metadata_evidence.resolution_valid"
    case locationAvailable = "metadata_evidence.location_available"
    case locationOptedOut = "metadata_evidence.location_opted_out"
    case evidenceLocation = "metadata_evidence.location_coarse"
    case location = "location_coarse"
    case clientData = "client_data"
    case signedJSON = "signed_json"
    case clientDataHash = "client_data_hash"
    case bindings, checks, changes, differences, error
    case inputErrorCode = "error_code"

    package static func object(of result: JudgedCapture) -> JSONValue { object(of: result, only: nil) }

    /// - Parameter fields: The members to include; nil for all.
    static func object(of result: JudgedCapture, only fields: Set<JudgementField>?) -> JSONValue {
        var members: [JSONValue.Member] = []
        for field in allCases where fields?.contains(field) ?? true {
            guard let value = field.value(in: result) else { continue }
            let names = field.rawValue.split(separator: ".").map(String.init)
            guard names.count == 2 else {
                members.append(JSONValue.Member(key: names[0], value: value))
                continue
            }
            let member = JSONValue.Member(key: names[1], value: value)
            if let last = members.last, last.key == names[0], case .object(let inner) = last.value {
                members[members.count - 1] = JSONValue.Member(key: last.key, value: .object(inner + [member]))
            } else {
                members.append(JSONValue.Member(key: names[0], value: .object([member])))
            }
        }
        return .object(members)
    }

    /// The value of the member; nil if the result has no such member.
    package func value(in result: JudgedCapture) -> JSONValue? {
        switch self {
        case .input: return .string(result.path.jsonName)
        case .outcome: return .string(result.outcome.rawValue)
        case .differences: return result.differences.map { .array($0.map(\.json)) }
        case .error: return result.error.map { .string($0.message(naming: result.names)) }
        case .inputErrorCode: return result.error.map { .string($0.code) }
        default: break
        }
        guard let judged = result.judged else { return nil }
        let judgement = judged.judgement
        switch self {
        case .reasons: return .array(judged.reasons.map { .string($0.sentence) })
        case .reasonCodes: return .array(judged.reasons.map { .string($0.code) })
        case .rules: return judged.reasons.rules
        case .changes: return .array(judged.changes.map { $0.json(at: judgement.endpoint) })
        case .endpoint: return .string(judgement.endpoint.rawValue)
        case .httpStatus, .errorCode, .stage, .reason: return judgement.answer.flatMap(value(in:))
        case .depthStatus: return judgement.depth.map { .string($0.status.rawValue) }
        case .confidence: return judgement.confidence.map { .string($0.rawValue) }
        case .clientData: return judgement.endpoint == .full ? judgement.clientData.map(JSONValue.text) : nil
        case .signedJSON: return judgement.endpoint == .hashOnly ? judgement.clientData.map(JSONValue.text) : nil
        case .clientDataHash: return judgement.clientDataHash.map { .string(Hexadecimal.text(of: $0)) }
        case .bindings: return .array(judgement.bindings.map { .string($0.name) })
        case .checks: return .array(judgement.checks.map(\.json))
        case .location: return judgement.metadataEvidence.map { .orNull($0.coarseLocation) }
        default:
            return judgement.assertion.flatMap(value(in:)) ?? judgement.metadataEvidence.flatMap(value(in:))
        }
    }

    private func value(in answer: CaptureAnswer) -> JSONValue? {
        switch self {
        case .httpStatus: .number(answer.httpStatus.description)
        case .errorCode: .orNull(answer.errorCode?.rawValue)
        case .stage: .string(answer.stage.rawValue)
        case .reason: .orNull(answer.reason)
        default: nil
        }
    }

    private func value(in assertion: AssertionJudgement) -> JSONValue? {
        switch self {
        case .assertionStatus: .string(assertion.status.rawValue)
        case .assertionReason: .orNull(assertion.failure?.code)
        case .assertionVerified: .flag(assertion.isMarkedVerified)
        case .counterValid: .flag(assertion.isCounterMarkedValid)
        case .newCounter: assertion.newCounter.map { .number($0.description) } ?? .null
        default: nil
        }
    }

    private func value(in evidence: MetadataEvidence) -> JSONValue? {
        switch self {
        case .timestampValid: .flag(evidence.isTimestampValid)
        case .timestampDelta: .number(evidence.timestampDelta.description)
        case .modelVerified: .flag(evidence.isModelVerified)
        case .modelName: .string(evidence.modelName)
        case .resolutionValid: .flag(evidence.isResolutionValid)
        case .locationAvailable: .flag(evidence.isLocationAvailable)
        case .locationOptedOut: .flag(evidence.isLocationOptedOut)
        case .evidenceLocation: .orNull(evidence.coarseLocation)
        default: nil
        }
    }
}

extension [JudgedInput.Reason] {
    var rules: JSONValue { .array(map { .array($0.rules.map { .string($0) }) }) }
}

extension JSONValue {
    static func text(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
    static func orNull(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { JSONValue.Member(key: $0.key, value: $0.value) })
    }
}
