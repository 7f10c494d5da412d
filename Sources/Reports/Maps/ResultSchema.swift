package import DepthAnalysis
package import DepthFiles
package import Support

package struct ReadingCodes: Sendable {
    package let errors: [String]
    package let notes: [String]
    package let refusals: [String]

    package init(errors: [ReadingError], notes: [ReadingNote], answers: [ServerAnswer]) {
        func sorted(_ codes: [String]) -> [String] { Set(codes).sorted() }
        self.errors = sorted(errors.map(\.code))
        self.notes = sorted(notes.map(\.code))
        refusals = sorted(answers.compactMap(\.reasonCode))
    }

    package static let none = ReadingCodes(errors: [], notes: [], answers: [])
}

extension ServerAnswer {
    package static var codeSchema: JSONSchema { .words(codes) }
}

extension ResultField {
    fileprivate func member(_ codes: ReadingCodes) -> JSONSchema.Member {
        let (schema, presence): (JSONSchema, JSONSchema.Member.Presence) =
            switch self {
            case .serverWouldAnswer: (.string, .required)
            case .serverAnswer: (ServerAnswer.codeSchema, .required)
            case .serverCode: (.words(codes.refusals), .optional)
            case .notes: (.strings, .required)
            case .noteCodes: (.list(of: .words(codes.notes)), .required)
            case .error: (.string, .optional)
            case .errorCode: (.words(codes.errors), .optional)
            }
        return JSONSchema.Member(rawValue, schema, presence)
    }
}

extension JSONReport {
    package static func schema(_ codes: ReadingCodes) -> JSONSchema {
        .object(
            [JSONSchema.Member(ResultField.inputKey, .string)] + SceneAnalysis.Field.members()
                + ResultField.allCases.map { $0.member(codes) })
    }
}

extension AnalysisParameters {
    /// The schema of any subset of the parameters, and of the provenance of tuned parameters. The documentation gives
    /// the valid ranges in words.
    package static var schema: JSONSchema {
        .object(
            Key.allCases.map { JSONSchema.Member($0.rawValue, $0.isWhole ? .count : .number, .optional) }
                + [JSONSchema.Member(tuningMember, .any, .optional)])
    }
}
