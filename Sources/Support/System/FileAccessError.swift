/// A reason why a file or folder could not be used, with ``message`` for people and ``code`` for programs.
public struct FileAccessError: Error, Hashable, Sendable {
    /// The kind of error.
    public enum Reason: Hashable, Sendable {
        /// The file does not exist.
        case missing
        /// The user lacks permission to read or write the file.
        case permissionDenied
        /// It is a folder instead of a file.
        case isFolder
        /// It is not a folder.
        case isNotFolder
        /// It is a pipe, socket or device instead of a file.
        case isNotFile
        /// It is a Git LFS pointer whose file was not fetched.
        case isLFSPointer
        /// The list of paths is empty.
        case emptyList
        /// The file has more than `limit` bytes.
        case tooLarge(limit: Int)
        /// `byteCount` bytes of memory are needed, and fewer are free.
        case notEnoughMemory(byteCount: Int)
        /// The folder and its subfolders contain no depth file; `skippedCount` files with other names were skipped.
        case noDepthFiles(skippedCount: Int)
        /// The file changed during every attempt to read it.
        case changedWhileRead
        /// The limit of open files was reached; `limit` is nil if unknown.
        case tooManyOpenFiles(limit: Int?)
        /// The limit of a written file's size in bytes was reached; `limit` is nil if unknown.
        case sizeLimitReached(limit: Int?)
        /// The pipe has no reader.
        case brokenPipe
        /// The stream was closed before the process started, or is not open in this direction.
        case notOpen
        /// Any other error, with the system's text. Indirect, because a million results may each hold a reason.
        indirect case system(number: Int32, text: String)
    }

    /// The file or folder as given by the caller. Bytes that are not UTF-8 are private characters; see docs/NAMES.md.
    public let path: String
    /// The kind of error.
    public let reason: Reason

    /// Creates an error about the file or folder at `path`.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }
}
