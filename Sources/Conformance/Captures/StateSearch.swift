internal import Support

/// Finds out whether a program that is started once keeps state between requests: each request states everything that
/// its answer depends on, so that a second answer to it must be the same.
struct StateSearch {
    private let session: ProgramSession?

    private static let repeatedCount = 10
    /// The numbers of differing answers to request again, each from a process of its own: a few at first and, if one of
    /// these was due to state, more.
    private static let (triedCount, furtherCount) = (3, 50)

    init(_ answerer: CaseAnswerer) { session = answerer.session }

    func repeated(_ cases: [ConformanceCase]) -> [ConformanceCase] {
        guard session != nil else { return [] }
        return stride(from: 0, to: cases.count, by: max(1, cases.count / Self.repeatedCount)).map { cases[$0] }
    }

    /// Replaces the failures that are due to state.
    func search(
        _ report: inout ServerCheckReport, again: [ServerCheckReport.Entry],
        entry: (ConformanceCase, TimedAnswer) -> ServerCheckReport.Entry
    ) async {
        guard let session else { return }
        let places = Dictionary(report.entries.indices.map { (report.entries[$0].id, $0) }) { first, _ in first }
        var found = false
        for second in again {
            if let place = places[second.id], report.entries[place].compareState(with: second) { found = true }
        }
        let differing = report.entries.indices.filter { index in
            report.entries[index].failures.contains { if case .differences = $0 { true } else { false } }
        }
        let tried = stride(from: 0, to: differing.count, by: max(1, differing.count / Self.triedCount))
            .map { differing[$0] }
        let order = tried + differing.filter { !tried.contains($0) }.prefix(Self.furtherCount)
        for (number, index) in order.enumerated() {
            guard found || number < Self.triedCount, let testCase = report.entries[index].testCase else { break }
            let request = ProgramRequest(id: testCase.id, line: testCase.line)
            guard let answer = await session.answers(to: [request]).answers.first else { continue }
            if report.entries[index].compareState(with: entry(testCase, answer)) { found = true }
        }
        guard found else { return }
        for index in differing where !order.contains(index) { report.entries[index].isAfterState = true }
    }
}

extension ServerCheckReport.Entry {
    /// Replaces the failures by one about state if another answer to the same request is different.
    fileprivate mutating func compareState(with second: Self) -> Bool {
        guard let first = comparison, let other = second.comparison else { return false }
        func values(_ comparison: CaseComparison) -> [String: AnswerDifference] {
            // Whether the absence of an optional member counts depends on the answers to other requests.
            let found = comparison.differences.filter { $0.found != nil || comparison.required[$0.field] != nil }
            return Dictionary(found.map { ($0.field, $0) }) { first, _ in first }
        }
        let (mine, others) = (values(first), values(other))
        let changed = Set(mine.keys).union(others.keys).filter { mine[$0] != others[$0] }
        guard !changed.isEmpty else { return false }
        failures = [
            .state(
                changed.sorted().map { path in
                    let expected = mine[path]?.expected ?? others[path]?.expected
                    return .init(
                        field: path, expected: mine[path].map(\.found) ?? expected,
                        found: others[path].map(\.found) ?? expected)
                })
        ]
        return true
    }
}
