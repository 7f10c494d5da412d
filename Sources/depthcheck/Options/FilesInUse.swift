import ArgumentParser
import PlainText
import Platform

/// A file or a folder, and what named it: an option, or an argument such as `<file>`.
struct NamedPath {
    let option: String
    /// `-` is standard input.
    let path: String
    /// The regular files found in it that are read, if it is a folder that was searched for them.
    var found: FilePaths?

    /// All that is read because it was named.
    var files: FilePaths { found ?? [path] }
}

/// What a command reads, which none of its outputs may be: nothing is opened for writing but by way of this.
///
///     let files = FilesInUse(reads: input.named + parameters.file.named)
///     let output = try files.open([destination])[0]
///
/// Files are told by their device and number, or by their folder and name where nothing is there yet: by whatever path,
/// through links, and with all their hard links.
struct FilesInUse {
    var reads: [NamedPath]
    /// Folders that are read or kept as a whole: whatever appears in one is taken for a part of it.
    var folders: [NamedPath] = []

    /// Makes it wrong usage to write over what is read, into a folder that is read as a whole, or to one file twice;
    /// also where standard output or standard error is redirected to it.
    func requireApart(_ outputs: [Destination]) throws {
        try requireOneReaderOfStandardInput()
        let writes = try outputs.map(Write.init) + [.standardError]
        guard writes.contains(where: { $0.place != nil }) else { return }
        // A pipe is no file: of a million that were found in a folder none is asked for.
        let areAllPipes = writes.compactMap(\.place).allSatisfy { if case .pipe = $0 { true } else { false } }
        for read in reads where !areAllPipes || read.found == nil {
            // A few are written, and a million may be read.
            for path in read.files {
                guard let place = FilePlace(named: path) else { continue }
                if let write = writes.first(where: { $0.place == place }) {
                    throw write.refusal(toReplace: path, namedBy: read.option)
                }
            }
        }
        for (number, write) in writes.enumerated() {
            guard let place = write.place else { continue }
            try write.requireOutside(of: folders)
            // A stream takes what several write; a file that is replaced is another one then.
            for other in writes[..<number] where other.place == place && (other.isReplaced || write.isReplaced) {
                throw ValidationError(
                    "\(other.name) and \(write.name) are one file, \(write.shown(or: other.path)); name another")
            }
        }
    }

    private func requireOneReaderOfStandardInput() throws {
        let readers = reads.filter { $0.found == nil && $0.path == FileAccess.standardInputName }
        guard readers.count > 1 else { return }
        let options = readers.map(\.option).joined(separator: " and ")
        throw ValidationError("standard input can be read only once, found \(options); name a file")
    }
}

extension FilePlace {
    fileprivate init?(named path: String) {
        let isStandardInput = path == FileAccess.standardInputName
        guard let place = isStandardInput ? FilePlace(of: .input) : FilePlace(of: path) else { return nil }
        self = place
    }
}

/// Something that is written to.
private struct Write {
    /// The option, or the name of the stream.
    let name: String
    /// Nil for a stream the command was started with.
    let path: String?
    /// Nil for a device, which may be anything else as well.
    let place: FilePlace?
    /// Whether a file takes the place of the one that is there.
    let isReplaced: Bool

    static let standardError = Write(.error)

    init(_ destination: Destination) throws {
        guard let file = destination.file else {
            self.init(.output)
            return
        }
        if file.isEmpty { throw ValidationError("\(destination.option) is empty; expected the name of a file") }
        self.init(
            name: destination.option, path: file, place: FilePlace(of: file),
            isReplaced: !FileAccess.isStream(file))
    }

    private init(_ stream: Terminal.Stream) {
        self.init(name: stream.name, path: nil, place: FilePlace(of: stream), isReplaced: false)
    }

    private init(name: String, path: String?, place: FilePlace?, isReplaced: Bool) {
        self.name = name
        self.path = path
        self.place = place
        self.isReplaced = isReplaced
    }

    func shown(or other: String?) -> String { (path ?? other ?? name).printable }

    func refusal(toReplace read: String, namedBy option: String) -> ValidationError {
        let found = read == FileAccess.standardInputName ? "standard input" : read.printable
        return ValidationError("\(name) would replace \(found), which is to be read (\(option)); name another file")
    }

    func requireOutside(of folders: [NamedPath]) throws {
        guard let path else { return }
        for folder in folders
        where FileAccess.isBelow(path, folder: folder.path) || place == FilePlace(of: folder.path) {
            throw ValidationError(
                "\(name) is \(path.printable), in \(folder.option) \(folder.path.printable), which is to be read; "
                    + "name another file")
        }
    }
}
