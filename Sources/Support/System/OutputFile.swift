/// A file that is written part by part and appears whole or not at all.
///
///     let file = try OutputFile("report.json")
///     try file.write(Array(text.utf8))
///     try file.commit()
///
/// The bytes go to a ``TemporaryFile`` in the same folder, which takes the place of the named one when they are
/// complete and on the disk. An existing file must be writable and keeps its permissions and, where this user may give
/// it away, its owner and group; access control lists and extended attributes are not kept, and another hard link to it
/// keeps the old contents. A new file gets the permissions the umask leaves. A symbolic link is followed, also to where
/// nothing is yet. A pipe, a device, or an open file such as `/dev/stdout` is written straight to.
package final class OutputFile {
    private enum Way {
        case straight(Int32)
        case replacing(TemporaryFile, target: String, old: FileStatus?)
        case ended
    }

    private let path: String
    private var way: Way

    /// Begins a file. Nothing is seen at `path` before ``commit()``, but what is in the way of writing there is found.
    ///
    /// - Parameters:
    ///   - isPrivate: whether only this user may read or write it, whatever the permissions of an existing file.
    ///   - mustBeFile: whether a pipe or a device in its place is an error. It should be for a name that the user did
    ///     not give, such as one in a folder: to open a pipe would block until a process reads it.
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

    /// Ends the file and puts it in its place. After an error that is as it was, unless it is written straight to.
    package func commit() throws(FileAccessError) {
        let way = way
        self.way = .ended
        switch way {
        case .straight(let descriptor): try FileAccess.naming(path, try SystemCalls.close(descriptor))
        case .replacing(let file, let target, let old):
            try FileAccess.naming(path, try file.takePlace(of: target, isThere: old != nil))
        case .ended: preconditionFailure("a file is ended once")
        }
    }

    /// Without ``commit()`` nothing stays.
    deinit {
        if case .straight(let descriptor) = way { try? SystemCalls.close(descriptor) }
    }

    private static func way(
        to path: String, isPrivate: Bool, mustBeFile: Bool
    ) throws(FileAccessError.Reason) -> Way {
        switch try OutputTarget(of: path) {
        case .descriptor where mustBeFile, .stream where mustBeFile: throw .isNoFile
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
