internal import Captures

extension RequestField {
    /// The JSON type in `docs/JSON.md`.
    package var type: String {
        switch self {
        case .input, .outcome, .endpoint, .clientData, .clientDataHash: "string"
        case .challengeSpent: "boolean"
        case .answer, .stored: "object or null"
        case .request, .permissive, .strict, .apple, .verification, .object: "object"
        case .uncheckedRequirements: "array of strings or null"
        case .reasons, .reasonCodes, .bindings, .consequences: "array of strings"
        case .rules: "array of arrays of strings"
        case .checks, .changes, .differences: "array of objects"
        }
    }

    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .input: "comes first: the input as named on the command line; `-` for standard input"
        case .outcome:
            "registrations and requests: `verified`, `unverified`, `refused`, or `unknown` if it follows the rules "
                + "for Android; chains: that of the capture"
        case .reasons:
            "why the outcome is not the best possible, as sentences, including reasons the server does not report"
        case .reasonCodes: "the reasons as codes"
        case .rules: "the ids of the rules that give each reason, as in a judgement of a capture"
        case .endpoint: "`devices/register`, `request-authentication`, or that of the capture in a chain"
        case .answer: "registrations: `http_status`, `error_code`, `stage`, `reason`; null if unknown here"
        case .challengeSpent: "registrations that reach this stage: whether the challenge is spent"
        case .request: "chains: `strict`, `permissive`, `client_data` and `client_data_hash` of the request"
        case .permissive:
            "the default mode; registrations that reach this stage: `attestation_level`, `reason`, `detail`, "
                + "`public_key_hex`; requests: `passes`, `request_verified`, `new_counter`, `reason`, or an answer; "
                + "chains: the members of a capture's judgement, and `counter_after`"
        case .strict: "the same with STRICT_ATTESTATION (registrations) or REQUIRE_VERIFIED_DEVICES (requests)"
        case .uncheckedRequirements:
            "registrations: those of "
                + AppleRequirement.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + " that fail; null if the object cannot be read that far, and for HTTP bodies"
        case .apple:
            "registrations: `accepted` by Apple's documentation, `challenge_known`, and the steps among `failures`: "
                + AppleVerdict.Step.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .verification:
            "registrations: `permissive` and `strict` for the attestation by itself, even if the server does not "
                + "reach it"
        case .stored: "registrations: `level`, `public_key`, `counter`, as a device file has them; null for none"
        case .object:
            "registrations: the contents of the attestation object: `format`, `app_id`, `environment`, `aaguid`, "
                + "`rp_id_hash`, `flags`, `counter`, `key_id`, `credential_id`, `public_key`, `nonce`, "
                + "`operating_system`, `extension_map`, `certificates`, `receipt`, or `error`; null if unknown"
        case .clientData: "requests that reach this stage: the text whose hash must be signed"
        case .clientDataHash: "SHA-256 of `client_data`"
        case .bindings:
            "registrations: which of these definitions match the data that the nonce covers: "
                + ChallengeBinding.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + "; otherwise which definitions match the signed data"
        case .consequences: "registrations: the consequences for the device, as sentences"
        case .checks: "each check of the server in order, as in a judgement of a capture"
        case .changes: "the required changes, as in a judgement of a capture"
        case .differences: "only if an answer was expected: as in a judgement of a capture"
        }
    }
}
