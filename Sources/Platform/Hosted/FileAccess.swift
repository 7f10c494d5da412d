/// Files and folders: reading whole, writing whole. Paths that are read are followed through symbolic links.
package enum FileAccess {
    /// The name under which standard input is reported in errors.
    package static let standardInputName = "-"

    /// Reads a whole regular file, pipe or terminal; of a regular file larger than the limit nothing is read. The
    /// pointer to a file in Git LFS is an error.
    package static func read(_ path: String, maximumByteCount: Int) throws(FileAccessError) -> [UInt8] {
        do throws(FileAccessError.Reason) {
            // Asked before opening: opening a folder succeeds, and opening some devices has effects.
            if try FileStatus(of: path).kind == .folder { throw .isFolder }
            // A file that grows or is written over gives bytes that never stood in it together.
            for _ in 0..<attemptCount {
                if let bytes = try readUnchanged(path, maximumByteCount: maximumByteCount) { return bytes }
            }
            throw .changedWhileRead
        } catch {
            throw FileAccessError(path, error)
        }
    }

    /// The path of the program that runs, links followed; nil where the system does not tell.
    package static var runningProgram: String? {
        #if os(Linux)
            try? SystemCalls.resolved("/proc/self/exe")
        #else
            Machine.arguments.first.flatMap { try? SystemCalls.resolved($0) }
        #endif
    }

    /// The absolute path of a file, links followed; nil where it cannot be told.
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

    /// How often a file is read that changes meanwhile.
    private static let attemptCount = 3

    /// The bytes of a file; nil if it changed while they were read. Only of a regular file that is known.
    private static func readUnchanged(
        _ path: String, maximumByteCount: Int
    ) throws(FileAccessError.Reason) -> [UInt8]? {
        let descriptor = try SystemCalls.openForReading(path)
        defer { try? SystemCalls.close(descriptor) }
        let before = try FileStatus(of: descriptor)
        let bytes = try read(descriptor, maximumByteCount: maximumByteCount)
        guard before.kind == .regular else { return bytes }
        let after = try FileStatus(of: descriptor)
        let isUnchanged = before.byteCount == after.byteCount && before.modified == after.modified
        return isUnchanged ? bytes : nil
    }

    /// Reads what a user named: the file at `name`, or standard input to its end for ``standardInputName``.
    package static func readNamed(_ name: String, maximumByteCount: Int) throws(FileAccessError) -> [UInt8] {
        guard name == standardInputName else { return try read(name, maximumByteCount: maximumByteCount) }
        return try naming(name, try read(SystemCalls.standardInput, maximumByteCount: maximumByteCount))
    }

    /// Waits until the clock by which files get their times has gone on since a file last changed. Whatever changes it
    /// from then on shows in its times.
    package static func waitUntilSettled(_ path: String) {
        guard let changed = try? FileStatus(of: path).changed else { return }
        let age = FileStatus.Time.now.nanoseconds(since: changed)
        // The clock of files goes in ticks of up to 10 ms. A time to come is no reason to wait for it.
        if (0..<20_000_000).contains(age) { SystemCalls.sleep(nanoseconds: 20_000_000 - age) }
    }

    private static func read(_ descriptor: Int32, maximumByteCount: Int) throws(FileAccessError.Reason) -> [UInt8] {
        let status = try FileStatus(of: descriptor)
        if status.kind == .folder { throw .isFolder }
        if status.kind != .regular { MemoryTurn.cannotBeRepeated() }
        if status.kind == .regular, status.byteCount > maximumByteCount { throw .tooLarge(limit: maximumByteCount) }
        // One byte more than wanted shows that there are more, or that the file has grown.
        let most = max(0, maximumByteCount) == .max ? .max : max(0, maximumByteCount) + 1
        var capacity = status.kind == .regular ? min(most - 1, status.byteCount) + 1 : min(most, 1 << 16)
        var bytes: [UInt8] = []
        while true {
            // What was read before is kept until it has been copied.
            let isRead: Void? = try Memory.withRoom(for: capacity, freeing: bytes.count) {
                () throws(FileAccessError.Reason) in
                try SystemCalls.read(descriptor, into: &bytes, upTo: capacity)
            }
            if isRead == nil { throw .notEnoughMemory(byteCount: capacity) }
            if bytes.count > maximumByteCount { throw .tooLarge(limit: maximumByteCount) }
            if bytes.count < capacity {
                if GitLFSPointer.isPointer(bytes) { throw .isLFSPointer }
                return bytes
            }
            capacity = capacity > most / 2 ? most : capacity * 2
        }
    }

    /// Writes a file whole or not at all, see ``OutputFile``; after an error `path` is as it was, unless it is a pipe
    /// or a device.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileAccessError) {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.commit()
    }

    /// Writes all bytes to an open file, which errors call `name`, in as many parts as it takes.
    ///
    /// - Throws: ``FileAccessError``; a reader that has gone is ``FileAccessError/Reason/brokenPipe``, provided
    ///   ``ignoreWritingSignals()`` was called, for else the system ends the process.
    package static func write(_ bytes: [UInt8], toDescriptor descriptor: Int32, name: String) throws(FileAccessError) {
        try naming(name, try SystemCalls.write(bytes, to: descriptor))
    }

    /// The names in a folder, sorted by their bytes, hidden ones included.
    package static func names(inFolder path: String) throws(FileAccessError) -> [String] {
        try naming(path, try SystemCalls.names(inFolder: path))
            .sortedExactly()
    }

    /// Whether a path names a folder; false where that cannot be found out.
    package static func isFolder(_ path: String) -> Bool {
        (try? isFolderIfAny(path)) ?? false
    }

    /// Whether a path names a folder; false where there is nothing at all.
    ///
    /// - Throws: ``FileAccessError`` where that cannot be found out.
    package static func isFolderIfAny(_ path: String) throws(FileAccessError) -> Bool {
        do throws(FileAccessError.Reason) {
            return try FileStatus(of: path).kind == .folder
        } catch .missing {
            return false
        } catch {
            throw FileAccessError(path, error)
        }
    }

    /// Whether a path names what is there and is no regular file, nor a link to one.
    package static func isNoFile(_ path: String) -> Bool {
        (try? FileStatus(of: path)).map { $0.kind != .regular } ?? false
    }

    /// Whether a path names a regular file that is there.
    package static func isFile(_ path: String) -> Bool {
        (try? FileStatus(of: path))?.kind == .regular
    }

    /// A path as it is seen from the working folder; one that leads out of it stays as it is.
    package static func pathFromWorkingFolder(_ path: String) -> String {
        // The file itself need not be there.
        guard let folder = try? SystemCalls.resolved("."), !path.folderPrefix.isEmpty,
            let parent = try? SystemCalls.resolved(path.folderPrefix)
        else { return path }
        let name = path.lastPathPart
        if parent.isExactly(folder) { return name }
        let inside = folder == "/" ? folder : folder + "/"
        guard parent.utf8.starts(with: inside.utf8) else { return path }
        return "\(Substring(parent.utf8.dropFirst(inside.utf8.count)))/\(name)"
    }

    /// Gives a file another name, in one step; a file that has it already is replaced.
    package static func rename(_ path: String, to target: String) throws(FileAccessError) {
        try naming(path, try SystemCalls.rename(path, to: target))
    }

    /// Removes a file if it can be; whatever is not there is gone already.
    package static func remove(_ path: String) {
        SystemCalls.remove(path)
    }

    /// Removes a file.
    package static func removeFile(_ path: String) throws(FileAccessError) {
        try naming(path, try SystemCalls.removeFile(path))
    }

    /// Creates a folder in an existing one, unless it is there already; for a link to nothing, where it leads.
    package static func createFolder(_ path: String) throws(FileAccessError) {
        if !isFolder(path) { try naming(path, try SystemCalls.createFolder(endOfLinks(path))) }
    }

    /// The end of a chain of symbolic links, whether or not something is there; the path itself if it is no link.
    package static func endOfLinks(_ path: String) -> String {
        // With a slash behind it the name of a link is that of the folder it leads to.
        let bare = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map { String(path[...$0]) } ?? path
        return (try? SystemCalls.endOfLinks(bare)) ?? path
    }

    /// Creates a folder and those above it, except those that are there already.
    package static func createFolders(_ path: String) throws(FileAccessError) {
        var folder = path.isAbsolutePath ? "/" : ""
        for part in path.pathParts {
            folder += part
            try createFolder(folder)
            folder += "/"
        }
    }

    /// Why nothing can be at a path; nil where something is, or where that cannot be found out.
    package static func missing(_ path: String) -> FileAccessError? {
        do throws(FileAccessError.Reason) { _ = try FileStatus(of: path) } catch .missing {
            return FileAccessError(path, .missing)
        } catch {}
        return nil
    }

    /// What the system finds wrong, as an error about the file called `name`.
    static func naming<Value>(
        _ name: String, _ call: @autoclosure () throws(FileAccessError.Reason) -> Value
    ) throws(FileAccessError) -> Value {
        do throws(FileAccessError.Reason) { return try call() } catch { throw FileAccessError(name, error) }
    }
}
