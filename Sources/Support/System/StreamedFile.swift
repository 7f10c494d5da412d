/// A file, a pipe or standard input that is read once, piece by piece, from its beginning to its end.
///
///     let file = try StreamedFile(named: path)
///     while case let piece = try file.next(), !piece.isEmpty { take(piece) }
package final class StreamedFile {
    /// As it was named; ``FileAccess/standardInputName`` for standard input.
    package let name: String
    private let descriptor: Int32
    /// What a regular file was like when it was opened.
    private let opened: FileStatus?
    private var isAtStart = true
    private static let pieceByteCount = 1 << 18

    /// Opens it.
    package init(named name: String) throws(FileAccessError) {
        self.name = name
        do throws(FileAccessError.Reason) {
            // Asked before opening: opening a folder succeeds, and opening some devices has effects.
            if name != FileAccess.standardInputName, try FileStatus(of: name).kind == .folder { throw .isFolder }
            let isInput = name == FileAccess.standardInputName
            descriptor = isInput ? SystemCalls.standardInput : try SystemCalls.openForReading(name)
        } catch {
            throw FileAccessError(name, error)
        }
        let status = try FileAccess.naming(name, try FileStatus(of: descriptor))
        opened = status.kind == .regular ? status : nil
        if status.kind == .folder { throw FileAccessError(name, .isFolder) }
    }

    deinit {
        if descriptor != SystemCalls.standardInput { try? SystemCalls.close(descriptor) }
    }

    /// The next bytes; none at the end.
    ///
    /// - Throws: ``FileAccessError``; ``FileAccessError/Reason/changedWhileRead`` at the end of a file that changed
    ///   since it was opened: what was read may never have stood in it together.
    package func next() throws(FileAccessError) -> [UInt8] {
        var piece: [UInt8] = []
        do throws(FileAccessError.Reason) {
            try SystemCalls.read(descriptor, into: &piece, upTo: Self.pieceByteCount)
            if isAtStart, GitLFSPointer.isPointer(piece) { throw .isLFSPointer }
            isAtStart = false
            if piece.isEmpty, let opened {
                let now = try FileStatus(of: descriptor)
                if now.byteCount != opened.byteCount || now.modified != opened.modified { throw .changedWhileRead }
            }
        } catch {
            throw FileAccessError(name, error)
        }
        return piece
    }
}
