package import DepthAnalysis
package import Support

/// The fields of a result outside the analysis, in the order in which they are written; JSON and CSV derive from it.
package enum ResultField: String, CaseIterable, Sendable {
    case serverWouldAnswer = "server_would_answer"
    case serverAnswer = "server_answer"
    case serverCode = "server_code"
    case notes
    case noteCodes = "note_codes"
    case error
    case errorCode = "error_code"

    package static let inputKey = "input"

    /// Nil if the field is absent; JSON then omits it.
    package func value(in result: FileAnalysis, _ names: OptionNaming) -> AnalysisFieldValue? {
        switch self {
        case .serverWouldAnswer: .text(result.serverAnswer.description)
        case .serverAnswer: .text(result.serverAnswer.code)
        case .serverCode: result.serverAnswer.reasonCode.map { .text($0) }
        case .notes: .texts(result.notes.map { $0.wording.text(names) })
        case .noteCodes: .texts(result.notes.map { $0.code })
        case .error: result.error.map { .text($0.text(names)) }
        case .errorCode: result.error.map { .text($0.code) }
        }
    }

    package var meaning: String {
        switch self {
        case .serverWouldAnswer:
            "what the server answers to the same bytes, as a sentence: `pass`, `fail`, `unavailable: …`, `unknown: …`"
        case .serverAnswer: "the same for programs: `pass`, `fail`, `unavailable` or `unknown`"
        case .serverCode: "only without a verdict of the server: the code of the reason"
        case .notes: "remarks on how the file was read"
        case .noteCodes: "the code of each note, in the same order"
        case .error: "only when the file could not be read: what was found, what was expected, what to do"
        case .errorCode: "only when the file could not be read: the code of the error"
        }
    }
}
