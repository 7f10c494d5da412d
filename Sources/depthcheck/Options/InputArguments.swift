import ArgumentParser
import DepthFiles
import Reports
import Support
import ThresholdTuning

struct SelectionArguments: ParsableArguments {
    @Flag(help: "In folders and archives, read every file except hidden ones, whatever its extension.")
    private var allFiles = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            In folders and archives, read only files that match this pattern, whatever their extension. A pattern \
            with a slash applies to the path below the folder or in the archive, any other to the file name. \
            Repeatable.
            """, valueName: "glob"))
    private var include: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "In folders and archives, skip files that match this pattern. Repeatable.",
            valueName: "glob"))
    private var exclude: [String] = []

    var selection: FileSelection {
        FileSelection(
            takesAll: allFiles, include: include.map { FileNamePattern($0) },
            exclude: exclude.map { FileNamePattern($0) })
    }
}

struct InputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Depth files, folders of depth files, or - for standard input.", valueName: "file"),
        completion: .file())
    private(set) var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the paths in this file, one per line or separated by NUL; - is standard input.", valueName: "list"),
        completion: .file())
    private var filesFrom: String?

    @OptionGroup private var selectionArguments: SelectionArguments

    var selection: FileSelection { selectionArguments.selection }

    func validate() throws {
        if paths.contains("") { throw ValidationError("found an empty file name; expected a file or a folder") }
        let readers = paths.count { $0 == "-" } + (filesFrom == "-" ? 1 : 0)
        if readers > 1 { throw ValidationError("standard input can be read only once") }
    }

    var readsStandardInput: Bool { paths.contains("-") || filesFrom == "-" }

    var isSinglePath: Bool { paths.count == 1 && filesFrom == nil }

    var isEmpty: Bool { paths.isEmpty && filesFrom == nil }

    func requireSome() throws {
        if isEmpty { throw ValidationError("found no files; expected files, folders, - or --files-from") }
    }

    func requireSome(or archives: TarOptions) throws {
        if archives.isEmpty { try requireSome() }
        if readsStandardInput, archives.readsStandardInput {
            throw ValidationError("standard input can be read only once")
        }
    }

    func resolved() throws -> ResolvedInputs {
        let selection = selection
        var resolved = ResolvedInputs(isSingleFile: isSinglePath)
        for path in paths { resolved.add(path, selection) }
        if let filesFrom {
            switch try PathList.read(filesFrom) {
            case .success(let paths): for path in paths { resolved.add(path, selection) }
            case .failure(let error): resolved.add(error)
            }
        }
        return resolved
    }

    func named(_ found: ResolvedInputs) -> [NamedPath] {
        let list = filesFrom.map { [NamedPath(option: "--files-from", path: $0)] } ?? []
        return list + found.inputs.named(paths.isEmpty ? "--files-from" : Self.option)
    }

    static let option = "<file>"
}

extension FileInputs {
    func named(_ option: String) -> [NamedPath] {
        parts.flatMap { part -> [NamedPath] in
            switch part {
            case .named(let paths):
                paths.map { NamedPath(option: option, path: DepthArchive.file(readFor: $0)) }
            case .found(let paths, let folder): [NamedPath(option: option, path: folder, found: paths)]
            case .failure: []
            }
        }
    }
}

enum PathList {
    /// Enough for ``maximumPaths`` paths of a hundred characters.
    private static let maximumByteCount = 1 << 30
    private static let maximumPaths = 10_000_000
    /// The memory that a path needs until its file is processed, in addition to the bytes of the path.
    private static let bytesPerPath = 200

    /// The paths in a list, or the error that prevents reading it.
    static func read(_ name: String) throws -> Result<[String], FileAccessError> {
        let list: [UInt8]
        do throws(FileAccessError) {
            list = try FileAccess.readNamed(name, maximumByteCount: maximumByteCount)
        } catch {
            return .failure(error)
        }
        let most = DepthFileList.maximumPaths(in: list)
        guard most <= maximumPaths else {
            throw ValidationError(
                "\(name.printable): found \(most) lines; expected at most \(maximumPaths); split the list")
        }
        let byteCount = most * bytesPerPath + 2 * list.count
        guard Memory.hasRoom(for: byteCount) else {
            return .failure(FileAccessError(name, .notEnoughMemory(byteCount: byteCount)))
        }
        let paths = DepthFileList.paths(in: list)
        return paths.isEmpty ? .failure(FileAccessError(name, .emptyList)) : .success(paths)
    }
}

struct ManifestOption: ParsableArguments {
    @Option(
        name: .customLong("manifest"),
        help: ArgumentHelp(
            """
            Read the files listed in this CSV. Columns: file (relative to the CSV) and any of width, height, \
            row_bytes, units_per_metre, sample_type, invalid. For an empty cell, the option applies.
            """, valueName: "file"),
        completion: .file(extensions: ["csv"]))
    private(set) var path: String?

    var named: [NamedPath] { path.map { [NamedPath(option: "--manifest", path: $0)] } ?? [] }

    /// Enough for ten million rows.
    private static let maximumByteCount = 1 << 30

    func items(_ options: ReadingOptions) throws -> [AnalysisRun.Item] {
        try read(options)?.entries.map { .init(input: .file(.path($0.path)), known: .init($0.options)) } ?? []
    }

    func read(_ options: ReadingOptions) throws -> DepthFileManifest? {
        guard let path else { return nil }
        let bytes: [UInt8]
        do throws(FileAccessError) {
            bytes = try FileAccess.readNamed(path, maximumByteCount: Self.maximumByteCount)
        } catch {
            throw ExitCode.usageError(error, at: path)
        }
        return try asUsageError { () throws(CorpusError) in
            try DepthFileManifest(bytes, path: path, options: options)
        }
    }
}

struct TarOptions: ParsableArguments {
    @Option(
        name: .customLong("tar"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Read the depth files in this tar archive, compressed with gzip or not; - is standard input. Results name \
            them shard.tar/member. Repeatable.
            """, valueName: "shard"),
        completion: .file())
    private var paths: [String] = []

    @Option(
        name: .customLong("tar-name"),
        help: ArgumentHelp("The name of the archive on standard input in results. [default: -]", valueName: "name"))
    private var nameOfStandardInput: String?

    func validate() throws {
        if paths.contains("") { throw ValidationError("--tar is empty; expected the name of an archive") }
        if paths.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read only once") }
        if let name = nameOfStandardInput {
            guard readsStandardInput else { throw ValidationError("--tar-name needs --tar -") }
            guard !name.pathParts.isEmpty else {
                throw ValidationError("--tar-name is \"\(name.printable)\"; expected a name such as shard.tar")
            }
        }
    }

    var isEmpty: Bool { paths.isEmpty }

    var readsStandardInput: Bool { paths.contains("-") }

    var named: [NamedPath] { paths.map { NamedPath(option: "--tar", path: $0) } }

    /// The shards as named in results: exactly as given.
    var shards: [NamedArchive] { paths.map { NamedArchive(path: $0, name: standsFor($0) ?? $0) } }

    /// The shards as named in rows: by their last path component, or relative to a common root.
    func shards(below root: String?) throws -> [NamedArchive] {
        try asUsageError { () throws(CorpusError) in
            try NamedArchive.named(paths, root: root) { standsFor($0) }
        }
    }

    private func standsFor(_ path: String) -> String? {
        path == FileAccess.standardInputName ? nameOfStandardInput ?? path : nil
    }
}
