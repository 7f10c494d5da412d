internal import Support

/// Resolves paths of archives, and of maps in archives, to inputs.
///
///     let archives = ArchivePaths()
///     let inputs = archives.inputs(at: "capture.r3d/rgbd/17.depth", options: options)
///
/// The directory of an archive is read only once for consecutive paths into it.
package final class ArchivePaths {
    private let arrays: [String]
    private let selection: FileSelection
    private let leaveOut: (SkippedEntry) -> Void
    private var last: Listed?

    private struct Listed {
        let archive: DepthArchive
        let options: ReadingOptions
        let maps: [ExactText: DepthInput]
        /// A recording, whose frames are found by their numbers; nil for a zip file.
        let recording: ScoopFrames?
    }

    /// - Parameters:
    ///   - arrays: the names of the arrays to take from an `.npz` named as a whole; empty for all.
    ///   - selection: selects members of archives named as a whole.
    ///   - leaveOut: called for each skipped member of these archives.
    package init(
        arrays: [String] = [], selection: FileSelection = FileSelection(),
        leaveOut: @escaping (SkippedEntry) -> Void = { _ in }
    ) {
        self.arrays = arrays
        self.selection = selection
        self.leaveOut = leaveOut
    }

    /// The maps at a path; nil for a path that is not in an archive. Files named like depth files are not opened.
    package func inputs(at path: String, options: ReadingOptions) -> DepthInputs? {
        if DepthArchive.isArchive(path) {
            return DepthArchive(path: path, name: path)
                .inputs(options: options, arrays: arrays, selection: selection, leaveOut: leaveOut)
        }
        return map(at: path, named: path, options: options).map { DepthInputs([$0]) }
    }

    /// One map of a member with several, such as `maps.npz/depth/3`.
    private func numbered(_ name: String) -> DepthInput? {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")), let options = last?.options,
            case .member(let member)? = last?.maps[ExactText(String(name[..<slash]))]
        else { return nil }
        return DepthFileReader.numbered(member, name[name.utf8.index(after: slash)...], options).map { .member($0) }
    }

    /// The map at a path into an archive; nil for any other path.
    ///
    /// - Parameter name: the name of the map, a suffix of the path that starts above the archive.
    package func map(at path: String, named name: String, options: ReadingOptions) -> DepthInput? {
        guard path.utf8.reversed().starts(with: name.utf8.reversed()), let (file, map) = DepthArchive.split(path),
            name.utf8.count > map.utf8.count + 1
        else { return nil }
        let archive = DepthArchive(path: file, name: String(Substring(name.utf8.dropLast(map.utf8.count + 1))))
        if last?.archive != archive || last?.options != options {
            // A named map is taken whatever its name.
            let recording = ScoopFrames(archive)
            let all =
                recording == nil ? archive.inputs(options: options, selection: FileSelection(takesAll: true)) : []
            let maps = (all.map { ($0.name, $0) } + all.map { ($0.mapsName, $0) }).map { (ExactText($0), $1) }
            last = Listed(
                archive: archive, options: options, maps: Dictionary(maps) { first, _ in first },
                recording: recording)
        }
        // If the archive is damaged, its error explains the missing map.
        return last?.recording?.input(named: map, options) ?? last?.maps[ExactText(name)] ?? numbered(name)
            ?? last?.maps[ExactText(archive.name)] ?? .unusable(.inaccessible(FileAccessError(name, .missing)))
    }
}
