import DepthFiles
import Support

/// Archives that were named for measuring, as a whole or map by map; none of their maps twice.
///
///     var named = NamedArchives()
///     let other = named.take("rgbd/17.depth", of: "scans/capture.r3d", named: "capture.r3d/rgbd/17.depth")
struct NamedArchives: Sendable {
    /// Maps of one archive that are read alike.
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
    /// Where the single maps of an archive are.
    private var places: [Key: Int] = [:]
    /// What was named of each archive, the last of it, and whether as a whole.
    private var taken: [ExactText: (path: String, isWhole: Bool)] = [:]

    /// The archives in the order in which they were named.
    var shards: [TarShard] {
        groups.map { TarShard(path: $0.path, name: $0.name, kind: .archive(maps: $0.maps, options: $0.options)) }
    }

    /// Takes all maps of an archive.
    ///
    /// - Returns: the map of it that was taken already, if there is one, or the archive; then nothing is taken.
    mutating func takeAll(of path: String, named name: String, options: ReadingOptions? = nil) -> String? {
        if let (other, _) = taken[ExactText(name)] { return other }
        taken[ExactText(name)] = (path, true)
        groups.append(Group(path: path, name: name, options: options, maps: nil))
        return nil
    }

    /// Takes one map, whose name ends as its path does.
    ///
    /// - Returns: the archive of which all maps were taken already, if there is one; then nothing is taken.
    mutating func take(
        _ map: String, of path: String, named file: String, options: ReadingOptions? = nil
    ) -> String? {
        let name = String(Substring(file.utf8.dropLast(map.utf8.count + 1)))
        if let (other, isWhole) = taken[ExactText(name)], isWhole { return other }
        taken[ExactText(name)] = ("\(path)/\(map)", false)
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
