import DepthAnalysis
import Reports

/// `analyze`, read without the parser.
struct AnalyzeCall: PlainCall {
    static let name = "analyze"

    /// What is asked for; it was validated.
    private(set) var request = AnalysisRequest()
    private var output = DestinationCall()

    mutating func add(path: String) { request.files.paths.append(path) }

    mutating func setFlag(_ name: String) -> Bool {
        switch name {
        case "--summary": request.summary.isWanted = true
        case "--picture": request.showsPictures = true
        case "--verbose", "-v": request.isVerbose = true
        case "--only-failures": request.showsOnlyFailures = true
        default: return output.setFlag(name) || request.reading.setFlag(name) || request.files.setFlag(name)
        }
        return true
    }

    mutating func set(_ name: String, _ text: String) -> Bool {
        switch name {
        case "--manifest": put(text, &request.manifest.path)
        case "--profile": put(AnalysisProfile(rawValue: text), &request.analyzer.profile)
        case "--parameters": put(text, &request.analyzer.parameters.path)
        case "--engine": put(DepthAnalyzer.Engine(rawValue: text), &request.analyzer.engine)
        case "--exp": put(DepthAnalyzer.Exponential(rawValue: text), &request.analyzer.exponential)
        case "--format": put(ReportStream.Format(rawValue: text), &request.format)
        case "--summary-json": put(Destination(named: text, option: "--summary-json"), &request.summary.json)
        case "--fail-on": append(FailingAnswer(rawValue: text), &request.failOn)
        case "--jobs": put(jobCount(text), &request.jobs)
        case "--rule": put(text, &request.rule.path)
        default:
            output.set(name, text) || request.archives.set(name, text) || request.reading.set(name, text)
                || request.files.set(name, text)
        }
    }

    mutating func finish() throws {
        request.destination = output.destination
        try request.validate()
    }
}
