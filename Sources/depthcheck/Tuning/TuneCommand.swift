import ArgumentParser
import Corpora
import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
import Platform
import ThresholdTuning

/// How the report of tuning or evaluating is written.
enum TuningReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

struct TuneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Judges the present thresholds on labelled measurements and finds better ones.",
        discussion: """
            Writes the tuned parameters to --output, for analyze --parameters, and a report to standard output that \
            begins with the advice. Parameters that the advice is not to use are not written; with too little data \
            it ends with 3.
            """)

    @OptionGroup var input: LabelledArguments

    @Option(
        name: [.short, .long], help: ArgumentHelp("Write the tuned parameters to this file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Write the tuned parameters also where the advice is not to use them; the exit code stays.")
    var force = false

    @Option(help: "How the report is written.")
    var format = TuningReportFormat.text

    @OptionGroup var parameters: ParametersOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Look only at a grid of this many values of each threshold.", valueName: "steps"))
    var grid: Int?

    @OptionGroup(title: "Objective, one of") var objective: ObjectiveOptions
    @OptionGroup(title: "Measuring in other ways") var sweep: SweepOptions
    @OptionGroup(title: "Statistics") var statistics: StatisticsOptions

    @Option(
        help: ArgumentHelp("Write the curves to this file: ROC, DET, BPCER at APCER; .json or CSV.", valueName: "file"),
        completion: .file())
    var curves: String?

    @Option(
        help: ArgumentHelp("Write operating points with intervals to this file; .json or CSV.", valueName: "file"),
        completion: .file())
    var operatingPoints: String?

    @Option(parsing: .unconditional, help: "The most operating points to write.")
    var pointLimit = 20_000

    @Option(help: "Colours of the report: when the output is a terminal and NO_COLOR is not set, always, or never.")
    var color = ColorChoice.auto

    @OptionGroup var jobs: JobsOption

    func validate() throws {
        if let grid, !(2...1000).contains(grid) { throw ValidationError("--grid is \(grid); expected 2 to 1000") }
        try inUse.requireApart([Destination()] + files.map(\.destination))
        guard Self.pointLimits.contains(pointLimit) else {
            throw ValidationError(
                "--point-limit is \(pointLimit); expected \(Self.pointLimits.lowerBound) to "
                    + "\(Self.pointLimits.upperBound)")
        }
    }

    /// Each point is a row with its intervals.
    private static let pointLimits = 1...1_000_000

    @MainActor
    func run() async throws {
        let parameters = try parameters.read()
        let labelled = try input.read()
        var inUse = inUse
        inUse.reads += sweep.named(labelled)
        let outputs = try TuningOutputs(report: Destination(color: color), files: files, in: inUse)
        let tuner = Tuner(options)
        let variants = try await sweep.variants(
            of: parameters, labelled: labelled, inUse: inUse, tuner: tuner, jobs: jobs.count)
        let report: TuningReport
        do throws(TuningError) { report = try await tuner.report(variants, labelled: labelled) } catch {
            throw ExitCode.lackOfMemory(error) ?? ValidationError(error.description)
        }
        let objection = force ? nil : report.advice.code.objection
        try outputs.finish(text(of: report), report, withholding: objection == nil ? [] : ["--output"])
        if let output, let objection {
            Terminal.remark(
                "\(output.printable): not written, for \(objection); give --force to write the tuned thresholds all "
                    + "the same")
        }
        if report.advice.code == .tooLittleData { throw ExitCode.tooLittleData }
    }

    private var options: TuningOptions {
        var options = TuningOptions()
        options.objective = objective.wanted
        options.method = grid.map { .grid(steps: $0) } ?? .exact
        statistics.apply(to: &options)
        options.operatingPoints = operatingPoints == nil ? 0 : pointLimit
        options.jobs = jobs.count
        return options
    }

    /// What is written besides the report.
    private var files: [TuningOutputs.File] {
        func table(_ table: @escaping (TuningReport) -> ReportTable, for file: String) -> (TuningReport) -> String {
            { table($0).text(for: file) }
        }
        return [
            output.map { file in
                TuningOutputs.File("--output", file) { $0.tuned.assessment.parameters.json(layout: .indented) + "\n" }
            },
            curves.map { TuningOutputs.File("--curves", $0, table(OperatingPointTable.curves, for: $0)) },
            operatingPoints.map {
                TuningOutputs.File("--operating-points", $0, table(OperatingPointTable.points, for: $0))
            },
            sweep.sweepTable.map { TuningOutputs.File("--sweep-table", $0, table(SweepTable.table, for: $0)) },
        ].compactMap { $0 }
    }

    /// What is read; of the corpus nothing yet, which only the measurements name.
    private var inUse: FilesInUse {
        FilesInUse(
            reads: input.named + parameters.named,
            folders: sweep.sweepFolder.map { [NamedPath(option: "--sweep-folder", path: $0)] } ?? [])
    }

    private func text(of report: TuningReport) -> String {
        let destination = Destination(color: color)
        return switch format {
        case .json: JSONTuningReport.object(report) + "\n"
        case .text: TextTuningReport.page(report, style: destination.style, width: destination.width)
        }
    }
}
