internal import Captures
internal import Support

/// A member of the JSON of a judged registration, signed request or chain, in output order. The JSON, its schema,
/// expected answers and `docs/JSON.md` derive from this table.
package enum RequestField: String, CaseIterable, Sendable {
    case input, outcome, reasons
    case reasonCodes = "reason_codes"
    case rules
    case endpoint, answer
    case challengeSpent = "challenge_spent"
    case request, permissive, strict
    case uncheckedRequirements = "apple_asks_but_server_does_not_check"
    case apple, verification, stored, object
    case clientData = "client_data"
    case clientDataHash = "client_data_hash"
    case bindings, consequences, checks, changes, differences

    static func object(of result: JudgedInput) -> JSONValue {
        .object(
            allCases.compactMap { field in
                field.value(in: result).map { JSONValue.Member(key: field.rawValue, value: $0) }
            })
    }

    private func value(in result: JudgedInput) -> JSONValue? {
        switch self {
        case .input: return .string(result.path.jsonName)
        case .outcome: return .string(result.outcome.rawValue)
        case .reasons: return .array(result.reasons.map { .string($0.sentence) })
        case .reasonCodes: return .array(result.reasons.map { .string($0.code) })
        case .rules: return result.reasons.rules
        case .differences: return result.differences.map { .array($0.map(\.json)) }
        default: break
        }
        return switch result.kind {
        case .registration(let judged): value(in: judged)
        case .signedRequest(let judged): value(in: judged)
        case .chain(let judged): value(in: judged)
        case .capture, .unreadable: nil
        }
    }

    private func value(in judged: JudgedRegistration) -> JSONValue? {
        let judgement = judged.judgement
        return switch self {
        case .endpoint: .string(RegistrationRequest.endpoint)
        case .answer: judgement.answer.map(\.json) ?? .null
        case .challengeSpent: judgement.isChallengeSpent.map { .flag($0) }
        case .permissive: judgement.permissive.map(\.json)
        case .strict: judgement.strict.map(\.json)
        case .uncheckedRequirements:
            judgement.uncheckedRequirements.map { .array($0.map { .string($0.rawValue) }) } ?? .null
        case .apple: judged.apple.map(\.json)
        case .verification:
            judged.verification.map { .object(["permissive": $0.permissive.json, "strict": $0.strict.json]) }
        case .stored: judgement.stored.map(\.json) ?? .null
        case .object: judged.diagnosis.map(\.json)
        case .bindings: .array((judged.diagnosis?.bindings ?? []).map { .string($0.rawValue) })
        case .consequences: .array(judged.consequences.map { .string($0.sentence) })
        case .checks: .array(judgement.checks.map(\.json))
        case .changes: .array(judged.changes.map(\.json))
        default: nil
        }
    }

    private func value(in judged: JudgedRequest) -> JSONValue? {
        switch self {
        case .endpoint: .string(AuthenticationRequest.endpoint)
        case .checks: .array(judged.judgement.checks.map(\.json))
        case .changes: .array(judged.changes.map(\.json))
        case .bindings: .array(judged.bindings.map { .string($0) })
        case .permissive, .strict, .clientData, .clientDataHash: value(in: judged.judgement)
        default: nil
        }
    }

    /// The members of a signed request, alone or in a chain.
    private func value(in judgement: RequestJudgement) -> JSONValue? {
        switch self {
        case .permissive: judgement.permissive.json
        case .strict: judgement.strict.json
        case .clientData: judgement.clientData.map { .string($0) }
        case .clientDataHash: judgement.clientDataHash.map { .string(Hexadecimal.text(of: $0)) }
        default: nil
        }
    }

    private func value(in judged: JudgedChain) -> JSONValue? {
        switch self {
        case .endpoint: .string(judged.chain.capture.payload.endpoint.rawValue)
        case .request:
            .object(
                [RequestField.strict, .permissive, .clientData, .clientDataHash].compactMap { field in
                    field.value(in: judged.judgement.request).map { JSONValue.Member(key: field.rawValue, value: $0) }
                })
        case .permissive: Self.outcome(judged.judgement.permissive, judged.permissive)
        case .strict: Self.outcome(judged.judgement.strict, judged.strict)
        case .bindings: .array((judged.capture?.judgement.bindings ?? []).map { .string($0.name) })
        case .checks:
            .array((judged.judgement.request.checks + (judged.capture?.judgement.checks ?? [])).map(\.json))
        case .changes: .array(judged.changes.map(\.json))
        default: nil
        }
    }

    /// The members of a judged capture that a chain's outcome can have: those of the server's response and record.
    static let captureFields: Set<JudgementField> = [
        .httpStatus, .errorCode, .stage, .reason, .assertionStatus, .assertionReason, .assertionVerified, .counterValid,
        .newCounter, .depthStatus, .confidence, .timestampValid, .timestampDelta, .modelVerified, .modelName,
        .resolutionValid, .locationAvailable, .locationOptedOut, .evidenceLocation, .location, .clientData, .signedJSON,
        .clientDataHash,
    ]

    /// The members that a chain's outcome has. The location is under the name that captures of that kind use, and
    /// only if it is recorded. A refused hash-only capture has no assertion.
    private static func fields(of judgement: CaptureJudgement) -> Set<JudgementField> {
        let absent: Set<JudgementField> =
            switch judgement.endpoint {
            case .full:
                judgement.metadataEvidence?.coarseLocation == nil ? [.location, .evidenceLocation] : [.location]
            case .hashOnly where judgement.refusal == nil: [.evidenceLocation]
            case .hashOnly:
                [
                    .evidenceLocation, .assertionStatus, .assertionReason, .assertionVerified, .counterValid,
                    .newCounter,
                ]
            }
        return captureFields.subtracting(absent)
    }

    private static func outcome(_ outcome: ChainJudgement.Outcome, _ judged: JudgedCapture.Judged?) -> JSONValue {
        var members: [JSONValue.Member]
        if let judged {
            let result = JudgedCapture(path: "", result: .success(judged), differences: nil)
            members = JudgementField.object(of: result, only: fields(of: judged.judgement)).members ?? []
        } else {
            members = [JSONValue.Member(key: answer.rawValue, value: outcome.answer?.json ?? .null)]
        }
        members.append(JSONValue.Member(key: "counter_after", value: .number(outcome.counterAfter.description)))
        return .object(members)
    }
}

extension CaptureAnswer {
    var json: JSONValue {
        .object([
            "http_status": .number(httpStatus.description), "error_code": .orNull(errorCode?.rawValue),
            "stage": .string(stage.rawValue), "reason": .orNull(reason),
        ])
    }
}

extension RequestOutcome {
    fileprivate var json: JSONValue {
        if let answer { return answer.json }
        return .object([
            "passes": .flag(true), "request_verified": .flag(isVerified),
            "new_counter": newCounter.map { .number($0.description) } ?? .null,
            "reason": .orNull(reason),
        ])
    }
}

extension AttestationVerdict {
    fileprivate var json: JSONValue {
        .object([
            "attestation_level": .string(level), "reason": .orNull(failure?.code), "detail": .orNull(failure?.detail),
            "public_key_hex": .orNull(publicKey.map { Hexadecimal.text(of: $0) }),
        ])
    }
}

extension AppleVerdict {
    fileprivate var json: JSONValue {
        .object([
            "accepted": .flag(isAccepted), "challenge_known": .flag(!isChallengeUnknown),
            "failures": .array(failures.map { .string($0.rawValue) }),
        ])
    }
}

extension CaptureDevice {
    /// The members have the names of a device file.
    fileprivate var json: JSONValue {
        .object([
            "level": .string(attestationLevel), "public_key": .orNull(publicKey.map { Hexadecimal.text(of: $0) }),
            "counter": .number(counter.description),
        ])
    }
}
