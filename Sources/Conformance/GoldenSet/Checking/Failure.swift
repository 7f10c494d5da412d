package import DepthFiles
package import Support

package enum Failure: Error, Sendable, Equatable {
    /// Fields that differ, worst first, and the first diverging stage.
    case differences([Difference], Divergence)
    case noAnswer(ProgramFailure)
    case notReported([Field])
    /// Fields that other answers have, with the numbers of goldens for which they are given and left out.
    case leftOut([Field], given: Int, leftOut: Int)
    /// An element of a list lacks these members, which every element must have.
    case withoutMembers([String])
    case otherNames([OtherName])
    /// The answer has no member that the golden stores, except its status.
    case noKnownMember
    /// Another request for the same input got another answer; one line for each field.
    case keepsState([String])
    case goldenWithoutInput(path: String)
    case unreadableInput(ReadingError)
    case changedInput(path: String, expected: String, found: String)
    /// The samples are the golden's, but their dimensions differ from the golden's.
    case changedDimensions(expected: GoldenInput, found: GoldenInput)
    case otherAlgorithm(stored: String, expected: String)
    /// depthcheck's own answer, where an independent one is required.
    case notIndependent(implementation: String)
    case unreadableGolden(GoldenFormatError)
    case inputWithoutGolden(input: String, folder: String)
    case unlistedFolder(String)
    /// The manifest excuses a golden that exists, or whose input does not exist.
    case staleExcuse(hasInput: Bool)
    case emptySet
    case nothingMatches(filter: Message)
    case answerFile(AnswerFileFailure)
    case unneeded(UnneededKnownFailure)

    package var code: String {
        switch self {
        case .differences: "differences"
        case .noAnswer(let failure): failure.code
        case .notReported: "not-reported"
        case .leftOut, .withoutMembers: "left-out"
        case .otherNames: "other-names"
        case .noKnownMember: "no-known-member"
        case .keepsState: "keeps-state"
        case .goldenWithoutInput: "golden-without-input"
        case .unreadableInput: "unreadable-input"
        case .changedInput: "changed-input"
        case .changedDimensions: "changed-dimensions"
        case .otherAlgorithm: "other-algorithm"
        case .notIndependent: "not-independent"
        case .unreadableGolden: "unreadable-golden"
        case .inputWithoutGolden: "input-without-golden"
        case .unlistedFolder: "unlisted-folder"
        case .staleExcuse: "useless-exception"
        case .emptySet: "empty-set"
        case .nothingMatches: "nothing-matches"
        case .answerFile(let failure): failure.code
        case .unneeded: UnneededKnownFailure.code
        }
    }

    package var severity: Severity {
        switch self {
        case .differences(let differences, _): differences.map(\.severity).max() ?? Severity(rank: .number)
        case .notReported, .leftOut, .withoutMembers: Severity(rank: .count)
        case .noAnswer, .otherNames, .noKnownMember, .keepsState, .goldenWithoutInput, .unreadableInput, .changedInput,
            .changedDimensions, .otherAlgorithm,
            .notIndependent:
            Severity(rank: .noAnswer)
        case .unreadableGolden, .inputWithoutGolden, .unlistedFolder, .staleExcuse, .emptySet, .nothingMatches,
            .answerFile, .unneeded:
            Severity(rank: .set)
        }
    }

    var isDifference: Bool { if case .differences = self { true } else { false } }

    package var isUnreadable: Bool {
        switch self {
        case .unreadableGolden, .unreadableInput: true
        case .answerFile(let failure): failure.isUnreadable
        default: false
        }
    }
}
