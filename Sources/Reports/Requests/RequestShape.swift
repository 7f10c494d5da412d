package import Captures
package import Support

// The JSON of judged registrations, signed requests and chains. docs/JSON.md has one table of all their members. For a
// member of several kinds, the table gives its meaning in the first.

extension JudgedInput {
    private static let requestOpening = Shape<JudgedInput> {
        opening(
            "input",
            outcome: "registrations and requests: `verified`, `unverified`, `refused`, or `unknown` if it follows the "
                + "rules for Android; chains: that of the capture"
        ).members { $0 }
        reasons(
            "why the outcome is not the best possible, as sentences, including reasons the server does not report",
            codes: "the reasons as codes",
            rules: "the ids of the rules that give each reason, as in a judgement of a capture"
        ).members { $0 }
    }
    private static let requestDifferences = differences(
        "only if an answer was expected: as in a judgement of a capture")
    private static let changes = Shape<[RequiredChange]>.list(of: RequiredChange.shape)

    package static let registration = Shape<As<JudgedRegistration>> {
        requestOpening.members { $0.input }
        Member(
            "endpoint", .words([RegistrationRequest.endpoint]),
            "`devices/register`, `request-authentication`, or that of the capture in a chain"
        ) { _ in RegistrationRequest.endpoint }
        Member(
            "answer", CaptureAnswer.shape, or: .null,
            "registrations: `http_status`, `error_code`, `stage`, `reason`; null if unknown here"
        ) { $0.judged.judgement.answer }
        Member(
            "challenge_spent", .flag, or: .absent,
            "registrations that reach this stage: whether the challenge is spent"
        ) { $0.judged.judgement.isChallengeSpent }
        Member(
            "permissive", AttestationVerdict.shape, or: .absent,
            "the default mode; registrations that reach this stage: `attestation_level`, `reason`, `detail`, "
                + "`public_key_hex`; requests: `passes`, `request_verified`, `new_counter`, `reason`, or an answer; "
                + "chains: the members of a capture's judgement, and `counter_after`"
        ) { $0.judged.judgement.permissive }
        Member(
            "strict", AttestationVerdict.shape, or: .absent,
            "the same with STRICT_ATTESTATION (registrations) or REQUIRE_VERIFIED_DEVICES (requests)"
        ) { $0.judged.judgement.strict }
        Member(
            "apple_asks_but_server_does_not_check", .list(of: .word), or: .null,
            "registrations: those of \(AppleRequirement.codeList) that fail; null if the object cannot be read that "
                + "far, and for HTTP bodies"
        ) { $0.judged.judgement.uncheckedRequirements }
        Member(
            "apple", AppleVerdict.shape, or: .absent,
            "registrations: `accepted` by Apple's documentation, `challenge_known`, and the steps among `failures`: "
                + AppleVerdict.Step.codeList
        ) { $0.judged.apple }
        Member(
            "verification", verification, or: .absent,
            "registrations: `permissive` and `strict` for the attestation by itself, even if the server does not "
                + "reach it"
        ) { $0.judged.verification }
        Member(
            "stored", CaptureDevice.shape, or: .null,
            "registrations: `level`, `public_key`, `counter`, as a device file has them; null for none"
        ) { $0.judged.judgement.stored }
        Member(
            "object", AttestationDiagnosis.shape, or: .absent,
            "registrations: the contents of the attestation object: `format`, `app_id`, `environment`, `aaguid`, "
                + "`rp_id_hash`, `flags`, `counter`, `key_id`, `credential_id`, `public_key`, `nonce`, "
                + "`operating_system`, `extension_map`, `certificates`, `receipt`, `repeated_members`, or `error`; "
                + "null if unknown"
        ) { $0.judged.diagnosis }
        Member(
            "bindings", .list(of: .word),
            "registrations: which of these definitions match the data that the nonce covers: "
                + "\(ChallengeBinding.codeList); otherwise which definitions match the signed data"
        ) { $0.judged.diagnosis?.bindings ?? [] }
        Member("consequences", .texts, "what follows besides the answer, as sentences") {
            $0.judged.consequences.map(\.sentence)
        }
        Member(
            "checks", .list(of: CaptureCheckResult.shape(CaptureCheck.registration)),
            "each check of the server in order, as in a judgement of a capture"
        ) { $0.judged.judgement.checks }
        Member("changes", changes, "the required changes, as in a judgement of a capture") { $0.judged.changes }
        requestDifferences.members { $0.input }
    }

    package static let signedRequest = Shape<As<JudgedRequest>> {
        requestOpening.members { $0.input }
        Member("endpoint", .words([AuthenticationRequest.endpoint])) { _ in AuthenticationRequest.endpoint }
        Member("permissive", RequestOutcome.shape) { $0.judged.judgement.permissive }
        Member("strict", RequestOutcome.shape) { $0.judged.judgement.strict }
        clientData.members { $0.judged.judgement }
        Member("bindings", .texts) { $0.judged.bindings }
        Member("consequences", .texts) { $0.judged.consequences.map(\.sentence) }
        Member("checks", .list(of: CaptureCheckResult.shape(CaptureCheck.signedRequest))) { $0.judged.judgement.checks }
        Member("changes", changes) { $0.judged.changes }
        requestDifferences.members { $0.input }
    }

    package static let chain = Shape<As<JudgedChain>> {
        requestOpening.members { $0.input }
        Member("endpoint", .word) { $0.judged.chain.capture.payload.endpoint }
        Member(
            "request", request,
            "chains: `strict`, `permissive`, `client_data` and `client_data_hash` of the request"
        ) { $0.judged.judgement.request }
        Member("permissive", chainOutcome) { ($0.judged.judgement.permissive, $0.judged.permissive) }
        Member("strict", chainOutcome) { ($0.judged.judgement.strict, $0.judged.strict) }
        Member(
            "capture", JudgedCapture.record(inChain: true), or: .absent,
            "chains whose request is refused: the capture by itself, with the members of a capture's judgement; the "
                + "server does not reach it"
        ) { $0.judged.unreached }
        Member("bindings", .bindings) {
            ($0.judged.examined?.judgement.bindings ?? []).map(\.name)
        }
        JudgedInput.signedText.members { $0.judged.examined }
        Member("consequences", .texts) { $0.judged.consequences.map(\.sentence) }
        Member("checks", .list(of: CaptureCheckResult.shape(chainChecks))) {
            $0.judged.judgement.request.checks + ($0.judged.capture?.judgement.checks ?? [])
        }
        Member("changes", changes) { $0.judged.changes }
        requestDifferences.members { $0.input }
    }

    private static let chainChecks = Set(
        CaptureCheck.signedRequest + CaptureEndpoint.allCases.flatMap(CaptureCheck.all)
    ).sorted { $0.name < $1.name }

    private static let clientData = Shape<RequestJudgement> {
        Member(
            "client_data", .text, or: .absent, "requests that reach this stage: the text whose hash must be signed"
        ) { $0.clientData }
        Member("client_data_hash", .bytes, or: .absent, "SHA-256 of `client_data`") { $0.clientDataHash }
    }

    private static let request = Shape<RequestJudgement> {
        Member("strict", RequestOutcome.shape) { $0.strict }.listedLast
        Member("permissive", RequestOutcome.shape) { $0.permissive }
        clientData.members { $0 }.map(\.listedLast)
    }

    private static let verification = Shape<(permissive: AttestationVerdict, strict: AttestationVerdict)> {
        Member("permissive", AttestationVerdict.shape) { $0.permissive }
        Member("strict", AttestationVerdict.shape) { $0.strict }
    }

    /// The capture in one mode of the server, or the answer that refuses the request.
    private static let chainOutcome = Shape<(of: CaptureChainJudgement.Outcome, judged: JudgedCapture?)>(anyOf: [
        Shape<(of: CaptureChainJudgement.Outcome, judged: JudgedCapture)> {
            JudgedCapture.record(inChain: true).members { $0.judged }
            counterAfter.members { $0.of.counterAfter }.map(\.listedLast)
        }.when { outcome in outcome.judged.map { (outcome.of, $0) } },
        Shape<CaptureChainJudgement.Outcome> {
            Member("answer", refusal) { $0.answer }
            counterAfter.members { $0.counterAfter }
        }.when { $0.of },
    ])
    private static let counterAfter = Shape<Int64?> {
        Member("counter_after", .integer, or: .null) { $0.map { Int($0) } }
    }
    private static let refusal = Shape<CaptureAnswer?>(CaptureAnswer.shape.schema) {
        CaptureAnswer.shape.orNull.write($0, to: &$1)
    }
}

extension RequestOutcome {
    fileprivate static let shape = Shape<RequestOutcome>(anyOf: [
        passing.when { $0.answer == nil ? $0 : nil }, CaptureAnswer.shape.when { $0.answer },
    ])
    private static let passing = Shape<RequestOutcome> {
        Member("passes", .flag) { _ in true }
        Member("request_verified", .flag) { $0.isVerified }
        Member("new_counter", .integer, or: .null) { $0.newCounter.map { Int($0) } }
        Member("reason", .text, or: .null) { $0.reason }
    }
}

extension AttestationVerdict {
    fileprivate static let shape = Shape<AttestationVerdict> {
        Member("attestation_level", .text) { $0.level }
        Member("reason", .text, or: .null) { $0.failure?.code }
        Member("detail", .text, or: .null) { $0.failure?.detail }
        Member("public_key_hex", .bytes, or: .null) { $0.publicKey }
    }
}

extension AppleVerdict {
    fileprivate static let shape = Shape<AppleVerdict> {
        Member("accepted", .flag) { $0.isAccepted }
        Member("challenge_known", .flag) { !$0.isChallengeUnknown }
        Member("failures", .list(of: .word)) { $0.failures }
    }
}

extension CaptureDevice {
    /// A device record, whose members have the names in a device file.
    fileprivate static let shape = Shape<CaptureDevice> {
        Member("level", .text) { $0.attestationLevel }
        Member("public_key", .bytes, or: .null) { $0.publicKey }
        Member("counter", .integer) { Int($0.counter) }
    }
}
