/// A file that is written in pieces and appears completely or not at all.
///
///     let file = try OutputFile("report.json")
///     try file.write(Array(text.utf8))
///     try file.commit()
///
/// The bytes go to a ``TemporaryFile`` in the same folder, which replaces the target once it is complete and on disk.
/// An existing target must be writable. It keeps its permissions and, if this user may set them, its owner and group,
/// but not access control lists and extended attributes; other hard links keep the old contents. A new file gets the
/// umask's permissions. Symbolic links are followed, even dangling ones. Pipes, devices and open files such as
/// `/dev/stdout` are written directly.
package final class OutputFile {
    private enum Way {
        case straight(Int32)
        case replacing(TemporaryFile, target: String, old: FileStatus?)
        case ended
    }

    private let path: String
    private var way: Way

    /// Begins a file. Nothing appears at `path` before ``commit()``, but obstacles to writing there are reported now.
    ///
    /// - Parameters:
    ///   - isPrivate: whether only this user may access the file, regardless of an existing file's permissions.
    ///   - mustBeFile: whether a pipe or device at `path` is an error. Use it for names the user did not give, such
    ///     as those in a folder: opening a pipe blocks until a process reads it.
    package init(_ path: String, isPrivate: Bool = false, mustBeFile: Bool = false) throws(FileAccessError) {
        self.path = path
        way = try FileAccess.naming(
            FileAccess.nameWithTarget(path), try Self.way(to: path, isPrivate: isPrivate, mustBeFile: mustBeFile))
    }

    package func write(_ bytes: [UInt8]) throws(FileAccessError) {
        switch way {
        case .straight(let descriptor): try FileAccess.naming(path, try SystemCalls.write(bytes, to: descriptor))
        case .replacing(let file, _, _): try FileAccess.naming(path, try SystemCalls.write(bytes, to: file.descriptor))
        case .ended: preconditionFailure("an ended file is not written to")
        }
    }

    /// Completes the file and puts it in place. After an error the target is unchanged, unless it is written
    /// directly.
    package func commit() throws(FileAccessError) {
        let way = way
        self.way = .ended
        switch way {
        case .straight(let descriptor): try FileAccess.naming(path, try SystemCalls.close(descriptor))
        case .replacing(let file, let target, let old):
            try FileAccess.naming(path, try file.replace(of: target, isThere: old != nil))
        case .ended: preconditionFailure("a file is ended once")
        }
    }

    /// Discards the file unless it was committed.
    deinit {
        if case .straight(let descriptor) = way { try? SystemCalls.close(descriptor) }
    }

    private static func way(
        to path: String, isPrivate: Bool, mustBeFile: Bool
    ) throws(FileAccessError.Reason) -> Way {
        switch try OutputTarget(of: path) {
        case .descriptor where mustBeFile, .stream where mustBeFile: throw .isNotFile
        case .descriptor(let number): return .straight(try SystemCalls.duplicate(number))
        case .stream(let path): return .straight(try SystemCalls.openForWriting(path))
        case .file(let target, let old):
            if old != nil { try SystemCalls.requireWritable(target) }
            let file = try TemporaryFile(beside: target, isPrivate: isPrivate || old != nil)
            if let old, !isPrivate { SystemCalls.giveOwnerAndPermissions(of: old, to: file.descriptor) }
            return .replacing(file, target: target, old: old)
        }
    }
}

/// The target of writing to a path.
enum OutputTarget {
    /// An open file of this process, such as `/dev/stdout`. Opening it again would start at its first byte and
    /// overwrite output.
    case descriptor(Int32)
    /// A pipe or device, written directly.
    case stream(String)
    /// A regular file to create or replace. The path is not a link.
    case file(String, replacing: FileStatus?)

    /// Follows all links, including dangling ones.
    init(of path: String) throws(FileAccessError.Reason) {
        let end = try SystemCalls.endOfLinks(path)
        if let number = SystemCalls.descriptorNumber(end) {
            self = .descriptor(number)
            return
        }
        guard let status = try FileStatus.ifThere(path) else {
            self = .file(end, replacing: nil)
            return
        }
        switch status.kind {
        case .folder: throw .isFolder
        case .pipe, .other: self = .stream(path)
        case .regular: self = .file(try SystemCalls.resolved(path), replacing: status)
        }
    }
}

extension FileAccess {
    /// Whether a path is a pipe, device or open file of this process, which is written directly and cannot be
    /// resumed.
    package static func isStream(_ path: String) -> Bool {
        switch try? OutputTarget(of: path) {
        case .descriptor, .stream: true
        case .file, nil: false
        }
    }
}

extension FileStatus {
    /// The status of a path; nil if nothing is there.
    static func ifThere(_ path: String) throws(FileAccessError.Reason) -> FileStatus? {
        do throws(FileAccessError.Reason) { return try FileStatus(of: path) } catch {
            if error == .missing { return nil }
            throw error
        }
    }
}
