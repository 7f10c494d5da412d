import DepthFiles
import Support

/// The input files of a command, in order. The files of a folder, possibly a million, are stored compactly and
/// become inputs one at a time.
struct FileInputs: Sequence, Sendable {
    fileprivate enum Part {
        case named(FilePaths)
        /// The depth files found in a folder.
        case found(FilePaths, in: String)
        case failure(FileAccessError)
    }

    private var parts: [Part] = []

    var count: Int {
        parts.reduce(0) { count, part in
            switch part {
            case .named(let paths), .found(let paths, in: _): count + paths.count
            case .failure: count + 1
            }
        }
    }

    var first: DepthFileInput? {
        var inputs = makeIterator()
        return inputs.next()
    }

    mutating func append(_ path: String) {
        // Take the list out while appending, to avoid copying a million paths each time.
        guard case .named(var paths)? = parts.last else {
            parts.append(.named([path]))
            return
        }
        parts.removeLast()
        paths.append(path)
        parts.append(.named(paths))
    }

    mutating func append(_ paths: FilePaths, in folder: String) { parts.append(.found(paths, in: folder)) }

    mutating func append(_ error: FileAccessError) { parts.append(.failure(error)) }

    /// Whether a file may contain several maps, judging by its name.
    var mayHoldArchives: Bool {
        parts.contains { part in
            switch part {
            case .named(let paths), .found(let paths, in: _):
                paths.indices.contains { paths.withBytes(at: $0) { DepthArchive.mayBe($0) } }
            case .failure: false
            }
        }
    }

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

    func makeIterator() -> Iterator { Iterator(parts: parts) }

    struct Iterator: IteratorProtocol {
        fileprivate let parts: [Part]
        private var part = 0
        private var index = 0

        fileprivate init(parts: [Part]) { self.parts = parts }

        mutating func next() -> DepthFileInput? {
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
