package import Support

extension ZipWriter {
    /// Takes an archive piece by piece.
    package typealias Sink = (_ bytes: ArraySlice<UInt8>) throws(FileAccessError) -> Void
}

/// Why something cannot be written into a zip archive.
///
///     do { try archive.add(map, named: "room") } catch { print(error.message) }
package enum ZipWritingError: Error, Hashable, Sendable {
    /// The archive cannot be written to.
    case inaccessible(FileAccessError)
    /// The map cannot be written as an array.
    case map(name: String, WritingError)
    /// Another member has this name.
    case nameTwice(String)
    /// A name without bytes, with a zero, or of more than readers take.
    case unusableName(String)

    /// The error in one line: "found …; expected …; …". The caller puts the name of the archive before it.
    package var message: String {
        switch self {
        case .inaccessible(let error): error.message
        case .map(let name, let error): "\(Printable.form(of: name)): \(error.message)"
        case .nameTwice(let name):
            "found two members named \(Printable.form(of: name)); expected another name for each; rename one"
        case .unusableName(let name):
            "found a name of \(byteText(name.fileBytes.count)) for a member; expected 1 to "
                + "\(ZipRecord.mostNameBytes) without a zero; give another name"
        }
    }
}
