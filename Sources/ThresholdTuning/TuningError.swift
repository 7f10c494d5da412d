public import DepthAnalysis
public import Support

/// An error that stops tuning. ``description`` gives the message.
public enum TuningError: Error, Hashable, Sendable {
    /// Measurements and labels do not match.
    case labelsDoNotMatch(LabelMismatch)
    /// Rows were measured differently and cannot be compared.
    case mixedMeasurements(what: String, first: String, second: String)
    /// The measurements were made with parameters other than those given.
    case otherParameters(found: String, expected: String)
    /// Parameters to compare measure differently from the parameters that the measurements were made with.
    case otherMeasuring(of: String, found: String, expected: String)
    /// Two tables of measurements do not contain the same files.
    case notTheSameMaps([String])
    /// Files that are only in some of the tables of an evaluation.
    case notInAllTables([String], table: String)
    /// Decisions of a score file cannot be combined by the mean of scores.
    case meanOfDecisions(of: String)
    /// Bona fide maps or attacks have no verdict at all.
    case noMaps(of: String)
    /// There are more species of attack than any interval can support.
    case tooManySpecies(Int, most: Int)
    /// The named column has more values than there may be folds.
    case tooManyValues(Int, column: String, most: Int)
    /// The requested work needs more memory than is available.
    case notEnoughMemory(for: String, byteCount: Int)
    /// OpenBLAS could not be loaded.
    case noOpenBLAS(reason: String)
    /// Invalid values to sweep, of a parameter if it is known.
    case badSweep(of: AnalysisParameters.Key? = nil, found: String, expected: String)
    /// A parameter that is swept twice.
    case sweptTwice(AnalysisParameters.Key)
    /// More rounds of refinement than the combinations allow.
    case badRefinement(rounds: Int, found: String, expected: String)
}

extension TuningError: CustomStringConvertible, PresentedError {
    /// One line: what was found, what was expected, what to do.
    public var description: String { wording.description }

    package var isLackOfMemory: Bool { if case .notEnoughMemory = self { true } else { false } }

    package var wording: Message {
        switch self {
        case .labelsDoNotMatch(let mismatch): mismatch.wording
        case .mixedMeasurements(let what, let first, let second):
            "found measurements with \(what) \(first) and with \(second); expected one \(what); "
                + "measure all maps the same way"
        case .otherParameters(let found, let expected):
            "found measurements made with parameters whose measuring part has the hash \(found); expected \(expected), "
                + "the hash of the given parameters; give \(option: .parameters) with the file used by measure"
        case .otherMeasuring(let name, let found, let expected):
            "found measurements made with parameters whose measuring part has the hash \(found); expected \(expected), "
                + "the hash of \(name); measure the same maps with these parameters as well and give the rows with "
                + "\(option: .againstMeasurements)"
        case .notTheSameMaps(let files):
            "found \(files.count) files that are not in both tables of measurements with the same bytes "
                + "(\(files.prefix(10).map(\.printable).joined(separator: ", "))\(files.count > 10 ? ", …" : "")); "
                + "expected the same files in both; measure the same folder both ways"
        case .notInAllTables(let files, let table):
            "\(table.printable): found \(files.count) files that only this table or only the first one has "
                + "(\(files.prefix(10).map(\.printable).joined(separator: ", "))\(files.count > 10 ? ", …" : "")); "
                + "expected the same files in all tables; add or remove their rows"
        case .meanOfDecisions(let name):
            "\(name.printable): found decisions, and \(option: .decide) mean; expected any, all or majority, because "
                + "a mean of scores needs a threshold; remove the column decision, or change \(option: .decide)"
        case .noMaps(let kind):
            "found no \(kind) map with a verdict; expected at least one bona fide and one attack; label more maps"
        case .tooManySpecies(let found, let most):
            "found \(found) species of attack; expected at most \(most): a species is a kind of attack, such as print "
                + "or screen, which has many presentations; name kinds in the column species, and single "
                + "objects in the column group"
        case .tooManyValues(let found, let column, let most):
            "found \(found) values in the column \(column.printable); expected at most \(most), "
                + "because each is a fold, or a row of a matrix; name a column with fewer values, such as a device"
        case .notEnoughMemory(let purpose, let byteCount):
            "found too little memory for \(purpose); expected \(byteCount >> 20) MiB; "
                + "free memory, raise the limit of the process, or request less"
        case .noOpenBLAS(let reason):
            "found no usable OpenBLAS (\(reason)); expected libopenblas.so.0; install libopenblas-dev, "
                + "or give \(option: .replicates) 0 to skip bootstrap intervals"
        case .badSweep(let key, let found, let expected):
            "\(option: .sweep)\(key.map { " \($0.rawValue)" } ?? "") is \(found); expected \(expected)"
        case .sweptTwice(let key):
            "\(option: .sweep) is \(key.rawValue) twice; expected all its values in one \(option: .sweep)"
        case .badRefinement(let rounds, let found, let expected):
            "\(option: .refine) \(rounds) is \(found); expected \(expected)"
        }
    }
}
