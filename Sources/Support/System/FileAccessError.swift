/// The reason why a file or folder could not be used, with ``message`` for people and ``code`` for programs.
public struct FileAccessError: Error, Hashable, Sendable {
    /// What is wrong with it.
    public enum Reason: Hashable, Sendable {
        /// It does not exist.
        case missing
        /// The user has no permission to read or write it.
        case permissionDenied
        /// It is a folder, and a file is needed.
        case isFolder
        /// It is not a folder, and one is needed.
        case isNotFolder
        /// It is a pipe, a socket or a device, and a file is needed.
        case isNoFile
        /// It is the pointer that Git stores in place of a file in Git LFS that was not fetched.
        case isLFSPointer
        /// It is a list of paths without a path.
        case emptyList
        /// It has more than `limit` bytes.
        case tooLarge(limit: Int)
        /// It needs `byteCount` bytes of memory, and fewer are free.
        case notEnoughMemory(byteCount: Int)
        /// It is a folder without a depth file in it or below it; `skippedCount` files of other names were skipped.
        case noDepthFiles(skippedCount: Int)
        /// It changed during every attempt to read it.
        case changedWhileRead
        /// The process has reached its limit of open files; `limit` is nil if unknown.
        case tooManyOpenFiles(limit: Int?)
        /// The file has reached the largest size that the process may write, in bytes; `limit` is nil if unknown.
        case sizeLimitReached(limit: Int?)
        /// The reader of the pipe has closed it.
        case brokenPipe
        /// The stream was closed before the process began, or is not open in this direction.
        case notOpen
        /// Any other error, with the system's text. It is indirect because a million results may hold a reason.
        indirect case system(number: Int32, text: String)
    }

    /// The file or folder as it was named. Bytes of the name that are not UTF-8 are private characters, see
    /// docs/NAMES.md.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    /// Creates an error about the file or folder at `path`.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }
}
