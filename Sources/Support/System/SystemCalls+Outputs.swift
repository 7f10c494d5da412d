#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// What it takes to put a complete file in the place of another.

extension Int32 {
    /// The number of the error that something is in the way of a file that was to be created.
    static var existing: Int32 { EEXIST }
}

extension SystemCalls {
    /// Links that are followed at most, as many as the system follows.
    private static let longestChain = 40

    /// Where a path leads that is a chain of symbolic links, whether or not something is there; the path itself if it
    /// is no link. The link to an open file of this process is not followed: what it says is no path.
    static func endOfLinks(_ path: String) throws(FileAccessError.Reason) -> String {
        var end = path
        for _ in 0...longestChain {
            guard descriptorNumber(end) == nil, let target = linkTarget(of: end) else { return end }
            end = target
        }
        throw FileAccessError.Reason(errorNumber: ELOOP)
    }

    /// A path's folder, with its slash or empty where there is none, and the name in it.
    static func parts(of path: String) -> (folder: String, name: String) {
        (path.folderPrefix, path.lastPathPart)
    }

    /// The number of the open file of this process that a path such as `/dev/fd/1` names.
    static func descriptorNumber(_ path: String) -> Int32? {
        let (folder, name) = parts(of: path)
        guard let number = Int32(name), let found = try? resolved(folder), let own = try? resolved(ownDescriptors)
        else { return nil }
        return found == own ? number : nil
    }

    private static let ownDescriptors = "/proc/self/fd"

    /// Another number for an open file, for this process alone.
    static func duplicate(_ descriptor: Int32) throws(FileAccessError.Reason) -> Int32 {
        try retried { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
    }

    /// Creates a file that must not exist, with the permissions the umask leaves of those given.
    static func create(_ path: String, _ permissions: UInt32) throws(FileAccessError.Reason) -> Int32 {
        try retried(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions)) }
    }

    /// Creates a file without a name, which is gone with its descriptor unless it is given one.
    static func createUnnamed(
        inFolder folder: String, _ permissions: UInt32
    ) throws(FileAccessError.Reason) -> Int32 {
        #if os(Linux)
            // O_TMPFILE, which Swift does not import; the same number on all processors Swift runs on.
            let unnamed = 0o20_000_000 | O_DIRECTORY
            return try retried(folder.isEmpty ? "." : folder) {
                open($0, unnamed | O_WRONLY | O_CLOEXEC, mode_t(permissions))
            }
        #else
            throw FileAccessError.Reason(errorNumber: ENOTSUP)
        #endif
    }

    /// Whether the system shows the file under a path by which it can be given a name.
    static func canLink(_ descriptor: Int32) -> Bool {
        isNamed(descriptor, "\(ownDescriptors)/\(descriptor)")
    }

    /// Gives an open file a name, which must be free.
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

    /// Opens a regular file that is no link, to see whether somebody holds its lock.
    static func openForLocking(_ path: String) throws(FileAccessError.Reason) -> Int32? {
        // A pipe in its place must not make anybody wait.
        let descriptor = try retried(path) { open($0, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        if try FileStatus(of: descriptor).kind == .regular { return descriptor }
        try close(descriptor)
        return nil
    }

    /// Makes one file belong to whom another belongs to, and be open to the same, as far as this user may do so.
    static func giveOwnerAndPermissions(of other: FileStatus, to descriptor: Int32) {
        let hasGroup =
            fchown(descriptor, other.owner, other.group) == 0 || fchown(descriptor, .max, other.group) == 0
        // The permissions of a group that is not kept are nobody's but those of everybody.
        let others = other.permissions & 0o007
        let permissions = hasGroup ? other.permissions : other.permissions & (0o707 | others << 3)
        try? setPermissions(descriptor, permissions)
    }
}
