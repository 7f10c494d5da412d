internal import Captures
package import Conformance
internal import DepthAnalysis
package import Reports
package import Support

// JSON Schemas of judged captures, derived from the tables of their members.

extension CaptureAnswer {
    static var members: [JSONSchema.Member] {
        JSONSchema.members([
            "http_status": .count, "error_code": JSONSchema.words(ErrorCode.self).orNull, "stage": .words(Stage.self),
            "reason": .string.orNull,
        ])
    }
}

extension JSONSchema {
    static func checks(of checks: [CaptureCheck]) -> JSONSchema {
        list(
            of: object(
                CheckField.allCases.map { field in
                    switch field {
                    case .check: Member(field.rawValue, words(checks.map(\.name)))
                    case .outcome: Member(field.rawValue, words(CheckResult.Outcome.self))
                    case .found: Member(field.rawValue, anyOf([string, number, null]))
                    }
                }))
    }

    static let changes = list(
        of: object(
            ChangeField.allCases.map { field in
                switch field {
                case .change, .sentence: Member(field.rawValue, string)
                case .party: Member(field.rawValue, words(CaptureChange.Party.self))
                case .purpose: Member(field.rawValue, words(CaptureChange.Purpose.self))
                }
            }))

    static let differences = list(
        of: object(
            DifferenceField.allCases.map { field in
                switch field {
                case .field: Member(field.rawValue, string)
                case .expected, .found: Member(field.rawValue, any)
                }
            }))
}

extension JudgementField {
    fileprivate static let assertionFields = allCases.filter { $0.rawValue.hasPrefix("assertion.") }
    fileprivate static let evidenceFields = allCases.filter { $0.rawValue.hasPrefix("metadata_evidence.") }
    private static let answerFields = allCases.filter { $0.rawValue.hasPrefix("answer.") }

    private var schema: JSONSchema {
        switch self {
        case .input, .modelName, .clientData, .signedJSON, .error: .string
        case .outcome: .words(CaptureOutcome.self)
        case .reasons, .reasonCodes: .strings
        case .rules: .list(of: .strings)
        case .endpoint: .words(CaptureEndpoint.self)
        case .httpStatus, .errorCode, .stage, .reason: answerSchema
        case .assertionStatus: .words(AssertionJudgement.Status.self)
        case .assertionReason, .evidenceLocation, .location: .string.orNull
        case .assertionVerified, .counterValid, .timestampValid, .modelVerified, .resolutionValid, .locationAvailable,
            .locationOptedOut:
            .flag
        case .newCounter: .integer.orNull
        case .depthStatus: .words(DepthJudgement.Status.self)
        case .confidence: .words(CaptureConfidence.self)
        case .timestampDelta: .integer
        case .clientDataHash: .hexadecimal
        case .bindings: .bindings
        case .checks: .checks(of: CaptureEndpoint.allCases.flatMap(CaptureCheck.all).unique)
        case .changes: .changes
        case .differences: .differences
        case .inputErrorCode: .string
        }
    }

    private var answerSchema: JSONSchema {
        CaptureAnswer.members.first { "answer." + $0.name == rawValue }?.schema ?? .any
    }

    /// The members of an object. Names with a period become members of nested objects.
    private static func members(
        _ fields: [JudgementField], optional: [JudgementField] = [], optionalObjects: [[JudgementField]] = []
    ) -> [JSONSchema.Member] {
        var members: [JSONSchema.Member] = []
        for field in allCases where fields.contains(field) && !field.rawValue.contains(".") {
            members.append(.init(field.rawValue, field.schema, optional.contains(field) ? .optional : .required))
        }
        for group in [answerFields, assertionFields, evidenceFields] {
            let inner = group.filter(fields.contains)
            guard let name = inner.first?.rawValue.split(separator: ".").first else { continue }
            let object = JSONSchema.object(
                inner.map {
                    let inner = $0.rawValue.dropFirst(name.count + 1)
                    return .init(String(inner), $0.schema, optional.contains($0) ? .optional : .required)
                })
            members.append(.init(String(name), object, optionalObjects.contains(group) ? .optional : .required))
        }
        return members
    }

    /// The schema of a judged capture.
    static var judged: JSONSchema {
        .object(
            members(
                allCases.filter { ![.error, .inputErrorCode].contains($0) },
                optional: [
                    .depthStatus, .confidence, .location, .clientData, .signedJSON, .clientDataHash, .differences,
                ], optionalObjects: [answerFields, assertionFields, evidenceFields]))
    }

    /// The schema of an input that cannot be judged.
    static func unreadable(_ codes: ReadingCodes) -> JSONSchema {
        .object(
            members([.input, .outcome, .differences], optional: [.differences])
                + codes.errorMembers(others: CaptureInputError.Code.allCases.map(\.rawValue)))
    }

    /// The schema of the outcome of a chain's capture in one mode of the server.
    ///
    /// - Parameter fields: The members of a judged capture that it may have.
    static func chainOutcome(_ fields: Set<JudgementField>) -> JSONSchema {
        .object(
            members(
                allCases.filter(fields.contains),
                optional: [
                    .depthStatus, .confidence, .location, .evidenceLocation, .clientData, .signedJSON, .clientDataHash,
                ], optionalObjects: [answerFields, assertionFields, evidenceFields])
                + JSONSchema.members(["counter_after": .integer]))
    }

    /// The schema of an expected answer, in which every member of any kind of result is optional.
    static var expected: JSONSchema {
        func parts(_ group: [JudgementField]) -> JSONSchema {
            let members = group.map { field in
                JSONSchema.Member(String(field.rawValue.split(separator: ".")[1]), field.schema, .optional)
            }
            return JSONSchema.object(members).orNull
        }
        let parted = JSONSchema.members(
            [
                "answer": parts(answerFields), "assertion": parts(assertionFields),
                "metadata_evidence": parts(evidenceFields),
            ],
            .optional)
        let names = allCases.map(\.rawValue).filter { !$0.contains(".") } + RequestField.allCases.map(\.rawValue)
        let unparted = Set(names).subtracting(parted.map(\.name)).sorted()
        return .object(
            parted + unparted.map { JSONSchema.Member($0, .any, .optional) } + ExpectedAnswers.remarkMembers)
    }
}

extension JSONSchema {
    static let bindings = list(
        of: words(
            Binding.allCases.flatMap { binding in SigningForm.allCases.map { SatisfiedBinding(binding, $0).name } }))
}

extension Array where Element: Hashable {
    /// The elements without duplicates, in order of first occurrence.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension JudgedInput {
    /// The schema of the output of `capture verify` for one input.
    package static func schema(_ codes: ReadingCodes) -> JSONSchema {
        .anyOf([JudgementField.judged, JudgementField.unreadable(codes)] + RequestField.schemas)
    }
}

extension JudgementSummary {
    package static var schema: JSONSchema {
        .object([
            "captures": .count,
            "outcome": .object(CaptureOutcome.allCases.map { JSONSchema.Member($0.rawValue, .count) }),
            "http_status": .map(of: .count), "reason_code": .map(of: .count), "change": .map(of: .count),
            "error_code": .map(of: .count), "compared": .count, "as_expected": .count,
        ])
    }
}

extension ExpectedAnswers {
    /// The members that are not compared.
    static var remarkMembers: [JSONSchema.Member] { remarks.sorted().map { JSONSchema.Member($0, .any, .optional) } }

    /// The schema of a file of expected answers: answers by name of the capture, or one for all.
    package static var schema: JSONSchema {
        let answer = JudgementField.expected
        return .anyOf([answer, .map(of: answer)])
    }
}
