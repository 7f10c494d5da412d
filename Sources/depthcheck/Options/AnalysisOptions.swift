public import ArgumentParser
public import DepthAnalysis
import DepthFiles
import Reports
import Support

extension AnalysisProfile: ExpressibleByArgument {}
extension DepthAnalyzer.Engine: ExpressibleByArgument {}
extension DepthAnalyzer.Exponential: ExpressibleByArgument {}

extension DepthAnalyzer.Engine {
    func requireAvailable() throws {
        guard !isAvailable else { return }
        let usable = Self.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            "--engine is \(rawValue), which needs a processor with AVX2 (x86-64-v3) and a release build for Linux; "
                + "expected an engine that runs here: \(usable)")
    }
}

struct AnalysisOptions: ParsableArguments {
    @Option(help: "The arithmetic: server is f64, client is f32.")
    var profile = AnalysisProfile.server

    @OptionGroup var parameters: ParametersOption

    @Option(
        help: """
            The implementation that measures maps; the results are identical. kernel is the fastest for this \
            processor, and plain follows the specification step by step.
            """)
    var engine = DepthAnalyzer.Engine.kernel

    @Option(
        name: .customLong("exp"),
        help: "The rounding of the server's exp: with fused multiply-add, or for processors without it.")
    var exponential = DepthAnalyzer.Exponential.fused

    func makeAnalyzer() throws -> DepthAnalyzer {
        try engine.requireAvailable()
        return try DepthAnalyzer(
            profile: profile, parameters: parameters.file.read(), engine: engine, exponential: exponential)
    }
}

struct ParametersOption: ParsableArguments {
    @Option(
        name: .customLong("parameters"),
        help: ArgumentHelp(
            "JSON file with the parameters to change. [default: the server's values]", valueName: "file"),
        completion: .file(extensions: ["json"]))
    private var path: String?

    var file: ParametersFile { ParametersFile(path: path) }
}

/// A parameter file, named by `--parameters` or by another argument.
struct ParametersFile {
    /// Nil for the server's values.
    var path: String?

    var named: [NamedPath] { ArgumentFile.named(path, by: "--parameters") }

    /// The parameters in the file; the server's parameters if no file was named.
    func read() throws -> AnalysisParameters { try readWithMembers().parameters }

    func readWithMembers() throws -> (parameters: AnalysisParameters, members: [JSONValue.Member]) {
        guard let path else { return (.standard, []) }
        do {
            let bytes = try ArgumentFile.read(path)
            guard let members = try JSONReader.read(bytes).members else {
                throw ValidationError(
                    "\(path.printable): found no JSON object; expected one such as \(Self.example); correct the file")
            }
            return (try AnalysisParameters(members: members), members)
        } catch let error as FileAccessError {
            throw ExitCode.usageError(error, at: path)
        } catch let error as AnalysisParameterError {
            throw ValidationError("\(path.printable): \(error)")
        } catch let error as JSONError {
            throw ValidationError(
                "\(path.printable): found \(error.finding) in line \(error.line); "
                    + "expected a JSON object such as \(Self.example); correct the file")
        }
    }

    private static let example = "{\"varianceThreshold\": 0.5}"
}
