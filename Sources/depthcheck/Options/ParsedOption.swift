import ArgumentParser
import Conformance
import Support
import Synchronization
import Tasks
import ThresholdTuning

protocol TextValue {
    associatedtype Failure: Error
    init(_ text: String) throws(Failure)
}

extension SweepDimension: TextValue {}
extension CorpusPart: TextValue {}
extension CommandTemplate: TextValue {}
extension SessionCommand: TextValue {}

/// The value of an option, parsed once: `validate` reports an error in it in the command's own words, `run` uses it.
struct ParsedOption<Value: TextValue>: ExpressibleByArgument {
    let text: String
    private let result: Result<Value, Value.Failure>

    init(argument: String) {
        text = argument
        result = Result { () throws(Value.Failure) in try Value(argument) }
    }

    func get() throws(Value.Failure) -> Value { try result.get() }
}

/// A small file that an option names, such as a parameter file.
///
/// The contents are cached: arguments may be validated several times, but a pipe can be read only once.
enum ArgumentFile {
    /// Such files have a few hundred bytes; a much larger file is something else.
    static let maximumByteCount = 1 << 20

    private static let known = Mutex<[ExactText: Result<[UInt8], FileAccessError>]>([:])

    static func read(_ path: String) throws(FileAccessError) -> [UInt8] {
        let result = known.withLock { known in
            let result =
                known[ExactText(path)]
                ?? Result { () throws(FileAccessError) in
                    try FileAccess.read(path, maximumByteCount: maximumByteCount)
                }
            known[ExactText(path)] = result
            return result
        }
        return try result.get()
    }

    /// The file that an option names, where `-` is a regular file name. Empty for nil.
    static func named(_ path: String?, by option: String) -> [NamedPath] {
        path.map { [NamedPath(option: option, path: $0 == "-" ? "./-" : $0)] } ?? []
    }
}

enum Seed {
    static func number(_ text: String) throws -> UInt64 {
        guard let number = UInt64(text) else {
            throw ValidationError("expected a whole number from 0 to \(UInt64.max)")
        }
        return number
    }
}

/// Reports errors of measuring and tuning as wrong usage, except a lack of memory.
func asUsageError<Result, Failure: PresentedError>(
    _ body: () throws(Failure) -> Result
) throws -> Result {
    do throws(Failure) { return try body() } catch {
        throw ExitCode.lackOfMemory(error) ?? ValidationError(error.text(.command))
    }
}

func validated<Options, Task>(
    _ task: (Options) throws(OptionError) -> Task, _ options: Options
) throws -> Task {
    do throws(OptionError) { return try task(options) } catch { throw ValidationError(error.text(.command)) }
}
