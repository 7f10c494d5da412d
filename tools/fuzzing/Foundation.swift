import DepthAnalysis
import Foundation

// The one file that knows Foundation: what it makes of the same texts, and waiting for what is asynchronous.

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

/// Filled before anybody is told to look into it.
private final class Box<Content>: @unchecked Sendable {
    var content: Content?
}

/// What comes of asynchronous work.
func wait<Result: Sendable>(for work: @escaping @Sendable () async -> Result) -> Result {
    let (box, isDone) = (Box<Result>(), DispatchSemaphore(value: 0))
    Task.detached {
        box.content = await work()
        isDone.signal()
    }
    isDone.wait()
    guard let result = box.content else { fatalError("the work was done") }
    return result
}
