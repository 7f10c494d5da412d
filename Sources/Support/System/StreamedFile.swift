/// A file, pipe or standard input, read once from beginning to end in pieces.
package final class StreamedFile {
    package let name: String
    private let descriptor: Int32
    /// The status of a regular file when it was opened.
    private let opened: FileStatus?
    private var isAtStart = true
    private static let pieceByteCount = 1 << 18

    package init(named name: String) throws(FileAccessError) {
        self.name = name
        do throws(FileAccessError.Reason) {
            // Checked before opening: opening a folder succeeds, and opening some devices has side effects.
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

    deinit { if descriptor != SystemCalls.standardInput { try? SystemCalls.close(descriptor) } }

    /// The next piece; empty at the end. Throws ``FileAccessError/Reason/changedWhileRead`` there if the file has
    /// changed.
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
