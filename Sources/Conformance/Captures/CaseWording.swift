internal import DepthFiles
internal import Support

extension CaseFailure {
    var headline: Message {
        switch self {
        case .differences(let differences, _): "\(NumberText.count(differences.count, "member")) differ"
        case .noAnswer(let failure): failure.headline
        case .omittedMode(let mode):
            "found no \(mode); expected the answers for both positions of the server's switches"
        case .state: groupTitle
        case .unreadable(let error): "\(error.finding)"
        case .withoutExpected(let file): "case without answer: found none in \(file); add it, or remove the case"
        case .withoutCase(let name, let folder):
            "answer without case: found no \(folder)/\(name).json; restore it, or remove the answer"
        case .sameName(let other): "found two cases of this name; expected one; rename this one or \(other)"
        case .answerFile(let failure): "\(failure.headline)"
        case .unneeded(let listed): listed.headline
        case .emptySet: "empty set: found no case; nothing was checked"
        case .nothingMatches(let filter): "nothing matches \(filter): nothing was checked"
        }
    }

    var groupTitle: Message {
        switch self {
        case .noAnswer(let failure): failure.groupTitle
        case .omittedMode(let mode): "\(mode) is missing"
        case .state: "keeps state between requests: a second answer to the same request is different"
        case .unreadable: "unreadable files"
        case .withoutExpected: "cases without answer"
        case .withoutCase: "answers without case"
        case .sameName: "cases of one name"
        case .answerFile(let failure): "\(failure.groupTitle)"
        case .unneeded: UnneededKnownFailure.groupTitle
        case .differences, .emptySet, .nothingMatches: headline
        }
    }

    var details: [String] {
        switch self {
        case .differences(let differences, let further): differences.map(\.line) + further.map { "also \($0.line)" }
        case .state(let changes):
            changes.map {
                "\($0.field): first \($0.expected?.shortText ?? "nothing"), then \($0.found?.shortText ?? "nothing")"
            }
        case .noAnswer(let failure): failure.details
        default: []
        }
    }
}

extension CaseFileError {
    var finding: String {
        switch self {
        case .inaccessible(let error): "\(error.path): \(error.text(.none))"
        case .notJSON(let error): "not JSON, \(error.description)"
        case .wrongMember(let member, let expected): "\(member) is missing or wrong; expected \(expected)"
        }
    }
}

extension AnswerDifference {
    var values: String { "expected \(expected?.shortText ?? "nothing"), answered \(found?.shortText ?? "nothing")" }

    var line: String { "\(field.isEmpty ? "the answer" : field): \(values)" }
}

extension KnownMistake {
    var title: String {
        let rules = rules.isEmpty ? "" : " (\(rules.joined(separator: ", ")))"
        return text.isEmpty ? name + rules : "\(name)\(rules): \(text)"
    }
}

extension FittingMistake {
    var title: String { "looks like " + ([mistake] + equals).map(\.title).joined(separator: "; or like ") }
}

extension ServerCheckReport.Group {
    func title(in set: ConformanceSet) -> Message {
        switch reason {
        case .mistake(let fit): "\(fit.title)"
        case .uniform(let fault): "\(fault.title)"
        case .afterState: "may follow from the state that the program keeps: not requested again"
        case .rule(let id): "\(set.text(ofRule: id))"
        case .departures(let text, let rules): rules.isEmpty ? "\(text)" : "\(text) (\(rules.joined(separator: ", ")))"
        case .member(let path): "no known cause, first difference: \(path)"
        case .failure(let failure): failure.groupTitle
        }
    }

    var remarks: [String] {
        guard case .mistake(let fit) = reason else { return [] }
        let count = fit.sites.count
        return ["it gives \(count == 1 ? "the differing value" : "all \(count) differing values")"]
    }

    var tallies: [(member: String, count: Int, example: AnswerDifference)] {
        let found = Dictionary(grouping: members.flatMap(\.differences), by: \.field)
        return found.map { member, differences in
            let counts = Dictionary(grouping: differences, by: \.values)
            let most = counts.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
            return (member, differences.count, most?.value[0] ?? differences[0])
        }
        .sorted { ($1.count, $0.member) < ($0.count, $1.member) }
    }
}

extension ServerCheckReport {
    /// The result in one line: `FAIL  37 of 1,143 cases, 2 causes`.
    var headline: Message {
        let (count, all) = (entries.count, NumberText.grouped(entries.count))
        let cases = "case\(count == 1 ? "" : "s")"
        if isGood {
            let differing = accepted.count
            let passed = "PASS  \(NumberText.grouped(passedCount)) of \(all) \(cases)\(Count.known(knownFailures))"
            guard differing > 0 else { return "\(passed)" }
            let verb = differing == 1 ? "differs" : "differ"
            return "\(passed), \(NumberText.grouped(differing)) of them \(verb) where servers may"
        }
        if entries.isEmpty, groups.count == 1 { return "FAIL  \(groups[0].title(in: set))" }
        var parts: [String] = []
        if !entries.isEmpty { parts.append("\(NumberText.grouped(failedCount)) of \(all) \(cases)") }
        if !setFailures.isEmpty { parts.append(NumberText.count(setFailures.count, "failure") + " of the set") }
        parts.append(NumberText.count(groups.count, "cause"))
        return "FAIL  \(parts.joined(separator: ", "))\(Count.known(knownFailures))"
    }

    /// The accepted differences: one line for each, or for all if there are many.
    var acceptedLines: [String] {
        func rule(_ entry: Entry) -> String? { entry.testCase?.rules.first }
        guard accepted.count > Self.listedAcceptedCount else {
            return accepted.map { entry in
                let members = (entry.comparison?.differences ?? []).map(\.field).joined(separator: ", ")
                return "\(entry.id) differs where servers may: \(members)"
                    + (rule(entry).map { ": \(set.text(ofRule: $0))" } ?? "")
            }
        }
        let counts = Dictionary(grouping: accepted) { rule($0) ?? "no rule" }.mapValues(\.count)
        let rules = counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        return ["\(accepted.count) answers differ where servers may: \(rules.joined(separator: ", "))"]
    }

    private static let listedAcceptedCount = 3

    var acceptedMistakes: [String] {
        let names = Set(accepted.map(\.id))
        return fits.filter { fit in fit.sites.allSatisfy { names.contains($0.name) } }.map {
            "where servers may differ, it \($0.title)"
        }
    }

    /// Everything else that a reader should know, one line each.
    var remarks: [Message] {
        let counts = comparedCounts.map { "\($0.member) (\($0.count))" }
        let compared =
            counts.isEmpty ? [] : ["optional members compared, with cases: \(counts.joined(separator: ", "))"]
        let further: Message =
            "\(NumberText.count(furtherCount, "answer")) \(furtherCount == 1 ? "differs" : "differ") only in "
            + "members that are not required, such as the reason; \(option: .reasons) compares them"
        return (notes + compared).map { "\($0)" } + (furtherCount == 0 ? [] : [further])
            + (acceptedLines + acceptedMistakes).map { "\($0)" }
    }
}

enum CaseFailure: Error, Sendable, Hashable {
    /// Members that differ, and `further` ones, whose difference alone is no failure.
    case differences([AnswerDifference], further: [AnswerDifference])
    case noAnswer(ProgramFailure)
    /// The answer leaves out one of the two modes.
    case omittedMode(String)
    case state([AnswerDifference])
    case unreadable(CaseFileError)
    case withoutExpected(file: String)
    case withoutCase(name: String, folder: String)
    case sameName(String)
    case answerFile(AnswerFileFailure)
    case unneeded(UnneededKnownFailure)
    case emptySet
    case nothingMatches(filter: String)

    var code: String {
        switch self {
        case .differences: "differences"
        case .noAnswer(let failure): failure.code
        case .omittedMode: "omitted-mode"
        case .state: "state"
        case .unreadable: "unreadable-case"
        case .withoutExpected: "case-without-answer"
        case .withoutCase: "answer-without-case"
        case .sameName: "same-name"
        case .answerFile(let failure): failure.code
        case .unneeded: UnneededKnownFailure.code
        case .emptySet: "empty-set"
        case .nothingMatches: "nothing-matches"
        }
    }

    var isUnreadable: Bool {
        switch self {
        case .unreadable: true
        case .answerFile(let failure): failure.isUnreadable
        default: false
        }
    }

    var isOfSet: Bool {
        switch self {
        case .differences, .noAnswer, .omittedMode, .state: false
        default: true
        }
    }
}
