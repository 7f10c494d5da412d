public import Support

/// What tells at a glance whether a file may have changed: its size, its times, and its number in the file system.
///
///     if try FileStamp(ofFileAt: path) != row.fileStamp { print("\(path) may have changed") }
public struct FileStamp: Sendable, Hashable {
    /// Its size in bytes.
    public let byteCount: Int
    /// When it was last written, in UTC as in `2026-11-22T09:30:00.123456789Z`; empty if that is not known.
    public let modified: String
    /// When anything of it last changed, also its name or what ``modified`` says; empty if that is not known.
    public let changed: String
    /// Its number in the file system; 0 if that is not known.
    public let number: UInt64

    /// Of what could not be looked at, or is no regular file.
    public static let unknown = FileStamp(byteCount: 0, modified: "", changed: "", number: 0)

    /// Puts together what a table says of a file.
    public init(byteCount: Int, modified: String, changed: String, number: UInt64) {
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
        self.number = number
    }

    /// Asks the file system; ``unknown`` for what is no regular file.
    ///
    /// - Throws: ``FileAccessError`` for what cannot be asked about.
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
