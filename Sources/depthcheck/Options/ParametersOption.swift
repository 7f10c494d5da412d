import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
import Platform
import Synchronization

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

    /// Parameter files are a few hundred bytes; a larger file is something else.
    private static let maximumByteCount = 1 << 20

    /// The parameters of the file; the server's where none was named.
    ///
    /// - Throws: `ValidationError`, for nothing can be done without the parameters that were asked for.
    func read() throws -> AnalysisParameters {
        guard let path = file else { return .standard }
        if let known = Self.known.withLock({ $0[path] }) { return known }
        let parameters = try Self.read(path)
        Self.known.withLock { $0[path] = parameters }
        return parameters
    }

    /// What was read already, while the arguments were looked at: a pipe can be read only once.
    private static let known = Mutex<[String: AnalysisParameters]>([:])

    private static func read(_ path: String) throws -> AnalysisParameters {
        do {
            let bytes = try FileAccess.read(path, maximumByteCount: maximumByteCount)
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
