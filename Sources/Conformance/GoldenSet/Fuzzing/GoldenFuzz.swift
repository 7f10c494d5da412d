package import DepthAnalysis
package import Support

/// Compares the answers of a program to generated inputs with those of depthcheck. Makes inputs small if their answers
/// differ.
package struct GoldenFuzz: Sendable {
    package struct Options: Sendable {
        package var seed: UInt64 = 1
        package var count = 2000
        package var profile = AnalysisProfile.server
        package var jobs = 1

        package init() {}
    }

    package struct Result: Sendable {
        package let report: CheckReport
        package let found: [FuzzedMap]
    }

    private let answerer: Answerer
    private let subject: String
    private let options: Options

    package init(_ answerer: Answerer, subject: String, options: Options = Options()) {
        (self.answerer, self.subject, self.options) = (answerer, subject, options)
    }

    /// The number of inputs that one process of a program answers.
    static let roundCount = 500
    /// The largest number of kinds of differences to make small.
    private static let kindCount = 8

    /// Checks the inputs in rounds, and ends with the first round that has a difference.
    package func run() async throws(FileAccessError) -> Result {
        let start = ContinuousClock.now
        var report = CheckReport(set: "generated maps of seed \(options.seed)", subject: subject)
        (report.check, report.unit) = ("golden fuzz", "map")
        var found: [FuzzedMap] = []
        var omitted = 0
        var first = 0
        while first < options.count, found.isEmpty, report.setFailures.isEmpty {
            let end = min(options.count, first + Self.roundCount)
            let round = FuzzedMap.round(first..<end, options, asksFiles: asksFiles)
            let checked = try await check(round)
            omitted += checked.omitted
            report.add(checked.report)
            found = try await simplest(checked.report, round, &report)
            first = end
        }
        if !found.isEmpty, first < options.count {
            report.notes.append("ended with the first maps that differ, after \(first) of \(options.count)")
        }
        if omitted > 0 {
            report.notes.append("\(NumberText.count(omitted, "input")) left out: depthcheck does not model the answer")
        }
        report.diagnose(fingerprints: []) { _ in 0 }
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return Result(report: report, found: found)
    }

    /// Whether the program can be asked about whole files, as the server reads them.
    private var asksFiles: Bool { options.profile == .server && answerer.reasonToSkip([]) == nil }

    private func simplest(
        _ checked: CheckReport, _ round: [FuzzedMap], _ report: inout CheckReport
    ) async throws(FileAccessError) -> [FuzzedMap] {
        let failed = Dictionary(uniqueKeysWithValues: checked.entries.map { ($0.name, $0) })
        var smallest: [Kind: (map: FuzzedMap, entry: CheckReport.Entry)] = [:]
        var differingCount = 0
        for map in round {
            guard let entry = failed[map.name], let kind = Kind(entry) else { continue }
            differingCount += 1
            if let other = smallest[kind], other.map.input.samples.count <= map.input.samples.count { continue }
            smallest[kind] = (map, entry)
        }
        var found: [FuzzedMap] = []
        for (kind, first) in smallest.sorted(by: { $0.value.map.number < $1.value.map.number }).prefix(Self.kindCount) {
            let (map, entry) = try await shrunk(first.map, first.entry, kind)
            found.append(map)
            report.entries.append(entry)
        }
        if differingCount > found.count {
            report.notes.append(
                "\(differingCount) of \(NumberText.count(round.count, "map")) differ, in \(smallest.count) "
                    + "\(smallest.count == 1 ? "way" : "ways"): \(found.count == 1 ? "one is" : "\(found.count) are") "
                    + "listed, made small")
        }
        return found
    }

    private func shrunk(
        _ map: FuzzedMap, _ entry: CheckReport.Entry, _ kind: Kind
    ) async throws(FileAccessError) -> (FuzzedMap, CheckReport.Entry) {
        guard kind.canShrink else { return (map, entry) }
        var (simplest, simplestEntry) = (map, entry)
        var shrinking = Shrinking(map.input)
        while let candidates = shrinking.next() {
            let maps = candidates.enumerated().map { map.made($0.element, attempt: $0.offset + 1) }
            let entries = Dictionary(uniqueKeysWithValues: try await check(maps).report.entries.map { ($0.name, $0) })
            let index = maps.firstIndex { entries[$0.name].flatMap(Kind.init) == kind }
            if let index, let found = entries[maps[index].name] { (simplest, simplestEntry) = (maps[index], found) }
            shrinking.accept(index)
        }
        return (simplest, simplestEntry)
    }

    private func check(_ maps: [FuzzedMap]) async throws(FileAccessError) -> (report: CheckReport, omitted: Int) {
        let folder = try PrivateFolder()
        var set = GoldenSet(generatedIn: folder.path, manifest: .standard(fixtures: "."))
        for map in maps {
            try FileAccess.write(map.input.file, to: set.inputPath(map.file))
            if let golden = map.golden(of: set, as: options.profile) { set.cases.append(golden) }
        }
        var checkOptions = GoldenCheck.Options()
        checkOptions.profiles = [options.profile]
        checkOptions.jobs = options.jobs
        let omitted = maps.count - set.cases.count
        guard !set.cases.isEmpty else { return (CheckReport(set: set.path, subject: subject), omitted) }
        let report = await GoldenCheck(set, answerer: answerer, subject: subject, options: checkOptions).run()
        if let error = report.missingSamples { throw error }
        return (report, omitted)
    }
}

/// The way in which an answer differs: the fields of the first stage that differs, or the kind of failure.
private struct Kind: Hashable {
    private let code: String
    private let stage: AnalysisStage?
    private let fields: Set<Field>

    init?(_ entry: CheckReport.Entry) {
        guard let failure = entry.failures.first, failure != .noAnswer(.notAsked) else { return nil }
        code = failure.code
        guard case .differences(let differences, let divergence) = failure else {
            (stage, fields) = (nil, [])
            return
        }
        stage = divergence.stage
        fields = Set(differences.map(\.field).filter { $0.stage == divergence.stage })
    }

    /// Whether smaller inputs can be tried. If the program does not answer, each would take the time limit.
    var canShrink: Bool { code != ProgramFailure.timedOut(seconds: 0).code }
}

extension CheckReport.Entry {
    fileprivate var name: String { String(id.split(separator: "/").last ?? "") }
}

extension CheckReport {
    /// Adds the answers of a round that do not differ, and the failures of the program as a whole.
    fileprivate mutating func add(_ round: CheckReport) {
        setFailures += round.setFailures
        for entry in round.entries where entry.failures.isEmpty {
            var passed = CheckReport.Entry(id: entry.id, guards: entry.guards, path: entry.path)
            (passed.seconds, passed.compared, passed.notReported) = (entry.seconds, entry.compared, entry.notReported)
            entries.append(passed)
        }
        for note in round.notes where !notes.contains(note) { notes.append(note) }
    }
}
