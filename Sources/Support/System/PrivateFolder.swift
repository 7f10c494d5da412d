import Synchronization

/// A folder for temporary files that no other user can look into and no other process has, gone with the last reference
/// to it, or when a signal ends the process. What a killed process has left is removed by the next that creates one.
///
///     let folder = try PrivateFolder()
///     let file = try folder.write(bytes, ending: "room-01.f32")
///     defer { file.remove() }
package final class PrivateFolder: Sendable {
    /// Where it is, from the root.
    package let path: String
    private let registration: Interruption.Registration?
    private let mark: File
    /// The folder itself, open and locked while it is used.
    private let descriptor: Int32
    private let fileCount = Atomic(0)

    /// A file in the folder.
    package struct File: Sendable {
        package let path: String
        fileprivate let registration: Interruption.Registration?

        /// Removes it. Once only.
        package func remove() {
            SystemCalls.remove(path)
            registration?.withdraw()
        }
    }

    /// Creates a folder in the one that `TMPDIR` names, else in `/tmp`.
    ///
    /// - Throws: ``FileAccessError`` about the folder that it cannot be created in.
    package init() throws(FileAccessError) {
        let named = Machine.environment("TMPDIR") ?? ""
        let parent = named.isEmpty ? "/tmp" : named
        (path, descriptor, registration) = try FileAccess.naming(
            "\(parent), the folder for temporary files that TMPDIR names",
            try Self.lockedFolder(in: SystemCalls.resolved(parent)))
        mark = File(
            path: "\(path)/\(Self.markName)", registration: Interruption.removingFile("\(path)/\(Self.markName)"))
        // Without it the folder works as well; if the process is killed, it stays.
        try? FileAccess.write(Array(Self.markText.utf8), to: mark.path)
    }

    deinit {
        // Programs may have put files beside those of their own accord.
        SystemCalls.removeTree(path)
        mark.registration?.withdraw()
        registration?.withdraw()
        try? SystemCalls.close(descriptor)
    }

    private static let prefix = "depthcheck-samples-"
    /// The file that says what the folder is: a name alone may be anybody's.
    private static let markName = ".depthcheck-samples"
    static let markText = "Samples for a program that depthcheck asks. To be removed when nobody uses them.\n"

    /// A folder by a name that nothing has. As `mkdtemp` makes one, but known by its name before it is there, so that a
    /// signal finds it at any moment.
    private static func lockedFolder(
        in parent: String
    ) throws(FileAccessError.Reason) -> (path: String, descriptor: Int32, registration: Interruption.Registration?) {
        removeStale(in: parent)
        while true {
            let path = "\(parent)/\(prefix)\(TemporaryName.randomDigits())"
            let registration = Interruption.removingFolder(path)
            do throws(FileAccessError.Reason) {
                if let descriptor = try lockedFolder(path) { return (path, descriptor, registration) }
                registration?.withdraw()
            } catch {
                registration?.withdraw()
                if !error.isExisting { throw error }
            }
        }
    }

    /// Creates the folder and locks it; nil if another process saw it without its lock, and removed it as one that
    /// nobody uses.
    private static func lockedFolder(_ path: String) throws(FileAccessError.Reason) -> Int32? {
        try SystemCalls.createPrivateFolder(path)
        let descriptor: Int32
        do throws(FileAccessError.Reason) { descriptor = try SystemCalls.openForReading(path) } catch {
            SystemCalls.removeFolder(path)
            throw error
        }
        try? SystemCalls.lock(descriptor)
        if SystemCalls.isNamed(descriptor, path) { return descriptor }
        try SystemCalls.close(descriptor)
        return nil
    }

    /// Removes folders that were made here by this user, and whose lock nobody holds, with all that is in them. What
    /// does not carry the mark goes only if it is empty.
    private static func removeStale(in parent: String) {
        for name in (try? SystemCalls.names(inFolder: parent)) ?? [] where isName(name) {
            let path = "\(parent)/\(name)"
            guard let descriptor = try? SystemCalls.openOwnFolder(path) else { continue }
            defer { try? SystemCalls.close(descriptor) }
            guard (try? SystemCalls.lock(descriptor)) != nil, SystemCalls.isNamed(descriptor, path) else { continue }
            let mark = try? FileAccess.read("\(path)/\(markName)", maximumByteCount: markText.utf8.count)
            if mark == Array(markText.utf8) { SystemCalls.removeTree(path) } else { SystemCalls.removeFolder(path) }
        }
    }

    /// Whether a folder is called as those that are made here.
    private static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && TemporaryName.areDigits(name.utf8.dropFirst(prefix.utf8.count))
    }

    /// Writes a file whose name ends like this, and begins with a number that no other file in the folder has.
    package func write(_ bytes: [UInt8], ending: String) throws(FileAccessError) -> File {
        let number = fileCount.add(1, ordering: .relaxed).newValue
        let path = "\(path)/\(number)-\(ending)"
        let file = File(path: path, registration: Interruption.removingFile(path))
        do throws(FileAccessError) { try FileAccess.write(bytes, to: path) } catch {
            file.remove()
            throw error
        }
        return file
    }
}
