package import Support

/// The input files of a command. The files of a folder, possibly a million, become inputs one at a time.
package struct FileInputs: Sequence, Sendable {
    package enum Part: Sendable {
        case named(FilePaths)
        case found(FilePaths, in: String)
        case failure(FileAccessError)
    }

    package private(set) var parts: [Part] = []

    package init() {}

    package var count: Int {
        parts.reduce(0) { count, part in
            switch part {
            case .named(let paths), .found(let paths, in: _): count + paths.count
            case .failure: count + 1
            }
        }
    }

    package var first: DepthFileInput? {
        var inputs = makeIterator()
        return inputs.next()
    }

    package mutating func append(_ path: String) {
        // Take the list out while appending, to avoid copying a million paths each time.
        guard case .named(var paths)? = parts.last else {
            parts.append(.named([path]))
            return
        }
        parts.removeLast()
        paths.append(path)
        parts.append(.named(paths))
    }

    package mutating func append(_ paths: FilePaths, in folder: String) { parts.append(.found(paths, in: folder)) }
    package mutating func append(_ error: FileAccessError) { parts.append(.failure(error)) }

    /// Whether a file may contain several maps, judging by its name.
    package var mayHoldArchives: Bool {
        parts.contains { part in
            switch part {
            case .named(let paths), .found(let paths, in: _):
                paths.indices.contains { paths.withBytes(at: $0) { DepthArchive.mayBe($0) } }
            case .failure: false
            }
        }
    }

    package func makeIterator() -> Iterator { Iterator(parts: parts) }

    package struct Iterator: IteratorProtocol {
        fileprivate let parts: [Part]
        private var part = 0
        private var index = 0

        fileprivate init(parts: [Part]) { self.parts = parts }

        package mutating func next() -> DepthFileInput? {
            while part < parts.count {
                switch parts[part] {
                case .named(let paths), .found(let paths, in: _):
                    if index < paths.count {
                        defer { index += 1 }
                        return .path(paths[index])
                    }
                case .failure(let error):
                    if index == 0 {
                        index = 1
                        return .failure(error)
                    }
                }
                (part, index) = (part + 1, 0)
            }
            return nil
        }
    }
}

package struct ResolvedInputs {
    /// The inputs in order, with folders replaced by the depth files below them.
    package private(set) var inputs = FileInputs()
    /// Files in those folders that were skipped because of their names.
    package private(set) var unknownExtensions = FilePaths()
    /// Colour pictures beside depth maps in those folders.
    package private(set) var colourFrames = FilePaths()
    /// Arrays in those folders that are beside depth maps but are not maps.
    package private(set) var otherArrays = FilePaths()
    package private(set) var skipped = SkippedCounts()
    /// Pipes, sockets and devices in those folders.
    package private(set) var irregularFiles = FilePaths()
    package private(set) var isSingleFile: Bool

    package init(isSingleFile: Bool) { self.isSingleFile = isSingleFile }

    package func spread(options: ReadingOptions, _ archives: ArchivePaths) -> [DepthInput] {
        inputs.flatMap { input -> [DepthInput] in
            guard case .path(let path) = input, path.mayBeArchive else { return [.file(input)] }
            return archives.inputs(at: path, options: options).map(Array.init) ?? [.file(input)]
        }
    }

    package var isArchive: Bool { isSingleFile && inputs.first.map { DepthInput.file($0).isArchive } == true }

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

extension DepthInput {
    package var isArchive: Bool {
        if case .file(.path(let path)) = self { DepthArchive.isArchive(path) } else { false }
    }
}
