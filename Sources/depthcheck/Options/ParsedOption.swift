import ArgumentParser
import Conformance
import ThresholdTuning

/// A value that is written as text.
protocol TextValue {
    associatedtype Failure: Error
    init(_ text: String) throws(Failure)
}

extension SweepDimension: TextValue {}
extension CorpusPart: TextValue {}
extension CommandTemplate: TextValue {}
extension SessionCommand: TextValue {}

/// The value of an option, parsed once: `validate` reports an error in it in the command's own words, `run` uses it.
///
///     @Option var shard: ParsedOption<CorpusPart>?
struct ParsedOption<Value: TextValue>: ExpressibleByArgument {
    /// The text as given.
    let text: String
    private let result: Result<Value, Value.Failure>

    init(argument: String) {
        text = argument
        result = Result { () throws(Value.Failure) in try Value(argument) }
    }

    func get() throws(Value.Failure) -> Value { try result.get() }
}
