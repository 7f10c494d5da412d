import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support
import Tasks
import ThresholdTuning

enum TuningReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Evaluate the current thresholds on labelled measurements and find better ones.",
        usage: "depthcheck tune [<options>] <measurements> --labels <file>",
        discussion: """
            Prints a report that begins with advice, and writes the tuned parameters to --output, for analyze \
            --parameters. Parameters that the advice rejects are not written. Exits with 3 if there is too little \
            data, or if --leave-out cannot form folds.
            """)

    @OptionGroup var input: LabelledArguments

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write the tuned parameters to this file. [default: only the report]", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write the groups and their cross-validation folds to this CSV file.", valueName: "file"),
        completion: .file())
    var saveFolds: String?

    @Flag(help: "Write the tuned parameters even if the advice rejects them; the exit code is the same.")
    var force = false

    @Option(help: "The format of the report.")
    var format = TuningReportFormat.text

    @OptionGroup var parameters: ParametersOption

    @Option(
        help: ArgumentHelp(
            "Cross-validate on unknown species (the name species), or on unknown values of this column of the labels, "
                + "such as a device: each fold leaves one out. [default: folds over groups]",
            valueName: "name"))
    var leaveOut: String?

    @OptionGroup(title: "Objective, one of") var objective: ObjectiveOptions
    @OptionGroup(title: "Sweep of other parameters") var sweep: SweepOptions
    @OptionGroup(title: "Statistics") var statistics: StatisticsOptions

    @Option(
        help: ArgumentHelp(
            "Write the curves to this file: ROC, DET, BPCER at APCER; .json, .md, .tex or CSV.", valueName: "file"),
        completion: .file())
    var curves: String?

    @Option(
        help: ArgumentHelp(
            "Write operating points with intervals to this file; .json, .md, .tex or CSV.", valueName: "file"),
        completion: .file())
    var operatingPoints: String?

    @Option(parsing: .unconditional, help: "The maximum number of operating points to write.")
    var pointLimit = TuneTask.Options().pointLimit

    @Option(help: "When to use colours; auto uses colours on a terminal unless NO_COLOR is set.")
    var color = ColorChoice.auto

    @OptionGroup var jobs: JobsOption

    func validate() throws {
        try inUse.requireDistinct([Destination()] + files.map(\.destination))
        _ = try task()
    }

    func run() throws {
        try CryptographyNeed.require()
        let parameters = try parameters.file.read()
        let task = try task()
        var tables = try input.tables()
        tables.domainColumn = task.domainColumn
        let labelled = try input.read(by: LabelledTables(tables))
        var inUse = inUse
        inUse.reads += sweep.named(labelled)
        let outputs = try TuningOutputs(report: Destination(color: color), files: files, in: inUse)
        var tuning = try asUsageError { () throws(TaskFailure) in try task.begin(labelled, parameters) }
        try sweep.measure(&tuning, labelled: labelled, parameters, inUse: inUse, jobs: jobs.count)
        let complete = tuning
        let report = try asUsageError { () throws(TaskFailure) in try complete.report() }
        let objection = force ? nil : report.advice.code.objection
        try outputs.finish(text(of: report), report, withholding: objection == nil ? [] : ["--output"])
        if let output, let objection {
            Terminal.report(
                "note: \(output.printable): not written, because \(objection); give --force to write the tuned "
                    + "thresholds anyway")
        }
        if !report.hasEnoughData { throw ExitCode.tooLittleData }
    }

    private func task() throws -> TuneTask {
        var options = TuneTask.Options()
        objective.apply(to: &options)
        statistics.apply(to: &options)
        try sweep.apply(to: &options)
        options.leaveOut = leaveOut
        (options.wantsPoints, options.pointLimit) = (operatingPoints != nil, pointLimit)
        options.jobs = jobs.count
        return try validated(TuneTask.init, options)
    }

    private var files: [TuningOutputs<TuningReport>.File] {
        func table(_ table: @escaping (TuningReport) -> ReportTable, for file: String) -> (TuningReport) -> String {
            { table($0).text(for: file) }
        }
        return [
            output.map { file in
                .init("--output", file) {
                    TunedParameters.json(of: $0, layout: .indented) + "\n"
                }
            },
            curves.map { .init("--curves", $0, table(OperatingPointTable.curves, for: $0)) },
            operatingPoints.map {
                .init("--operating-points", $0, table(OperatingPointTable.points, for: $0))
            },
            sweep.sweepTable.map { .init("--sweep-table", $0, table(SweepTable.table, for: $0)) },
            saveFolds.map { .init("--save-folds", $0) { GroupFolds.table($0.presentations, $0.options) } },
        ].compactMap { $0 }
    }

    /// The files that are read, except those of the corpus, which only the measurements name.
    private var inUse: OutputConflictGuard {
        OutputConflictGuard(
            reads: input.named + parameters.file.named,
            folders: sweep.sweepFolder.map { [NamedPath(option: "--sweep-folder", path: $0)] } ?? [])
    }

    private func text(of report: TuningReport) -> String {
        let destination = Destination(color: color)
        return switch format {
        case .json: JSONTuningReport.object(report) + "\n"
        case .text:
            TextTuningReport.page(
                report, style: destination.style, width: destination.width)
        }
    }
}

/// The outputs of tuning. All are opened before the work, so that errors are reported early. The files appear
/// together, after the report.
struct TuningOutputs<Result> {
    struct File {
        let destination: Destination
        /// Nil if the result has no contents for this file.
        let text: (Result) -> String?

        init(
            _ option: String, _ file: String, mustBeFile: Bool = false, _ text: @escaping (Result) -> String?
        ) {
            var destination = Destination(named: file, option: option)
            destination.mustBeFile = mustBeFile
            self.destination = destination
            self.text = text
        }
    }

    private let report: Output
    private let files: [(file: File, output: Output)]

    init(report: Destination, files: [File], in inUse: OutputConflictGuard) throws {
        let outputs = try inUse.open([report] + files.map(\.destination))
        self.report = outputs[0]
        self.files = Array(zip(files, outputs.dropFirst()))
    }

    /// - Parameters:
    ///   - text: the report.
    ///   - result: the result that the files are derived from.
    ///   - options: the options whose files are withheld.
    func finish(_ text: String, _ result: Result, withholding options: Set<String> = []) throws {
        try report.finish(text)
        let wanted = files.filter { !options.contains($0.file.destination.option) }
            .compactMap { file, output in file.text(result).map { (output, $0) } }
        for (output, text) in wanted { try ignoringGoneReader { try output.write(document: text) } }
        for (output, _) in wanted { try ignoringGoneReader { try output.commit() } }
    }

    private func ignoringGoneReader(_ body: () throws -> Void) throws {
        do { try body() } catch is StandardOutputClosed {}
    }
}
