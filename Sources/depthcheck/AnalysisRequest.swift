import ArgumentParser
import DepthFiles
import Reports
import ThresholdTuning

/// What was asked of `analyze`, whoever read it from the arguments.
///
///     try request.validate()
///     try request.run()
struct AnalysisRequest {
    var files = NamedFiles()
    var manifest = ManifestFile()
    var archives = NamedTarArchives()
    var analyzer = AnalyzerRequest()
    var reading = ReadingRequest()
    var destination = Destination()
    var summary = SummaryRequest()
    /// Nil for the format that the name of the output asks for, else text.
    var format: ReportStream.Format?
    var rule = RuleFile()
    var showsPictures = false
    var isVerbose = false
    var showsOnlyFailures = false
    /// Nil for as many as there are processors.
    var jobs: Int?
    var failOn: [FailingAnswer] = []

    /// Reads parameters and the rule already, so that what is wrong with them is said with the command's usage.
    ///
    /// - Throws: `ValidationError` for what has no meaning, alone or together.
    func validate() throws {
        try files.validate()
        try archives.validate()
        try reading.validate()
        if manifest.path == nil { try files.requireSome(or: archives) }
        if manifest.path == "-", files.readsStandardInput || archives.readsStandardInput {
            throw ValidationError("standard input can be read only once")
        }
        let format = try chosenFormat
        try summary.requireApart(from: destination)
        if showsPictures, format != .text || destination.isQuiet {
            throw ValidationError("--picture shows maps in whole text; leave it out with --quiet and other formats")
        }
        _ = try rule.read(for: try analyzer.makeAnalyzer())
        if rule.path == nil, failOn.contains(.ruleFail) {
            throw ValidationError("--fail-on rule-fail needs --rule: without one there is no such verdict")
        }
    }

    /// Analyses what was asked for, with as few files open, memory and threads as that takes.
    ///
    /// - Throws: an `ExitCode` other than 0; `ValidationError` for a list or manifest that cannot be used.
    func run() throws {
        // Lists are read when the run is made. Whether one path is a folder or an archive is known only then.
        if !isOfOnePath { try Depthcheck.requireFilesAndMemory() }
        let run = try makeRun()
        if isOfOnePath, !run.isOfOneMap { try Depthcheck.requireFilesAndMemory() }
        try run.run()
    }

    private var isOfOnePath: Bool {
        files.isOfOnePath && manifest.path == nil && archives.isEmpty
    }

    /// What is to be done: files are looked up, and lists of them read.
    private func makeRun() throws -> AnalysisRun {
        let reader = reading.reader
        let found = try files.found()
        let listed = try manifest.read(reader.options)?.entries ?? []
        let isOfOneFile = archives.isEmpty && found.inputs.count + listed.count == 1
        let first = found.inputs.first ?? listed.first.map { .path($0.path) }
        let isOfOneMap = isOfOneFile && first?.isArchive == false
        let isList = showsOnlyFailures || !(isOfOnePath && found.isSingleFile && isOfOneMap)
        var run = AnalysisRun(isList: isList, isOfOneMap: isOfOneMap)
        run.takeInputs(found)
        run.selection = files.selection
        run.listed = listed.map { AnalysisRun.Item(input: .file(.path($0.path)), known: .init($0.options)) }
        run.shards = archives.shards
        run.analyzer = FileAnalyzer(analyzer: try analyzer.makeAnalyzer(), reader: reader)
        run.rule = try rule.read(for: run.analyzer.analyzer)
        run.format = try chosenFormat
        run.failOn = failOn
        run.destination = destination
        run.summary = summary
        run.isVerbose = isVerbose
        run.showsOnlyFailures = showsOnlyFailures
        run.showsPictures = showsPictures
        run.reads = files.named(found) + archives.named
        for entry in listed {
            run.reads.append(NamedPath(option: "--manifest", path: DepthArchive.file(readFor: entry.path)))
        }
        run.reads += manifest.named + analyzer.parameters.named + rule.named
        if run.isList { run.jobs = DescriptorNeed.jobs(jobs) }
        run.arrays = reading.arrays
        return run
    }

    private var chosenFormat: ReportStream.Format {
        get throws { try ReportStream.Format(asked: format, output: destination.file) }
    }
}

extension ReportStream.Format {
    /// The format that was asked for, by name or by the extension of the output.
    ///
    /// - Throws: `ValidationError` where they ask for two.
    init(asked format: Self?, output: String?) throws {
        guard let output, let named = Self(fileName: output) else {
            self = format ?? .text
            return
        }
        if let format, format != named {
            throw ValidationError(
                "--output \(output) asks for \(named.rawValue) and --format for \(format.rawValue); "
                    + "leave one out or rename the output")
        }
        self = named
    }

    /// The format a file name asks for, `.gz` aside; nil for a name that asks for none.
    init?(fileName: String) {
        let name = fileName.lowercased()
        let parts = (name.hasSuffix(".gz") ? String(name.dropLast(3)) : name).split(separator: ".")
        guard parts.count > 1, let last = parts.last else { return nil }
        self.init(rawValue: last == "txt" ? Self.text.rawValue : String(last))
    }
}
