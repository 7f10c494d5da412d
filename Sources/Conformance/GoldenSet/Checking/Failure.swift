/// What is wrong with a golden, or with the set: each kind has its own data, its wording is in one place.
package enum Failure: Error, Sendable, Equatable {
    /// Fields that are not as stored, worst first, and where the answers part.
    case differences([Difference], Divergence)
    case noAnswer(ProgramFailure)
    case notReported([String])
    case goldenWithoutInput(path: String)
    case unreadableInput(path: String, finding: String)
    /// The golden's input is not the one that was answered.
    case changedInput(path: String, expected: String, found: String)
    /// The samples are the ones that were answered, but other dimensions come out than the golden says.
    case changedDimensions(expected: GoldenInput, found: GoldenInput)
    case otherAlgorithm(stored: String, expected: String)
    /// depthcheck itself answered, where somebody else's answer was asked for.
    case notIndependent(implementation: String)
    case unreadableGolden(GoldenFormatError)
    case inputWithoutGolden(input: String, folder: String)
    case unlistedFolder(String)
    /// The manifest says why a golden is absent, but it is there, or its input is not.
    case uselessExcuse(hasInput: Bool)
    case emptySet
    case nothingMatches(filter: String)
    /// The line of an answers file is no answer.
    case notAnAnswer(line: Int, AnswerLineError)
    /// It answers what another line has answered.
    case secondAnswer(AnswerRequest.ID, line: Int, first: Int)
    /// It answers what no golden of the set asks.
    case unknownAnswer(AnswerRequest.ID, line: Int)
    /// Further lines of an answers file are like these, and are not listed.
    case furtherLines(count: Int, areUnreadable: Bool)

    /// A name for programs that read reports.
    package var code: String {
        switch self {
        case .differences: "differences"
        case .noAnswer(.notStarted): "not-started"
        case .noAnswer(.timedOut): "timeout"
        case .noAnswer(.crashed): "crash"
        case .noAnswer(.wrongExit): "wrong-exit"
        case .noAnswer(.notJSON): "not-json"
        case .noAnswer(.tooMuchOutput): "too-much-output"
        case .noAnswer(.withoutSamples): "without-samples"
        case .noAnswer(.refused): "refused"
        case .noAnswer(.endedEarly): "ended-early"
        case .noAnswer(.closedOutput): "closed-output"
        case .noAnswer(.withoutStatus): "without-status"
        case .noAnswer(.otherAnswer): "other-answer"
        case .noAnswer(.moreThanOneLine): "more-than-one-line"
        case .noAnswer(.stillRunning): "still-running"
        case .noAnswer(.notAsked): "not-asked"
        case .noAnswer(.notInFile): "not-in-file"
        case .notReported: "not-reported"
        case .goldenWithoutInput: "golden-without-input"
        case .unreadableInput: "unreadable-input"
        case .changedInput: "changed-input"
        case .changedDimensions: "changed-dimensions"
        case .otherAlgorithm: "other-algorithm"
        case .notIndependent: "not-independent"
        case .unreadableGolden: "unreadable-golden"
        case .inputWithoutGolden: "input-without-golden"
        case .unlistedFolder: "unlisted-folder"
        case .uselessExcuse: "useless-exception"
        case .emptySet: "empty-set"
        case .nothingMatches: "nothing-matches"
        case .notAnAnswer: "not-an-answer"
        case .secondAnswer: "second-answer"
        case .unknownAnswer: "unknown-answer"
        case .furtherLines: "further-lines"
        }
    }

    /// How bad it is; the worst is reported first.
    package var severity: Severity {
        switch self {
        case .differences(let differences, _): differences.map(\.severity).max() ?? Severity(rank: .number)
        case .notReported: Severity(rank: .count)
        case .noAnswer, .goldenWithoutInput, .unreadableInput, .changedInput, .changedDimensions, .otherAlgorithm,
            .notIndependent:
            Severity(rank: .noAnswer)
        case .unreadableGolden, .inputWithoutGolden, .unlistedFolder, .uselessExcuse, .emptySet, .nothingMatches,
            .notAnAnswer, .secondAnswer, .unknownAnswer, .furtherLines:
            Severity(rank: .set)
        }
    }

    /// Whether something could not be read, as opposed to being wrong.
    package var isUnreadable: Bool {
        switch self {
        case .unreadableGolden, .unreadableInput, .notAnAnswer: true
        case .furtherLines(_, let areUnreadable): areUnreadable
        default: false
        }
    }
}
