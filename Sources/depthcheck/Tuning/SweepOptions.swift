import ArgumentParser
import DepthAnalysis
import Support
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
        _ = try asUsageError { () throws(TuningError) in try dimensions() }
        guard (0...10).contains(refine) else {
            throw ValidationError("--refine is \(refine); expected 0 to 10 rounds")
        }
        for (name, isGiven) in [
            ("--refine", refine > 0), ("--sweep-folder", sweepFolder != nil), ("--sweep-table", sweepTable != nil),
        ] where isGiven && sweep.isEmpty {
            throw ValidationError("\(name) needs --sweep, such as --sweep gradientThreshold=0.05:0.3:0.05")
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

    private func dimensions() throws(TuningError) -> [SweepDimension] {
        try sweep.map { option throws(TuningError) in try option.get() }
    }

    /// The variant with the current parameters and all other variants, with their measurements.
    ///
    /// - Parameters:
    ///   - labelled: the measurements made with `parameters`, the current parameters.
    ///   - inUse: the files that are read; no measurement is added to them.
    ///   - tuner: selects the best variant for refinement.
    func variants(
        of parameters: AnalysisParameters, labelled: LabelledMeasurements, inUse: OutputConflictGuard, tuner: Tuner,
        jobs: Int
    ) throws -> [TuningVariant] {
        var sweep = try asUsageError { () throws(TuningError) in
            try Sweep(dimensions(), of: parameters, refinements: refine)
        }
        let exponential = try asUsageError { () throws(TuningError) in try labelled.exponential(for: parameters) }
        var measuring = SweepMeasuring(
            labelled: labelled, exponential: exponential, corpus: corpus, folder: sweepFolder, inUse: inUse, jobs: jobs)
        try measuring.adopt(labelled, of: parameters)
        var variants = try measuring.variants(sweep.ways)
        for _ in 0..<refine {
            let added = sweep.refine(around: tuner.bestWay(variants))
            if added.isEmpty { break }
            variants += try measuring.variants(added)
        }
        if sweepFolder != nil {
            Terminal.report(
                "note: \(measuring.measuredCount) measurements made, \(measuring.reusedCount) reused from "
                    + "--sweep-folder"
            )
        }
        return variants
    }
}
