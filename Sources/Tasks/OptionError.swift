package import Captures
package import Support

/// What is wrong about the options of a task, alone or together.
///
///     do throws(OptionError) { task = try TuneTask(options) } catch { print(error.wording) }
package struct OptionError: PresentedError, Hashable {
    /// The options concerned.
    package let options: [TaskOption]
    /// What was found: the value of one option, or a phrase about several.
    package let found: Message
    package let expected: Message

    /// A value that an option cannot have.
    init(_ option: TaskOption, is value: some CustomStringConvertible, expected: Message) {
        (options, found, self.expected) = ([option], "\(value)", expected)
    }

    /// Options that cannot be given together, or not without each other.
    init(_ options: [TaskOption], found: Message, expected: Message) {
        (self.options, self.found, self.expected) = (options, found, expected)
    }

    /// A text that an option cannot have.
    init(_ option: TaskOption, text: String, expected: Message) {
        self.init(option, is: "\"\(text.printable)\"", expected: expected)
    }

    /// An option that needs another one.
    ///
    /// - Parameter purpose: what the other one does.
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

    /// Checks a share, with an example of one.
    static func requireShare(
        _ option: TaskOption, _ value: Double, in range: ClosedRange<Double>, example: String
    ) throws(OptionError) {
        guard range.contains(value) else {
            throw OptionError(
                option, is: value,
                expected: "a share from \(range.lowerBound) to \(range.upperBound), such as \(example)")
        }
    }

    /// Checks two options that need each other.
    static func requireBoth(
        _ first: TaskOption, _ hasFirst: Bool, _ second: TaskOption, _ hasSecond: Bool
    ) throws(OptionError) {
        guard hasFirst != hasSecond else { return }
        let (given, missing) = hasFirst ? (first, second) : (second, first)
        throw OptionError(
            [given, missing], found: "\(option: given) without \(option: missing)", expected: "both or neither")
    }

    /// The number of jobs.
    package static func requireJobs(_ jobs: Int) throws(OptionError) {
        guard jobs >= 1 else { throw OptionError(.jobs, is: jobs, expected: "at least 1") }
    }
}

extension OptionError {
    // Values of captures.

    /// A time: `now`, or text such as `2025-12-01T10:00:30Z`.
    static func time(_ option: TaskOption, _ text: String) throws(OptionError) -> CaptureTimestamp {
        if text == "now" { return .now }
        guard let time = CaptureTimestamp(text) else {
            throw OptionError(option, text: text, expected: "a time such as 2025-12-01T10:00:00.123Z, or now")
        }
        return time
    }

    /// The time of a capture, in a year of four digits; nil for now.
    package static func captureTime(_ option: TaskOption, _ text: String?) throws(OptionError) -> CaptureTimestamp {
        guard let text else { return .now }
        let time = try time(option, text)
        guard time.millisecondText != nil else {
            throw OptionError(option, text: text, expected: "a year from 0 to 9999")
        }
        return time
    }

    /// The bytes of base64, as the server sent it.
    ///
    /// - Parameter byteCount: the number of bytes; nil for any.
    static func base64(_ option: TaskOption, _ text: String, byteCount: Int? = nil) throws(OptionError) -> [UInt8] {
        guard let bytes = StrictBase64.bytes(of: text), bytes.count == byteCount ?? bytes.count else {
            let size = byteCount.map { " of \($0) bytes" } ?? ""
            throw OptionError(option, text: text, expected: "padded base64\(size), as the server sent it")
        }
        return bytes
    }

    /// The counter of an assertion. Those of a device start at 0, and the server requires one above the stored one.
    static func counter(_ option: TaskOption, _ counter: Int) throws(OptionError) -> UInt32 {
        guard counter >= 1, let counter = UInt32(exactly: counter) else {
            throw OptionError(
                option, is: counter, expected: "1 to \(UInt32.max), above the counter that the server stored")
        }
        return counter
    }

    static func requireModel(_ model: String) throws(OptionError) {
        guard !model.allSatisfy(\.isWhitespace), !model.hasEscapedBytes else {
            throw OptionError(.model, text: model, expected: "the name of a phone model in UTF-8")
        }
    }
}

extension CaptureTimestamp {
    package static var now: CaptureTimestamp {
        let now = FileStatus.Time.now
        return CaptureTimestamp(utcSeconds: Int64(now.seconds), nanoseconds: Int64(now.nanoseconds))
    }
}

/// A JSON object whose members are options. The types are checked here, and the values by the tasks.
///
///     let folds = try source.whole("folds")
package protocol JSONOptions {
    /// The member of a name as `read` takes it; nil if it is absent or null.
    ///
    /// - Parameter expected: what `read` takes, for the message if it takes nothing.
    func member<Value>(
        _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
    ) throws(TaskFailure) -> Value?
}

extension JSONOptions {
    package func string(_ name: String) throws(TaskFailure) -> String? { try member(name, "a string", \.string) }
    package func number(_ name: String) throws(TaskFailure) -> Double? { try member(name, "a number", \.real) }
    package func whole(_ name: String) throws(TaskFailure) -> Int? { try member(name, "a whole number", \.whole) }

    package func flag(_ name: String) throws(TaskFailure) -> Bool { try member(name, "a boolean", \.flag) ?? false }

    package func strings(_ name: String) throws(TaskFailure) -> [String] {
        try member(name, "an array of strings") { value in
            guard let strings = value.elements?.map(\.string), strings.allSatisfy({ $0 != nil }) else { return nil }
            return strings.compactMap { $0 }
        } ?? []
    }

    /// A word of an enum.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws(TaskFailure) -> Word? {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try member(name, "one of \(words)") { $0.string.flatMap(Word.init(rawValue:)) }
    }

    /// A whole number within a range.
    package func whole(_ name: String, in range: ClosedRange<Int>) throws(TaskFailure) -> Int? {
        try member(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            $0.whole.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A number within a range.
    package func number(
        _ name: String, in range: some RangeExpression<Double>, _ expected: String
    ) throws(TaskFailure) -> Double? {
        try member(name, expected) { $0.real.flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A random seed.
    package func seed() throws(TaskFailure) -> UInt64? {
        try member("seed", "a whole number from 0 to \(UInt64.max)") { value in
            if case .number(let text) = value, let seed = UInt64(text) { return seed }
            return value.whole.flatMap { UInt64(exactly: $0) }
        }
    }

    /// The number of threads; 1 by default. More threads than processors only take memory.
    package func jobs() throws(TaskFailure) -> Int {
        let jobs = try whole("jobs") ?? 1
        do throws(OptionError) { try OptionError.requireJobs(jobs) } catch { throw .option(error) }
        return min(jobs, 1 << 12)
    }
}
