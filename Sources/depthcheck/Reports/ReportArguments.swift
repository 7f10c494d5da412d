import ArgumentParser
import DepthFiles
import Support
import Tasks
import ThresholdTuning

struct ReportInput: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Folders of depth files or depth files, which are measured, or a table that depthcheck measure wrote.",
            valueName: "corpus"),
        completion: .file())
    var corpora: [String] = []

    @OptionGroup(title: "Maps to measure") var corpus: CorpusArguments

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
        try corpus.requireSome(or: corpora)
        guard labels == nil else { return }
        if ignoreUnlabelled { throw ValidationError("--ignore-unlabelled needs --labels") }
        if !labelMapping.map.isEmpty { throw ValidationError("--map needs --labels") }
    }

    /// The table of measurements: a single file that is not named like depth files or archives; nil for maps to
    /// measure.
    var table: String? {
        guard corpora.count == 1, corpus.namesNothing, let path = corpora.first, !FileAccess.isFolder(path),
            !DepthFileList.isDepthFile(path), !DepthArchive.isArchive(path), DepthArchive.split(path) == nil,
            DepthFileReader.numberedMap(at: path) == nil
        else { return nil }
        return path
    }

    /// The name of the measured maps, or of their table, in the report.
    var name: String {
        let paths = corpora + corpus.manifest.named.map(\.path) + corpus.tar.named.map(\.path)
        let first = paths.first ?? ""
        // A path such as "." has no name of its own.
        let last = first.pathParts.last.flatMap { $0 == ".." ? nil : $0 }
        let name = last ?? FileAccess.resolved(first)?.pathParts.last ?? first
        return name + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
    }

    var namedTables: [NamedPath] {
        [("<corpus>", table), ("--labels", labels)].compactMap { option, path in
            path.map { NamedPath(option: option, path: $0) }
        }
    }

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
            "With a table: include pictures of the maps nearest to a threshold. Its file names are relative to this "
                + "folder. [default: no pictures]",
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
    }

    /// Refuses options that contradict what is reported.
    func requireUsed(isTable: Bool) throws {
        if isTable, pictures != nil, maps == nil {
            throw ValidationError("--pictures needs --maps, the folder of the maps")
        }
        if !isTable, maps != nil {
            throw ValidationError("--maps needs a table of measurements; expected none beside maps to measure")
        }
    }

    var count: Int { pictures ?? 48 }

    func named(_ rows: [MapMeasurement]) -> [NamedPath] {
        guard let maps else { return [] }
        return rows.map { NamedPath(option: "--maps", path: "\(maps)/\($0.file)") }
    }
}
