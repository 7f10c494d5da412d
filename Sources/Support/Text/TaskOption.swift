/// An option of a task, whichever presenter offers it. The raw value is its name in JSON and in Python.
package enum TaskOption: String, CaseIterable, Sendable {
    // Tables of measurements and labels.
    case resume, root, part, parameters
    case labelMap = "label_map"
    case ignoreUnlabelled = "ignore_unlabelled"
    // Tuning.
    case objective, prior, folds, sweep, refine, replicates, seed, confidence
    case maxAPCER = "max_apcer"
    case maxBPCER = "max_bpcer"
    case costAPCER = "cost_apcer"
    case costBPCER = "cost_bpcer"
    case leaveOut = "leave_out"
    case pointLimit = "point_limit"
    case sweepTable = "sweep_table"
    // Evaluation.
    case against, per, decide, development
    case againstMeasurements = "against_measurements"
    case developmentLabels = "development_labels"
    // Planning.
    case species, limit, expected, correlation, probability
    case capturesPerGroup = "captures_per_group"
}

/// The names under which a presenter offers options.
///
///     let text = error.message.text(naming: .properties)
package struct OptionNaming: Sendable {
    private let name: @Sendable (TaskOption) -> String

    package init(_ name: @escaping @Sendable (TaskOption) -> String) { self.name = name }

    package subscript(option: TaskOption) -> String { name(option) }

    /// The names of Swift's properties, such as `labelMap`.
    package static let properties = OptionNaming { option in
        switch option {
        case .resume: return "isResumed"
        case .ignoreUnlabelled: return "isLenient"
        default: break
        }
        let words = option.rawValue.split(separator: "_").map(String.init)
        return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

/// A sentence that may mention options. Each presenter shows it with its own names for them.
///
///     let message: Message = "\(option: .folds) is 1; expected 2 or more"
///     print(message.text(naming: .properties))     // folds is 1; expected 2 or more
package struct Message: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case option(TaskOption)
    }

    private var parts: [Part] = []

    package func text(naming names: OptionNaming) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let option): names[option]
            }
        }.joined()
    }

    package static func + (first: Message, second: Message) -> Message {
        var sum = first
        sum.parts += second.parts
        return sum
    }
}

extension Message: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { parts = [.text(text)] }
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message = Message(stringLiteral: "")

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) { message.parts.append(.text(text)) }
        package mutating func appendInterpolation(option: TaskOption) { message.parts.append(.option(option)) }
        package mutating func appendInterpolation(_ part: Message) { message = message + part }
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendLiteral(value.description)
        }
    }
}

extension [Message] {
    package func joined(separator: String) -> Message {
        guard let first else { return "" }
        return dropFirst().reduce(first) { $0 + Message(stringLiteral: separator) + $1 }
    }
}

/// An error that a presenter shows with its own names for options.
package protocol PresentedError: Error {
    /// One line: what was found, what was expected, what to do.
    var message: Message { get }
    /// Whether the process lacks memory.
    var isLackOfMemory: Bool { get }
}

extension PresentedError {
    package var isLackOfMemory: Bool { false }
}

/// The names that messages use for choices: those of the API, or the options of a command.
///
///     let error = "correct \(names[.root])"
package struct OptionNames<Choice: RawRepresentable<String> & SendableMetatype>: Sendable {
    /// The names in the API.
    package static var properties: Self { Self { $0.rawValue } }

    private let name: @Sendable (Choice) -> String

    package init(_ name: @escaping @Sendable (Choice) -> String) {
        self.name = name
    }

    package subscript(choice: Choice) -> String { name(choice) }
}
