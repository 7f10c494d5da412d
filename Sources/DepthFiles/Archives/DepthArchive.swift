internal import Support

/// A zip file of several depth maps: NumPy's `.npz`, Record3D's `.r3d`, or any zip of depth files.
///
///     for input in DepthArchive(path: "capture.r3d", name: "capture.r3d").inputs() { print(input.name) }
///
/// The maps are inputs like files, called `capture.r3d/rgbd/17.depth`; each is read when it is opened, so that many
/// threads can work on one archive in little memory.
package struct DepthArchive: Sendable, Hashable {
    /// Where to open it.
    package let path: String
    /// What stands before the names of its maps, and a slash.
    package let name: String

    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// The extensions by which archives are known in folders.
    package static let extensions = ["npz", "r3d"]
    static let knownExtensions = extensions.compactMap { FileExtension($0.utf8) }
    /// Those by which they are known where they are named.
    fileprivate static let namedExtensions = knownExtensions + ["zip"]

    /// Whether the file at `path` is one: by its name, or where that says nothing, by what it begins with.
    package static func isArchive(_ path: String) -> Bool {
        if FileExtension(of: path).map(namedExtensions.contains) == true { return true }
        guard !DepthFileList.isDepthFile(path), path != FileAccess.standardInputName,
            let file = try? RandomAccessFile(path), let start = try? file.read(at: 0, count: 4)
        else { return false }
        return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
    }

    /// The maps in it, and what should have been one.
    ///
    /// - Parameters:
    ///   - options: what is known of all of them.
    ///   - arrays: the names of the arrays to take of an `.npz`; none for all.
    ///   - selection: which members are taken.
    ///   - leaveOut: is told of members that are no depth files.
    package func inputs(
        options: ReadingOptions = ReadingOptions(), arrays: [String] = [],
        selection: FileSelection = FileSelection(), leaveOut: (LeftOut) -> Void = { _ in }
    ) -> [DepthInput] {
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
        return inputs
    }

    /// The file that is read for a path: the archive where it leads into one, else the path itself.
    package static func file(readFor path: String) -> String {
        guard path.mayBeArchive, !FileAccess.isFolder(path) else { return path }
        return split(path)?.archive ?? path
    }

    /// The archive that a path leads into, and the name of the map in it, as `capture.r3d` and `rgbd/17.depth`; nil for
    /// a path that leads into none.
    package static func split(_ path: String) -> (archive: String, map: String)? {
        guard path.leadsIntoArchive else { return nil }
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

    /// Opens the file. Nobody keeps it open for long: of many archives there may be more than open files.
    func open() throws(ZipError) -> RandomAccessFile {
        do throws(FileAccessError) {
            return try RandomAccessFile(path)
        } catch {
            throw .inaccessible(error)
        }
    }

    /// An error, as readers of files know it.
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
    /// Whether a file of this name can be an archive, or a map in one; whatever is named like a depth file is not.
    package var mayBeArchive: Bool { withBytes { DepthArchive.mayBe($0) } }

    var leadsIntoArchive: Bool { withBytes { DepthArchive.isLedInto(by: $0) } }
}

extension DepthArchive {
    /// The same of the bytes of a path.
    package static func mayBe(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        !DepthFileList.isDepthFile(path) || FileExtension(ofPath: path).map(knownExtensions.contains) == true
            || isLedInto(by: path)
    }

    fileprivate static func isLedInto(by path: UnsafeBufferPointer<UInt8>) -> Bool {
        path.indices.dropFirst(4).contains { slash in
            path[slash] == UInt8(ascii: "/") && path[slash - 4] == UInt8(ascii: ".")
                && FileExtension(path[(slash - 3)..<slash]).map(namedExtensions.contains) == true
        }
    }
}
