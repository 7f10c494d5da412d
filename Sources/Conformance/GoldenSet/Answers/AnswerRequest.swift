package import DepthAnalysis
internal import DepthFiles
package import Support

/// A request to a program about one input: one line of JSON, for `--run-once` and `golden requests`.
package struct AnswerRequest: Sendable, Hashable {
    /// Identifies a request within a set.
    package struct ID: Sendable, Hashable {
        package let name: String
        package let profile: AnalysisProfile

        package static func == (left: ID, right: ID) -> Bool {
            left.profile == right.profile && left.name.isExactly(right.name)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(profile)
            hasher.combine(ExactText(name))
        }
    }

    /// The keys of a request; answers use some of them too.
    enum Key: String {
        case name, profile, file, width, height, error
        case givenWidth = "given_width"
        case givenHeight = "given_height"
    }

    package let id: ID
    /// The path of the packed or unpacked samples.
    package var file: String
    /// Whether the request is about the whole file, so that its samples alone are not enough.
    package let isWholeFileRequest: Bool
    let given: MapDimensions?
    let used: MapDimensions

    init(_ golden: GoldenCase, of set: GoldenSet) {
        id = golden.requestID
        isWholeFileRequest = golden.input.isWholeFile
        file = set.inputPath(golden.input.file)
        given = golden.input.given
        used = golden.input.used
    }

    /// The distinct requests of some goldens, in the order of their names.
    package static func all(for cases: [GoldenCase], of set: GoldenSet) -> [AnswerRequest] {
        var seen: Set<ID> = []
        return cases.map { AnswerRequest($0, of: set) }.filter { seen.insert($0.id).inserted }
            .sorted { left, right in
                (ExactText(left.id.name), left.id.profile.rawValue)
                    < (ExactText(right.id.name), right.id.profile.rawValue)
            }
    }

    /// The request as sent, without the newline.
    package var line: String {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member(Key.name.rawValue, id.name)
            writer.member(Key.profile.rawValue, id.profile.rawValue)
            writer.member(Key.file.rawValue, file)
            writer.member(Key.width.rawValue, used.width)
            writer.member(Key.height.rawValue, used.height)
            writer.member(Key.givenWidth.rawValue, given?.width ?? 0)
            writer.member(Key.givenHeight.rawValue, given?.height ?? 0)
        }
        return writer.text
    }
}

extension GoldenCase {
    var requestID: AnswerRequest.ID { AnswerRequest.ID(name: inputName, profile: profile) }
}

package struct TimedAnswer: Sendable {
    let answer: Answer
    var seconds = 0.0
}

extension JSONValue {
    /// The answer in a line: an analysis with a status, or an `error` that gives the reason for having none.
    var answerOfLine: Answer {
        guard members != nil else { return .failure(.notJSON(finding: "\(kindName) was printed", output: "")) }
        guard self[Field.status.rawValue] == nil else { return .success(self) }
        return .failure(self[AnswerRequest.Key.error.rawValue]?.string.map(ProgramFailure.refused) ?? .withoutStatus)
    }
}

extension AnswerRequest {
    package static var schema: JSONSchema {
        .object([
            Key.name.rawValue: .string, Key.profile.rawValue: .words(AnalysisProfile.self), Key.file.rawValue: .string,
            Key.width.rawValue: .count, Key.height.rawValue: .count, Key.givenWidth.rawValue: .count,
            Key.givenHeight.rawValue: .count,
        ])
    }

    /// The schema of a line of `--answers`: any fields of an analysis with a status, or an error. Other members are
    /// ignored.
    package static var answerSchema: JSONSchema {
        let name = JSONSchema.members([Key.name.rawValue: .string])
        let profile = JSONSchema.members([Key.profile.rawValue: .words(AnalysisProfile.self)], .optional)
        let status = JSONSchema.Member(Field.status.rawValue, Field.status.schema)
        let fields = Field.answerMembers.filter { ![Field.status, .profile].map(\.rawValue).contains($0.name) }
        return .anyOf([
            .object(name + profile + [status] + fields, isOpen: true),
            .object(name + profile + JSONSchema.members([Key.error.rawValue: .string]), isOpen: true),
        ])
    }
}

extension SceneAnalysis.Field {
    /// Any fields of an analysis, all optional. NaN and the infinities may be strings, because JSON has no numbers
    /// for them.
    static var answerMembers: [JSONSchema.Member] { members(.optional) }
}
