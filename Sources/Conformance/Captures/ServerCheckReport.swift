internal import Support

package struct ServerCheckReport: Sendable {
    package struct Entry: Sendable {
        package let id: String
        package let path: String
        package internal(set) var testCase: ConformanceCase?
        var comparison: CaseComparison?
        /// Whether the case may differ, and the answer is one of those that are allowed.
        var isAllowed = false
        /// Whether the program keeps state, so that differences prove nothing.
        var isAfterState = false
        var seconds = 0.0
        var failures: [CaseFailure] = []
        var isKnownFailure = false

        var dependsOnState: Bool { isAfterState || failures.contains { if case .state = $0 { true } else { false } } }

        /// Whether the answer differs, or is missing although the program was asked.
        package var isDifferent: Bool {
            failures.contains { failure in
                switch failure {
                case .differences, .state: true
                case .noAnswer(let failure): failure != .notAsked && failure != .notInFile
                default: false
                }
            }
        }
    }

    package let set: ConformanceSet
    package let subject: String
    package var check = "capture check"
    package internal(set) var entries: [Entry] = []
    package internal(set) var setFailures: [Entry] = []
    private(set) var groups: [Group] = []
    private(set) var fits: [FittingMistake] = []
    package var notes: [String] = []
    package internal(set) var seconds = 0.0

    init(set: ConformanceSet, subject: String) {
        (self.set, self.subject) = (set, subject)
    }

    package var passedCount: Int { entries.count { $0.failures.isEmpty && !$0.isKnownFailure } }
    var failedCount: Int { entries.count { !$0.failures.isEmpty } }
    package var knownFailures: [String]? { entries.isEmpty ? nil : entries.filter(\.isKnownFailure).map(\.id) }

    package var isGood: Bool { setFailures.isEmpty && !entries.isEmpty && failedCount == 0 }

    var accepted: [Entry] { entries.filter { $0.isAllowed && $0.comparison?.differences.isEmpty == false } }

    var comparedCounts: [(member: String, count: Int)] {
        let members = Dictionary(grouping: entries.flatMap { $0.comparison?.given ?? [] }) { $0 }
        return members.map { ($0.key, $0.value.count) }.sorted { $0.member < $1.member }
    }

    /// The number of answers whose only differences are in members that are not required.
    var furtherCount: Int {
        entries.count { $0.failures.isEmpty && !$0.isKnownFailure && $0.comparison?.further.isEmpty == false }
    }

    /// Replaces entries by those of simpler cases that differ too, and groups the failures anew.
    package mutating func replaceEntries(by entry: (String) -> Entry?) {
        entries = entries.map { entry($0.id) ?? $0 }
        diagnose()
    }

    /// Fails the answers that differ.
    mutating func failDifferences() {
        let given = Set(entries.flatMap { $0.comparison?.given ?? [] })
        for index in entries.indices where entries[index].comparison != nil {
            if !entries[index].isAllowed { entries[index].comparison?.require(given) }
            guard let comparison = entries[index].comparison else { continue }
            if let mode = comparison.omittedMode { entries[index].failures.append(.omittedMode(mode)) }
            guard !comparison.differences.isEmpty, !entries[index].isAllowed else { continue }
            entries[index].failures.append(.differences(comparison.differences, further: comparison.further))
        }
    }
}

extension ServerCheckReport.Entry: ComparedEntry {}
extension CaseFailure: ComparedFailure {
    var isOfUnasked: Bool { if case .noAnswer(.notAsked) = self { true } else { false } }
}

extension ServerCheckReport {
    struct Group: Sendable {
        enum Reason: Sendable {
            case mistake(FittingMistake)
            case uniform(UniformFault)
            /// The program keeps state, and the request was not repeated.
            case afterState
            /// No known mistake explains them; all cases guard this rule first.
            case rule(String)
            /// The cases were generated with these departures from valid ones.
            case departures(String, rules: [String])
            /// No known mistake explains them, and the cases name no rule; this member differs first.
            case member(String)
            case failure(CaseFailure)
        }

        struct Member: Sendable {
            let entry: Entry
            let failure: CaseFailure

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
                case .mistake, .uniform, .afterState: 2
                case .rule, .departures: 3
                case .member: 4
                }
            return (kind, -members.count, members.first?.entry.id ?? "")
        }
    }

    /// Groups the failures: by known mistakes, if these explain all differences; otherwise first by uniform faults,
    /// then by known mistakes that explain all other differences of their rules, then by rule.
    mutating func diagnose() {
        var observed: [KnownMistake.Site: JSONValue] = [:]
        var cases: [String: Entry] = [:]
        for entry in entries where !entry.dependsOnState {
            cases[entry.id] = entry
            guard let comparison = entry.comparison else { continue }
            for difference in comparison.differences where !comparison.unexpected.contains(difference.field) {
                observed[.init(name: entry.id, path: difference.field)] = difference.found ?? .null
            }
        }
        let finder = MistakeFinder(
            mistakes: set.mistakes, expected: { cases[$0.name]?.comparison?.required[$0.path] },
            mayDiffer: { cases[$0]?.testCase?.category == .mayDiffer }, rules: { cases[$0]?.testCase?.rules ?? [] })
        fits = finder.fits(observed, isWhole: true)
        var uniform = UniformFaults([])
        if fits.isEmpty {
            uniform = UniformFaults(entries)
            fits = finder.fits(observed.filter { uniform.fault(at: $0.key) == nil }, isWhole: false)
        }
        groups = Grouping(fits: fits, uniform: uniform).groups(setFailures + entries)
    }
}

private struct Grouping {
    let fits: [FittingMistake]
    let uniform: UniformFaults

    private enum Key: Hashable {
        case mistake(Int)
        case uniform(UniformFault)
        case afterState
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
                case .uniform(let fault): .uniform(fault)
                case .afterState: .afterState
                case .rule(let id): .rule(id)
                case .departures(let text, let rules): .departures(text, rules: rules)
                case .member(let path): .member(path)
                case .failure: .failure(members[0].failure)
                }
            return .init(reason: reason, members: members.sorted { $0.size < $1.size })
        }
        .sorted { $0.place < $1.place }
    }

    /// Splits a failure by cause: each difference in an answer can have another cause.
    private func parts(of failure: CaseFailure, _ entry: ServerCheckReport.Entry) -> [(Key, CaseFailure)] {
        guard case .differences(let differences, let further) = failure else {
            return [(.failure(failure.groupTitle), failure)]
        }
        if entry.isAfterState { return [(.afterState, failure)] }
        var keyed: [(key: Key, differences: [AnswerDifference])] = []
        let rules = entry.testCase?.rules ?? []
        let rest =
            entry.testCase?.cause.map { Key.departures($0, rules: rules) } ?? rules.first.map(Key.rule)
            ?? .member(differences[0].field)
        func known(_ difference: AnswerDifference) -> Key? {
            let site = KnownMistake.Site(name: entry.id, path: difference.field)
            return uniform.fault(at: site).map(Key.uniform)
                ?? fits.firstIndex { $0.sites.contains(site) }.map(Key.mistake)
        }
        // Unexpected members are not in the table of mistakes. They get the cause of the case's other members.
        let first = differences.lazy.compactMap(known).first
        let unexpected = entry.comparison?.unexpected ?? []
        for difference in differences {
            let key = known(difference) ?? (unexpected.contains(difference.field) ? first : nil) ?? rest
            if let index = keyed.firstIndex(where: { $0.key == key }) {
                keyed[index].differences.append(difference)
            } else {
                keyed.append((key, [difference]))
            }
        }
        return keyed.map { ($0.key, .differences($0.differences, further: further)) }
    }
}
