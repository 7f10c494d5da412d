package import DepthAnalysis
internal import PlainText

/// Holds stored answers against fresh ones.
package struct GoldenCheck: Sendable {
    package struct Options: Sendable {
        /// Names or patterns with `*` and `?`; only goldens that match one are checked. None means all.
        package var filters: [String] = []
        package var profiles: [AnalysisProfile] = AnalysisProfile.allCases
        /// Whether goldens that depthcheck answered itself are failures.
        package var requiresIndependent = false
        /// Whether stored fields that an answer lacks are failures.
        package var requiresComplete = false
        package var jobs = 1

        package init() {}
    }

    private let set: GoldenSet
    private let answerer: Answerer
    private let subject: String
    private let options: Options

    /// - Parameter subject: who is held against the set, for the reader of the report.
    package init(_ set: GoldenSet, answerer: Answerer, subject: String = "depthcheck", options: Options = Options()) {
        self.set = set
        self.answerer = answerer
        self.subject = subject
        self.options = options
    }

    /// Checks every golden that is asked for; none is left out because another failed.
    package func run() async -> CheckReport {
        let start = ContinuousClock.now
        let cases = set.cases.filter {
            options.profiles.contains($0.profile) && Pattern.any(options.filters, match: $0.name, $0.id)
        }
        var report = CheckReport(set: set.path, subject: subject)
        report.setFailures = SetCheck(set: set, options: options).failures(selected: cases)
        if !options.filters.isEmpty { report.notes.append("orphans were not looked for, because of the filter") }
        if !set.pending.isEmpty {
            report.notes.append("\(set.pending.count) pending: see depthcheck golden review")
        }
        report.entries = await entries(cases)
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    /// The goldens of one input with the same dimensions beside it.
    private struct Question: Hashable, Sendable {
        let file: String
        let given: MapDimensions?
    }

    /// Each input is read once, and no more of them are in memory than are worked on at once.
    private func entries(_ cases: [GoldenCase]) async -> [CheckReport.Entry] {
        let questions = Dictionary(grouping: cases) { Question(file: $0.input.file, given: $0.input.given) }
        var entries: [CheckReport.Entry] = []
        await withTaskGroup(of: [CheckReport.Entry].self) { group in
            var remaining = questions.makeIterator()
            for _ in 0..<max(1, options.jobs) {
                if let (question, cases) = remaining.next() { group.addTask { await self.entries(question, cases) } }
            }
            for await found in group {
                entries += found
                if let (question, cases) = remaining.next() { group.addTask { await self.entries(question, cases) } }
            }
        }
        return entries.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    private func entries(_ question: Question, _ cases: [GoldenCase]) async -> [CheckReport.Entry] {
        let material: Result<InputMaterial, Failure> = Result { () throws(Failure) in
            try InputMaterial(question.file, of: set, given: question.given)
        }
        var entries: [CheckReport.Entry] = []
        // Goldens of one input and profile ask the same question.
        var answers: [AnalysisProfile: Answer] = [:]
        for golden in cases {
            let start = ContinuousClock.now
            var entry = CheckReport.Entry(id: golden.id, guards: golden.guards, path: set.goldenPath(golden.id))
            switch material {
            case .failure(let failure): entry.failures = [failure]
            case .success(let material): await check(golden, material, &answers, &entry)
            }
            entry.seconds = (ContinuousClock.now - start) / .seconds(1)
            entries.append(entry)
        }
        return entries
    }

    private func check(
        _ golden: GoldenCase, _ material: InputMaterial, _ answers: inout [AnalysisProfile: Answer],
        _ entry: inout CheckReport.Entry
    ) async {
        entry.knifeEdges = KnifeEdge.all(
            in: golden.expected, tolerances: set.manifest.tolerances(golden.profile), profile: golden.profile)
        if let failure = unsuitable(golden, material) {
            entry.failures = [failure]
            return
        }
        if options.requiresIndependent, !golden.provenance.isIndependent {
            entry.failures.append(.notIndependent(implementation: golden.provenance.implementation))
        }
        let answer: Answer
        if let known = answers[golden.profile] {
            answer = known
        } else {
            answer = await answerer.answer(to: golden, material)
            answers[golden.profile] = answer
        }
        switch answer {
        case .failure(let failure): entry.failures.append(.noAnswer(failure))
        case .success(let answer): compare(golden, with: answer, material, &entry)
        }
    }

    private func compare(
        _ golden: GoldenCase, with answer: JSONValue, _ material: InputMaterial, _ entry: inout CheckReport.Entry
    ) {
        var expected = golden.expected
        expected.add(Field.algorithmVersion.rawValue, .string(golden.algorithmVersion), ifIn: answer)
        expected.add(Field.profile.rawValue, .string(golden.profile.rawValue), ifIn: answer)
        let comparison = AnswerComparison(
            expected: expected, actual: answer, profile: golden.profile,
            tolerances: set.manifest.tolerances(golden.profile))
        entry.notReported = comparison.notReported
        if options.requiresComplete, !comparison.notReported.isEmpty {
            entry.failures.append(.notReported(comparison.notReported))
        }
        guard !comparison.differences.isEmpty else { return }
        let divergence = Divergence(
            comparison.differences, of: golden, actual: answer, witness: witness(of: golden, material),
            map: material.map)
        entry.failures.append(.differences(comparison.differences.worstFirst(\.severity), divergence))
    }

    /// Why a golden's stored answer cannot be held against any answer.
    private func unsuitable(_ golden: GoldenCase, _ material: InputMaterial) -> Failure? {
        let (stored, found) = (golden.input, material.input)
        guard stored.sha256 == found.sha256 else {
            return .changedInput(path: material.path, expected: stored.sha256, found: found.sha256)
        }
        guard stored == found else { return .changedDimensions(expected: stored, found: found) }
        guard golden.algorithmVersion == SceneAnalysis.algorithmVersion else {
            return .otherAlgorithm(stored: golden.algorithmVersion, expected: SceneAnalysis.algorithmVersion)
        }
        return nil
    }

    /// A complete answer that agrees with the stored one, by which the first stage that diverged can be told.
    private func witness(
        of golden: GoldenCase, _ material: InputMaterial
    ) -> (answer: JSONValue, evidence: Divergence.Evidence)? {
        if golden.hasStages { return (golden.expected, .stored) }
        let sibling = set.cases.first {
            $0.hasStages && $0.profile == golden.profile && $0.input.sha256 == golden.input.sha256
                && $0.input.given == golden.input.given
        }
        if let sibling { return (sibling.expected, .sibling(sibling.id)) }
        guard case .program = answerer else { return nil }
        let own = material.ownAnswer(DepthAnalyzer(profile: golden.profile))
        let comparison = AnswerComparison(
            expected: golden.expected, actual: own, profile: golden.profile,
            tolerances: set.manifest.tolerances(golden.profile))
        return comparison.differences.isEmpty ? (own, .recomputed) : nil
    }
}

extension JSONValue {
    /// Adds a member to an object, provided `answer` has one of this key too.
    fileprivate mutating func add(_ key: String, _ value: JSONValue, ifIn answer: JSONValue) {
        guard case .object(let members) = self, answer[key] != nil, self[key] == nil else { return }
        self = .object(members + [Member(key: key, value: value)])
    }
}
