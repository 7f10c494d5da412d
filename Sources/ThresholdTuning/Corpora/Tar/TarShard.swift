package import DepthFiles
internal import Support

/// A tar archive of depth files, or another archive such as `.npz`, and the prefix of its members' names.
package struct TarShard: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A tar archive, read as a stream.
        case tar
        /// A `DepthArchive`, read by its directory.
        ///
        /// - Parameters:
        ///   - maps: the names of the maps to take; nil for all.
        ///   - options: their reading options; nil for the general ones.
        case archive(maps: [String]?, options: ReadingOptions?)
    }

    /// The path to open; `-` for stdin.
    package let path: String
    /// The prefix of the names of its members, without a slash.
    package let name: String
    package let kind: Kind
    /// The full names of the maps to take; nil for all.
    private let files: Set<ExactText>?

    package init(path: String, name: String, kind: Kind = .tar) {
        self.path = path
        self.name = name
        self.kind = kind
        if case .archive(let maps?, _) = kind {
            files = maps.map { "\(name)/\($0)" }.exactTexts
        } else {
            files = nil
        }
    }

    /// Whether a name is that of a member that is taken, or of the shard itself.
    package func holds(_ file: String) -> Bool {
        if let files { return files.contains(ExactText(file)) }
        return file.isExactly(name) || file.utf8.starts(with: (name + "/").utf8)
    }

    /// Shards named like the files of a ``Corpus``.
    ///
    /// - Parameters:
    ///   - root: a common root to which names are relative; nil to use the last path component.
    ///   - given: returns an explicit name for a shard, such as for stdin.
    /// - Throws: ``CorpusError/sameName(file:first:second:)`` or ``CorpusError/outsideRoot(path:root:)``.
    package static func named(
        _ paths: [String], root: String?, given: (String) -> String?
    ) throws(CorpusError) -> [TarShard] {
        var known: [ExactText: String] = [:]
        var shards: [TarShard] = []
        for path in paths {
            let base = root ?? path.folderPrefix
            guard let name = given(path) ?? Corpus.relative(path, to: base) else {
                throw .outsideRoot(path: path, root: base)
            }
            if let first = known.updateValue(path, forKey: ExactText(name)) {
                throw .sameName(file: name, first: first, second: path)
            }
            shards.append(TarShard(path: path, name: name))
        }
        return shards
    }
}
