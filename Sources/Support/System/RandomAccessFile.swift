/// A regular file for reading parts in any order, from several threads at once.
package final class RandomAccessFile: Sendable {
    package let path: String
    package var byteCount: Int { version.byteCount }
    /// Identifies the contents when opened: reopening the file gives the same version unless it was modified.
    package let version: Version
    private let descriptor: Int32

    package struct Version: Hashable, Sendable {
        fileprivate let byteCount: Int
        fileprivate let modified: FileStatus.Time
    }

    /// Throws ``FileAccessError/Reason/isNotFile`` for a pipe or device, ``FileAccessError/Reason/isLFSPointer`` for a
    /// Git LFS pointer.
    package init(_ path: String) throws(FileAccessError) {
        let (descriptor, status) = try FileAccess.naming(path, try Self.open(path))
        (self.path, self.descriptor) = (path, descriptor)
        version = Version(byteCount: status.byteCount, modified: status.modified)
        guard byteCount < GitLFSPointer.byteLimit, byteCount > 0 else { return }
        if GitLFSPointer.isPointer(try read(at: 0, count: byteCount)) { throw FileAccessError(path, .isLFSPointer) }
    }

    deinit { try? SystemCalls.close(descriptor) }

    /// Returns fewer than `count` bytes only at the end. A file that changed since it was opened is an error.
    package func read(at offset: Int, count: Int) throws(FileAccessError) -> [UInt8] {
        precondition(offset >= 0 && count >= 0, "what is read lies in the file or behind it")
        guard offset < byteCount, count > 0 else { return [] }
        let wanted = min(count, byteCount - offset)
        do throws(FileAccessError.Reason) {
            let read = try SystemCalls.read(descriptor, at: offset, upTo: wanted)
            let now = try FileStatus(of: descriptor)
            guard read.count == wanted, now.byteCount == byteCount, now.modified == version.modified
            else { throw .changedWhileRead }
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

/// The pointer that Git checks out in place of a Git LFS file: it starts with its version and has fewer than 1024
/// bytes.
package enum GitLFSPointer {
    package static let signature = Array("version https://git-lfs.github.com/spec/v".utf8)
    static let byteLimit = 1024

    package static func isPointer(_ bytes: [UInt8]) -> Bool {
        bytes.first == signature[0] && bytes.count < byteLimit && bytes.starts(with: signature)
    }
}
