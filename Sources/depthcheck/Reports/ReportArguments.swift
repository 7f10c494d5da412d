import ArgumentParser
import Support
import Tasks
import ThresholdTuning

struct ReportInput: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Measurements that depthcheck measure wrote.", valueName: "measurements"),
        completion: .file())
    var measurements: String

    @Option(
        help: ArgumentHelp(
            "CSV with the columns file and label, optionally species and group. [default: none; the report only "
                + "describes the corpus]",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var labels: String?

    @OptionGroup var labelMapping: LabelMappingOption

    @Flag(help: "Skip files that are unlabelled, unknown or labelled twice; the report has their number.")
    var ignoreUnlabelled = false

    func validate() throws {
        guard labels == nil else { return }
        if ignoreUnlabelled { throw ValidationError("--ignore-unlabelled needs --labels") }
        if !labelMapping.map.isEmpty { throw ValidationError("--map needs --labels") }
    }

    var named: [NamedPath] {
        [NamedPath(option: "<measurements>", path: measurements)]
            + (labels.map { [NamedPath(option: "--labels", path: $0)] } ?? [])
    }

    func rows() throws -> [MapMeasurement] {
        let rows = try TuningTable.measurements(measurements)
        guard !rows.isEmpty else {
            throw ValidationError(
                "\(measurements.printable): found no measurements; expected at least one row; measure a corpus with "
                    + "depthcheck measure")
        }
        return rows
    }

    /// The rows that have a label, joined with it; nil without labels.
    func labelled(_ rows: [MapMeasurement]) throws -> LabelledMeasurements? {
        guard let labels else { return nil }
        var options = LabelledTables.Options()
        options.labelMap = try labelMapping.mapping()
        options.ignoreUnlabelled = ignoreUnlabelled
        let tables = LabelledTables(options)
        let bytes = try TuningTable.bytes(of: labels)
        let labelled = try asUsageError { () throws(TaskFailure) in
            try tables.join(rows, try tables.labels(bytes, name: labels))
        }
        guard !labelled.rows.isEmpty else {
            throw ValidationError(
                "\(labels.printable): found no label of a measured file; expected at least one; correct the labels, or "
                    + "omit them")
        }
        return labelled
    }
}

struct ReportPictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Include pictures of the maps nearest to a threshold. File names are relative to this folder. [default: no "
                + "pictures]",
            valueName: "folder"),
        completion: .directory)
    var maps: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of pictures. [default: 48]", valueName: "count"))
    var pictures: Int?

    private static let counts = 0...1000

    func validate() throws {
        if let maps, !FileAccess.isFolder(maps) {
            throw ValidationError(
                "--maps is \(maps.printable); expected an existing folder, to which the file names in the "
                    + "measurements are relative")
        }
        guard let pictures else { return }
        guard Self.counts.contains(pictures) else {
            throw ValidationError(
                "--pictures is \(pictures); expected \(Self.counts.lowerBound) to \(Self.counts.upperBound)")
        }
        if maps == nil { throw ValidationError("--pictures needs --maps, the folder of the maps") }
    }

    var count: Int { maps == nil ? 0 : pictures ?? 48 }

    func named(_ rows: [MapMeasurement]) -> [NamedPath] {
        guard let maps else { return [] }
        return rows.map { NamedPath(option: "--maps", path: "\(maps)/\($0.file)") }
    }
}
