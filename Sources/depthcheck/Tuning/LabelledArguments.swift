import ArgumentParser
import DepthAnalysis
import DepthFiles
import Reports
import Support
import Tasks
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
}

struct LabelledArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Measurements that depthcheck measure wrote.", valueName: "measurements"),
        completion: .file())
    var measurements: String

    @OptionGroup var labelOptions: LabelOptions

    var named: [NamedPath] { [NamedPath(option: "<measurements>", path: measurements)] + labelOptions.named }

    func tables() throws -> LabelledTables.Options { try labelOptions.tables() }

    func read(by tables: LabelledTables) throws -> LabelledMeasurements {
        try tables.readMeasurements(measurements, labels: labelOptions.labels)
    }
}

struct LabelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("CSV with the columns file and label, optionally species and group.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var labels: String

    @OptionGroup var labelMapping: LabelMappingOption

    @Flag(help: "Skip files that are unlabelled, unknown or labelled twice; the report lists them.")
    var ignoreUnlabelled = false

    var named: [NamedPath] { [NamedPath(option: "--labels", path: labels)] }

    func tables() throws -> LabelledTables.Options {
        var options = LabelledTables.Options()
        options.labelMap = try labelMapping.mapping()
        options.ignoreUnlabelled = ignoreUnlabelled
        return options
    }
}

extension LabelledTables {
    /// Joins the rows of a table and the labels in a file.
    func join<Row>(_ rows: [Row], of table: [UInt8], labels: String) throws -> Labelled<Row> {
        let bytes = try TuningTable.bytes(of: labels)
        var labelled = try asUsageError { () throws(TaskFailure) in
            try join(rows, try self.labels(bytes, name: labels))
        }
        labelled.tables = TableDigests(measurements: table, labels: bytes)
        return labelled
    }

    /// Joins the measurements and the labels in two files.
    func readMeasurements(_ path: String, labels: String) throws -> LabelledMeasurements {
        let bytes = try TuningTable.bytes(of: path)
        return try join(try TuningTable.measurements(bytes, name: path), of: bytes, labels: labels)
    }

    /// Joins measurements or scores and the labels, in two files. Prints a note about ignored columns of scores.
    func read(_ path: String, labels: String) throws -> EvaluatedTable {
        let bytes = try TuningTable.bytes(of: path)
        guard ScoreTable.isScores(bytes) else {
            return .measurements(
                try join(try TuningTable.measurements(bytes, name: path), of: bytes, labels: labels))
        }
        let table = try asUsageError { () throws(TaskFailure) in try scores(bytes, name: path) }
        if !table.ignoredColumns.isEmpty {
            let names = table.ignoredColumns.map(\.printable).joined(separator: ", ")
            Terminal.report("note: \(path.printable): ignored columns of the scores: \(names)")
        }
        return .scores(try join(table.rows, of: bytes, labels: labels))
    }
}

enum TuningTable {
    /// Enough for ten million rows.
    private static let maximumByteCount = 1 << 33

    static func bytes(of path: String) throws -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readNamed(path, maximumByteCount: maximumByteCount)
        } catch {
            throw ExitCode.unreadable(error, at: path)
        }
        guard !areParameters(bytes) else {
            throw ValidationError(
                "\(path.printable): found parameters; expected a table of measurements, scores or labels; "
                    + "give parameters with --parameters")
        }
        return bytes
    }

    private static func areParameters(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "{"), bytes.count < 1 << 16,
            let members = try? JSONReader.read(bytes).members
        else { return false }
        return (try? AnalysisParameters(members: members)) != nil
    }

    /// The rows of a table of measurements. Prints a note about an incomplete last row.
    static func measurements(_ path: String) throws -> [MapMeasurement] {
        try measurements(bytes(of: path), name: path)
    }

    static func measurements(_ bytes: [UInt8], name path: String) throws -> [MapMeasurement] {
        let table = try asUsageError { () throws(TaskFailure) in try LabelledTables.measurements(bytes, name: path) }
        if table.tornByteCount > 0 {
            let count = NumberText.count(table.tornByteCount, "byte")
            Terminal.report("note: \(path.printable): skipped an incomplete last row of \(count)")
        }
        return table.rows
    }
}
