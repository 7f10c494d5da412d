/// A regular file of which parts are read, in any order and by several threads at once.
///
///     let file = try RandomAccessFile(path)
///     let end = try file.read(at: file.byteCount - 22, count: 22)
package final class RandomAccessFile: Sendable {
    /// As it was named.
    package let path: String
    /// How many bytes it had when it was opened.
    package var byteCount: Int { version.byteCount }
    /// What it was when it was opened: the same file opened again has the same, unless somebody wrote to it.
    package let version: Version
    private let descriptor: Int32

    /// Size and time of a file.
    package struct Version: Hashable, Sendable {
        fileprivate let byteCount: Int
        fileprivate let modified: FileStatus.Time
    }

    /// Opens it.
    ///
    /// - Throws: ``FileAccessError``; a pipe or a device is ``FileAccessError/Reason/isNoFile``, the pointer to a file
    ///   in Git LFS ``FileAccessError/Reason/isLFSPointer``.
    package init(_ path: String) throws(FileAccessError) {
        let (descriptor, status) = try FileAccess.naming(path, try Self.open(path))
        self.path = path
        self.descriptor = descriptor
        version = Version(byteCount: status.byteCount, modified: status.modified)
        guard byteCount < GitLFSPointer.byteLimit, byteCount > 0 else { return }
        if GitLFSPointer.isPointer(try read(at: 0, count: byteCount)) { throw FileAccessError(path, .isLFSPointer) }
    }

    deinit { try? SystemCalls.close(descriptor) }

    /// The bytes from `offset` on; fewer than `count` only at the end of the file, none behind it.
    ///
    /// - Throws: ``FileAccessError``; ``FileAccessError/Reason/changedWhileRead`` where the file is no longer what it
    ///   was when it was opened, for what is read now may never have stood beside what was read before.
    package func read(at offset: Int, count: Int) throws(FileAccessError) -> [UInt8] {
        precondition(offset >= 0 && count >= 0, "what is read lies in the file or behind it")
        guard offset < byteCount, count > 0 else { return [] }
        let wanted = min(count, byteCount - offset)
        do throws(FileAccessError.Reason) {
            let read = try SystemCalls.read(descriptor, at: offset, upTo: wanted)
            let now = try FileStatus(of: descriptor)
            guard read.count == wanted, now.byteCount == byteCount, now.modified == version.modified else {
                throw .changedWhileRead
            }
            return read
        } catch {
            throw FileAccessError(path, error)
        }
    }

    private static func open(_ path: String) throws(FileAccessError.Reason) -> (Int32, FileStatus) {
        // Asked before opening: opening some devices has effects, and opening a pipe waits.
        try requireFile(try FileStatus(of: path))
        let descriptor = try SystemCalls.openForReading(path)
        do throws(FileAccessError.Reason) {
            let status = try FileStatus(of: descriptor)
            try requireFile(status)
            return (descriptor, status)
        } catch {
            try? SystemCalls.close(descriptor)
            throw error
        }
    }

    private static func requireFile(_ status: FileStatus) throws(FileAccessError.Reason) {
        switch status.kind {
        case .regular: break
        case .folder: throw .isFolder
        case .pipe, .other: throw .isNoFile
        }
    }
}
