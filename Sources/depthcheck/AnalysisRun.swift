import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthPictures
import PlanarityMeasurements
import Reports
import Support
import ThresholdTuning

/// What `analyze` does once it is known what is asked for: files in, results out, one exit code.
struct AnalysisRun {
    /// A file to analyse, and what is known of it where that is not what is known of all.
    struct Item: Sendable {
        let input: DepthInput
        var known: Known?

        /// Apart from the item: of most files nothing is known, and there may be millions.
        final class Known: Sendable {
            let options: ReadingOptions

            init(_ options: ReadingOptions) { self.options = options }
        }
    }

    private let options: AnalyzeCommand
    /// The files in order; some may not even have been found.
    private let found: ResolvedInputs
    /// Files behind them of which something is known.
    private let listed: [Item]
    /// Whether results are told as those of a list, however many there are.
    private let isList: Bool
    /// Whether there is one map, whatever named it: then nothing is worked on at once.
    let isOfOneMap: Bool
    private let analyzer: FileAnalyzer
    /// A rule of somebody's own, beside the server's.
    private let rule: NamedRule?
    private let format: ReportStream.Format
    private let destination: Destination
    /// All that is read.
    private let reads: [NamedPath]

    /// Looks up files, and reads lists of them.
    ///
    /// - Throws: `ValidationError` for a list or manifest that cannot be used.
    init(_ options: AnalyzeCommand) throws {
        self.options = options
        let reader = options.reading.reader
        found = try options.input.resolved()
        let entries = try options.manifest.read(reader.options)?.entries ?? []
        listed = entries.map { Item(input: .file(.path($0.path)), known: .init($0.options)) }
        let isOfOneFile = options.tar.isEmpty && found.inputs.count + entries.count == 1
        let first = found.inputs.first ?? entries.first.map { .path($0.path) }
        isOfOneMap = isOfOneFile && first?.isArchive == false
        isList = options.onlyFailures || !(options.isOfOnePath && found.isSingleFile && isOfOneMap)
        analyzer = FileAnalyzer(analyzer: try options.analysis.makeAnalyzer(), reader: reader)
        rule = try options.rule.read(for: analyzer.analyzer)
        format = try options.chosenFormat
        destination = options.output.destination
        reads =
            options.input.named(found) + options.tar.named
            + entries.map { NamedPath(option: "--manifest", path: DepthArchive.file(readFor: $0.path)) }
            + options.manifest.named + options.analysis.parameters.file.named + options.rule.named
    }

    /// Files under way at once.
    private var jobs: Int { isList ? options.jobs.count : 1 }

    /// Whether a file may hold several maps, by its name.
    private var mayHoldArchives: Bool {
        found.inputs.mayHoldArchives
            || listed.contains {
                if case .file(.path(let path)) = $0.input { path.mayBeArchive } else { false }
            }
    }

    /// Analyses all files and writes their results in order.
    ///
    /// - Throws: an `ExitCode` other than 0.
    func run() throws {
        // One file may hold several maps, which only shows when it is read.
        let skipped = SkippedFiles(isVerbose: options.verbose)
        let items = items(skipped)
        let one = items.makeIterator()
        let single = isOfOneMap ? one.next().map { timed($0) } : nil
        let isList = isList || (single?.count ?? 1) > 1
        let places = SummaryPlaces(
            options: options.summary, results: destination, isText: format == .text, isList: isList)
        var output = try places.open(FilesInUse(reads: reads))
        let parameters = analyzer.analyzer.parameters
        var sum = BatchSummary(parameters: parameters, profile: analyzer.analyzer.profile)
        skipped.add(found)
        // One map is a page; of several each is a line, unless pages or pictures were asked for.
        let isOne = items.count == 1 && (single?.count ?? 1) == 1
        let isBrief = destination.isQuiet || !isOne && !options.verbose && !options.picture
        var report = ReportStream(
            format: format, isList: isList, isBrief: isBrief,
            text: TextReport(parameters: parameters, style: destination.style, width: destination.width),
            hasRule: rule != nil)
        let batch = Batch(
            items: items, jobs: jobs, isProgressWanted: destination.isProgressWanted
        ) { [self] item in
            single ?? timed(item)
        }
        try output.put { try $0.write(report.opening) }
        let code = try batch.run { answers in
            answers.map { exitCode(of: $0.result, $0.seen.rule) }.max { $0.rawValue < $1.rawValue } ?? .success
        } consume: { answers in
            for answer in answers {
                if places.isWanted { sum.add(answer.result, taking: answer.duration) }
                if options.onlyFailures, !isFailure(answer.result, answer.seen.rule) { continue }
                let entry = report.entry(answer.result, picture: answer.seen.picture, rule: answer.seen.rule)
                try output.put { try $0.write(entry) }
            }
        } finish: {
            sum.leftOutCount = skipped.counts.total
            try output.put { results in
                try results.write(report.closing)
                if places.endsResults {
                    // Unless somebody asked or looks on, the same files make the same report: times stay out of it.
                    let showsTimes = options.summary.summary || destination.isTerminal
                    try results.write(
                        (report.isEmpty ? "" : "\n") + sum.text(width: destination.width, showsTimes: showsTimes))
                }
                try results.commit()
            }
            try output.finish(text: { sum.text(width: $0) }, json: { sum.json })
        }
        skipped.remark()
        try code.leave()
    }

    /// What a result is told with, made while its map is at hand.
    private struct Seen: Sendable {
        /// Lines that show the map, where they are wanted.
        var picture: [String] = []
        /// What the rule says, where there is one.
        var rule: RuleAnswer?
    }

    /// What came of one map.
    private struct Answer: Sendable {
        let result: FileAnalysis
        let seen: Seen
        let duration: Duration
    }

    /// Analyses a file, or the maps in it; the time is that of all of them, in equal shares.
    private func timed(_ item: Item) -> [Answer] {
        let start = ContinuousClock.now
        let analyzed = analyze(item)
        let duration = (ContinuousClock.now - start) / max(analyzed.count, 1)
        return analyzed.map { Answer(result: $0.result, seen: $0.seen, duration: duration) }
    }

    /// Analyses a file, or the maps in it, and looks at them where that is wanted.
    private func analyze(_ item: Item) -> [(result: FileAnalysis, seen: Seen)] {
        let known = item.known?.options
        guard options.picture || rule != nil else {
            return analyzer.analyzeMaps(in: item.input, options: known) { _, _ in }.map { ($0.result, Seen()) }
        }
        let parameters = analyzer.analyzer.parameters
        let analyzed = analyzer.analyzeMaps(in: item.input, options: known) { map, analysis in
            var seen = Seen()
            if options.picture {
                seen.picture = TerminalPicture(map, parameters: parameters)
                    .lines(columns: destination.width - 4, colours: destination.colours)
            }
            seen.rule = rule?.answer(map, analysis, validRange: parameters.validRange)
            return seen
        }
        return analyzed.map { ($0.result, $0.seen ?? Seen(rule: rule.map { RuleAnswer(unreadableFor: $0.file) })) }
    }

    /// All that is analysed; what is left out of archives is known once they were read.
    private func items(_ skipped: SkippedFiles) -> BatchItems<Item> {
        let readingOptions = analyzer.reader.options
        let (shards, arrays, selection) = (options.tar.shards, options.reading.array, options.input.selection)
        let members = TarInputs(shards, options: readingOptions, arrays: arrays, selection: selection) {
            skipped.take($0)
        }
        let count = found.inputs.count + listed.count
        let archives = ArchivePaths(arrays: arrays, selection: selection) { skipped.take($0) }
        func parts(of item: Item) -> [Item]? {
            guard case .file(.path(let path)) = item.input else { return nil }
            let known = item.known?.options ?? readingOptions
            return archives.inputs(at: path, options: known)?.map { Item(input: $0, known: item.known) }
        }
        if count == 1, shards.isEmpty {
            // Looked up now, the only file is known to be one map, or how many it holds, or where in an archive it is.
            var only = listed
            for input in found.inputs { only.append(Item(input: .file(input))) }
            return BatchItems(mayHoldArchives ? only.flatMap { parts(of: $0) ?? [$0] } : only)
        }
        let named = found.inputs.lazy.map { Item(input: .file($0)) }
        // Where all are files of one map, it is known how many there are.
        return BatchItems(
            [AnySequence(named), AnySequence(listed)].lazy.joined(), count: count,
            then: shards.isEmpty ? nil : AnySequence(members.lazy.map { Item(input: $0) }),
            parts: mayHoldArchives ? parts : nil)
    }

    /// The exit code one result asks for, after repeating its error on standard error, unless the reader of standard
    /// error reads it in the results.
    private func exitCode(of result: FileAnalysis, _ rule: RuleAnswer?) -> ExitCode {
        var isRead: Bool { destination.isReadWithErrors }
        func say(_ error: String) { Terminal.remark("error: \(result.input.printable): \(error)") }
        if let error = result.error {
            if !isRead { say(error.message(naming: .command)) }
            return .unreadableInput
        }
        if let refusal = refusal(of: result) {
            // A line of text has the server's answer only where it is not that of the map.
            if !isRead || format == .text && !result.serverDiffers { say("the server would refuse it: \(refusal)") }
            return .conditionHolds
        }
        return options.failOn.contains { $0.isAnswer(of: result, rule) } ? .conditionHolds : .success
    }

    /// Why the server would refuse a file, where that is to count.
    private func refusal(of result: FileAnalysis) -> ServerRefusal? {
        guard analyzer.reader.options.isStrict, case .unavailable(.refused(let refusal)) = result.serverAnswer else {
            return nil
        }
        return refusal
    }

    /// Whether a result is one that the user looks for: what `--fail-on` names or, without it, any that does not pass;
    /// what is wrong with a file in any case.
    private func isFailure(_ result: FileAnalysis, _ rule: RuleAnswer?) -> Bool {
        if result.error != nil || refusal(of: result) != nil { return true }
        if !options.failOn.isEmpty { return options.failOn.contains { $0.isAnswer(of: result, rule) } }
        return result.analysis.status != .pass || result.serverAnswer.code != SceneAnalysis.Status.pass.rawValue
            || rule?.verdict?.passes == false
    }
}

/// An answer that makes the command end with exit code 1.
enum FailingAnswer: String, CaseIterable {
    case fail, unavailable
    case serverFail = "server-fail"
    case serverUnavailable = "server-unavailable"
    case ruleFail = "rule-fail"

    fileprivate func isAnswer(of result: FileAnalysis, _ rule: RuleAnswer?) -> Bool {
        if self == .ruleFail { return rule?.verdict?.passes == false }
        return switch (self, result.serverAnswer) {
        case (.fail, _): result.analysis.status == .fail
        case (.unavailable, _): result.analysis.status == .unavailable
        case (.serverFail, .fail), (.serverUnavailable, .unavailable): true
        case (.serverFail, _), (.serverUnavailable, _), (.ruleFail, _): false
        }
    }
}
