import Support

/// A tar archive of depth files, or another archive such as `.npz`, and the prefix of its members' names.
package struct NamedArchive: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case tar
        /// A `DepthArchive`. Nil `maps` are all of its maps, nil `options` the general options.
        case archive(maps: [String]?, options: ReadingOptions?)
    }

    package let path: String
    /// The prefix of the names of its members, without a slash.
    package let name: String
    package let kind: Kind
    /// The full names of the maps to take; nil for all.
    private let files: Set<ExactText>?

    package init(path: String, name: String, kind: Kind = .tar) {
        (self.path, self.name, self.kind) = (path, name, kind)
        if case .archive(let maps?, _) = kind { files = maps.map { "\(name)/\($0)" }.exactTexts } else { files = nil }
    }

    /// Whether a name is that of a map to take or, if all maps are taken, that of the shard.
    package func holds(_ file: String) -> Bool {
        if let files { return files.contains(ExactText(file)) }
        return file.isExactly(name) || file.utf8.starts(with: (name + "/").utf8)
    }
}

/// Archives named for measuring, as a whole or map by map, without duplicate maps.
package struct NamedArchives: Sendable {
    private struct Group {
        let path: String
        let name: String
        let options: ReadingOptions?
        /// The maps to take; nil for all.
        var maps: [String]?
    }

    private struct Key: Hashable {
        let path: String
        let name: ExactText
        let options: ReadingOptions?
    }

    private var groups: [Group] = []
    private var places: [Key: Int] = [:]
    /// The last path named in each archive, and whether it was the whole archive.
    private var added: [ExactText: (path: String, isWhole: Bool)] = [:]

    package init() {}

    package var archives: [NamedArchive] {
        groups.map { NamedArchive(path: $0.path, name: $0.name, kind: .archive(maps: $0.maps, options: $0.options)) }
    }

    /// Adds a whole archive. If a path in it was already added, adds nothing and returns that path.
    package mutating func addAll(of path: String, named name: String, options: ReadingOptions? = nil) -> String? {
        if let (other, _) = added[ExactText(name)] { return other }
        added[ExactText(name)] = (path, true)
        groups.append(Group(path: path, name: name, options: options, maps: nil))
        return nil
    }

    /// Adds a map, whose name `file` ends its path. If the whole archive was already added, only returns its path.
    package mutating func add(
        _ map: String, of path: String, named file: String, options: ReadingOptions? = nil
    ) -> String? {
        let name = String(Substring(file.utf8.dropLast(map.utf8.count + 1)))
        if let (other, isWhole) = added[ExactText(name)], isWhole { return other }
        added[ExactText(name)] = ("\(path)/\(map)", false)
        let key = Key(path: path, name: ExactText(name), options: options)
        if let place = places[key] {
            groups[place].maps?.append(map)
        } else {
            places[key] = groups.count
            groups.append(Group(path: path, name: name, options: options, maps: [map]))
        }
        return nil
    }
}
