internal import DepthAnalysis
internal import DepthFiles
package import Support

/// A request for the analysis of one input: one line of JSON, for `--run-once` and `golden requests`.
package struct AnswerRequest: Sendable, Hashable {
    package let id: RequestID
    /// The path of the packed or unpacked samples.
    package var file: String
    /// Whether the request is about the whole file, so that its samples alone are not enough.
    package let isWholeFileRequest: Bool
    private let profile: AnalysisProfile
    let given: MapDimensions?
    let used: MapDimensions

    init(_ golden: GoldenCase, of set: GoldenSet) {
        id = golden.requestID
        profile = golden.profile
        isWholeFileRequest = golden.input.isWholeFile
        file = set.inputPath(golden.input.file)
        given = golden.input.given
        used = golden.input.used
    }

    package static func all(for cases: [GoldenCase], of set: GoldenSet) -> [AnswerRequest] {
        var seen: Set<RequestID> = []
        return cases.map { AnswerRequest($0, of: set) }.filter { seen.insert($0.id).inserted }
            .sorted { left, right in
                (ExactText(left.id.name), left.profile.rawValue) < (ExactText(right.id.name), right.profile.rawValue)
            }
    }

    package var line: String { Self.shape.line(of: self) }

    // The endings of copies' names. A whole file has the ending of a packed map, so that its name reveals nothing.
    static let packedEnding = "input.bin.gz"
    static let unpackedEnding = "input.f32"
}

extension GoldenCase {
    /// The name of its request, which reveals neither the golden nor its place in the set.
    var requestID: RequestID {
        let digest = SHA256Digest.hexadecimal(of: Array(inputName.utf8))
        return RequestID(name: String(digest.prefix(12)), profile: profile)
    }

    /// The names that an answer in a file can have: the request's or the input's.
    var answerIDs: [RequestID] { [requestID, RequestID(name: inputName, profile: profile)] }
}

extension AnswerRequest {
    package static let shape = Shape<AnswerRequest> {
        Member(AnswerKey.name.rawValue, .text) { $0.id.name }
        Member(AnswerKey.profile.rawValue, .word) { $0.profile }
        Member("file", .text) { $0.file }
        Member("width", .count) { $0.used.width }
        Member("height", .count) { $0.used.height }
        Member("given_width", .count) { $0.given?.width ?? 0 }
        Member("given_height", .count) { $0.given?.height ?? 0 }
    }

    /// The schema of a line of `--answers`: any fields of an analysis with a status, or an error.
    package static var answerSchema: JSONSchema {
        let name = JSONSchema.members([AnswerKey.name.rawValue: .string])
        let profile = JSONSchema.members([AnswerKey.profile.rawValue: .words(AnalysisProfile.self)], .optional)
        let status = JSONSchema.Member(Field.status.rawValue, Field.status.schema)
        let fields = Field.answerMembers.filter { ![Field.status, .profile].map(\.rawValue).contains($0.name) }
        return .anyOf([
            .object(name + profile + [status] + fields, isOpen: true),
            .object(name + profile + JSONSchema.members([AnswerKey.error.rawValue: .string]), isOpen: true),
        ])
    }
}

extension SceneAnalysis.Field {
    /// Any fields of an analysis, all optional.
    static var answerMembers: [JSONSchema.Member] { members(.optional) }
}

extension SceneAnalysis {
    /// The analysis as an answer: the values of its JSON, except the checks, which no golden stores.
    var answer: JSONValue {
        func members(_ fields: [Field]) -> [JSONValue.Member] {
            fields.compactMap { field in
                field.value(in: self).json(in: profile).map { JSONValue.Member(key: field.rawValue, value: $0) }
            }
        }
        let stages = JSONValue.object(members(Field.allCases.filter(\.isInStages)))
        return .object(
            members(Field.allCases.filter { !$0.isInStages })
                + [JSONValue.Member(key: Field.stagesKey, value: stages)])
    }
}

extension AnalysisFieldValue {
    /// The value in JSON, with the decimals that JSON of the profile has; nil for checks.
    fileprivate func json(in profile: AnalysisProfile) -> JSONValue? {
        func number(_ number: Double?) -> JSONValue {
            number.flatMap { $0.isFinite ? .number(profile.shortestDecimal($0)) : nil } ?? .null
        }
        return switch self {
        case .text(let word): .string(word)
        case .texts(let words): .array(words.map { .string($0) })
        case .flag(let flag): .flag(flag)
        case .whole(let number): .number(number.description)
        case .wholes(let numbers): .array(numbers.map { .number($0.description) })
        case .real(let real): number(real)
        case .reals(let reals): .array(reals.map(number))
        case .quadrants(let quadrants):
            .array(
                quadrants.map { quadrant in
                    .object(
                        DepthQuadrant.Key.allCases.map { key in
                            switch key {
                            case .validCount:
                                JSONValue.Member(key: key.rawValue, value: .number(quadrant.validCount.description))
                            case .standardDeviation:
                                JSONValue.Member(key: key.rawValue, value: number(quadrant.standardDeviation))
                            }
                        })
                })
        case .checks: nil
        }
    }
}
