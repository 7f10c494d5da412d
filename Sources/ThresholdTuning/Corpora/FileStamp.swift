public import Support

/// The size, times and inode number of a file, for a quick check whether it may have changed.
///
///     if try FileStamp(ofFileAt: path) != row.fileStamp { print("\(path) may have changed") }
public struct FileStamp: Sendable, Hashable {
    /// The size in bytes.
    public let byteCount: Int
    /// The modification time in UTC, such as `2026-11-22T09:30:00.123456789Z`; empty if unknown.
    public let modified: String
    /// The status change time, which also covers renaming and a changed ``modified``; empty if unknown.
    public let changed: String
    /// The inode number; 0 if unknown.
    public let number: UInt64

    /// The stamp of a path that is inaccessible or not a regular file.
    public static let unknown = FileStamp(byteCount: 0, modified: "", changed: "", number: 0)

    /// Creates a stamp from the values in a table.
    public init(byteCount: Int, modified: String, changed: String, number: UInt64) {
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
        self.number = number
    }

    /// Reads the stamp from the file system; ``unknown`` for anything other than a regular file.
    ///
    /// - Throws: `FileAccessError` if the file is inaccessible.
    public init(ofFileAt path: String) throws(FileAccessError) {
        let status: FileStatus
        do throws(FileAccessError.Reason) { status = try FileStatus(of: path) } catch {
            throw FileAccessError(path, error)
        }
        guard status.kind == .regular else {
            self = .unknown
            return
        }
        self.init(
            byteCount: status.byteCount, modified: Machine.timestamp(status.modified),
            changed: Machine.timestamp(status.changed), number: status.identity.number)
    }
}
