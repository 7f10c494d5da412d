internal import Support

/// Tells what paths stand for that are no files of one map: all maps of an archive, or the one that is named in it.
///
///     let archives = ArchivePaths()
///     let inputs = archives.inputs(at: "capture.r3d/rgbd/17.depth", options: options)
///
/// The directory of an archive is read once for all paths into it that come one after the other.
package final class ArchivePaths {
    private let arrays: [String]
    private let selection: FileSelection
    private let leaveOut: (LeftOut) -> Void
    private var last: Listed?

    /// The maps of one archive by their names, read with some options.
    private struct Listed {
        let archive: DepthArchive
        let options: ReadingOptions
        let maps: [ExactText: DepthInput]
    }

    /// - Parameters:
    ///   - arrays: the names of the arrays to take of an `.npz` that is named as a whole; none for all.
    ///   - selection: which members to take of archives that are named as a whole.
    ///   - leaveOut: is told of members of such archives that are no depth files.
    package init(
        arrays: [String] = [], selection: FileSelection = FileSelection(),
        leaveOut: @escaping (LeftOut) -> Void = { _ in }
    ) {
        self.arrays = arrays
        self.selection = selection
        self.leaveOut = leaveOut
    }

    /// The maps that a path stands for; nil for one that leads into no archive. Nothing is opened whose name is that of
    /// a depth file.
    package func inputs(at path: String, options: ReadingOptions) -> [DepthInput]? {
        if DepthArchive.isArchive(path) {
            return DepthArchive(path: path, name: path)
                .inputs(options: options, arrays: arrays, selection: selection, leaveOut: leaveOut)
        }
        return map(at: path, named: path, options: options).map { [$0] }
    }

    /// One map of a member that holds several, as `maps.npz/depth/3`.
    private func numbered(_ name: String) -> DepthInput? {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")), let options = last?.options,
            case .member(let member)? = last?.maps[ExactText(String(name[..<slash]))]
        else { return nil }
        return DepthFileReader.numbered(member, name[name.utf8.index(after: slash)...], options).map { .member($0) }
    }

    /// The map that a path into an archive stands for; nil for any other path.
    ///
    /// - Parameter name: what it is called, which ends as the path does, from some part above the archive on.
    package func map(at path: String, named name: String, options: ReadingOptions) -> DepthInput? {
        guard path.utf8.reversed().starts(with: name.utf8.reversed()), let (file, map) = DepthArchive.split(path),
            name.utf8.count > map.utf8.count + 1
        else { return nil }
        let archive = DepthArchive(path: file, name: String(Substring(name.utf8.dropLast(map.utf8.count + 1))))
        if last?.archive != archive || last?.options != options {
            // What is named is taken, whatever its name.
            let all = archive.inputs(options: options, selection: FileSelection(takesAll: true))
            let maps = all.map { (ExactText($0.name), $0) }
            last = Listed(
                archive: archive, options: options, maps: Dictionary(maps) { first, _ in first })
        }
        // What is wrong with the archive is why a map is missing.
        return last?.maps[ExactText(name)] ?? numbered(name) ?? last?.maps[ExactText(archive.name)]
            ?? .unusable(.inaccessible(FileAccessError(name, .missing)))
    }
}
