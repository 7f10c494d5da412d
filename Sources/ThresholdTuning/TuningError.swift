internal import Support

/// An error that stops tuning. ``description`` gives the message.
public enum TuningError: Error, Hashable, Sendable {
    /// Measurements and labels do not match.
    case labelsDoNotMatch(LabelMismatch)
    /// Rows were measured differently and cannot be compared.
    case mixedMeasurements(what: String, first: String, second: String)
    /// The measurements were made with parameters other than those given.
    case otherParameters(found: String, expected: String)
    /// Parameters under comparison measure differently from those that the measurements were made with.
    case otherMeasuring(of: String, found: String, expected: String)
    /// Two tables of measurements do not contain the same files.
    case notTheSameMaps([String])
    /// Bona fide maps or attacks have no verdict at all.
    case noMaps(of: String)
    /// There are more species of attack than any interval can support.
    case tooManySpecies(Int, most: Int)
    /// The requested work needs more memory than is available.
    case notEnoughMemory(for: String, byteCount: Int)
    /// OpenBLAS could not be loaded.
    case noOpenBLAS(reason: String)
    /// An option has an invalid value.
    case badOption(String, found: String, expected: String)
}

extension TuningError: CustomStringConvertible {
    /// One line: what was found, what was expected, what to do.
    public var description: String {
        switch self {
        case .labelsDoNotMatch(let mismatch): mismatch.message
        case .mixedMeasurements(let what, let first, let second):
            "found measurements with \(what) \(first) and with \(second); expected one \(what); measure them alike"
        case .otherParameters(let found, let expected):
            "found measurements made with parameters whose measuring part has the hash \(found); expected \(expected), "
                + "that of the parameters given; give --parameters with the file that measure was given"
        case .otherMeasuring(let name, let found, let expected):
            "found measurements made with parameters whose measuring part has the hash \(found); expected \(expected), "
                + "that of \(name); measure the same maps with these parameters as well and give the rows with "
                + "--against-measurements"
        case .notTheSameMaps(let files):
            "found \(files.count) files that are not in both tables of measurements with the same bytes "
                + "(\(files.prefix(10).map(\.printable).joined(separator: ", "))\(files.count > 10 ? ", …" : "")); "
                + "expected the same files in both; measure one folder both ways"
        case .noMaps(let kind):
            "found no \(kind) map with a verdict; expected at least one bona fide and one attack; label more maps"
        case .tooManySpecies(let found, let most):
            "found \(found) species of attack; expected at most \(most): a species is a kind of attack, such as print "
                + "or screen, of which there are many presentations; name kinds in the column species, and single "
                + "objects in the column group"
        case .notEnoughMemory(let purpose, let byteCount):
            "found too little memory for \(purpose); expected \(byteCount >> 20) MiB; "
                + "free some, raise the limit of the process, or ask for less"
        case .noOpenBLAS(let reason):
            "found no usable OpenBLAS (\(reason)); expected libopenblas.so.0; install libopenblas-dev, "
                + "or give --replicates 0 to do without bootstrap intervals"
        case .badOption(let option, let found, let expected):
            "\(option) is \(found); expected \(expected)"
        }
    }
}
