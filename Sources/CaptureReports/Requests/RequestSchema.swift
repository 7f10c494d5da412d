internal import Captures
internal import Support

// JSON Schemas of judged registrations, signed requests and chains, derived from the table of their members.

extension RequestField {
    static var schemas: [JSONSchema] { [registration, signedRequest, chain] }

    private static let always: [RequestField] = [
        .input, .outcome, .reasons, .reasonCodes, .rules, .endpoint, .bindings, .checks, .changes,
    ]

    private static func object(
        _ fields: [RequestField], optional: [RequestField], _ schemas: [RequestField: JSONSchema]
    ) -> [JSONSchema.Member] {
        allCases.filter { (fields + optional).contains($0) }.map { field in
            .init(field.rawValue, schemas[field] ?? field.schema, optional.contains(field) ? .optional : .required)
        }
    }

    /// The schema of a member that is the same for every kind of result.
    private var schema: JSONSchema {
        switch self {
        case .input, .clientData: .string
        case .outcome: .words(CaptureOutcome.self)
        case .reasons, .reasonCodes, .consequences: .strings
        case .rules: .list(of: .strings)
        case .endpoint: .words([RegistrationRequest.endpoint, AuthenticationRequest.endpoint])
        case .answer: JSONSchema.object(CaptureAnswer.members).orNull
        case .challengeSpent: .flag
        case .request: requestSchema
        case .permissive, .strict, .verification: verification
        case .uncheckedRequirements: JSONSchema.list(of: .words(AppleRequirement.self)).orNull
        case .apple:
            .object([
                "accepted": .flag, "challenge_known": .flag, "failures": .list(of: .words(AppleVerdict.Step.self)),
            ])
        case .stored: CaptureDevice.schema.orNull
        case .object: AttestationDiagnosis.schema
        case .clientDataHash: .hexadecimal
        case .bindings: .list(of: .words(ChallengeBinding.self))
        case .checks: .checks(of: CaptureCheck.registration)
        case .changes: .changes
        case .differences: .differences
        }
    }

    private static let verdict = JSONSchema.object([
        "attestation_level": .string, "reason": .string.orNull, "detail": .string.orNull,
        "public_key_hex": JSONSchema.hexadecimal.orNull,
    ])
    private static let passing = JSONSchema.object([
        "passes": .flag, "request_verified": .flag, "new_counter": .integer.orNull, "reason": .string.orNull,
    ])
    private static let refusal = JSONSchema.object(CaptureAnswer.members)
    private static let requestOutcome = JSONSchema.anyOf([passing, refusal])

    private var verification: JSONSchema {
        self == .verification ? .object(["permissive": Self.verdict, "strict": Self.verdict]) : Self.verdict
    }

    private var requestSchema: JSONSchema {
        .object(
            Self.object(
                [.permissive, .strict], optional: [.clientData, .clientDataHash],
                [.permissive: Self.requestOutcome, .strict: Self.requestOutcome]))
    }

    private static var registration: JSONSchema {
        .object(
            object(
                always + [.answer, .uncheckedRequirements, .stored, .consequences],
                optional: [.challengeSpent, .permissive, .strict, .apple, .verification, .object, .differences],
                [.endpoint: .words([RegistrationRequest.endpoint])]))
    }

    private static var signedRequest: JSONSchema {
        .object(
            object(
                always + [.permissive, .strict], optional: [.clientData, .clientDataHash, .differences],
                [
                    .endpoint: .words([AuthenticationRequest.endpoint]), .permissive: requestOutcome,
                    .strict: requestOutcome, .bindings: .strings, .checks: .checks(of: CaptureCheck.signedRequest),
                ]))
    }

    private static var chain: JSONSchema {
        let outcome = JSONSchema.anyOf([
            JudgementField.chainOutcome(captureFields),
            .object(JSONSchema.members([answer.rawValue: refusal, "counter_after": .integer])),
        ])
        let checks = CaptureCheck.signedRequest + CaptureEndpoint.allCases.flatMap(CaptureCheck.all)
        return .object(
            object(
                always + [.request, .permissive, .strict], optional: [.differences],
                [
                    .endpoint: .words(CaptureEndpoint.self), .permissive: outcome, .strict: outcome,
                    .bindings: .bindings, .checks: .checks(of: Array(Set(checks)).sorted { $0.name < $1.name }),
                ]))
    }
}

extension CaptureDevice {
    fileprivate static var schema: JSONSchema {
        .object(["level": .string, "public_key": JSONSchema.hexadecimal.orNull, "counter": .integer])
    }
}
