import Support

/// A file of depth maps that are read one by one, such as `capture.r3d/rgbd/17.depth`: a zip file, NumPy's `.npz`,
/// Record3D's `.r3d`, or a recording of the Scoop data set (`.idep`).
package struct DepthArchive: Sendable, Hashable {
    package let path: String
    package let name: String

    package init(path: String, name: String) { (self.path, self.name) = (path, name) }

    /// The extensions of zip files found in folders.
    package static let extensions = ["npz", "r3d"]
    static let zipExtensions = extensions.compactMap { FileExtension($0.utf8) }
    static let recordingExtension = FileExtension(ScoopRecording.fileExtension.utf8)!
    fileprivate static let knownExtensions = zipExtensions + [recordingExtension]
    /// The extensions that make an explicitly named file an archive.
    private static let allExtensions = extensions + [ScoopRecording.fileExtension, "zip"]
    fileprivate static let namedExtensions = allExtensions.compactMap { FileExtension($0.utf8) }
    package static var listText: String { allExtensions.map { ".\($0)" }.joined(separator: ", ") }

    /// Whether a file is an archive, by its name or, failing that, by its first bytes.
    package static func isArchive(_ path: String) -> Bool {
        if FileExtension(of: path) == recordingExtension {
            return ScoopFrames(DepthArchive(path: path, name: path)) != nil
        }
        if FileExtension(of: path).map(namedExtensions.contains) == true { return true }
        guard !DepthFileList.isDepthFile(path), path != FileAccess.standardInputName,
            let file = try? RandomAccessFile(path), let start = try? file.read(at: 0, count: 256)
        else { return false }
        return start.starts(with: [0x50, 0x4B, 3, 4]) && !ForeignFormat.isUSDZ(start)
            || start.starts(with: [0x50, 0x4B, 5, 6])
    }

    /// The maps in the archive, including those that cannot be read.
    package func inputs(
        options: ReadingOptions = ReadingOptions(), arrays: [String] = [],
        selection: FileSelection = FileSelection(), leaveOut: (SkippedEntry) -> Void = { _ in }
    ) -> DepthInputs {
        CrashReport.naming(path) {
            listed(options: options, arrays: arrays, selection: selection, leaveOut: leaveOut)
        }
    }

    private func listed(
        options: ReadingOptions, arrays: [String], selection: FileSelection, leaveOut: (SkippedEntry) -> Void
    ) -> DepthInputs {
        if FileExtension(of: path) == Self.recordingExtension {
            return ScoopFrames(self)?.inputs(options: options, selection, leaveOut: leaveOut) ?? [.file(.path(path))]
        }
        let file: RandomAccessFile
        let directory: ZipDirectory
        do throws(ZipError) {
            file = try open()
            directory = try ZipDirectory(reading: .file(file))
        } catch {
            return [.unusable(self.error(error, named: name))]
        }
        let contents = ArchiveContents(
            archive: self, version: file.version, members: directory.members, options: options)
        var skippedCount = 0
        var inputs = contents.depthFiles(arrays: arrays, selection.ofMembers(ofArchiveAt: path)) {
            skippedCount += 1
            leaveOut($0)
        }
        if inputs.isEmpty {
            inputs.append(.unusable(.unusableMember(path: name, .noDepthFiles(skippedCount: skippedCount))))
        }
        var names = UniqueNames(expecting: inputs.lazy.map(\.name))
        return DepthInputs(inputs.map { names.unique($0) })
    }

    /// Whether a name is that of a frame of a recording, such as `walk.idep/3`.
    package static func isFrameName(_ name: String) -> Bool {
        let parts = name.pathParts.suffix(2)
        guard parts.count == 2, let file = parts.first, let number = parts.last else { return false }
        return FileExtension(of: file) == recordingExtension && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    package static func file(readFor path: String) -> String {
        guard path.mayBeArchive, !FileAccess.isFolder(path) else { return path }
        return split(path)?.archive ?? path
    }

    /// Splits a path into archive and map, such as `capture.r3d` and `rgbd/17.depth`; nil for a path not in an archive.
    package static func split(_ path: String) -> (archive: String, map: String)? {
        guard path.pointsIntoArchive else { return nil }
        let bytes = path.utf8
        for slash in bytes.indices where bytes[slash] == UInt8(ascii: "/") {
            let prefix = String(path[..<slash])
            guard FileExtension(of: prefix).map(namedExtensions.contains) == true,
                let status = try? FileStatus(of: prefix), status.kind == .regular
            else { continue }
            return (prefix, String(path[bytes.index(after: slash)...]))
        }
        return nil
    }

    /// Opens the file. Callers close it soon, because the number of archives may exceed the limit of open files.
    func open() throws(ZipError) -> RandomAccessFile {
        do throws(FileAccessError) { return try RandomAccessFile(path) } catch { throw .inaccessible(error) }
    }

    func error(_ error: ZipError, named name: String) -> ReadingError {
        switch error {
        case .inaccessible(let error): .inaccessible(FileAccessError(name, error.reason))
        case .notEnoughMemory(let byteCount):
            .inaccessible(FileAccessError(name, .notEnoughMemory(byteCount: byteCount)))
        default: .unusableMember(path: name, .zip(error))
        }
    }
}

extension String {
    /// Whether a path can be that of an archive or of a map in one; false for the paths of other depth files.
    package var mayBeArchive: Bool { withBytes { DepthArchive.mayBe($0) } }

    var pointsIntoArchive: Bool { withBytes { DepthArchive.continuesInArchive(by: $0) } }
}

extension DepthArchive {
    package static func mayBe(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        !DepthFileList.isDepthFile(path) || FileExtension(ofPath: path).map(knownExtensions.contains) == true
            || continuesInArchive(by: path)
    }

    fileprivate static func continuesInArchive(by path: UnsafeBufferPointer<UInt8>) -> Bool {
        path.indices.dropFirst(4).contains { slash in
            path[slash] == UInt8(ascii: "/")
                // Extensions of archives have three or four letters, so looking for the dot rules out most folders.
                && (path[slash - 4] == UInt8(ascii: ".") || slash > 4 && path[slash - 5] == UInt8(ascii: "."))
                && FileExtension(ofPath: UnsafeBufferPointer(rebasing: path[..<slash]))
                    .map(namedExtensions.contains) == true
        }
    }
}

/// Resolves paths of archives, and of maps in archives; keeps the directory of the last archive.
package final class ArchivePaths {
    private let arrays: [String]
    private let selection: FileSelection
    private let leaveOut: (SkippedEntry) -> Void
    private var last: Listed?

    private struct Listed {
        let archive: DepthArchive
        let options: ReadingOptions
        let maps: [ExactText: DepthInput]
        let recording: ScoopFrames?
    }

    package init(
        arrays: [String] = [], selection: FileSelection = FileSelection(),
        leaveOut: @escaping (SkippedEntry) -> Void = { _ in }
    ) {
        (self.arrays, self.selection, self.leaveOut) = (arrays, selection, leaveOut)
    }

    /// The maps at the path of an archive or in one; nil for other paths. Files named like depth files are not opened.
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

    /// The map at a path. `name` is a suffix of the path, and includes the archive.
    package func map(at path: String, named name: String, options: ReadingOptions) -> DepthInput? {
        guard path.utf8.reversed().starts(with: name.utf8.reversed()), let (file, map) = DepthArchive.split(path),
            name.utf8.count > map.utf8.count + 1
        else { return nil }
        let archive = DepthArchive(path: file, name: String(Substring(name.utf8.dropLast(map.utf8.count + 1))))
        if last?.archive != archive || last?.options != options {
            // A map that is named explicitly is read whatever its extension.
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
