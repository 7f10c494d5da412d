import DepthFiles
import Support

/// A command that is read from its arguments without the parser, as a pipeline calls it for one upload after the other:
/// what the parser does by reflection takes longer than reading and analysing a map.
///
///     if let request = AnalyzeCall(arguments)?.request { … }
///
/// Nil for other commands, for help, for what is written in ways that only the parser knows, such as short flags put
/// together, and for whatever is wrong: the parser says what. A test holds every option to its answer.
protocol PlainCall {
    /// What the command is called.
    static var name: String { get }

    init()

    /// Takes an argument that is no option.
    mutating func add(path: String)

    /// Returns false for what is no flag known here.
    mutating func setFlag(_ name: String) -> Bool

    /// Returns false for what is no option known here, and for what is no value of it.
    mutating func set(_ name: String, _ text: String) -> Bool

    /// Takes together what was set.
    ///
    /// - Throws: what has no meaning, alone or together.
    mutating func finish() throws
}

extension PlainCall {
    init?(_ arguments: [String]) {
        guard arguments.first == Self.name else { return nil }
        self.init()
        // The options so far that may stand only once here; what a second one means is left to the parser.
        var seen: [String] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != FileAccess.standardInputName else {
                add(path: argument)
                continue
            }
            if setFlag(argument) { continue }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = argument == "-o" ? "--output" : String(parts[0])
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
                !value.hasPrefix("-") || value == FileAccess.standardInputName, set(name, value)
            else { return nil }
            guard optionsOfSeveralValues.contains(name) || !seen.contains(name) else { return nil }
            seen.append(name)
        }
        guard (try? finish()) != nil else { return nil }
    }
}

private let optionsOfSeveralValues = ["--fail-on", "--invalid-value", "--array", "--tar", "--include", "--exclude"]

/// Puts a value where it belongs; returns false where there is none.
func put<Value>(_ value: Value?, _ place: inout Value?) -> Bool {
    place = value
    return value != nil
}

/// Puts a value where it belongs; returns false where there is none.
func put<Value>(_ value: Value?, _ place: inout Value) -> Bool {
    if let value { place = value }
    return value != nil
}

/// Puts a value behind others; returns false where there is none.
func append<Value>(_ value: Value?, _ place: inout [Value]) -> Bool {
    if let value { place.append(value) }
    return value != nil
}

extension NamedFiles {
    mutating func setFlag(_ name: String) -> Bool {
        if name == "--all-files" { selection.takesAll = true }
        return name == "--all-files"
    }

    mutating func set(_ name: String, _ text: String) -> Bool {
        switch name {
        case "--files-from": put(text, &list)
        case "--include": append(Glob(text), &selection.include)
        case "--exclude": append(Glob(text), &selection.exclude)
        default: false
        }
    }
}

/// What several commands are told of where results go.
struct DestinationCall {
    private var output: String?
    private var isQuiet = false
    private var color = ColorChoice.auto

    var destination: Destination { Destination(named: output, isQuiet: isQuiet, color: color) }

    mutating func setFlag(_ name: String) -> Bool {
        switch name {
        case "--quiet", "-q": isQuiet = true
        default: return false
        }
        return true
    }

    mutating func set(_ name: String, _ text: String) -> Bool {
        switch name {
        case "--output": put(text, &output)
        case "--color": put(ColorChoice(rawValue: text), &color)
        default: false
        }
    }
}

extension NamedTarArchives {
    mutating func set(_ name: String, _ text: String) -> Bool {
        switch name {
        case "--tar": append(text, &paths)
        case "--tar-name": put(text, &nameOfStandardInput)
        default: false
        }
    }
}

extension ReadingRequest {
    mutating func setFlag(_ name: String) -> Bool {
        switch name {
        case "--flip": isFlipped = true
        case "--strict": isStrict = true
        default: return false
        }
        return true
    }

    mutating func set(_ name: String, _ text: String) -> Bool {
        switch name {
        case "--width": put(Int(text), &width)
        case "--height": put(Int(text), &height)
        case "--row-bytes": put(Int(text), &rowBytes)
        case "--units-per-metre": put(Float(text), &unitsPerMetre)
        case "--dataset": put(DataSet(rawValue: text), &dataset)
        case "--channel": put(text, &channel)
        case "--sample-type": put(SampleType(rawValue: text), &sampleType)
        case "--invalid-value": append(Float(text), &invalidValues)
        case "--array": append(text, &arrays)
        case "--min-confidence": put(Confidence(name: text), &minimumConfidence)
        case "--rotate": put(Int(text), &rotate)
        case "--max-bytes": put(Int(text), &maximumByteCount)
        default: false
        }
    }
}

/// The number of jobs in the argument of `--jobs`; nil for what is none.
func jobCount(_ text: String) -> Int? { Int(text).flatMap { $0 >= 1 ? $0 : nil } }
