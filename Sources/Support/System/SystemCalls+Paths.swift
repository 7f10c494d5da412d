#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// System calls on paths.

package struct FileStatus {
    package enum Kind { case regular, folder, pipe, other }

    package struct Identity: Hashable {
        package var device: UInt64
        package var number: UInt64
    }

    package var kind: Kind
    package var byteCount: Int
    package var identity: Identity
    package var permissions: UInt32
    package var owner: UInt32
    package var group: UInt32
    /// The time of the last change of the contents: Unix seconds and nanoseconds.
    package var modified: Time
    /// The time of the last change of anything, including name and times.
    package var changed: Time

    package struct Time: Hashable, Sendable {
        package var seconds: Int
        package var nanoseconds: Int
    }

    package init(of path: String) throws(FileAccessError.Reason) {
        var status = stat()
        let result = try path.withSystemPath { stat($0, &status) }
        guard result == 0 else { throw .last }
        self.init(status)
    }

    package init(of descriptor: Int32) throws(FileAccessError.Reason) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        self.init(status)
    }

    private init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        case S_IFIFO: kind = .pipe
        default: kind = .other
        }
        byteCount = Int(status.st_size)
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
        permissions = UInt32(status.st_mode & 0o777)
        (owner, group) = (status.st_uid, status.st_gid)
        #if canImport(Darwin)
            modified = Time(status.st_mtimespec)
            changed = Time(status.st_ctimespec)
        #else
            modified = Time(status.st_mtim)
            changed = Time(status.st_ctim)
        #endif
    }
}

extension FileStatus.Time {
    fileprivate init(_ time: timespec) { self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec) }

    /// The system's clock, which also sets file times.
    package static var now: FileStatus.Time {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return FileStatus.Time(time)
    }

    package func nanoseconds(since other: FileStatus.Time) -> Int {
        let (seconds, isFar) = seconds.subtractingReportingOverflow(other.seconds)
        guard !isFar, seconds.magnitude < 1_000_000 else { return .max }
        return seconds * 1_000_000_000 + nanoseconds - other.nanoseconds
    }
}

extension SystemCalls {
    static func rename(_ source: String, to target: String) throws(FileAccessError.Reason) {
        let result: Int32? = try source.withSystemPath { (source) -> Int32? in
            try? target.withSystemPath { unsafeRename(source, $0) }
        }
        guard let result else { throw .invalidPath }
        if result != 0 { throw .last }
    }

    static func sleep(nanoseconds: Int) {
        var time = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
        var rest = timespec()
        while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
    }

    static func remove(_ path: String) { try? removeFile(path) }
    static func removeFile(_ path: String) throws(FileAccessError.Reason) { _ = try retried(path) { unlink($0) } }

    static func createFolder(_ path: String) throws(FileAccessError.Reason) {
        _ = try retried(path) { mkdir($0, 0o777) }
    }

    static func requireWritable(_ path: String) throws(FileAccessError.Reason) {
        if try path.withSystemPath({ access($0, W_OK) }) != 0 { throw .last }
    }

    static func linkTarget(of path: String) -> String? {
        let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            // SAFETY: `readlink` writes at most the given count, which leaves room for the final zero.
            guard let base = buffer.baseAddress else { return String?.none }
            guard let count = try? path.withSystemPath({ readlink($0, base, buffer.count - 1) }), count > 0
            else { return nil }
            buffer[count] = 0
            return String(fileCharacters: base)
        }
        guard let target, !target.isAbsolutePath else { return target }
        return path.folderPrefix + target
    }

    static func resolved(_ path: String) throws(FileAccessError.Reason) -> String {
        guard let resolved = try path.withSystemPath({ realpath($0, nil) }) else { throw .last }
        defer { free(resolved) }
        return String(fileCharacters: resolved)
    }

    /// The devices of `/proc` and `/sys`. Files there may be endless or have side effects when read.
    package static let kernelDevices: Set<UInt64> = {
        let root = try? FileStatus(of: "/").identity.device
        let devices = ["/proc", "/sys"].compactMap { try? FileStatus(of: $0).identity.device }
        // If neither is mounted, they are ordinary folders.
        return Set(devices.filter { $0 != root })
    }()

    /// The names in a folder, unordered, without "." and "..".
    package static func names(inFolder path: String) throws(FileAccessError.Reason) -> [String] {
        var names: [String] = []
        try forEachEntry(inFolder: path) { name, _ in names.append(String(fileBytes: name)) }
        return names
    }

    /// Unordered. `isRegular` is true if the entry itself marks a regular file, which not every file system does.
    package static func forEachEntry(
        inFolder path: String, _ body: (_ name: UnsafeBufferPointer<UInt8>, _ isRegular: Bool) -> Void
    ) throws(FileAccessError.Reason) {
        guard let folder = try path.withSystemPath({ opendir($0) }) else { throw .last }
        defer { closedir(folder) }
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { throw .last }
                return
            }
            // SAFETY: kind and name are fields of the entry, valid until the next readdir, and the name ends with a
            // zero byte. They are read at their offsets, because copying the whole entry might read past its end.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let characters = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let kind = UnsafeRawPointer(entry).load(
                fromByteOffset: MemoryLayout<dirent>.offset(of: \.d_type)!, as: UInt8.self)
            if strcmp(characters, ".") == 0 || strcmp(characters, "..") == 0 { continue }
            let count = strlen(characters)
            characters.withMemoryRebound(to: UInt8.self, capacity: count) {
                body(UnsafeBufferPointer(start: $0, count: count), kind == UInt8(DT_REG))
            }
        }
    }
}

extension String {
    // Paths are split by bytes, because a slash followed by a combining accent is one Swift `Character`.

    package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
    package var folderPrefix: String { utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[...$0]) } ?? "" }

    package var lastPathPart: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
    }

    /// The components between slashes, without empty ones and ".".
    package var pathParts: [String] {
        utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    }
}

// `SystemCalls.rename` shadows the C function.
private func unsafeRename(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
    rename(source, target)
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// System calls for replacing a file by a complete one.

extension Int32 { static var existing: Int32 { EEXIST } }

extension SystemCalls {
    private static let longestChain = 40

    /// The end of a chain of links, whether or not it exists. Links to open files of this process are not followed,
    /// because their targets are not paths.
    static func endOfLinks(_ path: String) throws(FileAccessError.Reason) -> String {
        var end = path
        for _ in 0...longestChain {
            guard descriptorNumber(end) == nil, let target = linkTarget(of: end) else { return end }
            end = target
        }
        throw FileAccessError.Reason(errorNumber: ELOOP)
    }

    /// The folder of a path, with its slash or empty if there is none, and the name.
    static func parts(of path: String) -> (folder: String, name: String) { (path.folderPrefix, path.lastPathPart) }

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

    static func canLink(_ descriptor: Int32) -> Bool { isNamed(descriptor, "\(ownDescriptors)/\(descriptor)") }

    /// Gives an open file a name, which must be unused.
    static func link(_ descriptor: Int32, _ path: String) throws(FileAccessError.Reason) {
        _ = try retried(path) { linkat(AT_FDCWD, "\(ownDescriptors)/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
    }

    static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        guard let opened = try? FileStatus(of: descriptor), let named = try? FileStatus(of: path) else { return false }
        return opened.identity == named.identity
    }

    /// Opens a regular file, not a link, to test its lock; nil for anything else.
    static func openForLocking(_ path: String) throws(FileAccessError.Reason) -> Int32? {
        // O_NONBLOCK avoids waiting if there is a pipe instead.
        let descriptor = try retried(path) { open($0, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        if try FileStatus(of: descriptor).kind == .regular { return descriptor }
        try close(descriptor)
        return nil
    }

    /// Copies owner, group and permissions, as far as this user may set them.
    static func giveOwnerAndPermissions(of other: FileStatus, to descriptor: Int32) {
        let hasGroup = fchown(descriptor, other.owner, other.group) == 0 || fchown(descriptor, .max, other.group) == 0
        // If the group could not be copied, the file's group gets no more than the permissions of others.
        let others = other.permissions & 0o007
        let permissions = hasGroup ? other.permissions : other.permissions & (0o707 | others << 3)
        try? setPermissions(descriptor, permissions)
    }
}
