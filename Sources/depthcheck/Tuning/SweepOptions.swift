import ArgumentParser
import DepthAnalysis
import Support
import Tasks
import ThresholdTuning

/// Options for sweeping parameters that require new measurements.
struct SweepOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Try these values of a parameter that is not a threshold, or all values of a range FIRST:LAST:STEP. "
                + "Repeatable.",
            valueName: "key=a,b,c"))
    var sweep: [ParsedOption<SweepDimension>] = []

    @Option(
        help: ArgumentHelp(
            "The folder to which the file names in the measurements are relative; required to measure again.",
            valueName: "folder"),
        completion: .directory)
    var corpus: String?

    @Option(
        help: ArgumentHelp(
            "Keep the measurements of a sweep in this folder, one file per set of parameters, and reuse those that "
                + "exist.",
            valueName: "folder"),
        completion: .directory)
    var sweepFolder: String?

    @Option(
        help: ArgumentHelp(
            "Write the sets of parameters, best first, and marginal effects to this file; .json, .md, .tex or CSV.",
            valueName: "file"),
        completion: .file())
    var sweepTable: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "After the sweep, try the values halfway between the best and its neighbours, this many times.",
            valueName: "rounds"))
    var refine = 0

    func validate() throws {
        try validateFolders()
        if sweepFolder != nil, sweep.isEmpty {
            throw ValidationError("found --sweep-folder without --sweep; expected --sweep too")
        }
    }

    func named(_ labelled: LabelledMeasurements) -> [NamedPath] {
        guard let corpus else { return [] }
        return labelled.rows.map { NamedPath(option: "--corpus", path: "\(corpus)/\($0.file)") }
    }

    /// Throws if a path is not a folder. The folder for measurements need not exist yet.
    private func validateFolders() throws {
        if let corpus, !FileAccess.isFolder(corpus) {
            throw ValidationError(
                "--corpus is \(corpus.printable); expected an existing folder, to which the file names in the "
                    + "measurements are relative")
        }
        if let sweepFolder, (try? FileStatus(of: sweepFolder)) != nil, !FileAccess.isFolder(sweepFolder) {
            throw ValidationError("--sweep-folder is \(sweepFolder.printable), a file; expected a folder")
        }
    }

    func apply(to options: inout TuneTask.Options) throws {
        options.sweep = try asUsageError { () throws(TuningError) in
            try sweep.map { option throws(TuningError) in try option.get() }
        }
        options.refine = refine
        options.wantsSweepTable = sweepTable != nil
    }

    /// Measures the maps with each set of parameters of which `tuning` lacks the measurements, and adds these.
    ///
    /// - Parameters:
    ///   - labelled: the measurements made with `parameters`, the present parameters.
    ///   - inUse: the files that are read; no measurement is added to them.
    func measure(
        _ tuning: inout Tuning, labelled: LabelledMeasurements, _ parameters: AnalysisParameters,
        inUse: OutputConflictGuard, jobs: Int
    ) throws {
        let exponential = try asUsageError { () throws(TuningError) in try labelled.exponential(for: parameters) }
        var measuring = SweepMeasuring(
            labelled: labelled, exponential: exponential, corpus: corpus, folder: sweepFolder, inUse: inUse, jobs: jobs)
        while let missing = tuning.missing.first {
            let rows = try measuring.measure(missing)
            var next = tuning
            try asUsageError { () throws(TaskFailure) in try next.add(rows) }
            tuning = next
        }
        if sweepFolder != nil {
            Terminal.report(
                "note: \(measuring.measuredCount) measurements made, \(measuring.reusedCount) reused from "
                    + "--sweep-folder"
            )
        }
    }
}
