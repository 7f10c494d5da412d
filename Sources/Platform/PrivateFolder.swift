import Synchronization

/// A folder for temporary files that no other user can look into and no other process has, gone with the last reference
/// to it, or when a signal ends the process.
///
///     let folder = try PrivateFolder()
///     let file = try folder.write(bytes, ending: "room-01.f32")
///     defer { file.remove() }
package final class PrivateFolder: Sendable {
    /// Where it is, from the root.
    package let path: String
    private let registration: Interruption.Registration?
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
        path = try FileAccess.naming(
            "\(parent), the folder for temporary files that TMPDIR names",
            try SystemCalls.createPrivateFolder(in: SystemCalls.resolved(parent), "depthcheck-"))
        registration = Interruption.removingFolder(path)
    }

    deinit {
        SystemCalls.removeFolder(path)
        registration?.withdraw()
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
