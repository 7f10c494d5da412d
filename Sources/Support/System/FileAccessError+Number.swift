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
            case EMFILE: .tooManyOpenFiles(limit: Self.descriptorLimit)
            case EFBIG: .sizeLimitReached(limit: Self.fileSizeLimit)
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
        case .isNotFile, .isLFSPointer, .emptyList, .noDepthFiles: EINVAL
        }
    }

    private static var descriptorLimit: Int? {
        SystemCalls.descriptorLimit
    }

    private static var fileSizeLimit: Int? {
        SystemCalls.fileSizeLimit
    }

    /// The error for a path with a zero byte.
    static var invalidPath: Self { Self(errorNumber: EINVAL) }

    /// Whether the error depends on the state of the system rather than the file, so that a retry may succeed. Such
    /// errors must not be cached.
    public var isTransient: Bool {
        switch self {
        case .tooManyOpenFiles, .changedWhileRead, .notEnoughMemory: true
        case .system(let number, _): Self.transientNumbers.contains(number)
        case .missing, .permissionDenied, .isFolder, .isNotFile, .isLFSPointer, .isNotFolder, .emptyList, .tooLarge,
            .noDepthFiles, .sizeLimitReached, .brokenPipe, .notOpen:
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
