internal import Platform

/// What tells at a glance whether a file may have changed: its size, and when it was last written.
///
///     if FileStamp(ofFileAt: path) != row.fileStamp { print("\(path) may have changed") }
public struct FileStamp: Sendable, Hashable {
    /// Its size in bytes.
    public let byteCount: Int
    /// When it was last written, in UTC as in `2026-11-22T09:30:00.123456789Z`; empty if that is not known.
    public let modified: String

    /// Of a file that could not be looked at.
    public static let unknown = FileStamp(byteCount: 0, modified: "")

    /// Puts together what a table says of a file.
    public init(byteCount: Int, modified: String) {
        self.byteCount = byteCount
        self.modified = modified
    }

    /// Asks the file system; ``unknown`` for what cannot be asked about, and for what is no regular file.
    public init(ofFileAt path: String) {
        guard let status = try? FileStatus(of: path), status.kind == .regular else {
            self = .unknown
            return
        }
        self.init(
            byteCount: status.byteCount,
            modified: Machine.timestamp(
                seconds: status.modified.seconds, nanoseconds: status.modified.nanoseconds))
    }
}
