import ArgumentParser
import DepthAnalysis
import DepthFiles
import FoundationEssentials
import Platform

/// A JSON file of parameters.
enum ParametersFile {
    /// Parameter files are a few hundred bytes; a larger file is something else.
    private static let maximumByteCount = 1 << 20

    /// Reads a file of any subset of the parameters.
    ///
    /// - Throws: `ValidationError`, for nothing can be done without the parameters that were asked for.
    static func read(_ path: String) throws -> AnalysisParameters {
        do {
            let bytes = try FileAccess.read(path, maximumByteCount: maximumByteCount)
            return try JSONDecoder().decode(AnalysisParameters.self, from: Data(bytes))
        } catch let error as FileAccessError {
            throw ValidationError("\(path): \(error.message)")
        } catch let error as ParameterError {
            throw ValidationError("\(path): \(error)")
        } catch {
            throw ValidationError(
                "\(path): found no JSON object; expected one such as {\"varianceThreshold\": 0.5}; correct the file")
        }
    }
}
