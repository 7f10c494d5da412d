/// A file written beside its target, and deleted unless it takes the target's place. Until then it has no name if the
/// file system allows that, and otherwise the name `.depthcheck-….tmp`. A signal (``Interruption``) or the next process
/// that writes to the folder removes a file of such a name.
final class TemporaryFile {
    private(set) var descriptor: Int32
    private let folder: String
    private var name: TemporaryName?

    /// Only this user may open a private file until its permissions are set.
    init(beside path: String, isPrivate: Bool) throws(FileAccessError.Reason) {
        folder = SystemCalls.parts(of: path).folder
        TemporaryName.removeStale(in: folder)
        let permissions: UInt32 = isPrivate ? 0o600 : 0o666
        if let unnamed = Self.unnamed(in: folder, permissions) {
            descriptor = unnamed
        } else {
            (name, descriptor) = try Self.named(in: folder, permissions)
        }
    }

    deinit { abandon() }

    /// Flushes the file to disk first. Call it once; after an error the file is deleted and the target unchanged.
    func replace(of target: String, isThere: Bool) throws(FileAccessError.Reason) {
        defer { abandon() }
        try SystemCalls.synchronize(descriptor)
        if name == nil {
            if !isThere, try Self.link(descriptor, target) { return }
            let file = descriptor
            name = try TemporaryName.free(in: folder) { path throws(FileAccessError.Reason) in
                try SystemCalls.link(file, path)
            }.name
        }
        guard let name else { preconditionFailure("a file without a name was just given one") }
        try SystemCalls.rename(name.path, to: target)
        self.name = nil
        name.registration?.withdraw()
    }

    private func abandon() {
        if let name {
            SystemCalls.remove(name.path)
            name.registration?.withdraw()
        }
        name = nil
        // Closed last, because it holds the lock that marks the file as in use.
        if descriptor >= 0 { try? SystemCalls.close(descriptor) }
        descriptor = -1
    }

    /// A file without a name; nil if the file system does not support it, or if it could not be named later.
    private static func unnamed(in folder: String, _ permissions: UInt32) -> Int32? {
        guard let descriptor = try? SystemCalls.createUnnamed(inFolder: folder, permissions) else { return nil }
        guard SystemCalls.canLink(descriptor) else {
            try? SystemCalls.close(descriptor)
            return nil
        }
        // If the process is killed while the file has a temporary name, the lock is released.
        try? SystemCalls.lock(descriptor)
        return descriptor
    }

    private static func named(
        in folder: String, _ permissions: UInt32
    ) throws(FileAccessError.Reason) -> (TemporaryName, Int32) {
        while true {
            let (name, descriptor) = try TemporaryName.free(in: folder) { path throws(FileAccessError.Reason) in
                try SystemCalls.create(path, permissions)
            }
            if Self.isLocked(descriptor), SystemCalls.isNamed(descriptor, name.path) { return (name, descriptor) }
            // Another process saw the file unlocked and removes it as stale.
            try? SystemCalls.close(descriptor)
            name.registration?.withdraw()
        }
    }

    /// Whether this process holds the lock, or locks are unsupported.
    private static func isLocked(_ descriptor: Int32) -> Bool {
        do throws(SystemError) {
            try SystemCalls.lock(descriptor)
            return true
        } catch {
            // On a file system without locks, no process treats the file as stale.
            return !error.isHeld
        }
    }

    /// Names the file if the name is unused; returns whether it was.
    private static func link(_ descriptor: Int32, _ path: String) throws(FileAccessError.Reason) -> Bool {
        do throws(FileAccessError.Reason) {
            try SystemCalls.link(descriptor, path)
            return true
        } catch {
            if error.isExisting { return false }
            throw error
        }
    }
}
