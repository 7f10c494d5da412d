/// An option of a task, whichever presenter offers it. The case is its name in JSON and in Python, in lowerCamelCase.
package enum TaskOption: String, CaseIterable, Sendable {
    // Reading depth files.
    case dimensions, width, height, rowBytes, sampleType, invalidValue, channel, array, dataset, maxBytes
    case allFiles, unitsPerMetre, rotate
    /// Which answer the text shows: the verdict on the map, or the server's answer.
    case only
    /// The function that reads all maps of a file.
    case read
    // Tables of measurements and labels.
    case resume, root, part, parameters, labelMap, ignoreUnlabelled
    // Tuning.
    case objective, prior, folds, repeats, sweep, refine, replicates, seed, confidence
    case maxAPCER, maxBPCER, costAPCER, costBPCER, leaveOut, pointLimit, sweepTable
    // Evaluation.
    case against, per, decide, development, againstMeasurements, developmentLabels
    // Planning.
    case species, limit, expected, correlation, probability, capturesPerGroup, rate, sizes, difference
    // The state of a capture server; its root certificate is `root`.
    case device, at, team, bundle, requestVerified, challenge, keyID, challengeState, keyRegistered, boundary
    // Packing of captures.
    case model, latitude, longitude, hashOnly, key, binding, counter, deviceID, requestCounter
    // Sources of answers.
    case run, runOnce, answers, url, allowHost, timeout, startTimeout, engine, exp, jobs
    // Checks of sets of answers.
    case profile, exclude, independent, all, reasons, folder, guards

    /// The words of the name in lower case, such as `max-apcer`.
    package func name(separator: String) -> String {
        var (name, previous) = ("", Character("A"))
        for character in rawValue {
            if character.isUppercase, previous.isLowercase { name += separator }
            name += character.lowercased()
            previous = character
        }
        return name
    }
}

package struct OptionNaming: Sendable {
    private let name: @Sendable (TaskOption) -> String?

    package init(_ name: @escaping @Sendable (TaskOption) -> String?) { self.name = name }

    package subscript(option: TaskOption) -> String? { name(option) }

    /// The names of Swift's properties, such as `ReadingOptions.dimensions`.
    package static let properties = OptionNaming { option in
        switch option {
        case .dimensions, .unitsPerMetre, .sampleType, .channel, .array: "ReadingOptions.\(option.rawValue)"
        case .width, .height: "ReadingOptions.dimensions.\(option.rawValue)"
        case .rowBytes: "ReadingOptions.bytesPerRow"
        case .invalidValue: "ReadingOptions.invalidValues"
        case .maxBytes: "ReadingOptions.maximumByteCount"
        case .rotate: "ReadingOptions.orientation"
        case .dataset: "PublishedDataSet"
        case .at: "now"
        case .allFiles: "FileSelection.takesAll"
        case .labelMap: "LabelMapping"
        case .read: nil
        case .resume: "isResumed"
        case .ignoreUnlabelled: "isLenient"
        case .independent: "requiresIndependent"
        case .all: "showsAll"
        case .reasons: "comparesFurther"
        default: option.rawValue
        }
    }

    /// Names no option, as in errors about files whose size limit is fixed.
    package static let none = OptionNaming { _ in nil }
}

/// A sentence that may mention options. Each presenter shows it with its own names for them.
package struct Message: Sendable, Hashable, CustomStringConvertible {
    private enum Part: Sendable, Hashable {
        case text(String)
        case option(TaskOption)
        case choice(TaskOption, Message, otherwise: Message)
    }

    /// Without empty texts, and neighbouring texts are joined, so that equal sentences have equal parts.
    private var parts: [Part] = []

    private mutating func append(_ part: Part) {
        guard case .text(let text) = part else { return parts.append(part) }
        if case .text(let last)? = parts.last {
            parts[parts.count - 1] = .text(last + text)
        } else if !text.isEmpty {
            parts.append(part)
        }
    }

    package func text(_ names: OptionNaming) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let option): names[option] ?? option.rawValue
            case .choice(let option, let first, let second): (names[option] == nil ? second : first).text(names)
            }
        }.joined()
    }

    /// The sentence with the names of Swift's properties.
    package var description: String { text(.properties) }

    /// A sentence about an option, or another sentence for presenters that lack the option.
    package static func offering(_ option: TaskOption, _ first: Message, otherwise second: Message) -> Message {
        var message: Message = ""
        message.append(.choice(option, first, otherwise: second))
        return message
    }

    package static func + (first: Message, second: Message) -> Message {
        second.parts.reduce(into: first) { $0.append($1) }
    }
}

extension Message: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { append(.text(text)) }
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message: Message = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}
        package mutating func appendLiteral(_ text: String) { message.append(.text(text)) }
        package mutating func appendInterpolation(option: TaskOption) { message.append(.option(option)) }
        package mutating func appendInterpolation(_ part: Message) { message = message + part }
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendLiteral(value.description)
        }
    }
}

extension Collection<Message> {
    package func joined(separator: String) -> Message {
        dropFirst().reduce(first ?? "") { $0 + Message(stringLiteral: separator) + $1 }
    }
}

/// An error that a presenter shows with its own names for options.
package protocol PresentedError: Error {
    var wording: Message { get }
    var isLackOfMemory: Bool { get }
}

extension PresentedError {
    package var isLackOfMemory: Bool { false }
    package func text(_ names: OptionNaming) -> String { wording.text(names) }
}
