import ArgumentParser
import DepthAnalysis
import DepthFiles
import ExplorerReports
import Reports
import Support
import Tasks
import ThresholdTuning

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write one HTML file to explore the effect of thresholds on a corpus.",
        usage: "depthcheck report [<options>] <corpus> ... --output <file>",
        discussion: """
            A corpus is measured as by depthcheck measure; a map that cannot be read has no verdict in the report. A \
            table that measure wrote is read instead. With labels, the report has sliders for every threshold, error \
            rates with intervals, the trade-off, and the maps that are decided differently. Without labels, it \
            describes the corpus. The file needs no network and no other file.
            """)

    @OptionGroup var input: ReportInput
    @OptionGroup(title: "Pictures") var pictures: ReportPictureOptions

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write the report to this file, which appears when it is complete; - is standard output.",
            valueName: "file"),
        completion: .file())
    var output: String

    @Flag(help: "Also show the candidates; a table has them if measure --candidates wrote it.")
    var candidates = false

    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Objective of the tuned thresholds, one of") var objective: ObjectiveOptions

    @Option(parsing: .unconditional, help: "The confidence level of all intervals.")
    var confidence = ConfidenceInterval.standardConfidence

    @Flag(name: [.short, .long], help: "Show no progress bar and no line about the report.")
    var quiet = false

    @OptionGroup var jobs: JobsOption

    func validate() throws {
        _ = try task()
        if input.labels == nil, objective.isGiven {
            throw ValidationError("an objective needs --labels, because nothing is tuned without labels")
        }
        try pictures.requireUsed(isTable: input.table != nil)
        if let table = input.table { try requireNoMeasuring(beside: table) }
        try OutputConflictGuard(reads: named)
            .requireDistinct([destination])
    }

    func run() throws {
        try CryptographyNeed.require()
        let found = try measured()
        let labelled = try input.labelled(found.rows)
        let output = try destination.open(besides: named + found.named)
        let subject = try subject()
        let report = try asUsageError { () throws(TuningError) in
            try ExplorerReport(found.rows, labelled: labelled, about: subject)
        }
        let gallery = try gallery(of: report, found.maps)
        let blocks = ReportBlocks(report, pictures: gallery.pictures)
        let module = try module()
        let page = WebPage("report.html", data: blocks.blocks + (module?.data ?? []))
        try write(page.bytes, to: output)
        let summary = ReportSummary(
            report: report, gallery: gallery, blocks: blocks, hasModule: module != nil, byteCount: page.bytes.count)
        for note in summary.notes { Terminal.report("note: \(note)") }
        if !quiet, destination.file != nil { print(summary.line(output: self.output)) }
        try found.code.leave()
    }

    private var destination: Destination { Destination(named: output, isQuiet: quiet) }

    /// The files that are read, except the maps, which are not listed yet.
    private var named: [NamedPath] { input.namedTables + analysis.parameters.file.named }

    /// Refuses options of measuring, which a table does not need.
    private func requireNoMeasuring(beside table: String) throws {
        let reading = try reading.reader.options.canonicalText
        guard analysis.profile == .server, analysis.exponential == .fused,
            reading == ReadingOptions().canonicalText, self.reading.array.isEmpty,
            input.corpus.selection.selection == FileSelection(), input.corpus.root == nil
        else {
            throw ValidationError(
                "\(table.printable): found options to measure maps beside a table; expected folders or depth files "
                    + "with them; omit them, or measure again")
        }
    }

    private struct Rows {
        var rows: [MapMeasurement] = []
        /// Nil if no pictures are requested.
        var maps: ReportMaps?
        var named: [NamedPath] = []
        var code = ExitCode.success
    }

    private func measured() throws -> Rows {
        guard let table = input.table else { return try measuredNow() }
        let rows = try TuningTable.measurements(table)
        guard !rows.isEmpty else {
            throw ValidationError(
                "\(table.printable): found no measurements; expected at least one row; measure a corpus with "
                    + "depthcheck measure")
        }
        if candidates { try requireCandidates(rows, in: table) }
        return Rows(rows: rows, maps: pictures.maps.map(ReportMaps.folder), named: pictures.named(rows))
    }

    private func measuredNow() throws -> Rows {
        let measurer = CorpusMeasurer(
            analyzer: try analysis.makeAnalyzer(), reader: try reading.reader, candidates: candidates,
            version: Depthcheck.version, .command)
        let measuring = try CorpusMeasuring(
            input.corpora, input.corpus, measurer, consequence: "the report omits it")
        var found = Rows(maps: .measured(measuring.paths), named: input.corpus.named(measuring.corpus))
        try OutputConflictGuard(reads: named + found.named).requireDistinct([destination])
        try measuring.requireFound("no report is written")
        measuring.reportFound()
        let members = try measuring.members(input.corpus, arrays: reading.array)
        let files = measuring.corpus.entries.map { MeasuredItem.file($0) }
        found.code = try measuring.measure(
            BatchItems(files, then: members.items(.csv)), .csv, jobs: jobs.count,
            showsProgress: destination.showsProgress
        ) { _, measured in
            for case .row(let row, _) in measured { found.rows.append(row) }
        }
        measuring.skipped.report()
        if !measuring.corpus.failures.isEmpty { found.code = .unreadableInput }
        // An error was printed for each missing row.
        guard !found.rows.isEmpty else { throw ExitCode.unreadableInput }
        return found
    }

    private func requireCandidates(_ rows: [MapMeasurement], in table: String) throws {
        guard !rows.allSatisfy(\.provenance.hasCandidates) else { return }
        throw ValidationError(
            "\(table.printable): found no columns of candidates; expected those of depthcheck measure --candidates; "
                + "measure with it, or omit --candidates")
    }

    private func task() throws -> TuneTask {
        var options = TuneTask.Options()
        objective.apply(to: &options)
        options.confidence = confidence
        return try validated(TuneTask.init, options)
    }

    private func subject() throws -> ReportSubject {
        var subject = ReportSubject(measurements: input.name, version: Depthcheck.version)
        subject.labels = input.labels?.lastPathPart
        subject.objective = try task().objective
        subject.confidence = confidence
        subject.showsCandidates = candidates
        if let file = analysis.parameters.file.path {
            subject.given = ReportSubject.Given(
                name: file.lastPathPart, parameters: try analysis.parameters.file.read())
        }
        return subject
    }

    private func gallery(of report: ExplorerReport, _ maps: ReportMaps?) throws -> ReportGallery {
        guard let maps else { return ReportGallery() }
        return try ReportGallery(
            of: report, rows: report.rowsToPicture(atMost: pictures.count), maps, jobs: jobs.count,
            showsProgress: destination.showsProgress)
    }

    private func module() throws -> WebModule? {
        do throws(FileAccessError) { return try WebModule.installed() } catch {
            throw ExitCode.unreadable(error)
        }
    }

    private func write(_ bytes: [UInt8], to output: Output) throws {
        do {
            try output.write(bytes)
            try output.commit()
        } catch is StandardOutputClosed {}
    }
}

struct ReportSummary {
    let report: ExplorerReport
    let gallery: ReportGallery
    let blocks: ReportBlocks
    let hasModule: Bool
    let byteCount: Int

    var notes: [String] {
        var notes = gallery.notes
        if blocks.omittedPictureCount > 0 {
            let count = NumberText.count(blocks.omittedPictureCount, "picture")
            notes.append("skipped \(count), so that the report stays small enough to be mailed")
        }
        notes += [report.labelNotes?.withoutSpecies, report.labelNotes?.ignored].compactMap { $0 }
        if let reason = report.tuningError?.text(.command) {
            notes.append("no tuned thresholds in the report: \(reason)")
        }
        if !hasModule {
            notes.append(
                "found no WebAssembly module (depthcheck.wasm), so the report cannot analyse maps dropped into it; "
                    + "build it with tools/web/build, or install a release")
        }
        return notes
    }

    func line(output: String) -> String {
        let megabytes = NumberText.fixed(Double(byteCount) / 1e6, digits: 2)
        let pictures = gallery.pictures.count - blocks.omittedPictureCount
        return "\(output.printable): \(NumberText.count(report.rows.count, "map")), "
            + "\(NumberText.count(pictures, "picture")), \(megabytes) MB"
    }
}
