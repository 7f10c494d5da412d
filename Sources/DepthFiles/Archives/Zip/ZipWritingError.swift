package import Support

extension ZipWriter {
    /// Receives an archive piece by piece.
    package typealias Sink = (_ bytes: ArraySlice<UInt8>) throws(FileAccessError) -> Void
}

/// An error of writing to a zip archive.
///
///     do { try archive.add(map, named: "room") } catch { print(error.message) }
package enum ZipWritingError: Error, Hashable, Sendable {
    /// The archive cannot be written.
    case inaccessible(FileAccessError)
    /// The map cannot be written as an array.
    case map(name: String, WritingError)
    case duplicateName(String)
    /// The name is empty, too long, or contains a zero byte.
    case unusableName(String)

    /// One line: "found …; expected …; …". The caller prefixes the name of the archive.
    package var message: String {
        switch self {
        case .inaccessible(let error): error.message
        case .map(let name, let error): "\(Printable.form(of: name)): \(error.message)"
        case .duplicateName(let name):
            "found two members named \(Printable.form(of: name)); expected unique names; rename one"
        case .unusableName(let name):
            "found a member name of \(byteText(name.fileBytes.count)); expected 1 to "
                + "\(ZipRecord.maximumNameBytes) without a zero byte; choose another name"
        }
    }
}
