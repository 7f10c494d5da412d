import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support
import ThresholdTuning

/// The names of columns and labels in the label files of another program.
struct LabelMappingOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Other names of columns and labels in the label file, separated by commas: "
                + "species=pai_species,group=subject or label=is_attack,1=attack,0=bona_fide. Repeatable. "
                + "[default: none]",
            valueName: "pairs"))
    var map: [String] = []

    func validate() throws { _ = try mapping() }

    func mapping() throws -> LabelMapping {
        try asUsageError { () throws(CorpusError) in try LabelMapping(map) }
    }

    func labels(_ path: String, domainColumn: String? = nil, domainsAreGroups: Bool = false) throws -> LabelTable {
        let mapping = try mapping()
        return try TuningTable.read(path) { (bytes, name) throws(CorpusError) in
            try LabelTable(
                bytes, name: name, mapping: mapping, domainColumn: domainColumn, domainsAreGroups: domainsAreGroups)
        }
    }
}

struct LabelledArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Measurements that depthcheck measure wrote.", valueName: "measurements"),
        completion: .file())
    var measurements: String

    @Option(
        help: ArgumentHelp("CSV with the columns file and label, optionally species and group.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var labels: String

    @OptionGroup var naming: LabelMappingOption

    @Flag(help: "Skip files that are unlabelled, unknown or labelled twice; the report lists them.")
    var ignoreUnlabelled = false

    var named: [NamedPath] {
        [NamedPath(option: "<measurements>", path: measurements), NamedPath(option: "--labels", path: labels)]
    }

    /// Joins measurements and labels.
    ///
    /// - Parameters:
    ///   - other: measurements to use instead of ``measurements``.
    ///   - domainColumn: a further column of the labels to read.
    ///   - domainsAreGroups: whether maps without a group are grouped by that column.
    func read(
        _ other: String? = nil, domainColumn: String? = nil, domainsAreGroups: Bool = false
    ) throws -> LabelledMeasurements {
        let rows = try TuningTable.measurements(other ?? measurements)
        let table = try naming.labels(labels, domainColumn: domainColumn, domainsAreGroups: domainsAreGroups)
        return try asUsageError { () throws(TuningError) in
            try LabelledMeasurements(
                rows: rows, labels: table.labels, isLenient: ignoreUnlabelled, ignoredColumns: table.ignoredColumns)
        }
    }
}

enum TuningTable {
    /// Ten million rows.
    private static let maximumByteCount = 1 << 33

    static func bytes(of path: String) throws -> [UInt8] {
        do throws(FileAccessError) {
            return try FileAccess.readNamed(path, maximumByteCount: maximumByteCount)
        } catch {
            throw ExitCode.unreadable(error, at: path)
        }
    }

    /// The rows of a table of measurements. Prints a note about an incomplete last row.
    static func measurements(_ path: String) throws -> [MapMeasurement] {
        try measurements(bytes(of: path), name: path)
    }

    static func measurements(_ bytes: [UInt8], name path: String) throws -> [MapMeasurement] {
        let table = try asUsageError { () throws(CorpusError) in try MeasurementTable(bytes, name: path) }
        if table.tornByteCount > 0 {
            let count = NumberText.count(table.tornByteCount, "byte")
            Terminal.report("note: \(path.printable): skipped an incomplete last row of \(count)")
        }
        return table.rows
    }

    static func read<Table>(_ path: String, _ parse: ([UInt8], String) throws(CorpusError) -> Table) throws -> Table {
        let bytes = try bytes(of: path)
        return try asUsageError { () throws(CorpusError) in try parse(bytes, path) }
    }
}
