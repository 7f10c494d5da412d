public import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support
import ThresholdTuning

extension MeasurementFormat: ExpressibleByArgument {}

struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure a corpus of depth maps for tuning, one row per map.",
        usage: "depthcheck measure [<options>] <corpus> ...",
        discussion: """
            A file that cannot be read gets a row with its error. File names in rows are relative to their corpus, or \
            to --root. Concatenate the parts that --shard measures.
            """)

    @Argument(
        help: ArgumentHelp("Folders of depth files, or depth files.", valueName: "corpus"), completion: .directory)
    var corpora: [String] = []

    @OptionGroup(title: "Input") var input: CorpusArguments

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write to this file, which grows row by row; .ndjson selects NDJSON. [default: standard output]",
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: "The format of the rows. [default: from the extension of --output, otherwise csv]")
    var format: MeasurementFormat?

    @Flag(
        help: """
            Continue an existing output: measure files that have no row, have an error, or have changed.
            """)
    var resume = false

    @Flag(help: "With --resume, compare the SHA-256 of every file that has a row.")
    var verify = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Measure part I of N; the parts are the same on every machine. [default: everything]", valueName: "I/N"))
    var shard: ParsedOption<CorpusPart>?

    @Flag(
        help: "Also measure candidates for other rules, in additional columns that do not affect the verdict.")
    var candidates = false

    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments

    @OptionGroup var jobs: JobsOption

    @Flag(name: [.short, .long], help: "Show no progress bar.")
    var quiet = false

    func validate() throws {
        try input.requireSome(or: corpora)
        let name = output?.lowercased() ?? ""
        if name.hasSuffix(".gz") {
            throw ValidationError(
                "--output is \(name.printable); expected .csv or .ndjson, because a growing table cannot be compressed")
        }
        if let named = MeasurementFormat.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }), let format,
            named != format
        {
            throw ValidationError(
                "--output requests \(named.rawValue), but --format requests \(format.rawValue); omit one, or rename "
                    + "the output")
        }
        if name.hasSuffix(".json") {
            throw ValidationError(
                "--output is \(name.printable); expected .csv or .ndjson, which have one row per line")
        }
        if resume, output == nil { throw ValidationError("--resume needs --output") }
        if verify, !resume { throw ValidationError("--verify needs --resume, whose rows it verifies") }
        _ = try part
    }

    func run() throws {
        try CryptographyNeed.require()
        let measurer = CorpusMeasurer(
            analyzer: try analysis.makeAnalyzer(), reader: try reading.reader, candidates: candidates,
            version: Depthcheck.version, .command)
        let measuring = try CorpusMeasuring(
            corpora, input, measurer, part: part, consequence: "no row is written")
        let corpus = measuring.corpus
        let inUse = OutputConflictGuard(reads: analysis.parameters.file.named + input.named(corpus))
        if !corpus.missing.isEmpty { try inUse.requireDistinct([Destination(named: output)]) }
        try measuring.requireFound("no table is written")
        let rows = try RowOutput(
            Destination(named: output), format, besides: inUse, provenance: measurer.provenance,
            hasOneReading: input.manifest.path == nil && measuring.shards.isEmpty, isResumed: resume)
        measuring.reportFound()
        rows.remark()
        let members = try measuring.members(input, part: part, arrays: reading.array, inherited: rows.inherited)
        let showsProgress = !quiet && !Destination(named: output).isTerminal
        let index = CorpusIndex(rows.inherited.isEmpty ? [] : corpus.entries)
        let stale = try self.stale(
            rows.inherited, index, members, measurer, showsProgress: showsProgress)
        // Only reading shows how many maps a file contains. If a file has some rows, others may be missing.
        let earlier = EarlierRows(
            rows.inherited.filter {
                index.entryOfSeveral(withRow: $0.file) != nil && !stale.files.contains(ExactText($0.file))
            })
        let dropped = stale.files.union(members.vanished)
        for row in rows.inherited where measurer.hasCrashed(row) && !dropped.contains(ExactText(row.file)) {
            Terminal.report("\(row.file.printable): \(row.error)")
        }
        try rows.resume(dropping: { dropped.contains(ExactText($0.file)) })
        let code = try measure(measuring, members, rows, earlier, showsProgress: showsProgress)
        measuring.skipped.report()
        // Errors in rows of an earlier run or another corpus are in the table too.
        let isWhole = corpus.failures.isEmpty && stale.isKnown && !rows.hasErrors
        try (isWhole ? code : .unreadableInput).leave()
    }

    /// Measures files row by row. An error that is not about the file itself leaves no row, so that the next run
    /// retries.
    private func measure(
        _ measuring: CorpusMeasuring, _ members: ShardMembers, _ rows: RowOutput, _ earlier: EarlierRows,
        showsProgress: Bool
    ) throws -> ExitCode {
        let entries = measuring.corpus.entries.filter { !rows.hasRow(of: $0.file) }
        let files = entries.map { MeasuredItem.file($0, earlier: earlier) }
        // The rows of files with several maps, and of members of shards.
        var ofSeveral: [ExactText: [String]] = [:]
        var ofMembers: [String] = []
        var replaced: [CorpusMeasurer.RowState: Int] = [:]
        var removedCount = members.vanished.count
        return try measuring.measure(
            BatchItems(files, then: members.items(rows.format)), rows.format, jobs: jobs.count,
            showsProgress: showsProgress,
            // Rows contain their errors.
            repeatsErrors: !Destination(named: output).isReadWithErrors
        ) { item, measured in
            if case .member = item {
                ofMembers += measured.map(\.file)
                let vanished =
                    measured.isEmpty ? [] : members.vanished(from: item.name, measured: measured.map(\.file))
                rows.remove(vanished)
                removedCount += vanished.count
            } else if measured.count > 1 {
                ofSeveral[ExactText(item.name)] = measured.map(\.file)
            }
            for case .row(let row, let state) in measured {
                if let state { replaced[state, default: 0] += 1 }
                try state == nil ? rows.write(row) : rows.replace(row)
            }
        } finish: {
            Self.reportRemeasured(replaced)
            if removedCount > 0 {
                let removed = NumberText.count(removedCount, "row")
                Terminal.report("note: \(removed) removed: maps that the archive no longer has")
            }
            let ofFiles = measuring.corpus.entries.flatMap { ofSeveral[ExactText($0.file)] ?? [$0.file] }
            try rows.finish(inOrderOf: ofFiles + ofMembers)
        }
    }

    private var part: CorpusPart? {
        get throws {
            try asUsageError { () throws(CorpusError) in try shard?.get() }
        }
    }

    /// The files whose rows are stale, and whether this could be determined for all. Prints their number and the
    /// reasons. Rows that cannot be checked are kept. For members of shards, only rows with errors are stale.
    private func stale(
        _ rows: [MapMeasurement], _ index: CorpusIndex, _ members: ShardMembers, _ measurer: CorpusMeasurer,
        showsProgress: Bool
    ) throws -> (files: Set<ExactText>, isKnown: Bool) {
        var counts: [CorpusMeasurer.RowState: Int] = [:]
        var stale = rows.filter(members.isStale).map(\.file).exactTexts
        if !stale.isEmpty { counts[.failed] = stale.count }
        var isKnown = true
        let isThorough = verify
        let pairs = rows.compactMap { row in index.entry(withRow: row.file).map { (row: row, entry: $0) } }
        let batch = Batch(
            items: pairs, jobs: jobs.count, showsProgress: showsProgress, name: { $0.entry.path }
        ) { pair in
            (
                row: pair.row,
                state: Result { () throws(FileAccessError) in
                    try measurer.state(of: pair.row, pair.entry, isThorough: isThorough)
                }
            )
        }
        _ = try batch.run { (row, state) in
            switch state {
            case .success(.current): break
            case .success(let state):
                stale.insert(ExactText(row.file))
                counts[state, default: 0] += 1
            case .failure(let error):
                isKnown = false
                CorpusMeasuring.printError(error, "its row is kept")
            }
        }
        Self.reportRemeasured(counts)
        return (stale, isKnown)
    }

    private static func reportRemeasured(_ counts: [CorpusMeasurer.RowState: Int]) {
        let reasons: [(CorpusMeasurer.RowState, String)] = [
            (.failed, "with an error"), (.changed, "of a file that has changed"),
            (.readOtherwise, "of a file that is now read differently"),
        ]
        let counted = reasons.compactMap { state, words in counts[state].map { "\($0) \(words)" } }
        guard !counted.isEmpty else { return }
        let rows = NumberText.count(counts.values.reduce(0, +), "row")
        Terminal.report("note: \(rows) measured again: \(counted.joined(separator: ", "))")
    }
}
