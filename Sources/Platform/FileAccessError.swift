/// Why a file or folder could not be used. ``message`` puts it into words, ``code`` names its kind for programs.
public struct FileAccessError: Error, Hashable, Sendable {
    /// What is wrong with it.
    public enum Reason: Hashable, Sendable {
        /// It does not exist.
        case missing
        /// The user may not read or write it.
        case permissionDenied
        /// A folder, where a file is needed.
        case isFolder
        /// Not a folder, where one is needed.
        case isNotFolder
        /// A pipe, a socket or a device, where a file is needed.
        case isNoFile
        /// The pointer that Git leaves in place of a file in Git LFS that was not fetched.
        case isLFSPointer
        /// A list of paths with no path in it.
        case emptyList
        /// It has more than `limit` bytes.
        case tooLarge(limit: Int)
        /// It takes `byteCount` bytes of memory, which are not there.
        case notEnoughMemory(byteCount: Int)
        /// A folder with no depth file in it or below it.
        case noDepthFiles
        /// It changed while it was being read, time and again.
        case changedWhileRead
        /// The process has as many files open as it may, which are `limit` where that is known.
        case tooManyOpenFiles(limit: Int?)
        /// It has grown to the largest size that the process may write, which is `limit` bytes where that is known.
        case sizeLimitReached(limit: Int?)
        /// Whoever read what is written here has gone.
        case brokenPipe
        /// A stream that was closed before the process began, or is not open in this direction.
        case notOpen
        /// Anything else, in the words of the system. Apart, for there may be a million results that could hold one.
        indirect case system(number: Int32, text: String)
    }

    /// The file or folder as it was named; bytes of its name that are no UTF-8 stand in it as private characters, see
    /// docs/NAMES.md.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    /// What is wrong with the file or folder at `path`.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }
}
