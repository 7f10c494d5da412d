import ArgumentParser
import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
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
            guard let members = try JSONReader.read(bytes).members else {
                throw ValidationError("\(path): \(noObject); correct the file")
            }
            return try AnalysisParameters(members: members)
        } catch let error as FileAccessError {
            throw ValidationError("\(path): \(error.message(naming: .command))")
        } catch let error as ParameterError {
            throw ValidationError("\(path): \(error)")
        } catch let error as JSONError {
            throw ValidationError("\(path): \(noObject); correct \(error)")
        }
    }

    private static let noObject = "found no JSON object; expected one such as {\"varianceThreshold\": 0.5}"
}
