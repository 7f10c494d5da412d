import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support

struct AnalysisRun {
    /// A file to analyse, with its own reading options if they differ from the general ones.
    struct Item: Sendable {
        let input: DepthInput
        var known: Known?

        /// Stored indirectly: most files have no options of their own, and there may be millions of files.
        final class Known: Sendable {
            let options: ReadingOptions

            init(_ options: ReadingOptions) { self.options = options }
        }
    }

    private let options: AnalyzeCommand
    private let found: ResolvedInputs
    private let listed: [Item]
    /// Whether to report results as a list, regardless of their number.
    private let isList: Bool
    let isOfOneMap: Bool
    private let analyzer: FileAnalyzer
    private let format: ReportStream.Format
    private let destination: Destination
    private let reads: [NamedPath]

    /// Resolves files and lists.
    ///
    /// - Throws: `ValidationError` for an unusable list or manifest.
    init(_ options: AnalyzeCommand) throws {
        self.options = options
        let reader = try options.reading.reader
        found = try options.input.resolved()
        listed = try options.manifest.items(reader.options)
        let isOfOneFile = options.tar.isEmpty && found.inputs.count + listed.count == 1
        let first = found.inputs.first.map { DepthInput.file($0) } ?? listed.first?.input
        isOfOneMap = isOfOneFile && first?.isArchive == false
        isList = options.results.onlyFailures || !(options.isSinglePath && found.isSingleFile && isOfOneMap)
        analyzer = FileAnalyzer(analyzer: try options.analysis.makeAnalyzer(), reader: reader)
        format = try options.chosenFormat
        destination = options.output.destination
        reads =
            options.input.named(found) + options.tar.named
            + listed.map { NamedPath(option: "--manifest", path: DepthArchive.file(readFor: $0.input.name)) }
            + options.manifest.named + options.analysis.parameters.file.named
    }

    private var only: AnswerChoice? { options.results.only ?? (analyzer.reader.options.isStrict ? .server : nil) }

    /// A list of failures shows for each file the answer that makes it a failure.
    private var words: ResultWording {
        ResultWording(
            parameters: analyzer.analyzer.parameters, only: only, refusesContainers: options.results.onlyFailures)
    }

    private var jobs: Int { isList ? options.jobs.count : 1 }

    private var mayHoldArchives: Bool {
        found.inputs.mayHoldArchives
            || listed.contains {
                if case .file(.path(let path)) = $0.input { path.mayBeArchive } else { false }
            }
    }

    func run() throws {
        // Only reading shows whether one file contains several maps.
        let skipped = SkippedFiles(isVerbose: options.results.verbose)
        let items = items(skipped)
        let one = items.makeIterator()
        let single = isOfOneMap ? one.next().map { answers(for: $0) } : nil
        let isList = isList || (single?.results.first.count ?? 1) > 1
        let places = SummaryPlaces(
            options: options.summary, results: destination, isText: format == .text, isList: isList)
        var output = try places.open(OutputConflictGuard(reads: reads))
        let (parameters, only, words) = (analyzer.analyzer.parameters, only, words)
        var sum = BatchSummary(parameters: parameters, profile: analyzer.analyzer.profile)
        skipped.add(found)
        // One map fills a page. Several take a line each, unless pages were requested.
        let isOne = items.count == 1 && (single?.results.first.count ?? 1) == 1
        let isBrief = destination.isQuiet || !isOne && !options.results.verbose
        var report = ReportStream(
            format: format, isList: isList, isBrief: isBrief,
            text: TextReport(words, style: destination.style, width: destination.width))
        let batch = Batch(
            items: items, jobs: jobs, showsProgress: destination.showsProgress, name: nil
        ) { [self] item in
            single ?? answers(for: item)
        }
        try output.writeResults { try $0.write(report.opening) }
        var code = ExitCode.success
        _ = try batch.run { answers in
            for result in answers.results {
                let one = exitCode(of: result)
                if one.rawValue > code.rawValue { code = one }
                if places.isWanted { sum.add(result, taking: answers.share) }
                if options.results.onlyFailures, !isFailure(result) { continue }
                let entry = report.entry(result)
                try output.writeResults { try $0.write(entry) }
            }
        } finish: {
            sum.skippedCount = skipped.counts.total
            try output.writeResults { results in
                try results.write(report.closing)
                let isRequested = options.summary.summary
                // One result needs no summary.
                if places.endsResults, isRequested || report.isEmpty || sum.fileCount != 1 || sum.skippedCount > 0 {
                    // The same files must give the same report, so print times only on request or on a terminal.
                    let text = sum.text(
                        width: destination.width, only: only, isBrief: !isRequested && sum.fileCount < 10,
                        showsTimes: isRequested || destination.isTerminal, destination.style.names)
                    try results.write((report.isEmpty ? "" : "\n") + text)
                }
                try results.commit()
            }
            try output.finish(text: { sum.text(width: $0, only: only, destination.style.names) }, json: { sum.json })
        }
        skipped.report()
        try code.leave()
    }

    /// The results for the maps of a file. Those made at once get equal shares of the time that they took together.
    private struct Answers: Sendable {
        let results: MapResults<FileAnalysis>
        let share: Duration
    }

    private func answers(for item: Item) -> Answers {
        let start = ContinuousClock.now
        let reader = analyzer.reader.knowing(item.known?.options)
        let results = MapResults(in: item.input, reader) { [analyzer] in analyzer.analyze($0) }
        return Answers(
            results: results, share: (ContinuousClock.now - start) / max(results.first.count, 1))
    }

    /// All items. Members skipped in archives are counted as the archives are read.
    private func items(_ skipped: SkippedFiles) -> BatchItems<Item> {
        let readingOptions = analyzer.reader.options
        let (shards, arrays, selection) = (options.tar.shards, options.reading.array, options.input.selection)
        let members = ArchiveInputs(shards, options: readingOptions, arrays: arrays, selection: selection) {
            skipped.add($0)
        }
        let count = found.inputs.count + listed.count
        let archives = ArchivePaths(arrays: arrays, selection: selection) { skipped.add($0) }
        func parts(of item: Item) -> AnySequence<Item>? {
            guard case .file(.path(let path)) = item.input else { return nil }
            let known = item.known?.options ?? readingOptions
            return archives.inputs(at: path, options: known)
                .map { AnySequence($0.lazy.map { Item(input: $0, known: item.known) }) }
        }
        if count == 1, shards.isEmpty {
            // Resolve the only file now: it may be one map, several, or in an archive.
            var only = listed
            for input in found.inputs { only.append(Item(input: .file(input))) }
            return BatchItems(mayHoldArchives ? only.flatMap { parts(of: $0).map(Array.init) ?? [$0] } : only)
        }
        let named = found.inputs.lazy.map { Item(input: .file($0)) }
        // Without archives, the number of maps is known.
        return BatchItems(
            [AnySequence(named), AnySequence(listed)].lazy.joined(), count: count,
            then: shards.isEmpty ? nil : AnySequence(members.lazy.map { Item(input: $0) }),
            parts: mayHoldArchives ? parts : nil)
    }

    /// The exit code of one result. Repeats its error on stderr unless the results already show it there.
    private func exitCode(of result: FileAnalysis) -> ExitCode {
        var isRead: Bool { destination.isReadWithErrors }
        func printError(_ error: String) { Terminal.report("\(result.input.printable): \(error)") }
        if let error = result.error {
            if !isRead { printError(error.text(.command)) }
            return .unreadableInput
        }
        if let refusal = refusal(of: result) {
            if !isRead || format == .text && only == .map {
                printError("the server would refuse it: \(refusal)")
            }
            return .conditionHolds
        }
        return options.failing.failOn.contains { $0.isAnswer(of: result) } ? .conditionHolds : .success
    }

    private func refusal(of result: FileAnalysis) -> ServerRefusal? {
        guard analyzer.reader.options.isStrict, case .unavailable(.refused(let refusal)) = result.serverAnswer else {
            return nil
        }
        return refusal
    }

    /// Whether `--only-failures` shows a result: any error; otherwise a `--fail-on` condition or, without any,
    /// every verdict other than pass.
    private func isFailure(_ result: FileAnalysis) -> Bool {
        if result.error != nil || refusal(of: result) != nil { return true }
        let failOn = options.failing.failOn
        if !failOn.isEmpty { return failOn.contains { $0.isAnswer(of: result) } }
        return words.isFailure(result)
    }
}

enum FailingAnswer: String, CaseIterable {
    case fail, unavailable
    case serverFail = "server-fail"
    case serverUnavailable = "server-unavailable"

    fileprivate func isAnswer(of result: FileAnalysis) -> Bool {
        switch (self, result.serverAnswer) {
        case (.fail, _): result.analysis.status == .fail
        case (.unavailable, _): result.analysis.status == .unavailable
        case (.serverFail, .fail), (.serverUnavailable, .unavailable): true
        case (.serverFail, _), (.serverUnavailable, _): false
        }
    }
}
