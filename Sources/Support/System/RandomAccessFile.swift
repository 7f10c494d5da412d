/// A regular file for reading parts in any order, from several threads at once.
///
///     let file = try RandomAccessFile(path)
///     let end = try file.read(at: file.byteCount - 22, count: 22)
package final class RandomAccessFile: Sendable {
    package let path: String
    /// The size when opened.
    package var byteCount: Int { version.byteCount }
    /// Identifies the contents when opened: reopening the file gives the same version unless it was modified.
    package let version: Version
    private let descriptor: Int32

    package struct Version: Hashable, Sendable {
        fileprivate let byteCount: Int
        fileprivate let modified: FileStatus.Time
    }

    /// Opens a regular file.
    ///
    /// - Throws: ``FileAccessError``; a pipe or device is ``FileAccessError/Reason/isNotFile``, a Git LFS pointer is
    ///   ``FileAccessError/Reason/isLFSPointer``.
    package init(_ path: String) throws(FileAccessError) {
        let (descriptor, status) = try FileAccess.naming(path, try Self.open(path))
        self.path = path
        self.descriptor = descriptor
        version = Version(byteCount: status.byteCount, modified: status.modified)
        guard byteCount < GitLFSPointer.byteLimit, byteCount > 0 else { return }
        if GitLFSPointer.isPointer(try read(at: 0, count: byteCount)) { throw FileAccessError(path, .isLFSPointer) }
    }

    deinit { try? SystemCalls.close(descriptor) }

    /// Reads bytes from `offset` on: fewer than `count` only at the end of the file, none past it.
    ///
    /// - Throws: ``FileAccessError``; ``FileAccessError/Reason/changedWhileRead`` if the file changed since it was
    ///   opened, because parts of different versions do not belong together.
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
        // Checked before opening: opening some devices has side effects, and opening a pipe blocks.
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
        case .pipe, .other: throw .isNotFile
        }
    }
}
