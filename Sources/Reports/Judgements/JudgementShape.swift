package import Captures
package import Conformance
internal import DepthAnalysis
package import Support

extension JudgedInput {
    package var json: JSONValue { Self.shape.json(of: self) }

    package static let shape = shape(.none)

    package static func shape(_ codes: ReadingCodes) -> Shape<JudgedInput> {
        Shape(anyOf: [
            capture.when { if case .capture(let judged) = $0.kind { ($0, judged) } else { nil } },
            unreadable(codes).when { if case .unreadable(let error) = $0.kind { ($0, error) } else { nil } },
            registration.when { if case .registration(let judged) = $0.kind { ($0, judged) } else { nil } },
            signedRequest.when { if case .signedRequest(let judged) = $0.kind { ($0, judged) } else { nil } },
            chain.when { if case .chain(let judged) = $0.kind { ($0, judged) } else { nil } },
        ])
    }

    package typealias As<Judged> = (input: JudgedInput, judged: Judged)

    package static let capture = Shape<As<JudgedCapture>> {
        captureOpening.members { $0.input }
        reasons(
            "why it is not accepted with `high`, as sentences; the server reports few of them",
            codes: "the code of each reason, in the same order",
            rules: "the ids of the rules in `docs/CAPTURE.md` that give each reason, in the same order"
        ).members { $0.input }
        Member("endpoint", .word, "the endpoint it was sent to, below `/api/v1/`") { $0.judged.judgement.endpoint }
        JudgedCapture.record(inChain: false).members { $0.judged }
        Member("bindings", .bindings, "each definition that the signature satisfies, with `/plain` or `/nonce`") {
            $0.judged.judgement.bindings.map(\.name)
        }
        signedText.members { $0.judged }
        Member("consequences", .texts, "what follows besides the answer, as sentences") {
            $0.judged.consequences.map(\.sentence)
        }
        Member(
            "checks", .list(of: CaptureCheckResult.shape(CaptureEndpoint.allCases.flatMap(CaptureCheck.all).unique)),
            "each check of the server"
        ) { $0.judged.judgement.checks }
        Member("changes", .list(of: RequiredChange.shape), "the required changes, in order") { item in
            item.judged.changes
        }
        differences("only if an answer was expected: where it differs").members { $0.input }
    }

    static let signedText = Shape<JudgedCapture?> {
        Member(
            "signed_text", SignedText.shape, or: .absent,
            "if the signature covers another text of the same value: the `form`, plain or nonce; the `member` with the "
                + "texts `sent` and `signed`; for JSON in another layout, that layout as `json`; "
                + "for another formula, that `definition`"
        ) { $0?.signedText }
    }

    package static func unreadable(_ codes: ReadingCodes) -> Shape<As<CaptureInputError>> {
        Shape {
            captureOpening.members { $0.input }
            differences("").members { $0.input }
            Member(
                "error", .message,
                "only if there is no capture to judge: what was found, what was expected, what to do"
            ) { $0.judged.wording }
            Member("error_code", .words(codes.errors + CaptureInputError.codes), "only then: the code of the error") {
                $0.judged.code
            }
        }
    }

    private static let captureOpening = opening(
        "capture", outcome: "the outcome in one word: " + CaptureOutcome.codeList)

    /// The members that every result begins with.
    static func opening(_ noun: String, outcome: String) -> Shape<JudgedInput> {
        Shape {
            Member("input", .text, "comes first: the \(noun) as named on the command line; `-` for standard input") {
                $0.path.jsonName
            }
            Member("outcome", .word, outcome) { $0.outcome }
            Member(
                "assumptions", .list(of: Assumption.shape), or: .absent,
                "only if the result depends on something that was not given: each assumption"
            ) { $0.assumptions.isEmpty ? nil : $0.assumptions }
            Member("origin", InputOrigin.shape, or: .absent, InputOrigin.meaning) { $0.origin }
        }
    }

    static func reasons(_ reasons: String, codes: String, rules: String) -> Shape<JudgedInput> {
        Shape {
            Member("reasons", .texts, reasons) { $0.reasons.map(\.sentence) }
            Member("reason_codes", .texts, codes) { $0.reasons.map(\.code) }
            Member("rules", .list(of: .texts), rules) { $0.reasons.map(\.rules) }
        }
    }

    static func differences(_ meaning: String) -> Shape<JudgedInput> {
        Shape {
            Member("differences", .list(of: AnswerDifference.shape), or: .absent, meaning) { $0.differences }
        }
    }
}

extension JudgedCapture {
    /// The server's response and record.
    static func record(inChain: Bool) -> Shape<JudgedCapture> {
        Shape {
            Member("answer", CaptureAnswer.shape, or: .absent) { $0.judgement.answer }.listedLast
            Member("assertion", AssertionJudgement.shape, or: .absent) { judged in
                inChain && judged.judgement.endpoint == .hashOnly && judged.judgement.refusal != nil
                    ? nil : judged.judgement.assertion
            }.listedLast
            Member("depth_status", .word, or: .absent, DepthJudgement.Status.codeList) { $0.judgement.depth?.status }
            Member("confidence", .word, or: .absent, CaptureConfidence.codeList + "; absent if unknown") {
                $0.judgement.confidence
            }
            Member("metadata_evidence", MetadataEvidence.shape(inChain: inChain), or: .absent) { judged in
                judged.judgement.metadataEvidence.map { ($0, judged.judgement.endpoint) }
            }.listedLast
            Member("location_coarse", Shape<String>.text.orNull, or: .absent, MetadataEvidence.location) { judged in
                inChain && judged.judgement.endpoint == .full
                    ? nil : judged.judgement.metadataEvidence.map(\.coarseLocation)
            }
            Member(
                "client_data", .utf8, or: .absent,
                "full: the text whose hash must be signed; the rest of what is signed is in `docs/CAPTURE.md`"
            ) { $0.judgement.endpoint == .full ? $0.judgement.clientData : nil }
            Member(
                "signed_json", .utf8, or: .absent,
                "hash-only: the payload as re-encoded by the server, whose hash must be signed"
            ) { $0.judgement.endpoint == .hashOnly ? $0.judgement.clientData : nil }
            Member("client_data_hash", .bytes, or: .absent, "SHA-256 of `client_data` or `signed_json`") {
                $0.judgement.clientDataHash
            }
        }
    }
}

extension CaptureAnswer {
    static let shape = Shape<CaptureAnswer> {
        Member("http_status", .count, "the status of the answer; `answer` is absent for `not_modelled`") {
            $0.httpStatus
        }
        Member(
            "error_code", .word, or: .null,
            "the code of the error in the answer; null for success and for answers in plain text"
        ) { $0.errorCode }
        Member("stage", .word, "the stage that the capture reaches: " + Stage.codeList) { $0.stage }
        Member("reason", .text, or: .null, "why it stops there; null for success") { $0.reason }
    }
}

extension AssertionJudgement {
    fileprivate static let shape = Shape<AssertionJudgement> {
        Member("status", .word, "the assertion's status in the evidence: " + Status.codeList) { $0.status }
        Member("reason", .text, or: .null, "why it does not verify; null if it does or is absent") {
            $0.failure?.code
        }
        Member("assertion_verified", .flag, "the flag in the evidence; also true if no signature was checked") {
            $0.isMarkedVerified
        }
        Member("counter_valid", .flag, "the flag in the evidence; also true if the counter was not checked") {
            $0.isCounterMarkedValid
        }
        Member("new_counter", .integer, or: .null, "the counter that the server stores; null if it stores none") {
            $0.newCounter.map { Int($0) }
        }
    }
}

extension MetadataEvidence {
    fileprivate static let location = "the location as shown to users; null if none is shown"

    fileprivate static func shape(inChain: Bool) -> Shape<(evidence: MetadataEvidence, endpoint: CaptureEndpoint)> {
        let evidence = Shape<MetadataEvidence> {
            Member(
                "timestamp_valid", .flag, "at most 900 s from the server's clock; hash-only: a time is included"
            ) { $0.isTimestampValid }
            Member(
                "timestamp_delta_seconds", .integer,
                "whole seconds from the capture to the server's clock; hash-only: 0"
            ) { Int($0.timestampDelta) }
            Member("model_verified", .flag, "the model has a LiDAR; hash-only: a model is included") {
                $0.isModelVerified
            }
            Member("model_name", .text, "the model") { $0.modelName }
            Member("resolution_valid", .flag, "the depth map has a known size; hash-only: true") {
                $0.isResolutionValid
            }
            Member("location_available", .flag, "there is a location") { $0.isLocationAvailable }
            Member("location_opted_out", .flag, "there is no location") { $0.isLocationOptedOut }
        }
        return Shape {
            evidence.members { $0.evidence }
            inChain
                ? Member("location_coarse", Shape<String>.text.orNull, or: .absent, location) {
                    $0.endpoint == .full ? $0.evidence.coarseLocation.map(Optional.some) : nil
                } : Member("location_coarse", .text, or: .null, location) { $0.evidence.coarseLocation }
        }
    }
}

extension SignedText {
    fileprivate static let shape = Shape<SignedText> {
        Member("form", .word) { $0.form }
        Member("member", .text, or: .absent) { $0.texts?.member }
        Member("sent", .text, or: .absent) { $0.texts?.sent }
        Member("signed", .text, or: .absent) { $0.texts?.signed }
        Member("json", .text, or: .absent) { if case .json(let form) = $0.source { form.wording } else { nil } }
        Member("definition", .text, or: .absent) {
            if case .definition(let definition) = $0.source { definition } else { nil }
        }
    }

    private var texts: (member: String, sent: String, signed: String)? {
        if case .member(let name, let sent, let signed, _) = source { (name, sent, signed) } else { nil }
    }
}

extension CaptureCheckResult {
    static func shape(_ checks: [CaptureCheck]) -> Shape<CaptureCheckResult> {
        Shape {
            Member("check", .words(checks.map(\.name)), "the check, in the server's order") { $0.check.name }
            Member("outcome", .word, Outcome.codeList) { $0.outcome }
            Member(
                "found", Shape<CaptureCheckValue?>(.anyOf([.string, .number, .null])) { $1.value($0?.json ?? .null) },
                "what was found: text, a number, or bytes in hexadecimal digits; null if nothing was checked"
            ) { $0.found }
        }
    }
}

extension CaptureCheckValue {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .number(number.description)
        case .number(let number) where number.isNaN: .number("NaN")
        case .number(let number) where number.isInfinite: .number(number < 0 ? "-Infinity" : "Infinity")
        case .number(let number): .number(number.description)
        case .bytes(let bytes): .string(Hexadecimal.text(of: bytes))
        }
    }
}

extension RequiredChange {
    static let shape = Shape<RequiredChange> {
        Member("change", .text, "the kind of change, for programs") { $0.code }
        Member("cause", .text, or: .absent, "the code of the cause, if it is known") { $0.cause }
        Member("party", .word, "the party that would have to change: " + RequiredChange.Party.codeList) { $0.party }
        Member(
            "purpose", .word,
            "the purpose: \(RequiredChange.Purpose.codeList); a `record` never affects the confidence"
        ) { $0.purpose }
        Member("sentence", .message, "what to do") { $0.message }
    }
}

extension AnswerDifference {
    private static let value = Shape<JSONValue?>(.any) { $1.value($0 ?? .null) }
    fileprivate static let shape = Shape<AnswerDifference> {
        Member(
            "field", .text,
            "the member that differs, such as `assertion.counter_valid`; empty if no answer was expected"
        ) { $0.field }
        Member("expected", value, "its value in the expected answer") { $0.expected }
        Member("found", value, "its value here; null if there was no answer") { $0.found }
    }
}

extension Shape<[String]> {
    static var bindings: Shape {
        .list(
            of: .words(
                AssertionBinding.allCases.flatMap { binding in
                    SigningForm.allCases.map { SatisfiedBinding(binding, $0).name }
                }
            ))
    }
}

extension Array where Element: Hashable {
    /// The elements without duplicates, in order of first occurrence.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension CaseIterable where Self: RawRepresentable<String> {
    /// The raw values as a list for a sentence in a document.
    static var codeList: String { allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") }
}

extension ExpectedAnswers {
    static var remarkMembers: [JSONSchema.Member] { remarks.sorted().map { JSONSchema.Member($0, .any, .optional) } }

    /// The schema of a file of expected answers: one answer for each name of a capture, or one for all captures. Every
    /// member of every kind of result is optional.
    package static var schema: JSONSchema {
        let objects = JSONSchema.members(
            [
                "answer": CaptureAnswer.shape.partialSchema.orNull,
                "assertion": AssertionJudgement.shape.partialSchema.orNull,
                "metadata_evidence": MetadataEvidence.shape(inChain: false).partialSchema.orNull,
            ], .optional)
        let names =
            JudgedInput.capture.names + JudgedInput.unreadable(.none).names + JudgedInput.registration.names
            + JudgedInput.signedRequest.names + JudgedInput.chain.names
        let others = Set(names).subtracting(objects.map(\.name)).sorted()
        let answer = JSONSchema.object(objects + others.map { JSONSchema.Member($0, .any, .optional) } + remarkMembers)
        return .anyOf([answer, .map(of: answer)])
    }
}
