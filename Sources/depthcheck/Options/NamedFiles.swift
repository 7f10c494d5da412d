import ArgumentParser
import DepthFiles
import Support

/// The files and folders that the arguments name.
struct NamedFiles {
    var paths: [String] = []
    /// The list of further files, of `--files-from`.
    var list: String?
    /// Which files in folders are selected.
    var selection = FileSelection()

    /// - Throws: `ValidationError` for an empty name, and if standard input is named twice.
    func validate() throws {
        if paths.contains("") { throw ValidationError("a file name is empty") }
        let readers = paths.count { $0 == "-" } + (list == "-" ? 1 : 0)
        if readers > 1 { throw ValidationError("standard input can be read only once") }
    }

    /// Whether standard input is read.
    var readsStandardInput: Bool { paths.contains("-") || list == "-" }

    /// Whether exactly one file or folder was named, and no list.
    var isOfOnePath: Bool { paths.count == 1 && list == nil }

    /// Whether no file was named.
    var isEmpty: Bool { paths.isEmpty && list == nil }

    /// Makes it wrong usage to name no file. For the `validate` of a command that needs one.
    func requireSome() throws {
        if isEmpty { throw ValidationError("no file was named; expected files, folders, - or --files-from") }
    }

    /// The same for a command that also takes archives.
    func requireSome(or archives: NamedTarArchives) throws {
        if archives.isEmpty { try requireSome() }
        if readsStandardInput, archives.readsStandardInput {
            throw ValidationError("standard input can be read only once")
        }
    }

    /// The inputs that the named files and folders consist of.
    struct Found {
        /// The inputs in order, with folders replaced by the depth files below them.
        fileprivate(set) var inputs = FileInputs()
        /// Files in those folders that were skipped because of their names.
        fileprivate(set) var leftOut = FilePaths()
        /// Colour pictures beside depth maps in those folders.
        fileprivate(set) var colourFrames = FilePaths()
        /// Arrays beside depth maps in those folders that are none.
        fileprivate(set) var otherArrays = FilePaths()
        /// How many files of folders were skipped.
        fileprivate(set) var skipped = SkippedCounts()
        /// Pipes, sockets and devices in those folders.
        fileprivate(set) var notFiles = FilePaths()
        /// Whether exactly one file was named, and no folder.
        fileprivate(set) var isSingleFile = false

        /// The inputs, with archives replaced by the maps in them.
        func spread(
            _ reading: ReadingArguments, _ selection: FileSelection, _ skipped: SkippedFiles
        ) -> [DepthInput] {
            let archives = ArchivePaths(arrays: reading.array, selection: selection) { skipped.take($0) }
            let options = reading.reader.options
            return inputs.flatMap { input -> [DepthInput] in
                guard case .path(let path) = input, path.mayBeArchive else { return [.file(input)] }
                return archives.inputs(at: path, options: options) ?? [.file(input)]
            }
        }

        /// Whether the only file is an archive of several maps.
        var isArchive: Bool { isSingleFile && inputs.first?.isArchive == true }
    }

    /// All files that are read: the inputs and the list.
    func named(_ found: Found) -> [NamedPath] {
        let list = list.map { [NamedPath(option: "--files-from", path: $0)] } ?? []
        return list + found.inputs.named(paths.isEmpty ? "--files-from" : Self.option)
    }

    /// The name of the arguments in messages.
    static let option = "<file>"

    /// Reads the list and searches the folders.
    ///
    /// - Throws: `ValidationError` for a list that is too long.
    func found() throws -> Found {
        var found = Found()
        found.isSingleFile = isOfOnePath
        for path in paths { found.add(path, selection) }
        if let list {
            switch try PathList.read(list) {
            case .success(let paths): for path in paths { found.add(path, selection) }
            case .failure(let error): found.inputs.append(error)
            }
        }
        return found
    }
}

extension DepthFileInput {
    /// Whether it is an archive of several maps.
    var isArchive: Bool {
        if case .path(let path) = self { DepthArchive.isArchive(path) } else { false }
    }
}

extension NamedFiles.Found {
    /// Adds a file, or the depth files below a folder.
    fileprivate mutating func add(_ path: String, _ selection: FileSelection) {
        guard FileAccess.isFolder(path) else {
            inputs.append(path)
            return
        }
        isSingleFile = false
        do throws(FileAccessError) {
            let found = try DepthFileList.files(below: path, selection)
            inputs.append(found.files, in: path)
            for failure in found.failures { inputs.append(failure) }
            leftOut += found.leftOut
            colourFrames += found.colourFrames
            otherArrays += found.otherArrays
            skipped += found.skipped
            notFiles += found.notFiles
        } catch {
            if case .noDepthFiles(let skippedCount) = error.reason { skipped.unnamed += skippedCount }
            inputs.append(error)
        }
    }
}
