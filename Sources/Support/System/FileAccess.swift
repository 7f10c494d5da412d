/// Reads and writes whole files. Symbolic links are followed when reading.
package enum FileAccess {
    package static let standardInputName = "-"

    /// Reads a file. A regular file above the limit is not read at all, and a Git LFS pointer is an error.
    package static func read(
        _ path: String, maximumByteCount: Int, reservation: ByteReservation? = nil
    ) throws(FileAccessError) -> [UInt8] {
        do throws(FileAccessError.Reason) {
            // Checked before opening: opening a folder succeeds, and opening some devices has side effects.
            if try FileStatus(of: path).kind == .folder { throw .isFolder }
            // The parts of a file that changes during reading may not belong together.
            for _ in 0..<attemptCount {
                if let bytes = try readUnchanged(path, maximumByteCount: maximumByteCount, reservation) { return bytes }
            }
            throw .changedWhileRead
        } catch {
            throw FileAccessError(path, error)
        }
    }

    /// The path of the running program with links resolved; nil if unknown.
    package static var runningProgram: String? {
        #if os(Linux)
            try? SystemCalls.resolved("/proc/self/exe")
        #else
            Machine.arguments.first.flatMap { try? SystemCalls.resolved($0) }
        #endif
    }

    package static func resolved(_ path: String) -> String? { try? SystemCalls.resolved(path) }

    /// Reads a whole regular file. Other kinds are an error and are not opened.
    package static func readFile(_ path: String, maximumByteCount: Int) throws(FileAccessError) -> [UInt8] {
        do throws(FileAccessError.Reason) {
            switch try FileStatus(of: path).kind {
            case .regular: break
            case .folder: throw .isFolder
            case .pipe, .other: throw .isNotFile
            }
        } catch {
            throw FileAccessError(path, error)
        }
        return try read(path, maximumByteCount: maximumByteCount)
    }

    private static let attemptCount = 3

    /// Reads a file; nil if it is a regular file that changed during reading.
    private static func readUnchanged(
        _ path: String, maximumByteCount: Int, _ reservation: ByteReservation?
    ) throws(FileAccessError.Reason) -> [UInt8]? {
        let descriptor = try SystemCalls.openForReading(path)
        defer { try? SystemCalls.close(descriptor) }
        let before = try FileStatus(of: descriptor)
        let bytes = try read(descriptor, maximumByteCount: maximumByteCount, reservation)
        guard before.kind == .regular else { return bytes }
        let after = try FileStatus(of: descriptor)
        let isUnchanged = before.byteCount == after.byteCount && before.modified == after.modified
        return isUnchanged ? bytes : nil
    }

    /// Reads the file `name`, or standard input if it is ``standardInputName``.
    package static func readNamed(
        _ name: String, maximumByteCount: Int, reservation: ByteReservation? = nil
    ) throws(FileAccessError) -> [UInt8] {
        guard name == standardInputName
        else { return try read(name, maximumByteCount: maximumByteCount, reservation: reservation) }
        return try naming(name, try read(SystemCalls.standardInput, maximumByteCount: maximumByteCount, reservation))
    }

    /// Waits until every later change is sure to show in the file's times.
    package static func waitUntilSettled(_ path: String) {
        guard let changed = try? FileStatus(of: path).changed else { return }
        let age = FileStatus.Time.now.nanoseconds(since: changed)
        // File times advance in ticks of up to 10 ms. Do not wait for a time in the future.
        if (0..<20_000_000).contains(age) { SystemCalls.sleep(nanoseconds: 20_000_000 - age) }
    }

    private static func read(
        _ descriptor: Int32, maximumByteCount: Int, _ reservation: ByteReservation?
    ) throws(FileAccessError.Reason) -> [UInt8] {
        let status = try FileStatus(of: descriptor)
        if status.kind == .folder { throw .isFolder }
        if status.kind == .regular, status.byteCount > maximumByteCount { throw .tooLarge(limit: maximumByteCount) }
        // One extra byte reveals a file that is too large or has grown.
        let most = max(0, maximumByteCount) == .max ? .max : max(0, maximumByteCount) + 1
        var capacity = status.kind == .regular ? min(most - 1, status.byteCount) + 1 : min(most, 1 << 16)
        var bytes: [UInt8] = []
        while true {
            // The previous buffer is freed after copying.
            reservation?.reserve(capacity)
            let copied = bytes.count
            try SystemCalls.read(descriptor, into: &bytes, upTo: capacity)
            reservation?.release(copied)
            if bytes.count > maximumByteCount { throw .tooLarge(limit: maximumByteCount) }
            if bytes.count < capacity {
                if GitLFSPointer.isPointer(bytes) { throw .isLFSPointer }
                return bytes
            }
            capacity = capacity > most / 2 ? most : capacity * 2
        }
    }

    /// Writes completely or not at all (``OutputFile``). A pipe or device throws ``FileAccessError/Reason/isNotFile``.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileAccessError) {
        let file = try OutputFile(path, mustBeFile: true)
        try file.write(bytes)
        try file.commit()
    }

    /// After ``ignoreWritingSignals()``, throws ``FileAccessError/Reason/brokenPipe`` for a pipe without a reader.
    package static func write(_ bytes: [UInt8], toDescriptor descriptor: Int32, name: String) throws(FileAccessError) {
        try naming(name, try SystemCalls.write(bytes, to: descriptor))
    }

    /// The names in a folder in byte order, including hidden ones.
    package static func names(inFolder path: String) throws(FileAccessError) -> [String] {
        try naming(path, try SystemCalls.names(inFolder: path)).sortedExactly()
    }

    /// Whether a path is a folder; false if that cannot be determined.
    package static func isFolder(_ path: String) -> Bool { (try? isFolderIfAny(path)) ?? false }

    /// Whether a path is a folder; false if nothing is there.
    ///
    /// - Throws: ``FileAccessError`` if that cannot be determined.
    package static func isFolderIfAny(_ path: String) throws(FileAccessError) -> Bool {
        do throws(FileAccessError.Reason) {
            return try FileStatus(of: path).kind == .folder
        } catch .missing {
            return false
        } catch {
            throw FileAccessError(path, error)
        }
    }

    /// Whether a path is something other than a regular file or a link to one.
    package static func isNotFile(_ path: String) -> Bool {
        (try? FileStatus(of: path)).map { $0.kind != .regular } ?? false
    }

    package static func isFile(_ path: String) -> Bool { (try? FileStatus(of: path))?.kind == .regular }

    /// A path relative to the working folder; unchanged if it is outside.
    package static func pathFromWorkingFolder(_ path: String) -> String { self.path(path, in: ".") ?? path }

    /// A path relative to a folder; nil if it is outside. The file itself need not exist.
    package static func path(_ path: String, in folder: String) -> String? {
        let prefix = path.folderPrefix
        guard let folder = resolved(folder), let parent = resolved(prefix.isEmpty ? "." : prefix) else { return nil }
        let name = path.lastPathPart
        if parent.isExactly(folder) { return name }
        let inside = folder == "/" ? folder : folder + "/"
        guard parent.utf8.starts(with: inside.utf8) else { return nil }
        return "\(Substring(parent.utf8.dropFirst(inside.utf8.count)))/\(name)"
    }

    /// Renames a file atomically, replacing the target.
    package static func rename(_ path: String, to target: String) throws(FileAccessError) {
        try naming(path, try SystemCalls.rename(path, to: target))
    }

    /// Removes a file, ignoring errors.
    package static func remove(_ path: String) { SystemCalls.remove(path) }

    package static func removeFile(_ path: String) throws(FileAccessError) {
        try naming(path, try SystemCalls.removeFile(path))
    }

    /// Creates a folder unless it exists; its parent must exist. For a dangling link, the link's target is created.
    ///
    /// - Returns: whether the folder was created.
    @discardableResult package static func createFolder(_ path: String) throws(FileAccessError) -> Bool {
        if isFolder(path) { return false }
        try naming(nameWithTarget(path), try SystemCalls.createFolder(SystemCalls.endOfLinks(withoutSlashes(path))))
        return true
    }

    /// Removes a folder if it is empty, ignoring errors. For a link, the link's target is removed.
    package static func removeEmptyFolder(_ path: String) { SystemCalls.removeFolder(endOfLinks(path)) }

    /// The name of a path in errors, with the target if it is a link.
    static func nameWithTarget(_ path: String) -> String {
        let end = endOfLinks(path)
        return end.isExactly(path) || end.isExactly(withoutSlashes(path)) ? path : "\(path), a link to \(end)"
    }

    /// The end of a chain of symbolic links, whether or not it exists; the path itself if it is not a link or the
    /// links form a cycle.
    package static func endOfLinks(_ path: String) -> String {
        (try? SystemCalls.endOfLinks(withoutSlashes(path))) ?? path
    }

    /// Removes trailing slashes: with one, the name of a link would denote its target.
    private static func withoutSlashes(_ path: String) -> String {
        path.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map { String(path[...$0]) } ?? path
    }

    /// Creates a folder and its missing parents.
    package static func createFolders(_ path: String) throws(FileAccessError) {
        var folder = path.isAbsolutePath ? "/" : ""
        for part in path.pathParts {
            folder += part
            try createFolder(folder)
            folder += "/"
        }
    }

    /// The error for a path that does not exist; nil if it exists or if that cannot be determined.
    package static func missing(_ path: String) -> FileAccessError? {
        do throws(FileAccessError.Reason) {
            _ = try FileStatus(of: path)
        } catch .missing {
            return FileAccessError(path, .missing)
        } catch {}
        return nil
    }

    /// Converts an error of a system call into an error about the file `name`.
    static func naming<Value>(
        _ name: String, _ call: @autoclosure () throws(FileAccessError.Reason) -> Value
    ) throws(FileAccessError) -> Value {
        do throws(FileAccessError.Reason) { return try call() } catch { throw FileAccessError(name, error) }
    }
}
