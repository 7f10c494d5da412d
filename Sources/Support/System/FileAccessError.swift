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
        /// The URL is not that of a file.
        case notFileURL
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

    /// The file or folder as given by the caller. Bytes that are not UTF-8 are noncharacters (docs/NAMES.md).
    public let path: String
    /// The kind of error.
    public let reason: Reason

    /// Creates an error about the file or folder at `path`.
    package init(_ path: String, _ reason: Reason) { (self.path, self.reason) = (path, reason) }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension FileAccessError.Reason: Error {
    package init(errorNumber: Int32) {
        self =
            switch errorNumber {
            case ENOENT: .missing
            case EACCES, EPERM: .permissionDenied
            case EISDIR: .isFolder
            case ENOTDIR: .isNotFolder
            case EPIPE: .brokenPipe
            case EMFILE: .tooManyOpenFiles(limit: SystemCalls.descriptorLimit)
            case EFBIG: .sizeLimitReached(limit: SystemCalls.limit(of: RLIMIT_FSIZE))
            case EBADF: .notOpen
            default:
                .system(number: errorNumber, text: strerror(errorNumber).map { String(cString: $0) } ?? "unknown")
            }
    }

    /// As `init(errorNumber:)`, except that `EFBIG` means that the file exceeds `limit` bytes.
    package init(errorNumber: Int32, limit: Int) {
        self = errorNumber == EFBIG ? .tooLarge(limit: limit) : Self(errorNumber: errorNumber)
    }

    /// The system's error number with the same meaning; EINVAL if there is none.
    package var errorNumber: Int32 {
        switch self {
        case .missing: ENOENT
        case .permissionDenied: EACCES
        case .isFolder: EISDIR
        case .isNotFolder: ENOTDIR
        case .brokenPipe: EPIPE
        case .tooManyOpenFiles: EMFILE
        case .tooLarge, .sizeLimitReached: EFBIG
        case .notOpen: EBADF
        case .notEnoughMemory: ENOMEM
        case .changedWhileRead: EBUSY
        case .system(let number, _): number
        case .isNotFile, .notFileURL, .isLFSPointer, .emptyList, .noDepthFiles: EINVAL
        }
    }

    /// The error for a path with a zero byte.
    static var invalidPath: Self { Self(errorNumber: EINVAL) }

    /// Whether the error depends on the state of the system rather than the file, so that a retry may succeed. Such
    /// errors must not be cached.
    public var isTransient: Bool {
        switch self {
        case .tooManyOpenFiles, .changedWhileRead, .notEnoughMemory: true
        case .system(let number, _): Self.transientNumbers.contains(number)
        case .missing, .permissionDenied, .isFolder, .isNotFile, .notFileURL, .isLFSPointer, .isNotFolder, .emptyList,
            .tooLarge, .noDepthFiles, .sizeLimitReached, .brokenPipe, .notOpen:
            false
        }
    }

    private static let transientNumbers = [
        ENFILE, ENOMEM, EIO, EAGAIN, ENOSPC, EDQUOT, EINTR, EBUSY, ETXTBSY, ESTALE, ETIMEDOUT, ENOBUFS, EHOSTDOWN,
        EHOSTUNREACH, ENETDOWN, ENETUNREACH, ECONNRESET,
    ]

    /// Whether a file to be created already exists.
    var isExisting: Bool {
        if case .system(EEXIST, _) = self { true } else { false }
    }
}
