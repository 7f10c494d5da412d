internal import DepthFiles
internal import DepthReports
package import PlainText

/// What came of asking for an answer to one input.
package typealias Answer = Result<JSONValue, ProgramFailure>

/// Why a program gave no answer that could be compared.
package enum ProgramFailure: Error, Sendable, Hashable {
    /// It could not be started.
    case notStarted(String)
    /// It had not ended after this many seconds, and was killed.
    case timedOut(seconds: Double)
    /// A signal ended it.
    case crashed(signal: Int32, standardError: String)
    /// It ended with another exit code than 0.
    case wrongExit(code: Int32, standardError: String)
    /// It printed something that is not one JSON object.
    case notJSON(finding: String, output: String)
    /// It printed more than this many bytes.
    case tooMuchOutput(limit: Int)
}

extension FileAnalysis {
    /// The analysis as whoever reads the command's JSON gets it: printed and read back.
    var answer: JSONValue {
        do {
            return try JSONReader.read(JSONReport.object(self, layout: .compact))
        } catch {
            preconditionFailure("the JSON of a result can be read: \(error)")
        }
    }
}
