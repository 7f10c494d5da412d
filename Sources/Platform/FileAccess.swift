/// Files and folders: reading whole, writing whole. What stands in the bytes is for ``DepthFileReader``.
package enum FileAccess {
    /// The name under which standard input is reported in errors.
    package static let standardInputName = "-"

    /// Reads a whole regular file, pipe or terminal.
    ///
    /// - Parameters:
    ///   - path: the file; symbolic links are followed.
    ///   - maximumByteCount: the most bytes to read. Of a regular file that has more nothing is read.
    /// - Returns: the bytes, none for an empty file.
    /// - Throws: ``FileAccessError``.
    package static func read(_ path: String, maximumByteCount: Int) throws(FileAccessError) -> [UInt8] {
        do throws(FileAccessError.Reason) {
            // Asked before opening: opening a folder succeeds, and opening some devices has effects.
            if try FileStatus(of: path).kind == .folder { throw .isFolder }
            let descriptor = try SystemCalls.openForReading(path)
            defer { try? SystemCalls.close(descriptor) }
            guard let bytes = try read(descriptor, maximumByteCount: maximumByteCount) else {
                throw .tooLarge(limit: maximumByteCount)
            }
            return bytes
        } catch {
            // The system hands names on as bytes; what is no UTF-8 in them was replaced on the way here.
            let isReplaced = error == .missing && path.unicodeScalars.contains("\u{FFFD}")
            throw FileAccessError(path, isReplaced ? .nameNotUTF8 : error)
        }
    }

    /// Reads what a user named: the file at `name`, or standard input for ``standardInputName``.
    ///
    /// - Throws: ``FileAccessError``.
    package static func readNamed(_ name: String, maximumByteCount: Int) throws(FileAccessError) -> [UInt8] {
        name == standardInputName
            ? try readStandardInput(maximumByteCount: maximumByteCount)
            : try read(name, maximumByteCount: maximumByteCount)
    }

    /// Reads standard input to its end.
    ///
    /// - Parameter maximumByteCount: the most bytes to read.
    /// - Throws: ``FileAccessError``, with ``standardInputName`` as the path.
    package static func readStandardInput(maximumByteCount: Int) throws(FileAccessError) -> [UInt8] {
        do throws(FileAccessError.Reason) {
            guard let bytes = try read(SystemCalls.standardInput, maximumByteCount: maximumByteCount) else {
                throw .tooLarge(limit: maximumByteCount)
            }
            return bytes
        } catch {
            throw FileAccessError(standardInputName, error)
        }
    }

    /// The bytes to the end of the file, or `nil` if there are more than `maximumByteCount`.
    private static func read(_ descriptor: Int32, maximumByteCount: Int) throws(FileAccessError.Reason) -> [UInt8]? {
        let status = try FileStatus(of: descriptor)
        if status.kind == .folder { throw .isFolder }
        if status.kind == .regular, status.byteCount > maximumByteCount { return nil }
        // One byte more than wanted shows that there are more, or that the file has grown.
        let most = max(0, maximumByteCount) == .max ? .max : max(0, maximumByteCount) + 1
        var capacity = min(most, status.kind == .regular ? status.byteCount + 1 : 1 << 16)
        var bytes: [UInt8] = []
        while true {
            try SystemCalls.read(descriptor, into: &bytes, upTo: capacity)
            if bytes.count > maximumByteCount { return nil }
            if bytes.count < capacity { return bytes }
            capacity = capacity > most / 2 ? most : capacity * 2
        }
    }

    /// Whether two paths lead to one existing file.
    package static func areSameFile(_ first: String, _ second: String) -> Bool {
        guard let first = try? FileStatus(of: first), let second = try? FileStatus(of: second) else { return false }
        return first.identity == second.identity
    }

    /// Writes a file whole or not at all; see ``OutputFile``.
    ///
    /// - Throws: ``FileAccessError``; then `path` is as it was, unless it is a pipe or a device.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileAccessError) {
        let file = try OutputFile(path)
        try file.write(bytes)
        try file.commit()
    }

    /// Writes all bytes to an open file, in as many parts as it takes.
    ///
    /// - Parameters:
    ///   - bytes: what to write.
    ///   - descriptor: the open file, such as 1 for standard output.
    ///   - name: what to call it in errors.
    /// - Throws: ``FileAccessError``; a reader that has gone is ``FileAccessError/Reason/brokenPipe``, provided
    ///   ``ignoreBrokenPipeSignal()`` was called, for else the system ends the process.
    package static func write(_ bytes: [UInt8], toDescriptor descriptor: Int32, name: String) throws(FileAccessError) {
        do throws(FileAccessError.Reason) { try SystemCalls.write(bytes, to: descriptor) } catch {
            throw FileAccessError(name, error)
        }
    }

    /// Makes writing to a pipe nobody reads an error instead of the end of the process. For the start of a command.
    package static func ignoreBrokenPipeSignal() {
        Machine.ignoreBrokenPipes()
    }
}
