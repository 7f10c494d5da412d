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
        usage: "depthcheck report [<options>] <measurements> --output <file>",
        discussion: """
            With labels, the report has sliders for every threshold, error rates with intervals, the trade-off, and \
            the maps that are decided differently. Without labels, it describes the corpus. The file needs no network \
            and no other file.
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

    @Flag(help: "Also show the candidates, which measure --candidates adds.")
    var candidates = false

    @OptionGroup var parameters: ParametersOption
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
        try OutputConflictGuard(reads: named, isPartial: pictures.maps != nil).requireDistinct([destination])
    }

    func run() throws {
        try CryptographyNeed.require()
        let rows = try input.rows()
        if candidates { try requireCandidates(rows) }
        let labelled = try input.labelled(rows)
        let output = try destination.open(besides: named + pictures.named(rows))
        let subject = try subject()
        let report = try asUsageError { () throws(TuningError) in
            try ExplorerReport(rows, labelled: labelled, about: subject)
        }
        let gallery = try gallery(of: report)
        let blocks = ReportBlocks(report, pictures: gallery.pictures)
        let module = try module()
        let page = WebPage("report.html", data: blocks.blocks + (module?.data ?? []))
        try write(page.bytes, to: output)
        let summary = ReportSummary(
            report: report, gallery: gallery, blocks: blocks, hasModule: module != nil, byteCount: page.bytes.count)
        for note in summary.notes { Terminal.report("note: \(note)") }
        if !quiet, destination.file != nil { print(summary.line(output: self.output)) }
    }

    private var destination: Destination { Destination(named: output, isQuiet: quiet) }

    /// The files that are read, except the maps, which only the measurements name.
    private var named: [NamedPath] { input.named + parameters.file.named }

    /// - Throws: `ValidationError` if the candidates were not measured.
    private func requireCandidates(_ rows: [MapMeasurement]) throws {
        guard !rows.allSatisfy(\.provenance.hasCandidates) else { return }
        throw ValidationError(
            "\(input.measurements.printable): found no columns of candidates; expected those of depthcheck measure "
                + "--candidates; measure with it, or omit --candidates")
    }

    private func task() throws -> TuneTask {
        var options = TuneTask.Options()
        objective.apply(to: &options)
        options.confidence = confidence
        return try validated(TuneTask.init, options)
    }

    private func subject() throws -> ReportSubject {
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        var subject = ReportSubject(measurements: last(input.measurements), version: Depthcheck.version)
        subject.labels = input.labels.map(last)
        subject.objective = try task().objective
        subject.confidence = confidence
        subject.showsCandidates = candidates
        if let file = parameters.file.path {
            subject.given = ReportSubject.Given(name: last(file), parameters: try parameters.file.read())
        }
        return subject
    }

    private func gallery(of report: ExplorerReport) throws -> ReportGallery {
        guard let maps = pictures.maps else { return ReportGallery() }
        return try ReportGallery(
            of: report, rows: report.rowsToPicture(atMost: pictures.count), in: maps, jobs: jobs.count,
            showsProgress: destination.showsProgress)
    }

    private func module() throws -> WebModule? {
        do throws(FileAccessError) {
            return try WebModule.installed()
        } catch {
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
