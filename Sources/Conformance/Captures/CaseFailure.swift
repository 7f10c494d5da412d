internal import Support

/// A failure of a case or of the set. The wording is in `CaseWording.swift`.
enum CaseFailure: Error, Sendable, Hashable {
    /// Members that differ; and others that do and are no failure by themselves.
    case differences([AnswerDifference], further: [AnswerDifference])
    case noAnswer(ProgramFailure)
    /// The answer leaves out a position of the switches that the answer to another case has.
    case omittedMode(String, givenFor: String)
    case unreadable(CaseFileError)
    /// The file of expected answers has none for the case.
    case withoutExpected(file: String)
    /// An answer is expected, but there is no case.
    case withoutCase(name: String, folder: String)
    /// Another case has the same name.
    case sameName(String)
    case answerFile(AnswerFileFailure)
    case emptySet
    case nothingMatches(filter: String)

    /// A code for programs that read reports.
    var code: String {
        switch self {
        case .differences: "differences"
        case .noAnswer(let failure): failure.code
        case .omittedMode: "omitted-mode"
        case .unreadable: "unreadable-case"
        case .withoutExpected: "case-without-answer"
        case .withoutCase: "answer-without-case"
        case .sameName: "same-name"
        case .answerFile(let failure): failure.code
        case .emptySet: "empty-set"
        case .nothingMatches: "nothing-matches"
        }
    }

    /// Whether something could not be read, as opposed to being wrong.
    var isUnreadable: Bool {
        switch self {
        case .unreadable: true
        case .answerFile(let failure): failure.isUnreadable
        default: false
        }
    }

    /// Whether it is about the set or the program as a whole.
    var isOfSet: Bool {
        switch self {
        case .differences, .noAnswer, .omittedMode: false
        default: true
        }
    }
}
