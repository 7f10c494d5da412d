#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// What is done with files and folders by their paths.

package struct FileStatus {
    package enum Kind { case regular, folder, pipe, other }

    /// Tells a file from all others while it exists.
    package struct Identity: Hashable {
        package var device: UInt64
        package var number: UInt64
    }

    package var kind: Kind
    package var byteCount: Int
    package var identity: Identity
    package var permissions: UInt32
    /// The numbers of the user and the group it belongs to.
    package var owner: UInt32
    package var group: UInt32
    /// When its contents were last written: seconds since 1970 in UTC, and the nanoseconds beside them.
    package var modified: (seconds: Int, nanoseconds: Int)

    package init(of path: String) throws(FileAccessError.Reason) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last }
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
            modified = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #else
            modified = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #endif
    }
}

extension SystemCalls {
    static func rename(_ source: String, to target: String) throws(FileAccessError.Reason) {
        if unsafeRename(source, target) != 0 { throw .last }
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    static func createFolder(_ path: String) throws(FileAccessError.Reason) {
        _ = try retried { mkdir(path, 0o777) }
    }

    static func requireWritable(_ path: String) throws(FileAccessError.Reason) {
        if access(path, W_OK) != 0 { throw .last }
    }

    /// Where a symbolic link points; nil for what is no link.
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

    static func resolved(_ path: String) throws(FileAccessError.Reason) -> String {
        guard let resolved = realpath(path, nil) else { throw .last }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The names in a folder in no particular order, without "." and "..".
    package static func names(inFolder path: String) throws(FileAccessError.Reason) -> [String] {
        guard let folder = opendir(path) else { throw .last }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { throw .last }
                return names
            }
            // SAFETY: the name is an array inside the entry, ended by a zero byte, and valid until the next readdir. It
            // is reached by its offset: copying the whole entry might read beyond what the system gave.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            if name != "." && name != ".." { names.append(name) }
        }
    }
}

// A name of the C library that the function above would hide.
private func unsafeRename(_ source: String, _ target: String) -> Int32 { rename(source, target) }
