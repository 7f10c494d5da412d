import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support

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
    ///
    /// - Throws: `ValidationError` for an unusable file.
    func read() throws -> AnalysisParameters {
        guard let path else { return .standard }
        do {
            let bytes = try ArgumentFile.read(path)
            guard let members = try JSONReader.read(bytes).members else {
                throw ValidationError(
                    "\(path.printable): found no JSON object; expected one such as \(Self.example); correct the file")
            }
            return try AnalysisParameters(members: members)
        } catch let error as FileAccessError {
            throw ExitCode.usageError(error, at: path)
        } catch let error as ParameterError {
            throw ValidationError("\(path.printable): \(error)")
        } catch let error as JSONError {
            throw ValidationError(
                "\(path.printable): found \(error.finding) in line \(error.line); "
                    + "expected a JSON object such as \(Self.example); correct the file")
        }
    }

    private static let example = "{\"varianceThreshold\": 0.5}"
}
