#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// The one file that calls the system's C library. Each function throws what the error number means.

extension FileAccessError.Reason: Error {
    /// What the error number means that the last call in this thread left.
    static var last: Self { Self(errorNumber: errno) }

    /// What an error number of the system means.
    init(errorNumber: Int32) {
        self =
            switch errorNumber {
            case ENOENT: .missing
            case EACCES, EPERM: .permissionDenied
            case EISDIR: .isFolder
            case ENOTDIR: .isNotFolder
            case EPIPE: .brokenPipe
            default:
                .system(number: errorNumber, text: strerror(errorNumber).map { String(cString: $0) } ?? "unknown")
            }
    }

    /// Whether something is in the way of a file that was to be created.
    var isExisting: Bool {
        if case .system(EEXIST, _) = self { true } else { false }
    }
}

/// What `stat` tells of a file.
struct FileStatus {
    enum Kind { case regular, folder, pipe, other }

    /// Tells a file from all others while it exists.
    struct Identity: Hashable {
        var device: UInt64
        var number: UInt64
    }

    var kind: Kind
    var byteCount: Int
    var identity: Identity
    var permissions: UInt32

    init(of path: String) throws(FileAccessError.Reason) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last }
        self.init(status)
    }

    init(of descriptor: Int32) throws(FileAccessError.Reason) {
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
    }
}

enum SystemCalls {
    static let standardInput = STDIN_FILENO

    static func openForReading(_ path: String) throws(FileAccessError.Reason) -> Int32 {
        try retried { open(path, O_RDONLY | O_CLOEXEC) }
    }

    static func openForWriting(_ path: String) throws(FileAccessError.Reason) -> Int32 {
        try retried { open(path, O_WRONLY | O_CLOEXEC) }
    }

    /// Creates a file that must not exist, with the permissions the umask leaves.
    static func create(_ path: String) throws(FileAccessError.Reason) -> Int32 {
        try retried { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    }

    static func close(_ descriptor: Int32) throws(FileAccessError.Reason) {
        // Not repeated when interrupted: the descriptor is gone all the same.
        if unsafeClose(descriptor) != 0 && errno != EINTR { throw .last }
    }

    /// Reads into `bytes` until it has `count` of them or the file ends.
    static func read(_ descriptor: Int32, into bytes: inout [UInt8], upTo count: Int) throws(FileAccessError.Reason) {
        var failure: FileAccessError.Reason?
        let done = bytes
        bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            initializedCount = buffer.initialize(fromContentsOf: done)
            while initializedCount < count {
                // SAFETY: `initializedCount` < count, the capacity, and `read` writes at most what is left of it.
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[initializedCount...])
                do throws(FileAccessError.Reason) {
                    let got = try readOnce(descriptor, rest)
                    if got == 0 { break }
                    initializedCount += got
                } catch {
                    failure = error
                    break
                }
            }
        }
        if let failure { throw failure }
    }

    private static func readOnce(_ descriptor: Int32, _ rest: UnsafeMutableRawBufferPointer) throws(FileAccessError
        .Reason) -> Int
    {
        while true {
            let got = unsafeRead(descriptor, rest.baseAddress, rest.count)
            if got >= 0 { return got }
            try waitIfBusy(descriptor, for: POLLIN)
        }
    }

    /// Writes all bytes, however many calls it takes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileAccessError.Reason) {
        var failure: FileAccessError.Reason?
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count, failure == nil {
                // SAFETY: `done` < bytes.count, and `write` reads at most what is left.
                let put = unsafeWrite(descriptor, bytes.baseAddress! + done, bytes.count - done)
                if put >= 0 {
                    done += put
                } else {
                    do throws(FileAccessError.Reason) { try waitIfBusy(descriptor, for: POLLOUT) } catch {
                        failure = error
                    }
                }
            }
        }
        if let failure { throw failure }
    }

    /// After a failed call: returns if it is to be repeated, once the descriptor is ready if it does not block by itself.
    private static func waitIfBusy(_ descriptor: Int32, for events: Int32) throws(FileAccessError.Reason) {
        switch errno {
        case EINTR: return
        case EAGAIN:
            var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            _ = poll(&request, 1, -1)
        default: throw .last
        }
    }

    static func synchronize(_ descriptor: Int32) throws(FileAccessError.Reason) {
        _ = try retried { fsync(descriptor) }
    }

    static func setPermissions(_ descriptor: Int32, _ permissions: UInt32) throws(FileAccessError.Reason) {
        _ = try retried { fchmod(descriptor, mode_t(permissions)) }
    }

    static func rename(_ source: String, to target: String) throws(FileAccessError.Reason) {
        if unsafeRename(source, target) != 0 { throw .last }
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    static func createFolder(_ path: String) throws(FileAccessError.Reason) {
        _ = try retried { mkdir(path, 0o777) }
    }

    static func removeFolder(_ path: String) {
        rmdir(path)
    }

    static var processNumber: Int32 { getpid() }
    static var isSuperuser: Bool { geteuid() == 0 }

    static func requireWritable(_ path: String) throws(FileAccessError.Reason) {
        if access(path, W_OK) != 0 { throw .last }
    }

    /// Where a symbolic link to nothing points; nil for what is no link.
    static func linkTarget(of path: String) -> String? {
        let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            // SAFETY: `readlink` writes at most the given count, which leaves room for the closing zero.
            guard let base = buffer.baseAddress else { return String?.none }
            let count = readlink(path, base, buffer.count - 1)
            guard count > 0 else { return nil }
            buffer[count] = 0
            return String(cString: base)
        }
        guard let target, !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
        return path[...slash] + target
    }

    /// The path with all symbolic links followed.
    static func resolved(_ path: String) throws(FileAccessError.Reason) -> String {
        guard let resolved = realpath(path, nil) else { throw .last }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The names in a folder in no particular order, without "." and "..".
    static func names(inFolder path: String) throws(FileAccessError.Reason) -> [String] {
        guard let folder = opendir(path) else { throw .last }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { throw .last }
                return names
            }
            // SAFETY: the name is an array inside the entry, ended by a zero byte, and valid until the next readdir. It is
            // reached by its offset: copying the whole entry might read beyond what the system gave.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            if name != "." && name != ".." { names.append(name) }
        }
    }

    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    private static func retried(_ call: () -> Int32) throws(FileAccessError.Reason) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw .last }
        }
    }
}

// Names of the C library that the functions above would hide.
private func unsafeClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func unsafeRead(_ descriptor: Int32, _ into: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, into, count)
}
private func unsafeWrite(_ descriptor: Int32, _ from: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, from, count)
}
private func unsafeRename(_ source: String, _ target: String) -> Int32 { rename(source, target) }
