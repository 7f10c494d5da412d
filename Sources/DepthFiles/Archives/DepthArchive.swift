internal import Support

/// A file of depth maps that are read one by one: a zip file, such as NumPy's `.npz` and Record3D's `.r3d`, or a
/// recording of the Scoop data set (`.idep`).
///
///     for input in DepthArchive(path: "capture.r3d", name: "capture.r3d").inputs() { print(input.name) }
///
/// The maps are inputs with names such as `capture.r3d/rgbd/17.depth`. Each is read when it is opened, so many
/// threads can share one archive in little memory.
package struct DepthArchive: Sendable, Hashable {
    package let path: String
    /// The prefix of the names of its maps, without a slash.
    package let name: String

    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// The extensions of zip files found in folders.
    package static let extensions = ["npz", "r3d"]
    static let zipExtensions = extensions.compactMap { FileExtension($0.utf8) }
    static let recordingExtension = FileExtension(ScoopRecording.fileExtension.utf8)!
    fileprivate static let knownExtensions = zipExtensions + [recordingExtension]
    /// The extensions of archives named explicitly.
    private static let allExtensions = extensions + [ScoopRecording.fileExtension, "zip"]
    fileprivate static let namedExtensions = allExtensions.compactMap { FileExtension($0.utf8) }
    /// The extensions in a list: ".npz, .r3d, .idep, .zip".
    package static var listText: String { allExtensions.map { ".\($0)" }.joined(separator: ", ") }

    /// Whether the file at `path` is an archive, according to its name or, failing that, by its first bytes.
    package static func isArchive(_ path: String) -> Bool {
        if FileExtension(of: path) == recordingExtension {
            return ScoopFrames(DepthArchive(path: path, name: path)) != nil
        }
        if FileExtension(of: path).map(namedExtensions.contains) == true { return true }
        guard !DepthFileList.isDepthFile(path), path != FileAccess.standardInputName,
            let file = try? RandomAccessFile(path), let start = try? file.read(at: 0, count: 4)
        else { return false }
        return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
    }

    /// The maps in the archive, including those that cannot be read.
    ///
    /// - Parameters:
    ///   - options: the options for all maps.
    ///   - arrays: the names of the arrays to take from an `.npz`; empty for all.
    ///   - selection: selects the members.
    ///   - leaveOut: called for each skipped member.
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
        if let damage = directory.damage {
            inputs.append(.unusable(.unusableMember(path: name, .zip(damage))))
        } else if inputs.isEmpty {
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

    /// The file to read for a path: the archive that contains it, or the path itself.
    package static func file(readFor path: String) -> String {
        guard path.mayBeArchive, !FileAccess.isFolder(path) else { return path }
        return split(path)?.archive ?? path
    }

    /// Splits a path into that of an archive and the name of the map in it, such as `capture.r3d` and
    /// `rgbd/17.depth`; nil for a path that is not in an archive.
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

    /// Opens the file. Callers close it soon, because there may be more archives than files may be open.
    func open() throws(ZipError) -> RandomAccessFile {
        do throws(FileAccessError) {
            return try RandomAccessFile(path)
        } catch {
            throw .inaccessible(error)
        }
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
    /// Whether a file of this name can be an archive or a map in one. Names of depth files never are.
    package var mayBeArchive: Bool { withBytes { DepthArchive.mayBe($0) } }

    var pointsIntoArchive: Bool { withBytes { DepthArchive.continuesInArchive(by: $0) } }
}

extension DepthArchive {
    /// Like `mayBeArchive`, for the bytes of a path.
    package static func mayBe(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        !DepthFileList.isDepthFile(path) || FileExtension(ofPath: path).map(knownExtensions.contains) == true
            || continuesInArchive(by: path)
    }

    fileprivate static func continuesInArchive(by path: UnsafeBufferPointer<UInt8>) -> Bool {
        path.indices.dropFirst(4).contains { slash in
            path[slash] == UInt8(ascii: "/")
                // Extensions of archives have three or four letters; this rules out most folders.
                && (path[slash - 4] == UInt8(ascii: ".") || slash > 4 && path[slash - 5] == UInt8(ascii: "."))
                && FileExtension(ofPath: UnsafeBufferPointer(rebasing: path[..<slash]))
                    .map(namedExtensions.contains) == true
        }
    }
}
