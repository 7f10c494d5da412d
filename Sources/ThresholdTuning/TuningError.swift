/// Why measuring or tuning cannot go on. ``message`` puts it into words.
public enum TuningError: Error, Hashable, Sendable {
    /// A column that must be there is not.
    case missingColumn(String, table: String)
    /// A row that cannot be understood, on the given line counted from 1.
    case badRow(table: String, line: Int, found: String, expected: String)
    /// A file has two rows of measurements.
    case measuredTwice(file: String, table: String)
    /// The output is there already and nobody asked to go on with it.
    case outputExists(path: String)
    /// The output to go on with was measured with something else: `what` is the column that differs.
    case otherRun(path: String, what: String, found: String, expected: String)
    /// Another process is writing the same output.
    case outputInUse(path: String)
    /// Two files of a corpus have the same relative path.
    case sameName(file: String, first: String, second: String)
    /// A corpus that does not lie below the root it is to be named by.
    case outsideRoot(path: String, root: String)
    /// A shard that is not one of its number.
    case badShard(String)
    /// A file could not be opened, read or written.
    case system(path: String, text: String)
    /// Measurements and labels do not belong together.
    case labelsDoNotMatch(LabelMismatch)
    /// Rows that were measured in different ways cannot be compared.
    case mixedMeasurements(what: String, first: String, second: String)
    /// The measurements were made with other parameters than those given.
    case otherParameters(found: String, expected: String)
    /// One of the two classes has no map with a verdict.
    case noMaps(of: String)
    /// OpenBLAS could not be opened.
    case noOpenBLAS(reason: String)
    /// An option with a value that has no meaning.
    case badOption(String, found: String, expected: String)
}

extension TuningError {
    /// The error in one line: what was found, what was expected, what to do.
    public var message: String {
        switch self {
        case .missingColumn(let column, let table):
            "\(table): found no column \"\(column)\"; expected one in the header; write the table with this version"
        case .badRow(let table, let line, let found, let expected):
            "\(table):\(line): found \(found); expected \(expected); correct or remove the row"
        case .measuredTwice(let file, let table):
            "\(table): found two rows of \(file); expected one a file; remove one of them"
        case .outputExists(let path):
            "\(path): found a file already there; expected none; give --resume to go on with it, or remove it"
        case .otherRun(let path, let what, let found, let expected):
            "\(path): found rows with \(what) \(found); expected \(expected) as asked for now; "
                + "give the options of the interrupted run, or write to another file"
        case .outputInUse(let path):
            "\(path): found another process writing to it; expected none; wait for it or write to another file"
        case .sameName(let file, let first, let second):
            "found \(first) and \(second), both named \(file); expected one file a name; "
                + "give --root with a folder above both"
        case .outsideRoot(let path, let root):
            "\(path): found outside of the root \(root); expected a path below it; correct --root"
        case .badShard(let text):
            "found the shard \"\(text)\"; expected I/N with I from 1 to N, such as 3/8; correct --shard"
        case .system(let path, let text): "\(path): \(text)"
        case .labelsDoNotMatch(let mismatch): mismatch.message
        case .mixedMeasurements(let what, let first, let second):
            "found measurements with \(what) \(first) and with \(second); expected one \(what); measure them alike"
        case .otherParameters(let found, let expected):
            "found measurements made with parameters whose measuring part has the hash \(found); expected \(expected), "
                + "that of the parameters given; give --parameters with the file that measure was given"
        case .noMaps(let kind):
            "found no \(kind) map with a verdict; expected at least one bona fide and one attack; label more maps"
        case .noOpenBLAS(let reason):
            "found no usable OpenBLAS (\(reason)); expected libopenblas.so.0; install libopenblas-dev, "
                + "or give --replicates 0 to do without bootstrap intervals"
        case .badOption(let option, let found, let expected):
            "\(option) is \(found); expected \(expected)"
        }
    }
}
