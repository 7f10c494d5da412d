#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// System calls for replacing a file by a complete one.

extension Int32 {
    /// The error number for a file that already exists.
    static var existing: Int32 { EEXIST }
}

extension SystemCalls {
    /// The maximum length of a chain of links, as in the system.
    private static let longestChain = 40

    /// The end of a chain of symbolic links, whether or not it exists; the path itself if it is not a link. Links to
    /// open files of this process are not followed, because their targets are not paths.
    static func endOfLinks(_ path: String) throws(FileAccessError.Reason) -> String {
        var end = path
        for _ in 0...longestChain {
            guard descriptorNumber(end) == nil, let target = linkTarget(of: end) else { return end }
            end = target
        }
        throw FileAccessError.Reason(errorNumber: ELOOP)
    }

    /// The folder of a path, with its slash or empty if there is none, and the name.
    static func parts(of path: String) -> (folder: String, name: String) {
        (path.folderPrefix, path.lastPathPart)
    }

    /// The descriptor number in a path such as `/dev/fd/1`; nil for other paths.
    static func descriptorNumber(_ path: String) -> Int32? {
        let (folder, name) = parts(of: path)
        guard let number = Int32(name), let found = try? resolved(folder), let own = try? resolved(ownDescriptors)
        else { return nil }
        return found == own ? number : nil
    }

    private static let ownDescriptors = "/proc/self/fd"

    static func duplicate(_ descriptor: Int32) throws(FileAccessError.Reason) -> Int32 {
        try retried { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    }

    /// Creates a new file with the given permissions, reduced by the umask.
    static func create(_ path: String, _ permissions: UInt32) throws(FileAccessError.Reason) -> Int32 {
        try retried(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions)) }
    }

    /// Creates a file without a name, which disappears when its descriptor is closed unless it is linked.
    static func createUnnamed(
        inFolder folder: String, _ permissions: UInt32
    ) throws(FileAccessError.Reason) -> Int32 {
        #if os(Linux)
            // O_TMPFILE, which Swift does not import; the same number on all processors supported by Swift.
            let unnamed = 0o20_000_000 | O_DIRECTORY
            return try retried(folder.isEmpty ? "." : folder) {
                open($0, unnamed | O_WRONLY | O_CLOEXEC, mode_t(permissions))
            }
        #else
            throw FileAccessError.Reason(errorNumber: ENOTSUP)
        #endif
    }

    /// Whether `/proc` shows the open file, which `link(_:_:)` requires.
    static func canLink(_ descriptor: Int32) -> Bool {
        isNamed(descriptor, "\(ownDescriptors)/\(descriptor)")
    }

    /// Gives an open file a name, which must be unused.
    static func link(_ descriptor: Int32, _ path: String) throws(FileAccessError.Reason) {
        _ = try retried(path) {
            linkat(AT_FDCWD, "\(ownDescriptors)/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
        }
    }

    /// Whether a path leads to an open file.
    static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        guard let opened = try? FileStatus(of: descriptor), let named = try? FileStatus(of: path) else { return false }
        return opened.identity == named.identity
    }

    /// Opens a regular file, not a link, to test its lock; nil for anything else.
    static func openForLocking(_ path: String) throws(FileAccessError.Reason) -> Int32? {
        // O_NONBLOCK avoids waiting for a pipe in its place.
        let descriptor = try retried(path) { open($0, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        if try FileStatus(of: descriptor).kind == .regular { return descriptor }
        try close(descriptor)
        return nil
    }

    /// Copies owner, group and permissions, as far as this user may set them.
    static func giveOwnerAndPermissions(of other: FileStatus, to descriptor: Int32) {
        let hasGroup =
            fchown(descriptor, other.owner, other.group) == 0 || fchown(descriptor, .max, other.group) == 0
        // If the group was not copied, its members get no more than the permissions of others.
        let others = other.permissions & 0o007
        let permissions = hasGroup ? other.permissions : other.permissions & (0o707 | others << 3)
        try? setPermissions(descriptor, permissions)
    }
}
