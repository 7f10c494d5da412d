internal import Support

/// The result of a check of a capture server.
package struct ServerCheckReport: Sendable {
    package struct Entry: Sendable {
        /// The name of the case; for failures of the set, the file or folder.
        package let id: String
        package let path: String
        /// Nil for failures of the set.
        package internal(set) var testCase: ConformanceCase?
        /// Nil without an answer.
        var comparison: CaseComparison?
        var seconds = 0.0
        var failures: [CaseFailure] = []
        var isKnownFailure = false

        /// Whether the answer differs, or there is none although there could be.
        package var isDifferent: Bool {
            failures.contains { failure in
                switch failure {
                case .differences: true
                case .noAnswer(let failure): failure != .notAsked && failure != .notInFile
                default: false
                }
            }
        }
    }

    package let set: ConformanceSet
    package let subject: String
    /// The name of the command.
    package var check = "capture check"
    /// In the order of the names.
    package internal(set) var entries: [Entry] = []
    package internal(set) var setFailures: [Entry] = []
    private(set) var groups: [Group] = []
    private(set) var fits: [FittingMistake] = []
    package var notes: [String] = []
    package internal(set) var seconds = 0.0

    init(set: ConformanceSet, subject: String) {
        self.set = set
        self.subject = subject
    }

    package var passedCount: Int { entries.count { $0.failures.isEmpty && !$0.isKnownFailure } }
    var failedCount: Int { entries.count { !$0.failures.isEmpty } }
    package var knownFailures: [String] { entries.filter(\.isKnownFailure).map(\.id) }

    /// Whether at least one case was compared and nothing failed.
    package var isGood: Bool { setFailures.isEmpty && !entries.isEmpty && failedCount == 0 }

    /// The cases that differ in a way that implementations may.
    var accepted: [Entry] {
        entries.filter { $0.testCase?.category == .mayDiffer && $0.comparison?.differences.isEmpty == false }
    }

    /// The number of answers that leave out a position of the switches although they have the other.
    var omittedCounts: [(mode: String, count: Int)] {
        RequiredMembers.modes.compactMap { mode in
            let count = entries.count { $0.comparison?.omittedMode == mode }
            return count == 0 ? nil : (mode, count)
        }
    }

    /// The number of answers whose only differences are in members that are not required.
    var furtherCount: Int {
        entries.count { $0.failures.isEmpty && !$0.isKnownFailure && $0.comparison?.further.isEmpty == false }
    }

    /// Replaces entries by those of simpler cases that differ too, and groups the failures anew.
    ///
    /// - Parameter entry: The entry of the simplest case for the name of a case; nil to keep its entry.
    package mutating func replaceEntries(by entry: (String) -> Entry?) {
        entries = entries.map { entry($0.id) ?? $0 }
        diagnose()
    }

    /// Fails the answers that omit a position of the switches that another answer has. A server without this position
    /// never has it; another server could omit it where its answer is wrong.
    mutating func failOmittedModes() {
        for mode in RequiredMembers.modes {
            guard let given = entries.first(where: { $0.comparison?.answeredModes.contains(mode) == true })
            else { continue }
            for index in entries.indices where entries[index].comparison?.omittedMode == mode {
                entries[index].failures.append(.omittedMode(mode, givenFor: given.id))
            }
        }
    }
}

extension ServerCheckReport.Entry: ComparedEntry {}
extension CaseFailure: ComparedFailure {
    var isOfUnasked: Bool { if case .noAnswer(.notAsked) = self { true } else { false } }
}

extension ServerCheckReport {
    /// Failures that probably have one cause.
    struct Group: Sendable {
        enum Reason: Sendable {
            case mistake(FittingMistake)
            /// No known mistake explains them; all cases guard this rule first.
            case rule(String)
            /// The cases were generated with these departures from valid ones.
            case departures(String, rules: [String])
            /// No known mistake explains them, and the cases name no rule; this member differs first.
            case member(String)
            /// There is no answer to compare, or something is wrong with the set.
            case failure(CaseFailure)
        }

        struct Member: Sendable {
            let entry: Entry
            let failure: CaseFailure

            /// The differences that belong to the group.
            var differences: [AnswerDifference] {
                if case .differences(let differences, _) = failure { differences } else { [] }
            }

            fileprivate var size: (Int, String) { (differences.count, entry.id) }
        }

        let reason: Reason
        let members: [Member]

        /// Sort key: failures of the set, missing answers, known mistakes, then the rest; larger groups first.
        fileprivate var place: (Int, Int, String) {
            let kind =
                switch reason {
                case .failure(.noAnswer(.notAsked)): 5
                case .failure(let failure): failure.isOfSet ? 0 : 1
                case .mistake: 2
                case .rule, .departures: 3
                case .member: 4
                }
            return (kind, -members.count, members.first?.entry.id ?? "")
        }
    }

    /// Groups the failures: those of answers by the known mistakes that explain them, else by rule.
    mutating func diagnose() {
        var observed: [KnownMistake.Site: JSONValue] = [:]
        var comparisons: [String: CaseComparison] = [:]
        for entry in entries {
            guard let comparison = entry.comparison else { continue }
            comparisons[entry.id] = comparison
            for difference in comparison.differences {
                observed[.init(name: entry.id, path: difference.field)] = difference.found ?? .null
            }
        }
        fits = MistakeFinder(
            mistakes: set.mistakes, expected: { comparisons[$0.name]?.required[$0.path] }, observed: observed
        ).fits()
        groups = Grouping(fits: fits).groups(setFailures + entries)
    }
}

private struct Grouping {
    let fits: [FittingMistake]

    private enum Key: Hashable {
        case mistake(Int)
        case rule(String)
        case departures(String, rules: [String])
        case member(String)
        case failure(Message)
    }

    func groups(_ entries: [ServerCheckReport.Entry]) -> [ServerCheckReport.Group] {
        var members: [Key: [ServerCheckReport.Group.Member]] = [:]
        for entry in entries {
            for (key, failure) in entry.failures.flatMap({ parts(of: $0, entry) }) {
                members[key, default: []].append(.init(entry: entry, failure: failure))
            }
        }
        return members.map { key, members in
            let reason: ServerCheckReport.Group.Reason =
                switch key {
                case .mistake(let number): .mistake(fits[number])
                case .rule(let id): .rule(id)
                case .departures(let text, let rules): .departures(text, rules: rules)
                case .member(let path): .member(path)
                case .failure: .failure(members[0].failure)
                }
            // The simplest example first.
            return .init(reason: reason, members: members.sorted { $0.size < $1.size })
        }
        .sorted { $0.place < $1.place }
    }

    /// A failure by cause. Of the differences in one answer, each can have another cause.
    private func parts(of failure: CaseFailure, _ entry: ServerCheckReport.Entry) -> [(Key, CaseFailure)] {
        guard case .differences(let differences, let further) = failure else {
            return [(.failure(failure.groupTitle), failure)]
        }
        var keyed: [(key: Key, differences: [AnswerDifference])] = []
        let rules = entry.testCase?.rules ?? []
        let rest =
            entry.testCase?.cause.map { Key.departures($0, rules: rules) } ?? rules.first.map(Key.rule)
            ?? .member(differences[0].field)
        func mistake(_ difference: AnswerDifference) -> Key? {
            let site = KnownMistake.Site(name: entry.id, path: difference.field)
            return fits.firstIndex { $0.sites.contains(site) }.map(Key.mistake)
        }
        // The table of mistakes has no members that are not expected. They follow the others of the case.
        let first = differences.lazy.compactMap(mistake).first
        let unexpected = entry.comparison?.unexpected ?? []
        for difference in differences {
            let key = mistake(difference) ?? (unexpected.contains(difference.field) ? first : nil) ?? rest
            if let index = keyed.firstIndex(where: { $0.key == key }) {
                keyed[index].differences.append(difference)
            } else {
                keyed.append((key, [difference]))
            }
        }
        return keyed.map { ($0.key, .differences($0.differences, further: further)) }
    }
}
