import DepthFiles
import Support

/// Archives named for measuring, as a whole or map by map, without duplicate maps.
///
///     var named = NamedArchives()
///     let other = named.add("rgbd/17.depth", of: "scans/capture.r3d", named: "capture.r3d/rgbd/17.depth")
struct NamedArchives: Sendable {
    /// Maps of one archive with the same reading options.
    private struct Group {
        let path: String
        let name: String
        let options: ReadingOptions?
        /// Nil for all.
        var maps: [String]?
    }

    private struct Key: Hashable {
        let path: String
        let name: ExactText
        let options: ReadingOptions?
    }

    private var groups: [Group] = []
    /// The index of the group for single maps of an archive.
    private var places: [Key: Int] = [:]
    /// The last path named in each archive, and whether it was the whole archive.
    private var added: [ExactText: (path: String, isWhole: Bool)] = [:]

    var shards: [TarShard] {
        groups.map { TarShard(path: $0.path, name: $0.name, kind: .archive(maps: $0.maps, options: $0.options)) }
    }

    /// Adds all maps of an archive.
    ///
    /// - Returns: a path that was already added from the archive, if there is one; then nothing is added.
    mutating func addAll(of path: String, named name: String, options: ReadingOptions? = nil) -> String? {
        if let (other, _) = added[ExactText(name)] { return other }
        added[ExactText(name)] = (path, true)
        groups.append(Group(path: path, name: name, options: options, maps: nil))
        return nil
    }

    /// Adds one map, whose name is a suffix of its path.
    ///
    /// - Returns: the archive if it was already added as a whole; then nothing is added.
    mutating func add(
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
