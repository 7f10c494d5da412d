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
        (path, descriptor) = try FileAccess.naming(
            "\(parent), the folder for temporary files that TMPDIR names",
            try Self.lockedFolder(in: SystemCalls.resolved(parent)))
        registration = Interruption.removingFolder(path)
    }

    deinit {
        SystemCalls.removeFolder(path)
        registration?.withdraw()
        try? SystemCalls.close(descriptor)
    }

    private static let prefix = "depthcheck-"

    private static func lockedFolder(
        in parent: String
    ) throws(FileAccessError.Reason) -> (path: String, descriptor: Int32) {
        removeStale(in: parent)
        while true {
            let path = try SystemCalls.createPrivateFolder(in: parent, prefix)
            let descriptor = try SystemCalls.openForReading(path)
            try? SystemCalls.lock(descriptor)
            // Another process may have seen it without its lock, and removed it as one that nobody uses.
            if SystemCalls.isNamed(descriptor, path) { return (path, descriptor) }
            try SystemCalls.close(descriptor)
        }
    }

    /// Removes folders of this user whose lock nobody holds, and the files in them.
    private static func removeStale(in parent: String) {
        for name in (try? SystemCalls.names(inFolder: parent)) ?? [] where isName(name) {
            let path = "\(parent)/\(name)"
            guard let descriptor = try? SystemCalls.openOwnFolder(path) else { continue }
            defer { try? SystemCalls.close(descriptor) }
            guard (try? SystemCalls.lock(descriptor)) != nil, SystemCalls.isNamed(descriptor, path) else { continue }
            for file in (try? SystemCalls.names(inFolder: path)) ?? [] { SystemCalls.remove("\(path)/\(file)") }
            SystemCalls.removeFolder(path)
        }
    }

    /// Whether a folder is called as `mkdtemp` calls those that are made here.
    private static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6
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
