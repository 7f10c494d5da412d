internal import CaptureReports
internal import Captures
internal import DepthAnalysis
internal import DepthFiles
internal import Reports
internal import Support
internal import ThresholdTuning

/// The reason why a request cannot be carried out.
enum RequestError: Error {
    case notJSON(JSONError)
    case missing(String)
    case badMember(String, found: JSONValue, expected: String)
    case unknownMember(String, known: [String])
    case noInput(Int)
    case badDimensions(width: Int, height: Int, sampleCount: Int)
    case parameter(ParameterError)
    case tuning(TuningError)
    case corpus(CorpusError)
    /// A table ends in a row that was not written completely.
    case tornTable(String, byteCount: Int)
    case reading(ReadingError)
    case inaccessible(FileAccessError)
    /// A row contains reading options that `measure` never writes.
    case badReading(String, file: String)
    case cryptography(CryptographyError)
    case capture(CaptureInputError)
    case packing(PackingError)
    /// A file or folder, other than a depth map, is inaccessible.
    case unreadable(FileAccessError)
    case noCases(set: String)
    case unusableCase(path: String, finding: String)
    /// The server's state for a capture is invalid.
    case badState(String, finding: String, expected: String)

    /// The kind of error, for programs.
    var code: String {
        switch self {
        case .notJSON, .missing, .badMember, .unknownMember, .noInput, .badState: "invalid_argument"
        case .badDimensions: "wrong_shape"
        case .parameter(.unknownKey): "unknown_parameter"
        case .parameter: "invalid_parameter"
        case .tuning(.noMaps): "too_little_data"
        case .tuning(.labelsDoNotMatch): "labels_do_not_match"
        case .tuning(.noOpenBLAS): "no_openblas"
        case .tuning(.notEnoughMemory), .corpus(.notEnoughMemory): "not_enough_memory"
        case .tuning: "invalid_argument"
        case .corpus(.badLabelMapping), .corpus(.mappedTwice): "invalid_argument"
        case .corpus, .tornTable, .badReading: "invalid_table"
        case .reading(let error): error.code
        case .inaccessible(let error), .unreadable(let error): error.code
        case .capture(let error): error.code
        case .packing(.notDepthMap(let error)): error.code
        case .packing, .noCases, .unusableCase: "invalid_argument"
        case .cryptography: "no_cryptography"
        }
    }

    /// The file that cannot be read, if that is the reason.
    var path: String? {
        switch self {
        case .reading(let error): error.path
        case .inaccessible(let error), .unreadable(let error): error.path
        case .capture(let error): error.path
        default: nil
        }
    }

    /// One line: what was found, what was expected, what to do.
    var message: String {
        switch self {
        case .notJSON(let error): "found a request that is not JSON (\(error)); expected an object; correct it"
        case .missing(let name): "found no member \(name); expected one; add it"
        case .badMember(let name, let found, let expected):
            "found \(found.shownText) for \(name); expected \(expected); correct it"
        case .unknownMember(let name, let known):
            "found the member \(name.printable); expected only \(known.joined(separator: ", ")); correct or remove it"
        case .noInput(let place): "found no input \(place); expected one; add it"
        case .badDimensions(let width, let height, let count):
            "found \(count) samples in a map of \(width)x\(height); expected width times height; correct them"
        case .parameter(let error): error.description
        case .tuning(let error): error.message(naming: .python)
        case .corpus(let error): error.message(naming: .python)
        case .tornTable(let name, let byteCount):
            "\(name.printable): found an incomplete last row of \(NumberText.count(byteCount, "byte")); expected a "
                + "newline after each row; finish the measurement, or remove the row"
        case .reading(let error): error.message(naming: .python)
        case .inaccessible(let error): error.message(naming: .python)
        case .unreadable(let error): error.message(naming: .fixed)
        case .capture(let error): error.message(naming: OptionNames<ServerStateOption>.python)
        case .packing(let error): error.message(naming: .python)
        case .unusableCase(let path, let finding): "\(path.printable): \(finding)"
        case .noCases(let set): "\(set.printable): found no case; expected at least one; correct the set or the filters"
        case .badReading(let reading, let file):
            "\(file.printable): found the reading \"\(reading.printable)\"; expected one that measure writes; measure "
                + "the maps again"
        case .cryptography(let error): error.description
        case .badState(let name, let finding, let expected):
            "found \(finding) for \(name); expected \(expected); correct it"
        }
    }
}

extension OptionNames<TuningChoice> {
    /// The names of arguments in Python.
    static var python: Self { Self(name) }

    private static func name(_ choice: TuningChoice) -> String {
        switch choice {
        case .resume: "resume"
        case .root: "root"
        case .part: "part"
        case .parameters: "parameters"
        case .otherMeasurements: "against_measurements"
        case .ignoreUnlabelled: "ignore_unlabelled=True"
        case .labelMapping: "label_map"
        case .replicates: "replicates"
        case .sweep: "sweep"
        case .refine: "refine"
        case .sweepTable: "sweep_table"
        }
    }
}
