/// A file that is written where another is to be, and gone when it is not put there.
///
/// Where the file system can, it has no name before ``takePlace(of:isThere:)``, and nothing remains of it however the
/// process ends. Elsewhere, and for the moment in which it takes the place of another file, it is called
/// `.depthcheck-….tmp`: a signal removes it, see ``Interruption``, and what a process that was killed leaves in this
/// moment is removed by the next one that writes to the folder, see ``TemporaryName/removeStale(in:)``.
final class TemporaryFile {
    private(set) var descriptor: Int32
    private let folder: String
    private var name: TemporaryName?

    /// - Parameters:
    ///   - path: whose folder the file is in.
    ///   - isPrivate: whether nobody else may open it before permissions are given to it.
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

    /// Waits until all that was written is on the disk and gives the file a name, in place of a file of that name. Does
    /// so once; after an error there is no file any more, and what was there is as it was.
    ///
    /// - Parameter isThere: whether a file of that name is known to be there.
    func takePlace(of target: String, isThere: Bool) throws(FileAccessError.Reason) {
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
        // Closed last: it holds the lock that says that somebody still works on the file.
        if descriptor >= 0 { try? SystemCalls.close(descriptor) }
        descriptor = -1
    }

    /// A file without a name; nil where the file system knows none, or where it could not be given one later.
    private static func unnamed(in folder: String, _ permissions: UInt32) -> Int32? {
        guard let descriptor = try? SystemCalls.createUnnamed(inFolder: folder, permissions) else { return nil }
        guard SystemCalls.canLink(descriptor) else {
            try? SystemCalls.close(descriptor)
            return nil
        }
        // Should the process be killed when the file has a temporary name, the lock is gone with it.
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
            // Another process saw it without its lock, took it for a stale one and removes it.
            try? SystemCalls.close(descriptor)
            name.registration?.withdraw()
        }
    }

    /// Whether this process holds the file's lock, or nobody can.
    private static func isLocked(_ descriptor: Int32) -> Bool {
        do throws(SystemError) {
            try SystemCalls.lock(descriptor)
            return true
        } catch {
            // Some file systems know no locks; then nobody takes the file for a stale one either.
            return !error.isHeld
        }
    }

    /// Gives the file a name that nothing has yet, and says whether that was so.
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
