import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
import Platform

/// The constants, from a JSON file.
struct ParametersOption: ParsableArguments {
    @Option(
        name: .customLong("parameters"),
        help: ArgumentHelp(
            "JSON file with any subset of the constants; the rest keep the server's values.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String?

    init() {}

    /// As if a file had been named on the command line; nil for none.
    init(file: String?) { self.file = file }

    /// What is read; - is a file of that name.
    var named: [NamedPath] {
        file.map { [NamedPath(option: "--parameters", path: $0 == "-" ? "./-" : $0)] } ?? []
    }

    /// The parameters of the file; the server's where none was named.
    ///
    /// - Throws: `ValidationError`, for nothing can be done without the parameters that were asked for.
    func read() throws -> AnalysisParameters {
        guard let path = file else { return .standard }
        do {
            let bytes = try ArgumentFile.read(path)
            guard let members = try JSONReader.read(bytes).members else {
                throw ValidationError(
                    "\(path): found no JSON object; expected one such as \(Self.example); correct the file")
            }
            return try AnalysisParameters(members: members)
        } catch let error as FileAccessError {
            throw ValidationError("\(path): \(error.message(naming: .command))")
        } catch let error as ParameterError {
            throw ValidationError("\(path): \(error)")
        } catch let error as JSONError {
            throw ValidationError(
                "\(path): found \(error.finding) in line \(error.line), no JSON object; "
                    + "expected one such as \(Self.example); correct the file")
        }
    }

    private static let example = "{\"varianceThreshold\": 0.5}"
}
