import DepthAnalysis
import DepthArchives
import DepthFiles
import DepthReports
import Platform

/// `analyze` of files and folders, as a pipeline calls it for one upload after the other, read from the arguments
/// without the parser: what the parser does by reflection takes longer than reading and analysing a map.
///
///     if let run = try? AnalyzeCall(arguments)?.run() { … }
///
/// It knows the options that say how files are read, judged and told. Nil for whatever else is asked for, and for
/// whatever is wrong: the parser decides, and says what. A test holds every option of `analyze` to either.
struct AnalyzeCall {
    private var files: [String] = []
    private var profile = AnalysisProfile.server
    private var parameters: String?
    private var engine = DepthAnalyzer.Engine.kernel
    private var exponential = DepthAnalyzer.Exponential.fused
    private var reading = ReadingRequest()
    private var format: ReportStream.Format?
    private var output: String?
    private var isQuiet = false
    private var color = ColorChoice.auto
    private var summary = SummaryRequest()
    private var failOn: [FailingAnswer] = []
    private var isVerbose = false
    private var showsPictures = false
    private var jobs: Int?
    private var rule: String?
    private var arrays: [String] = []
    /// The options so far that may stand only once here; what a second one means is left to the parser.
    private var seen: [String] = []

    init?(_ arguments: [String]) {
        guard arguments.first == "analyze" else { return nil }
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != FileAccess.standardInputName else {
                files.append(argument)
                continue
            }
            if setFlag(argument) { continue }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = argument == "-o" ? "--output" : String(parts[0])
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
                !value.hasPrefix("-"), set(name, value)
            else { return nil }
            guard Self.severalTimes.contains(name) || !seen.contains(name) else { return nil }
            seen.append(name)
        }
        let readers = files.count { $0 == FileAccess.standardInputName }
        guard !files.isEmpty, !files.contains(""), readers <= 1, jobs.map({ $0 >= 1 }) != false else { return nil }
    }

    private static let severalTimes = ["--fail-on", "--invalid-value", "--array"]

    /// Returns false for what is no flag known here.
    private mutating func setFlag(_ name: String) -> Bool {
        switch name {
        case "--flip": reading.isFlipped = true
        case "--strict": reading.isStrict = true
        case "--quiet", "-q": isQuiet = true
        case "--summary": summary.isWanted = true
        case "--picture": showsPictures = true
        case "--verbose", "-v": isVerbose = true
        default: return false
        }
        return true
    }

    /// Returns false for what is no option known here, and for what is no value of it.
    private mutating func set(_ name: String, _ text: String) -> Bool {
        func put<Value>(_ value: Value?, _ place: inout Value?) -> Bool {
            place = value
            return value != nil
        }
        func put<Value>(_ value: Value?, _ place: inout Value) -> Bool {
            if let value { place = value }
            return value != nil
        }
        func append<Value>(_ value: Value?, _ place: inout [Value]) -> Bool {
            if let value { place.append(value) }
            return value != nil
        }
        switch name {
        case "--profile": return put(AnalysisProfile(rawValue: text), &profile)
        case "--parameters": return put(text, &parameters)
        case "--engine": return put(DepthAnalyzer.Engine(rawValue: text), &engine)
        case "--exp": return put(DepthAnalyzer.Exponential(rawValue: text), &exponential)
        case "--width": return put(Int(text), &reading.width)
        case "--height": return put(Int(text), &reading.height)
        case "--row-bytes": return put(Int(text), &reading.rowBytes)
        case "--units-per-metre": return put(Float(text), &reading.unitsPerMetre)
        case "--dataset": return put(DataSet(rawValue: text), &reading.dataset)
        case "--invalid-value": return append(Float(text), &reading.invalidValues)
        case "--min-confidence": return put(Confidence(name: text), &reading.minimumConfidence)
        case "--rotate": return put(Int(text), &reading.rotate)
        case "--max-bytes": return put(Int(text), &reading.maximumByteCount)
        case "--format": return put(ReportStream.Format(rawValue: text), &format)
        case "--output": return put(text, &output)
        case "--color": return put(ColorChoice(rawValue: text), &color)
        case "--summary-json": return put(Destination(named: text, option: "--summary-json"), &summary.json)
        case "--fail-on": return append(FailingAnswer(rawValue: text), &failOn)
        case "--jobs": return put(Int(text), &jobs)
        case "--rule": return put(text, &rule)
        case "--array": return append(text, &arrays)
        default: return false
        }
    }

    /// What is to be done.
    ///
    /// - Throws: for what is wrong with the values together, with the parameters or with the rule.
    func run() throws -> AnalysisRun? {
        guard engine.isAvailable, rule != nil || !failOn.contains(.ruleFail) else { return nil }
        try reading.validate()
        let destination = Destination(named: output, isQuiet: isQuiet, color: color)
        try summary.requireApart(from: destination)
        let format = try ReportStream.Format(asked: format, output: output)
        if showsPictures, format != .text || isQuiet { return nil }
        let constants = ParametersFile(path: parameters)
        let analyzer = try DepthAnalyzer(
            profile: profile, parameters: constants.read(), engine: engine, exponential: exponential)
        let rule = RuleFile(path: rule)
        let named = try rule.read(for: analyzer)

        let found = InputArguments.found(files)
        var run = AnalysisRun(isList: !found.isSingleFile || found.isArchive)
        run.takeInputs(found)
        run.analyzer = FileAnalyzer(analyzer: analyzer, reader: reading.reader)
        run.rule = named
        run.format = format
        run.failOn = failOn
        run.destination = destination
        run.summary = summary
        run.isVerbose = isVerbose
        run.showsPictures = showsPictures
        run.reads = found.inputs.named(InputArguments.option) + constants.named + rule.named
        if run.isList { run.jobs = DescriptorNeed.jobs(jobs) }
        run.arrays = arrays
        return run
    }
}
