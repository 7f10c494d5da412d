package import Support

/// A fault of one option of a task, or of several together.
///
///     do throws(OptionError) { task = try TuneTask(options) } catch { print(error.wording) }
package struct OptionError: PresentedError, Hashable {
    package let options: [TaskOption]
    /// What was found: the value of one option, or a phrase about several.
    package let found: Message
    package let expected: Message

    /// A value that an option cannot have.
    init(_ option: TaskOption, is value: some CustomStringConvertible, expected: Message) {
        (options, found, self.expected) = ([option], "\(value)", expected)
    }

    /// Options that cannot be given together, or that need each other.
    init(_ options: [TaskOption], found: Message, expected: Message) {
        (self.options, self.found, self.expected) = (options, found, expected)
    }

    /// A text that an option cannot have.
    init(_ option: TaskOption, text: String, expected: Message) {
        self.init(option, is: "\"\(text.printable)\"", expected: expected)
    }

    /// An option that needs another one.
    ///
    /// - Parameter purpose: what the other option does.
    static func incomplete(
        _ option: TaskOption, without other: TaskOption, which purpose: Message? = nil
    ) -> OptionError {
        let reason: Message = purpose.map { ", which \($0)" } ?? ""
        return OptionError(
            [option, other], found: "\(option: option) without \(option: other)",
            expected: "\(option: other) too\(reason)")
    }

    /// An option that has no effect beside another one.
    static func superfluous(
        _ option: TaskOption, beside other: TaskOption, because reason: Message
    ) -> OptionError {
        OptionError(
            [option, other], found: "\(option: option) beside \(option: other)",
            expected: "no \(option: option), because \(reason)")
    }

    package var wording: Message {
        options.count == 1
            ? "\(option: options[0]) is \(found); expected \(expected)" : "found \(found); expected \(expected)"
    }

    static func require<Value: Comparable & CustomStringConvertible>(
        _ option: TaskOption, _ value: Value, in range: ClosedRange<Value>, _ unit: Message = ""
    ) throws(OptionError) {
        guard range.contains(value) else {
            throw OptionError(option, is: value, expected: "\(range.lowerBound) to \(range.upperBound)" + unit)
        }
    }

    static func requireShare(
        _ option: TaskOption, _ value: Double, in range: ClosedRange<Double>, example: String
    ) throws(OptionError) {
        guard range.contains(value) else {
            throw OptionError(
                option, is: value,
                expected: "a share from \(range.lowerBound) to \(range.upperBound), such as \(example)")
        }
    }

    static func requireBoth(
        _ first: TaskOption, _ hasFirst: Bool, _ second: TaskOption, _ hasSecond: Bool
    ) throws(OptionError) {
        guard hasFirst != hasSecond else { return }
        let (given, missing) = hasFirst ? (first, second) : (second, first)
        throw OptionError(
            [given, missing], found: "\(option: given) without \(option: missing)", expected: "both or neither")
    }

    package static func requireJobs(_ jobs: Int) throws(OptionError) {
        guard jobs >= 1 else { throw OptionError(.jobs, is: jobs, expected: "at least 1") }
    }
}
