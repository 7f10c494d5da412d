import DepthAnalysis
import Foundation

// The only file that imports Foundation, to compare its results for the same texts.

/// Whether Foundation accepts a text as JSON.
func isJSONElsewhere(_ text: String) -> Bool {
    struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
    return (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil
}

/// The parameters that Foundation decodes from JSON; nil if it refuses them.
func parametersElsewhere(_ text: String) -> AnalysisParameters? {
    try? JSONDecoder().decode(AnalysisParameters.self, from: Data(text.utf8))
}

/// Exits before libFuzzer starts.
func endProcess(exitCode: Int32) -> Never { exit(exitCode) }
