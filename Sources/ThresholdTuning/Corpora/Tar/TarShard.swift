package import DepthFiles
internal import Support

/// A tar archive of depth files, or an archive as `.npz`, and what its members are called by.
package struct TarShard: Sendable, Hashable {
    /// How it is read.
    package enum Kind: Sendable, Hashable {
        /// As a stream.
        case tar
        /// A `DepthArchive`, by its directory.
        ///
        /// - Parameters:
        ///   - maps: the names of the maps to take; nil for all.
        ///   - options: what is known of them; nil for what is known of all files.
        case archive(maps: [String]?, options: ReadingOptions?)
    }

    /// Where to open it; `-` for standard input.
    package let path: String
    /// What stands before the names of its members, and a slash.
    package let name: String
    package let kind: Kind
    /// What the maps to take are called; nil for all there are.
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

    /// Whether a name is that of something that is taken of it, or of the shard itself.
    package func holds(_ file: String) -> Bool {
        if let files { return files.contains(ExactText(file)) }
        return file.isExactly(name) || file.utf8.starts(with: (name + "/").utf8)
    }

    /// Shards with the names that rows call them by, as files are named by ``Corpus``.
    ///
    /// - Parameters:
    ///   - root: a folder above all of them, relative to which they are named; by nil, by their last part.
    ///   - given: a name that was given to a shard, such as to standard input.
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
