public import ArgumentParser
import Corpora
import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
import Platform
public import ThresholdTuning

extension Objective: ExpressibleByArgument {}

/// How the report of tuning is written.
enum TuningReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

struct TuneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Judges the present thresholds on labelled measurements and finds better ones.",
        discussion: """
            Writes the tuned parameters to --output, for analyze --parameters, and a report to standard output that \
            begins with the advice. With too little data it says so, ends with 3 and writes no parameters.
            """)

    @Argument(help: ArgumentHelp("What depthcheck measure wrote.", valueName: "measurements"), completion: .file())
    var measurements: String

    @Option(
        help: ArgumentHelp("CSV with the columns file, label and, if known, species and group.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var labels: String

    @Option(
        name: [.short, .long], help: ArgumentHelp("Write the tuned parameters to this file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Write the tuned parameters also if there is too little data; the exit code stays 3.")
    var force = false

    @Option(help: "How the report is written.")
    var format = TuningReportFormat.text

    @Option(help: ArgumentHelp("What the thresholds are to be best at."))
    var objective = Objective.bpcer20

    @OptionGroup var parameters: ParametersOption

    @Flag(help: "Leave out files that are unlabelled, unknown or labelled twice; the report lists them.")
    var ignoreUnlabelled = false

    @Option(help: ArgumentHelp("Look only at a grid of this many values of each threshold.", valueName: "steps"))
    var grid: Int?

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

    @Option(help: "The most operating points to write.")
    var pointLimit = 20_000

    @Option(help: "Colours of the report: when the output is a terminal and NO_COLOR is not set, always, or never.")
    var color = ColorChoice.auto

    @OptionGroup var jobs: JobsOption

    /// Ten million rows.
    private static let maximumTableByteCount = 1 << 33

    func validate() throws {
        if let grid, !(2...1000).contains(grid) { throw ValidationError("--grid is \(grid); expected 2 to 1000") }
        let outputs = [output, curves, operatingPoints].compactMap { $0 }.filter { $0 != "-" }
        if Set(outputs).count < outputs.count { throw ValidationError("two outputs have one name; name another file") }
        let inputs = [measurements, labels] + (parameters.file.map { [$0] } ?? [])
        for output in outputs { try Destination(named: output).requireOther(than: inputs.map { .success($0) }) }
        guard pointLimit >= 1 else { throw ValidationError("--point-limit is \(pointLimit); expected at least 1") }
    }

    @MainActor
    func run() async throws {
        let parameters = try parameters.read()
        let rows = try read(measurements, MeasurementTable.init(_:name:)).rows
        let labels = try read(labels, LabelTable.init(_:name:)).labels
        let labelled = try asUsageError { () throws(TuningError) in
            try LabelledMeasurements(rows: rows, labels: labels, isLenient: ignoreUnlabelled)
        }
        let found = rows.first?.provenance.measuringDigest ?? parameters.measuringDigest
        // Rows measured with either exp can be tuned; they do not mix.
        guard
            let exponential = DepthAnalyzer.Exponential.allCases.first(where: {
                parameters.measuringDigest($0) == found
            })
        else {
            throw ValidationError(
                TuningError.otherParameters(found: found, expected: parameters.measuringDigest).description)
        }
        let variants = try await sweep.variants(
            of: parameters, exponential, labelled: labelled, jobs: jobs.count)
        var options = TuningOptions()
        options.objective = objective
        options.method = grid.map { .grid(steps: $0) } ?? .exact
        statistics.apply(to: &options)
        options.operatingPoints = operatingPoints == nil ? 0 : pointLimit
        options.jobs = jobs.count

        let report: TuningReport
        do throws(TuningError) { report = try await Tuner(options).report(variants, labelled: labelled) } catch {
            throw ValidationError(error.description)
        }
        func write(_ text: String, to file: String?) throws { try Destination(named: file).open().finish(text) }
        let isWithheld = report.advice.code == .tooLittleData && !force
        if let output, !isWithheld {
            try write(report.tuned.assessment.parameters.json(layout: .indented) + "\n", to: output)
        }
        if let curves { try write(Self.text(of: .curves(of: report), for: curves), to: curves) }
        if let operatingPoints {
            try write(Self.text(of: .points(of: report), for: operatingPoints), to: operatingPoints)
        }
        try write(text(of: report), to: nil)
        if let output, isWithheld {
            Terminal.remark(
                "\(output): not written, for there is too little data; give --force to write it all the same")
        }
        if report.advice.code == .tooLittleData { throw ExitCode.tooLittleData }
    }

    private func text(of report: TuningReport) -> String {
        switch format {
        case .json: return JSONTuningReport.object(report) + "\n"
        case .text:
            let destination = Destination(color: color)
            return TextTuningReport.page(report, style: destination.style, width: destination.width)
        }
    }

    private func read<Table>(
        _ path: String, _ parse: ([UInt8], String) throws(CorpusError) -> Table
    ) throws -> Table {
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readNamed(path, maximumByteCount: Self.maximumTableByteCount)
        } catch {
            Terminal.remark("error: \(path): \(error.message(naming: .command))")
            throw ExitCode.unreadableInput
        }
        return try asUsageError { () throws(CorpusError) in try parse(bytes, path) }
    }

    private static func text(of table: OperatingPointTable, for path: String) -> String {
        path.hasSuffix(".json") ? table.json : table.csv
    }
}
