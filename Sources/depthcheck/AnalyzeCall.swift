import DepthAnalysis
import DepthFiles
import DepthReports
import Platform

/// `analyze`, as a pipeline calls it for one upload after the other, read from the arguments without the parser: what
/// the parser does by reflection takes longer than reading and analysing a map.
///
///     if let request = AnalyzeCall(arguments)?.request { … }
///
/// Nil for other commands, for help, for what is written in ways that only the parser knows, such as short flags put
/// together, and for whatever is wrong: the parser says what. A test holds every option of `analyze` to its answer.
struct AnalyzeCall {
    /// What is asked for; it was validated.
    private(set) var request = AnalysisRequest()
    private var output: String?
    private var isQuiet = false
    private var color = ColorChoice.auto
    /// The options so far that may stand only once here; what a second one means is left to the parser.
    private var seen: [String] = []

    init?(_ arguments: [String]) {
        guard arguments.first == "analyze" else { return nil }
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != FileAccess.standardInputName else {
                request.files.paths.append(argument)
                continue
            }
            if setFlag(argument) { continue }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = argument == "-o" ? "--output" : String(parts[0])
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
                !value.hasPrefix("-") || value == FileAccess.standardInputName, set(name, value)
            else { return nil }
            guard Self.severalTimes.contains(name) || !seen.contains(name) else { return nil }
            seen.append(name)
        }
        request.destination = Destination(named: output, isQuiet: isQuiet, color: color)
        guard (try? request.validate()) != nil else { return nil }
    }

    private static let severalTimes = ["--fail-on", "--invalid-value", "--array", "--tar"]

    /// Returns false for what is no flag known here.
    private mutating func setFlag(_ name: String) -> Bool {
        switch name {
        case "--flip": request.reading.isFlipped = true
        case "--strict": request.reading.isStrict = true
        case "--quiet", "-q": isQuiet = true
        case "--summary": request.summary.isWanted = true
        case "--picture": request.showsPictures = true
        case "--verbose", "-v": request.isVerbose = true
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
        case "--files-from": return put(text, &request.files.list)
        case "--manifest": return put(text, &request.manifest.path)
        case "--tar": return append(text, &request.archives.paths)
        case "--tar-name": return put(text, &request.archives.nameOfStandardInput)
        case "--profile": return put(AnalysisProfile(rawValue: text), &request.analyzer.profile)
        case "--parameters": return put(text, &request.analyzer.parameters.path)
        case "--engine": return put(DepthAnalyzer.Engine(rawValue: text), &request.analyzer.engine)
        case "--exp": return put(DepthAnalyzer.Exponential(rawValue: text), &request.analyzer.exponential)
        case "--width": return put(Int(text), &request.reading.width)
        case "--height": return put(Int(text), &request.reading.height)
        case "--row-bytes": return put(Int(text), &request.reading.rowBytes)
        case "--units-per-metre": return put(Float(text), &request.reading.unitsPerMetre)
        case "--dataset": return put(DataSet(rawValue: text), &request.reading.dataset)
        case "--invalid-value": return append(Float(text), &request.reading.invalidValues)
        case "--min-confidence": return put(Confidence(name: text), &request.reading.minimumConfidence)
        case "--rotate": return put(Int(text), &request.reading.rotate)
        case "--max-bytes": return put(Int(text), &request.reading.maximumByteCount)
        case "--format": return put(ReportStream.Format(rawValue: text), &request.format)
        case "--output": return put(text, &output)
        case "--color": return put(ColorChoice(rawValue: text), &color)
        case "--summary-json": return put(Destination(named: text, option: "--summary-json"), &request.summary.json)
        case "--fail-on": return append(FailingAnswer(rawValue: text), &request.failOn)
        case "--jobs": return put(Int(text).flatMap { $0 >= 1 ? $0 : nil }, &request.jobs)
        case "--rule": return put(text, &request.rule.path)
        case "--array": return append(text, &request.reading.arrays)
        default: return false
        }
    }
}
