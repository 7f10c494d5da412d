package import DepthAnalysis
internal import Support

package struct GoldenCheck: Sendable {
    package struct Options: Sendable {
        package var filters: [String] = []
        package var excluded: [String] = []
        package var profiles: [AnalysisProfile] = AnalysisProfile.allCases
        package var areMapsOnly = false
        package var known: KnownFailures?
        package var requiresIndependent = false
        package var requiresComplete = false
        /// Whether a session gets some requests again, to find answers that depend on earlier requests.
        package var repeatsRequests = true
        package var jobs = 1

        package init() {}
    }

    private let set: GoldenSet
    private let answerer: Answerer
    private let subject: String
    private let options: Options

    package init(_ set: GoldenSet, answerer: Answerer, subject: String = "depthcheck", options: Options = Options()) {
        (self.set, self.answerer, self.subject, self.options) = (set, answerer, subject, options)
    }

    /// Checks every selected golden, even after failures.
    package func run() async -> CheckReport {
        let start = ContinuousClock.now
        var cases = set.cases(matching: options.filters, excluding: options.excluded, of: options.profiles)
        var report = CheckReport(set: set.path, subject: subject)
        report.setFailures = SetCheck(set: set, options: options).failures(selected: cases)
        let excludedCount = set.cases(matching: options.filters, of: options.profiles).count - cases.count
        if excludedCount > 0 { report.notes.append("\(Count.goldens(excludedCount)) excluded") }
        if !options.filters.isEmpty { report.notes.append("orphans were not checked because of the filter") }
        if case .file(let file) = answerer {
            report.setFailures += file.failures(asked: Set(set.cases.flatMap(\.answerIDs))).map {
                CheckReport.Entry(id: file.path, guards: nil, path: file.path, failures: [.answerFile($0)])
            }
        }
        let wholeFiles = cases.filter(\.input.isWholeFile)
        let reason = options.areMapsOnly ? "only maps are checked" : answerer.reasonToSkip(wholeFiles)
        if !wholeFiles.isEmpty, let reason {
            report.skip(wholeFiles.map { (id: $0.id, path: set.goldenPath($0.id)) }, because: reason)
            cases.removeAll(where: \.input.isWholeFile)
        }
        let requests = AnswerRequest.all(for: cases, of: set)
        let repeats = RepeatedRequests(answerer: answerer)
        if let session = await repeats.answers(to: requests, repeats: options.repeatsRequests) {
            report.entries = await entries(cases, .known(session.answers))
            if let ending = session.ending { report.setFailures.append(failureOfSubject(.noAnswer(ending))) }
            if options.repeatsRequests { await repeats.compare(session, requests, with: cases, &report) }
        } else {
            report.entries = await entries(cases, answerer)
        }
        report.refuseOmissions(isComplete: options.requiresComplete)
        if let failure = report.entries.lazy.compactMap(\.notStarted).first {
            report.setFailures.append(failureOfSubject(failure))
            report.notes.append("none of \(Count.goldens(cases.count)) was compared")
            report.entries = []
        }
        if let known = options.known {
            let unneeded = known.apply(to: &report.entries, ids: set.cases.map(\.id))
            report.setFailures += unneeded.map {
                CheckReport.Entry(id: $0.id, guards: nil, path: $0.file, failures: [.unneeded($0)])
            }
        }
        diagnose(&report)
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    private func failureOfSubject(_ failure: Failure) -> CheckReport.Entry {
        CheckReport.Entry(id: subject, guards: nil, path: set.path, failures: [failure])
    }

    private struct Question: Hashable, Sendable {
        let file: ExactText
        let given: MapDimensions?
        let isWholeFile: Bool
    }

    /// Reads each input once, and keeps at most one per job in memory.
    private func entries(_ cases: [GoldenCase], _ answerer: Answerer) async -> [CheckReport.Entry] {
        let questions = Dictionary(grouping: cases) { golden in
            let input = golden.input
            return Question(file: ExactText(input.file), given: input.given, isWholeFile: input.isWholeFile)
        }
        var entries: [CheckReport.Entry] = []
        await withTaskGroup(of: [CheckReport.Entry].self) { group in
            var remaining = questions.makeIterator()
            for _ in 0..<max(1, options.jobs) {
                if let (question, cases) = remaining.next() {
                    group.addTask { await self.entries(question, cases, answerer) }
                }
            }
            for await found in group {
                entries += found
                if found.contains(where: { $0.notStarted != nil || $0.missingSamples != nil }) { break }
                if let (question, cases) = remaining.next() {
                    group.addTask { await self.entries(question, cases, answerer) }
                }
            }
            group.cancelAll()
        }
        return entries.sorted { ExactText($0.id) < ExactText($1.id) }
    }

    private func entries(
        _ question: Question, _ cases: [GoldenCase], _ answerer: Answerer
    ) async -> [CheckReport.Entry] {
        let material: Result<InputMaterial, Failure> = Result { () throws(Failure) in
            try InputMaterial(question.file.text, of: set, given: question.given, isWholeFile: question.isWholeFile)
        }
        var entries: [CheckReport.Entry] = []
        // Goldens of one input and profile share an answer.
        var answers: [AnalysisProfile: Answer] = [:]
        for golden in cases {
            let start = ContinuousClock.now
            var entry = CheckReport.Entry(id: golden.id, guards: golden.guards, path: set.goldenPath(golden.id))
            entry.input = golden.input
            var elsewhere = 0.0
            switch material {
            case .failure(let failure): entry.failures = [failure]
            case .success(let material):
                if answers[golden.profile] == nil {
                    let found = await answerer.answer(to: golden, material)
                    answers[golden.profile] = found.answer
                    if case .known = answerer { elsewhere = found.seconds }
                }
                check(golden, material, answers[golden.profile], &entry)
            }
            entry.seconds = (ContinuousClock.now - start) / .seconds(1) + elsewhere
            entries.append(entry)
        }
        return entries
    }

    private func check(
        _ golden: GoldenCase, _ material: InputMaterial, _ answer: Answer?, _ entry: inout CheckReport.Entry
    ) {
        entry.knifeEdges = KnifeEdge.all(
            in: golden.expected, tolerances: set.manifest.tolerances(golden.profile), profile: golden.profile)
        if let failure = unsuitable(golden, material) {
            entry.failures = [failure]
            return
        }
        if options.requiresIndependent, !golden.provenance.isIndependent {
            entry.failures.append(.notIndependent(implementation: golden.provenance.implementation))
        }
        switch answer {
        case .failure(let failure): entry.failures.append(.noAnswer(failure))
        case .success(let answer):
            if answer[Field.status.rawValue] == nil {
                entry.failures.append(.noAnswer(.withoutStatus))
            } else {
                compare(golden, with: answer, material, &entry)
            }
        case nil: break
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
            tolerances: set.manifest.tolerances(golden.profile), mayDiffer: golden.mayDiffer)
        (entry.compared, entry.notReported) = (comparison.compared, comparison.notReported)
        entry.words = comparison.words
        entry.otherwiseAccepted = comparison.otherwiseAccepted.map { ($0, golden.mayDiffer[$0.path]?.why ?? "") }
        if options.requiresComplete, !comparison.notReported.isEmpty {
            entry.failures.append(.notReported(comparison.notReported))
        }
        entry.failures += comparison.memberFailures
        entry.question = .init(profile: golden.profile, input: golden.inputName)
        entry.observation = Observation(comparison)
        guard !comparison.differences.isEmpty else { return }
        let witness = witness(of: golden, material, answer)
        if let witness { entry.observation.add(Observation(witness.comparison)) }
        let divergence = Divergence(
            comparison.differences, of: golden, actual: answer, witness: witness, map: material.map)
        entry.failures.append(.differences(comparison.differences.worstFirst(\.severity), divergence))
    }

    private func unsuitable(_ golden: GoldenCase, _ material: InputMaterial) -> Failure? {
        let (stored, found) = (golden.input, material.input)
        guard stored.sha256 == found.sha256 else {
            return .changedInput(path: material.path, expected: stored.sha256, found: found.sha256)
        }
        guard stored == found || stored.isWholeFile else { return .changedDimensions(expected: stored, found: found) }
        guard golden.algorithmVersion == SceneAnalysis.algorithmVersion else {
            return .otherAlgorithm(stored: golden.algorithmVersion, expected: SceneAnalysis.algorithmVersion)
        }
        return nil
    }

    /// A complete answer that agrees with the stored one and identifies the first diverging stage.
    private func witness(of golden: GoldenCase, _ material: InputMaterial, _ answer: JSONValue) -> Witness? {
        let tolerances = set.manifest.tolerances(golden.profile)
        func witness(_ stored: JSONValue, _ evidence: Divergence.Evidence) -> Witness {
            let comparison = AnswerComparison(
                expected: stored, actual: answer, profile: golden.profile, tolerances: tolerances,
                mayDiffer: golden.mayDiffer)
            return Witness(stored: stored, evidence: evidence, comparison: comparison)
        }
        if golden.hasStages { return witness(golden.expected, .stored) }
        let sibling = set.cases.first {
            $0.hasStages && $0.profile == golden.profile && $0.input.sha256 == golden.input.sha256
                && $0.input.given == golden.input.given
        }
        if let sibling { return witness(sibling.expected, .sibling(sibling.id)) }
        if case .analyzer = answerer { return nil }
        guard let own = material.ownAnswer(DepthAnalyzer(profile: golden.profile)) else { return nil }
        let comparison = AnswerComparison(
            expected: golden.expected, actual: own, profile: golden.profile, tolerances: tolerances)
        return comparison.differences.isEmpty ? witness(own, .recomputed) : nil
    }

    /// Finds the causes of failures. Does nothing without fingerprints.
    private func diagnose(_ report: inout CheckReport) {
        guard !report.failed.isEmpty else { return }
        var fingerprints: [Fingerprint] = []
        let isDifferent = report.entries.contains { $0.failures.contains(where: \.isDifference) }
        do throws(GoldenSetError) { if isDifferent { fingerprints = try set.fingerprints() } } catch {
            report.notes.append("no cause can be identified: \(error.path): \(error.finding)")
        }
        report.diagnose(fingerprints: fingerprints) { site in
            let tolerance = set.manifest.tolerances(site.question.profile)[site.field.path]
            return tolerance?.ulp.map(Double.init) ?? 0
        }
    }
}

extension JSONValue {
    fileprivate mutating func add(_ key: String, _ value: JSONValue, ifIn answer: JSONValue) {
        guard case .object(let members) = self, answer[key] != nil, self[key] == nil else { return }
        self = .object(members + [Member(key: key, value: value)])
    }
}

extension CheckReport.Entry {
    fileprivate var notStarted: Failure? {
        failures.first { if case .noAnswer(.notStarted) = $0 { true } else { false } }
    }
}
