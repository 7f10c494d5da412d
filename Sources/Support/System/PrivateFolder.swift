import Synchronization

/// A temporary folder that other users cannot access. It is removed with its last reference or by a signal. If the
/// process was killed, the next process that creates such a folder removes it.
package final class PrivateFolder: Sendable {
    package let path: String
    private let registration: Interruption.Registration?
    private let mark: File
    /// The open folder, locked while in use.
    private let descriptor: Int32
    private let fileCount = Atomic(0)

    package struct File: Sendable {
        package let path: String
        fileprivate let registration: Interruption.Registration?

        package func remove() {
            SystemCalls.remove(path)
            registration?.withdraw()
        }
    }

    /// In the folder named by `TMPDIR`, or in `/tmp`.
    package init() throws(FileAccessError) {
        let named = Machine.environment("TMPDIR") ?? ""
        let parent = named.isEmpty ? "/tmp" : named
        (path, descriptor, registration) = try FileAccess.naming(
            "\(parent), the folder for temporary files set by TMPDIR",
            try Self.lockedFolder(in: SystemCalls.resolved(parent)))
        mark = File(
            path: "\(path)/\(Self.markName)", registration: Interruption.removingFile("\(path)/\(Self.markName)"))
        // The folder works without the mark, but would remain if the process were killed.
        try? FileAccess.write(Array(Self.markText.utf8), to: mark.path)
    }

    deinit {
        // Other programs may have added files.
        SystemCalls.removeTree(path)
        mark.registration?.withdraw()
        registration?.withdraw()
        try? SystemCalls.close(descriptor)
    }

    private static let prefix = "depthcheck-samples-"
    /// The file that marks the folder as one of these, because its name alone proves nothing.
    private static let markName = ".depthcheck-samples"
    static let markText = "Samples for a program run by depthcheck. Safe to remove when not in use.\n"

    /// Unlike `mkdtemp`, the name is registered for cleanup before the folder exists.
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

    /// Creates and locks the folder; nil if another process removed it as unused before it was locked.
    private static func lockedFolder(_ path: String) throws(FileAccessError.Reason) -> Int32? {
        try SystemCalls.createPrivateFolder(path)
        let descriptor: Int32
        do throws(FileAccessError.Reason) {
            descriptor = try SystemCalls.openForReading(path)
        } catch {
            SystemCalls.removeFolder(path)
            throw error
        }
        try? SystemCalls.lock(descriptor)
        if SystemCalls.isNamed(descriptor, path) { return descriptor }
        try SystemCalls.close(descriptor)
        return nil
    }

    /// A folder without the mark is removed only if it is empty.
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

    private static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && TemporaryName.areDigits(name.utf8.dropFirst(prefix.utf8.count))
    }

    package func write(_ bytes: [UInt8], ending: String) throws(FileAccessError) -> File {
        let number = fileCount.add(1, ordering: .relaxed).newValue
        let path = "\(path)/\(number)-\(ending)"
        let file = File(path: path, registration: Interruption.removingFile(path))
        do throws(FileAccessError) {
            try FileAccess.write(bytes, to: path)
        } catch {
            file.remove()
            throw error
        }
        return file
    }
}
