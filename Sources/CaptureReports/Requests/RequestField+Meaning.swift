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
        case .checks, .changes, .differences: "array of objects"
        }
    }

    /// The description in `docs/JSON.md`.
    package var meaning: String {
        switch self {
        case .input: "comes first: the input as it was named; `-` for standard input"
        case .outcome:
            "registrations and requests: `verified`, `unverified`, `refused`, or `unknown` for what follows the rules "
                + "of Android; chains: that of the capture"
        case .reasons: "why it is not the best there is, as sentences, also what the server tells nobody"
        case .reasonCodes: "the same as codes"
        case .endpoint: "`devices/register`, `request-authentication`, or that of the capture in a chain"
        case .answer: "registrations: `http_status`, `error_code`, `stage`, `reason`; null for what is not known here"
        case .challengeSpent: "registrations that come so far: whether the challenge can be redeemed no more"
        case .request: "chains: `strict`, `permissive`, `client_data` and `client_data_hash` of the request"
        case .permissive:
            "the default mode; registrations that come so far: `attestation_level`, `reason`, `detail`, "
                + "`public_key_hex`; requests: `passes`, `request_verified`, `new_counter`, `reason`, or an answer; "
                + "chains: the members of a capture's judgement, and `counter_after`"
        case .strict: "the same with STRICT_ATTESTATION (registrations) or REQUIRE_VERIFIED_DEVICES (requests)"
        case .uncheckedRequirements:
            "registrations: those of "
                + AppleRequirement.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + " that fail; null where the object cannot be read so far, and for HTTP bodies"
        case .apple:
            "registrations: `accepted` by Apple's documentation, `challenge_known`, and the steps among `failures`: "
                + AppleVerdict.Step.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .verification:
            "registrations: `permissive` and `strict` for the attestation by itself, also where the server does not "
                + "come to it"
        case .stored: "registrations: `level`, `public_key`, `counter`, as a device file has them; null for none"
        case .object:
            "registrations: what the attestation object says: `format`, `app_id`, `environment`, `aaguid`, "
                + "`rp_id_hash`, `flags`, `counter`, `key_id`, `credential_id`, `public_key`, `nonce`, "
                + "`operating_system`, `extension_map`, `certificates`, `receipt`, or `error`; null is not known"
        case .clientData: "requests that come so far: the text whose hash must be signed"
        case .clientDataHash: "SHA-256 of it"
        case .bindings:
            "registrations: the definitions of what the nonce covers that fit, of "
                + ChallengeBinding.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + "; else what is signed"
        case .consequences: "registrations: what follows for the device, as sentences"
        case .checks: "each check of the server in its order, as in a judgement of a capture"
        case .changes: "what would have to change, as in a judgement of a capture"
        case .differences: "only where an answer was expected: as in a judgement of a capture"
        }
    }
}
