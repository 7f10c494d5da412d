#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension FileAccessError.Reason: Error {
    /// What an error number of the system means.
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

    /// The same where a file of more than `limit` bytes has the number of files that are too large.
    package init(errorNumber: Int32, limit: Int) {
        self = errorNumber == EFBIG ? .tooLarge(limit: limit) : Self(errorNumber: errorNumber)
    }

    /// How many files the process may have open; nil where that is not known.
    private static var descriptorLimit: Int? {
        SystemCalls.descriptorLimit
    }

    /// The bytes that a file which the process writes may have; nil without a limit.
    private static var fileSizeLimit: Int? {
        SystemCalls.fileSizeLimit
    }

    /// A path with a zero byte in it.
    static var invalidPath: Self { Self(errorNumber: EINVAL) }

    /// Whether trying again later may go well, because it is the state of the system that is in the way and not the
    /// file: of such an error nothing is to be remembered.
    public var isTransient: Bool {
        switch self {
        case .tooManyOpenFiles, .changedWhileRead, .notEnoughMemory: true
        case .system(let number, _): Self.transientNumbers.contains(number)
        case .missing, .permissionDenied, .isFolder, .isNoFile, .isLFSPointer, .isNotFolder, .emptyList, .tooLarge,
            .noDepthFiles, .sizeLimitReached, .brokenPipe, .notOpen:
            false
        }
    }

    private static let transientNumbers = [
        ENFILE, ENOMEM, EIO, EAGAIN, ENOSPC, EDQUOT, EINTR, EBUSY, ETXTBSY, ESTALE, ETIMEDOUT, ENOBUFS, EHOSTDOWN,
        EHOSTUNREACH, ENETDOWN, ENETUNREACH, ECONNRESET,
    ]

    /// Whether something is in the way of a file that was to be created.
    var isExisting: Bool {
        if case .system(EEXIST, _) = self { true } else { false }
    }
}
