/// A file that is written part by part and appears whole or not at all.
///
/// The bytes go to a new file in the same folder, which takes the place of the named one when they are complete and on
/// the disk. An existing file must be writable and keeps its permissions; another hard link to it keeps the old
/// contents. A new file gets the permissions the umask leaves. A symbolic link is followed. A pipe or a device, such as
/// `/dev/stdout`, is written straight to. A process that is killed leaves `.depthcheck-….tmp` behind.
package final class OutputFile {
    private let path: String
    /// Nil once the file is ended.
    private var descriptor: Int32?
    /// The file that is written and the one whose place it takes; nil when writing straight.
    private let replacement: (temporary: String, target: String)?

    /// Begins a file. Nothing is seen at `path` before ``commit()``, but what is in the way of writing there is found.
    package init(_ path: String) throws(FileAccessError) {
        self.path = path
        (descriptor, replacement) = try FileAccess.naming(path, try Self.open(path))
    }

    package func write(_ bytes: [UInt8]) throws(FileAccessError) {
        guard let descriptor else { preconditionFailure("an ended file is not written to") }
        try FileAccess.naming(path, try SystemCalls.write(bytes, to: descriptor))
    }

    /// Ends the file and puts it in its place. After an error that is as it was, unless it is a pipe or a device.
    package func commit() throws(FileAccessError) {
        guard let descriptor else { preconditionFailure("a file is ended once") }
        do throws(FileAccessError.Reason) {
            // A pipe cannot be synchronised and need not be.
            if replacement != nil { try SystemCalls.synchronize(descriptor) }
            self.descriptor = nil
            try SystemCalls.close(descriptor)
            if let replacement { try SystemCalls.rename(replacement.temporary, to: replacement.target) }
        } catch {
            abandon()
            throw FileAccessError(path, error)
        }
    }

    /// Without ``commit()`` nothing stays.
    deinit {
        if descriptor != nil { abandon() }
    }

    private func abandon() {
        if let descriptor { try? SystemCalls.close(descriptor) }
        descriptor = nil
        if let replacement { SystemCalls.remove(replacement.temporary) }
    }

    private static func open(_ path: String) throws(FileAccessError.Reason) -> (
        descriptor: Int32, replacement: (temporary: String, target: String)?
    ) {
        let status = try status(of: path)
        switch status?.kind {
        case .folder: throw .isFolder
        case .pipe, .other: return (try SystemCalls.openForWriting(path), nil)
        case .regular, nil:
            if status != nil { try SystemCalls.requireWritable(path) }
            let target = status == nil ? SystemCalls.linkTarget(of: path) ?? path : try SystemCalls.resolved(path)
            let (temporary, descriptor) = try createTemporary(beside: target)
            if let status { try? SystemCalls.setPermissions(descriptor, status.permissions) }
            return (descriptor, (temporary, target))
        }
    }

    private static func status(of path: String) throws(FileAccessError.Reason) -> FileStatus? {
        do throws(FileAccessError.Reason) { return try FileStatus(of: path) } catch {
            if error == .missing { return nil }
            throw error
        }
    }

    private static func createTemporary(beside path: String) throws(FileAccessError.Reason) -> (
        path: String, descriptor: Int32
    ) {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
        var attempt = 0
        while true {
            let temporary = "\(folder).depthcheck-\(Machine.processNumber)-\(attempt).tmp"
            do throws(FileAccessError.Reason) { return (temporary, try SystemCalls.create(temporary)) } catch {
                // Another thread writes beside us, or an earlier process left its file.
                if !error.isExisting || attempt == 1000 { throw error }
                attempt += 1
            }
        }
    }
}
