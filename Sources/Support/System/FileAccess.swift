/// Files and folders: reading whole, writing whole. Paths that are read are followed through symbolic links.
package enum FileAccess {
    /// The name under which standard input is reported in errors.
    package static let standardInputName = "-"

    /// Reads a whole regular file, pipe or terminal. A regular file that is larger than the limit is not read at all.
    /// The pointer to a file in Git LFS is an error.
    ///
    /// - Parameter reservation: takes the bytes before they are read.
    package static func read(
        _ path: String, maximumByteCount: Int, reservation: ByteReservation? = nil
    ) throws(FileAccessError) -> [UInt8] {
        do throws(FileAccessError.Reason) {
            // Before opening: opening a folder succeeds, and opening some devices has effects.
            if try FileStatus(of: path).kind == .folder { throw .isFolder }
            // If a file changes while it is read, its parts need not belong together.
            for _ in 0..<attemptCount {
                if let bytes = try readUnchanged(path, maximumByteCount: maximumByteCount, reservation) { return bytes }
            }
            throw .changedWhileRead
        } catch {
            throw FileAccessError(path, error)
        }
    }

    /// The path of the running program, with links resolved; nil if it is unknown.
    package static var runningProgram: String? {
        #if os(Linux)
            try? SystemCalls.resolved("/proc/self/exe")
        #else
            Machine.arguments.first.flatMap { try? SystemCalls.resolved($0) }
        #endif
    }

    /// The absolute path of a file, with links resolved; nil if there is none.
    package static func resolved(_ path: String) -> String? { try? SystemCalls.resolved(path) }

    /// Reads a whole regular file; nothing else is opened.
    package static func readFile(_ path: String, maximumByteCount: Int) throws(FileAccessError) -> [UInt8] {
        do throws(FileAccessError.Reason) {
            switch try FileStatus(of: path).kind {
            case .regular: break
            case .folder: throw .isFolder
            case .pipe, .other: throw .isNoFile
            }
        } catch {
            throw FileAccessError(path, error)
        }
        return try read(path, maximumByteCount: maximumByteCount)
    }

    /// The number of attempts to read a file that changes meanwhile.
    private static let attemptCount = 3

    /// The bytes of a file; nil if it is a regular file that changed while they were read.
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

    /// Reads what a user named: the file at `name`, or standard input to its end for ``standardInputName``.
    package static func readNamed(
        _ name: String, maximumByteCount: Int, reservation: ByteReservation? = nil
    ) throws(FileAccessError) -> [UInt8] {
        guard name == standardInputName else {
            return try read(name, maximumByteCount: maximumByteCount, reservation: reservation)
        }
        return try naming(name, try read(SystemCalls.standardInput, maximumByteCount: maximumByteCount, reservation))
    }

    /// Waits until the clock of file times has advanced since a file last changed, so that any later change is visible
    /// in its times.
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
        // One more byte shows whether the file is too large, or has grown.
        let most = max(0, maximumByteCount) == .max ? .max : max(0, maximumByteCount) + 1
        var capacity = status.kind == .regular ? min(most - 1, status.byteCount) + 1 : min(most, 1 << 16)
        var bytes: [UInt8] = []
        while true {
            // The bytes read so far are freed once they have been copied.
            reservation?.take(capacity)
            let copied = bytes.count
            try SystemCalls.read(descriptor, into: &bytes, upTo: capacity)
            reservation?.giveBack(copied)
            if bytes.count > maximumByteCount { throw .tooLarge(limit: maximumByteCount) }
            if bytes.count < capacity {
                if GitLFSPointer.isPointer(bytes) { throw .isLFSPointer }
                return bytes
            }
            capacity = capacity > most / 2 ? most : capacity * 2
        }
    }

    /// Writes a file whole or not at all, see ``OutputFile``; after an error `path` is as it was. A pipe or a device is
    /// ``FileAccessError/Reason/isNoFile``, and not opened.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileAccessError) {
        let file = try OutputFile(path, mustBeFile: true)
        try file.write(bytes)
        try file.commit()
    }

    /// Writes all bytes to an open file, which errors call `name`.
    ///
    /// - Throws: ``FileAccessError``; a pipe without a reader is ``FileAccessError/Reason/brokenPipe`` if
    ///   ``ignoreWritingSignals()`` was called; otherwise the system ends the process.
    package static func write(_ bytes: [UInt8], toDescriptor descriptor: Int32, name: String) throws(FileAccessError) {
        try naming(name, try SystemCalls.write(bytes, to: descriptor))
    }

    /// The names in a folder, sorted by their bytes, hidden ones included.
    package static func names(inFolder path: String) throws(FileAccessError) -> [String] {
        try naming(path, try SystemCalls.names(inFolder: path))
            .sortedExactly()
    }

    /// Whether a path names a folder; false if that is unknown.
    package static func isFolder(_ path: String) -> Bool {
        (try? isFolderIfAny(path)) ?? false
    }

    /// Whether a path names a folder; false if nothing is there.
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

    /// Whether a path names something other than a regular file, or than a link to one.
    package static func isNoFile(_ path: String) -> Bool {
        (try? FileStatus(of: path)).map { $0.kind != .regular } ?? false
    }

    /// Whether a path names a regular file.
    package static func isFile(_ path: String) -> Bool {
        (try? FileStatus(of: path))?.kind == .regular
    }

    /// A path relative to the working folder; unchanged if it leads out of it.
    package static func pathFromWorkingFolder(_ path: String) -> String {
        // The file itself need not exist.
        guard let folder = try? SystemCalls.resolved("."), !path.folderPrefix.isEmpty,
            let parent = try? SystemCalls.resolved(path.folderPrefix)
        else { return path }
        let name = path.lastPathPart
        if parent.isExactly(folder) { return name }
        let inside = folder == "/" ? folder : folder + "/"
        guard parent.utf8.starts(with: inside.utf8) else { return path }
        return "\(Substring(parent.utf8.dropFirst(inside.utf8.count)))/\(name)"
    }

    /// Renames a file in one step; an existing file of the new name is replaced.
    package static func rename(_ path: String, to target: String) throws(FileAccessError) {
        try naming(path, try SystemCalls.rename(path, to: target))
    }

    /// Removes a file; ignores all errors.
    package static func remove(_ path: String) {
        SystemCalls.remove(path)
    }

    /// Removes a file.
    package static func removeFile(_ path: String) throws(FileAccessError) {
        try naming(path, try SystemCalls.removeFile(path))
    }

    /// Creates a folder in an existing one, unless it exists already. For a dangling link, it is made at its end.
    package static func createFolder(_ path: String) throws(FileAccessError) {
        if isFolder(path) { return }
        try naming(
            nameWithTarget(path), try SystemCalls.createFolder(SystemCalls.endOfLinks(withoutSlashes(path))))
    }

    /// A path as errors name it: with the end of its links if it is a link.
    static func nameWithTarget(_ path: String) -> String {
        let end = endOfLinks(path)
        return end.isExactly(path) || end.isExactly(withoutSlashes(path)) ? path : "\(path), a link to \(end)"
    }

    /// The end of a chain of symbolic links, whether or not it exists; the path itself if it is not a link, or if the
    /// links go round in a circle.
    package static func endOfLinks(_ path: String) -> String {
        (try? SystemCalls.endOfLinks(withoutSlashes(path))) ?? path
    }

    /// A path without slashes at its end, with which the name of a link means the folder it leads to.
    private static func withoutSlashes(_ path: String) -> String {
        path.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map { String(path[...$0]) } ?? path
    }

    /// Creates a folder and the missing ones above it.
    package static func createFolders(_ path: String) throws(FileAccessError) {
        var folder = path.isAbsolutePath ? "/" : ""
        for part in path.pathParts {
            folder += part
            try createFolder(folder)
            folder += "/"
        }
    }

    /// The error that nothing is at a path; nil if something is, or if that is unknown.
    package static func missing(_ path: String) -> FileAccessError? {
        do throws(FileAccessError.Reason) { _ = try FileStatus(of: path) } catch .missing {
            return FileAccessError(path, .missing)
        } catch {}
        return nil
    }

    /// Rethrows an error of a call to the system as an error about the file called `name`.
    static func naming<Value>(
        _ name: String, _ call: @autoclosure () throws(FileAccessError.Reason) -> Value
    ) throws(FileAccessError) -> Value {
        do throws(FileAccessError.Reason) { return try call() } catch { throw FileAccessError(name, error) }
    }
}
