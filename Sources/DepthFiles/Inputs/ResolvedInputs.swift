package import Support

/// The inputs that the named files and folders consist of.
package struct ResolvedInputs {
    /// The inputs in order, with folders replaced by the depth files below them.
    package private(set) var inputs = FileInputs()
    /// Files in those folders that were skipped because of their names.
    package private(set) var unknownExtensions = FilePaths()
    /// Colour pictures beside depth maps in those folders.
    package private(set) var colourFrames = FilePaths()
    /// Arrays beside depth maps in those folders that are not maps.
    package private(set) var otherArrays = FilePaths()
    /// The number of files skipped in folders.
    package private(set) var skipped = SkippedCounts()
    /// Pipes, sockets and devices in those folders.
    package private(set) var irregularFiles = FilePaths()
    package private(set) var isSingleFile: Bool

    package init(isSingleFile: Bool) { self.isSingleFile = isSingleFile }

    /// The inputs, with archives replaced by their maps.
    package func spread(options: ReadingOptions, _ archives: ArchivePaths) -> [DepthInput] {
        inputs.flatMap { input -> [DepthInput] in
            guard case .path(let path) = input, path.mayBeArchive else { return [.file(input)] }
            return archives.inputs(at: path, options: options).map(Array.init) ?? [.file(input)]
        }
    }

    package var isArchive: Bool { isSingleFile && inputs.first?.isArchive == true }

    package mutating func add(_ path: String, _ selection: FileSelection) {
        guard FileAccess.isFolder(path) else {
            inputs.append(path)
            return
        }
        isSingleFile = false
        do throws(FileAccessError) {
            let found = try DepthFileList.files(below: path, selection)
            inputs.append(found.files, in: path)
            for failure in found.failures { inputs.append(failure) }
            unknownExtensions += found.unknownExtensions
            colourFrames += found.colourFrames
            otherArrays += found.otherArrays
            skipped += found.skipped
            irregularFiles += found.irregularFiles
        } catch {
            if case .noDepthFiles(let skippedCount) = error.reason { skipped.unknownOrExcluded += skippedCount }
            inputs.append(error)
        }
    }

    package mutating func add(_ error: FileAccessError) { inputs.append(error) }
}

extension DepthFileInput {
    package var isArchive: Bool {
        if case .path(let path) = self { DepthArchive.isArchive(path) } else { false }
    }
}
