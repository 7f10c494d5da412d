public import DepthFiles
public import Support

/// The depth files to measure, with the names of their rows.
///
///     for entry in try DepthFileCorpus(["captures"]).entries { print(try measurer.measure(entry).analysis.status) }
public struct DepthFileCorpus: Sendable {
    /// A file of the corpus.
    public struct Entry: Sendable, Hashable {
        /// The path relative to the corpus, which names the file in rows and labels. Names are compared by bytes.
        public let file: String
        /// The path to open.
        public let path: String
        /// The options for reading this file; nil for the general ones.
        public let options: ReadingOptions?

        /// The file to open. If ``path`` names one map of a file with several maps, such as `depth.npy/3`, it is
        /// `depth.npy`.
        var filePath: String { DepthFileReader.numberedMap(at: path)?.file ?? path }

        /// Creates an entry for the file at `path`.
        public init(file: String, path: String, options: ReadingOptions? = nil) {
            self.file = file
            self.path = path
            self.options = options
        }
    }

    /// The files in the order of the given folders; within a folder, sorted by the bytes of their paths.
    public private(set) var entries: [Entry]
    /// Folders that could not be listed.
    public private(set) var failures: [FileAccessError]
    /// Pipes, sockets and devices named like depth files, which were not opened.
    public private(set) var irregularFiles: [String] = []
    package private(set) var skipped = SkippedCounts()

    package private(set) var missing: [FileAccessError] = []

    /// Archives: files of several maps, which are measured one by one. Every part of the corpus has all archives.
    package var archives: [NamedArchive] { named.archives }

    private var named = NamedArchives()

    /// Lists depth files and folders of them.
    ///
    /// - Parameters:
    ///   - paths: folders, whose files are named relative to them; files, named by their last path component; and
    ///     paths into archives, named relative to the folder of the archive.
    ///   - root: a common root to which all names are relative instead; nil for none.
    ///   - part: the part to keep; nil for all.
    ///   - selection: selects the files in folders.
    /// - Throws: ``CorpusError/sameName(file:first:second:)`` or ``CorpusError/outsideRoot(path:root:)``.
    public init(
        _ paths: [String], root: String? = nil, part: CorpusPart? = nil, selection: FileSelection = FileSelection()
    ) throws(CorpusError) {
        entries = []
        failures = []
        var known: [ExactText: String] = [:]
        for path in paths {
            let isFolder = FileAccess.isFolder(path)
            let numbered = isFolder ? nil : DepthFileReader.numberedMap(at: path)
            if !isFolder, numbered == nil, DepthArchive.split(path) == nil, let error = FileAccess.missing(path) {
                missing.append(error)
                continue
            }
            var files: FilePaths = [path]
            if isFolder {
                do throws(FileAccessError) {
                    let found = try DepthFileList.files(below: path, selection)
                    files = found.files
                    failures += found.failures
                    irregularFiles += found.irregularFiles
                    skipped += found.skipped
                } catch {
                    files = []
                    if case .noDepthFiles(let count) = error.reason { skipped.unknownOrExcluded += count }
                    failures.append(error)
                }
            }
            for file in files {
                let member = isFolder ? nil : DepthArchive.split(file)
                let base = root ?? (isFolder ? path : (member?.archive ?? numbered?.file ?? path).folderPrefix)
                guard let name = Self.relative(file, to: base) else { throw .outsideRoot(path: file, root: base) }
                if let first = known.updateValue(file, forKey: ExactText(name)) {
                    throw .sameName(file: name, first: first, second: file)
                }
                if let (archive, map) = member {
                    let other = named.add(map, of: archive, named: name)
                    if let other { throw .sameName(file: name, first: other, second: file) }
                } else if DepthArchive.isArchive(file) {
                    let other = named.addAll(of: file, named: name)
                    if let other { throw .sameName(file: name, first: other, second: file) }
                } else if part?.contains(name) ?? true {
                    entries.append(Entry(file: name, path: file))
                }
            }
        }
        if let map = Self.mapOfKnownFile(entries) { throw .sameName(file: map.file, first: map.of, second: map.path) }
    }

    /// The first entry with a name, such as `depth.npy/1`, that a map in another entry (`depth.npy`) may also have.
    private static func mapOfKnownFile(_ entries: [Entry]) -> (file: String, path: String, of: String)? {
        let maps = entries.filter { $0.file.nameBeforeNumber != nil }
        guard !maps.isEmpty else { return nil }
        let paths = Dictionary(entries.lazy.map { (ExactText($0.file), $0.path) }) { first, _ in first }
        for map in maps {
            if let file = map.file.nameBeforeNumber.flatMap({ paths[$0] }) { return (map.file, map.path, file) }
        }
        return nil
    }

    /// Lists the files of a manifest under the names that it gives them.
    ///
    /// - Parameters:
    ///   - manifest: the files, with the options for reading each.
    ///   - part: the part to keep; nil for all.
    /// - Throws: ``CorpusError/measuredTwice(file:table:)`` for a file that the manifest lists twice.
    public init(_ manifest: DepthFileManifest, part: CorpusPart? = nil) throws(CorpusError) {
        entries = []
        failures = []
        var known: Set<ExactText> = []
        for entry in manifest.entries {
            guard known.insert(ExactText(entry.file)).inserted else {
                throw .measuredTwice(file: entry.file, table: manifest.path)
            }
            if let (archive, map) = DepthArchive.split(entry.path) {
                let other = named.add(map, of: archive, named: entry.file, options: entry.options)
                if other != nil { throw .measuredTwice(file: entry.file, table: manifest.path) }
            } else if DepthArchive.isArchive(entry.path) {
                let other = named.addAll(of: entry.path, named: entry.file, options: entry.options)
                if other != nil { throw .measuredTwice(file: entry.file, table: manifest.path) }
            } else if part?.contains(entry.file) ?? true {
                entries.append(Entry(file: entry.file, path: entry.path, options: entry.options))
            }
        }
        if let map = Self.mapOfKnownFile(entries) { throw .measuredTwice(file: map.file, table: manifest.path) }
    }

    /// The components of `path` after those of `base`, joined by `/`; nil if it is not below `base`. Compares only
    /// the text, without resolving links or `..`.
    static func relative(_ path: String, to base: String) -> String? {
        let pathParts = path.pathParts
        let baseParts = base.pathParts
        guard path.isAbsolutePath == base.isAbsolutePath, pathParts.count > baseParts.count,
            pathParts.starts(with: baseParts, by: { $0.isExactly($1) })
        else { return nil }
        return pathParts.dropFirst(baseParts.count).joined(separator: "/")
    }
}

extension NamedArchive {
    /// Archives named like the files of a ``DepthFileCorpus``.
    package static func named(
        _ paths: [String], root: String?, given: (String) -> String?
    ) throws(CorpusError) -> [NamedArchive] {
        var known: [ExactText: String] = [:]
        var archives: [NamedArchive] = []
        for path in paths {
            let base = root ?? path.folderPrefix
            guard let name = given(path) ?? DepthFileCorpus.relative(path, to: base) else {
                throw .outsideRoot(path: path, root: base)
            }
            if let first = known.updateValue(path, forKey: ExactText(name)) {
                throw .sameName(file: name, first: first, second: path)
            }
            archives.append(NamedArchive(path: path, name: name))
        }
        return archives
    }
}

/// A stable part of a corpus.
///
///     let entries = try DepthFileCorpus(["captures"], part: CorpusPart("3/8")).entries
public struct CorpusPart: Sendable, Hashable {
    /// The number of the part, from 1 to ``count``.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// Parses `I/N`.
    ///
    /// - Throws: ``CorpusError/badPart(_:)`` unless 1 <= I <= N.
    public init(_ text: String) throws(CorpusError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 1, index <= count else {
            throw .badPart(text)
        }
        self.index = index
        self.count = count
    }

    /// Whether a file belongs to this part: the first eight bytes of the SHA-256 of its relative path, as a big-endian
    /// number modulo ``count``, equal ``index`` minus one.
    public func contains(_ file: String) -> Bool {
        guard let number = UInt64(SHA256Digest.hexadecimal(of: file.fileBytes).prefix(16), radix: 16) else {
            preconditionFailure("a digest is hexadecimal")
        }
        return number % UInt64(count) == UInt64(index - 1)
    }
}

/// Looks up the files of a corpus by the names of their rows.
///
///     let index = CorpusIndex(corpus.entries)
///     for row in rows where index.entry(withRow: row.file) == nil { print("not in the corpus: \(row.file)") }
package struct CorpusIndex {
    private let entries: [ExactText: DepthFileCorpus.Entry]

    package init(_ entries: [DepthFileCorpus.Entry]) {
        self.entries = Dictionary(entries.lazy.map { (ExactText($0.file), $0) }) { first, _ in first }
    }

    /// The entry that a row belongs to: the file itself, or the file of several maps with this row.
    package func entry(withRow file: String) -> DepthFileCorpus.Entry? {
        entries[ExactText(file)] ?? entryOfSeveral(withRow: file)
    }

    /// The file of several maps that has a row of this name, such as `depth.npy/3`.
    package func entryOfSeveral(withRow file: String) -> DepthFileCorpus.Entry? {
        entries[ExactText(file)] == nil ? file.nameBeforeNumber.flatMap { entries[$0] } : nil
    }
}
