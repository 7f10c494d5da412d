internal import Support

package struct ServerCheck: Sendable {
    package struct Options: Sendable {
        package var filters: [String] = []
        /// Whether members that are not required, such as the reason, are failures if they are given and differ.
        package var comparesFurther = false
        /// Whether an answer may lack required members, because its server does not show them.
        package var allowsHiddenMembers = false
        package var excluded: [String] = []
        package var known: KnownFailures?
        package var jobs = 1

        package init() {}
    }

    private let set: ConformanceSet
    private let answerer: CaseAnswerer
    private let subject: String
    private let options: Options

    package init(
        _ set: ConformanceSet, answerer: CaseAnswerer, subject: String = "depthcheck", options: Options = Options()
    ) {
        (self.set, self.answerer, self.subject, self.options) = (set, answerer, subject, options)
    }

    /// Checks every selected case, even after failures. Only a program that cannot be started ends the check.
    package func run() async -> ServerCheckReport {
        let start = ContinuousClock.now
        var report = ServerCheckReport(set: set, subject: subject)
        let cases = set.cases(matching: options.filters, excluding: options.excluded)
        let excludedCount = set.cases(matching: options.filters).count - cases.count
        if excludedCount > 0 { report.notes.append("\(NumberText.count(excludedCount, "case")) excluded") }
        report.setFailures = failuresOfSet(selected: cases)
        if !options.filters.isEmpty { report.notes.append("orphans were not checked because of the filter") }
        let state = StateSearch(answerer)
        let repeated = state.repeated(cases)
        var (answers, ending) = await answerer.answers(to: cases + repeated, jobs: options.jobs)
        let again = answers.suffix(repeated.count)
        answers.removeLast(repeated.count)
        if let failure = answers.lazy.compactMap(\.notStarted).first {
            report.setFailures.append(.init(id: subject, path: set.path, failures: [.noAnswer(failure)]))
            report.notes.append("none of \(NumberText.count(cases.count, "case")) was compared")
        } else {
            report.entries = zip(cases, answers).map(entry)
            let hidden = report.entries.reduce(0) { $0 + ($1.comparison?.hiddenCount ?? 0) }
            if hidden > 0 {
                report.notes.append(
                    "\(NumberText.count(hidden, "value")) not compared, because the server shows no such member")
            }
            report.failDifferences()
            await state.search(&report, again: zip(repeated, again).map(entry)) { entry($0, $1) }
            if let ending {
                report.setFailures.append(.init(id: subject, path: set.path, failures: [.noAnswer(ending)]))
            }
        }
        if let known = options.known {
            let unneeded = known.apply(to: &report.entries, ids: set.cases.map(\.name))
            report.setFailures += unneeded.map { .init(id: $0.id, path: $0.file, failures: [.unneeded($0)]) }
        }
        report.diagnose()
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    private func failuresOfSet(selected cases: [ConformanceCase]) -> [ServerCheckReport.Entry] {
        // With a filter, missing parts of the set are not reported, as in `golden check`.
        let shown = set.failures.filter { options.filters.isEmpty || $0.failure.isUnreadable }
        var failures = shown.map { ServerCheckReport.Entry(id: $0.path, path: $0.path, failures: [$0.failure]) }
        if set.cases.isEmpty, set.failures.isEmpty {
            failures.append(.init(id: set.path, path: set.path, failures: [.emptySet]))
        } else if cases.isEmpty, !options.filters.isEmpty {
            let filter = options.filters.joined(separator: ", ")
            failures.append(.init(id: set.path, path: set.path, failures: [.nothingMatches(filter: filter)]))
        }
        if case .file(let file) = answerer {
            failures += file.failures(asked: Set(set.cases.map(\.id))).map {
                .init(id: file.path, path: file.path, failures: [.answerFile($0)])
            }
        }
        return failures
    }

    private func entry(_ testCase: ConformanceCase, _ timed: TimedAnswer) -> ServerCheckReport.Entry {
        var entry = ServerCheckReport.Entry(id: testCase.name, path: testCase.path, testCase: testCase)
        entry.seconds = timed.seconds
        switch timed.answer {
        case .failure(let failure): entry.failures = [.noAnswer(failure)]
        case .success(let answer):
            let comparison = CaseComparison(
                testCase, answer: answer, comparesFurther: options.comparesFurther,
                allowsHidden: options.allowsHiddenMembers)
            entry.comparison = comparison
            entry.isAllowed =
                testCase.category == .mayDiffer
                && set.allowed.allow(answer, to: testCase, required: comparison.required)
        }
        return entry
    }
}

extension TimedAnswer {
    fileprivate var notStarted: ProgramFailure? {
        if case .failure(let failure) = answer, answer.isNotStarted { failure } else { nil }
    }
}
