internal import Platform

/// What tells at a glance whether a file may have changed: its size, its times, and its number in the file system.
///
///     if FileStamp(ofFileAt: path) != row.fileStamp { print("\(path) may have changed") }
public struct FileStamp: Sendable, Hashable {
    /// Its size in bytes.
    public let byteCount: Int
    /// When it was last written, in UTC as in `2026-11-22T09:30:00.123456789Z`; empty if that is not known.
    public let modified: String
    /// When anything of it last changed, also its name or what ``modified`` says; empty if that is not known.
    public let changed: String
    /// Its number in the file system; 0 if that is not known.
    public let number: UInt64

    /// Of a file that could not be looked at.
    public static let unknown = FileStamp(byteCount: 0, modified: "", changed: "", number: 0)

    /// Puts together what a table says of a file.
    public init(byteCount: Int, modified: String, changed: String, number: UInt64) {
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
        self.number = number
    }

    /// Asks the file system; ``unknown`` for what cannot be asked about, and for what is no regular file.
    public init(ofFileAt path: String) {
        guard let status = try? FileStatus(of: path), status.kind == .regular else {
            self = .unknown
            return
        }
        self.init(
            byteCount: status.byteCount, modified: Machine.timestamp(status.modified),
            changed: Machine.timestamp(status.changed), number: status.identity.number)
    }
}
