import DepthAnalysis
import Foundation

// The one file that knows Foundation: what it makes of the same texts.

/// Whether Foundation finds JSON in a text, whatever it says.
func isJSONElsewhere(_ text: String) -> Bool {
    struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
    return (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil
}

/// What Foundation decodes from the JSON of parameters; nil where it takes none.
func parametersElsewhere(_ text: String) -> AnalysisParameters? {
    try? JSONDecoder().decode(AnalysisParameters.self, from: Data(text.utf8))
}

/// Ends the process before libFuzzer begins.
func endProcess(exitCode: Int32) -> Never { exit(exitCode) }
