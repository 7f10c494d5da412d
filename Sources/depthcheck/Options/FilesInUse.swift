import ArgumentParser
import DepthFiles
import Support

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
    /// Whether the command will read more than these: then messages are still held, see ``ErrorFile``.
    var isPartial = false

    /// Makes it wrong usage to write over what is read, into a folder that is read as a whole, or to one file twice;
    /// also where standard output or standard error is redirected to it.
    func requireApart(_ outputs: some Sequence<Destination>) throws {
        try requireOneReaderOfStandardInput()
        var writes = Writes()
        for output in outputs { try writes.add(Write(output)) }
        try requireUnread(writes)
        if let conflict = writes.conflict { throw conflict }
        guard !folders.isEmpty else { return }
        for write in writes.byPlace.values.sorted(by: { ExactText($0.path ?? "") < ExactText($1.path ?? "") }) {
            try write.requireOutside(of: folders)
        }
    }

    /// The same for outputs in a folder whose names are not known yet, such as those of members of a stream: all files
    /// of the folder that have such a name count as outputs, and so does the missing file of such a name that a link
    /// leads to.
    ///
    /// - Parameter ending: the end of the names.
    func requireApart(outputsIn folder: String, ending: String, option: String = "--output") throws {
        let names = (try? FileAccess.names(inFolder: folder)) ?? []
        let outputs = names.filter { $0.utf8.reversed().starts(with: ending.utf8.reversed()) }
            .map { Destination(named: folder.asFolderPrefix + $0, option: option) }
        let identity = try? FileStatus(of: folder).identity
        let missing = Set(outputs.compactMap { $0.file.flatMap(FilePlace.init(of:)) }).compactMap { place in
            if case .name(let name, folder: identity) = place { name.text } else { nil as String? }
        }
        try requireApart(
            outputs
                + missing.filter { $0.utf8.reversed().starts(with: ending.utf8.reversed()) }
                .map { Destination(named: folder.asFolderPrefix + $0, option: option) })
    }

    private func requireUnread(_ writes: Writes) throws {
        do { try requireNoneRead(of: writes) } catch {
            // Not even the refusal may be appended to what is read.
            if isErrorFileRead { Terminal.dropErrors() }
            throw error
        }
        if !isPartial { Terminal.releaseErrors() }
    }

    private var isErrorFileRead: Bool {
        guard let place = FilePlace(of: .error) else { return false }
        return reads.contains { $0.files.contains { FilePlace.places(readFor: $0).contains(place) } }
    }

    private func requireNoneRead(of writes: Writes) throws {
        // A pipe is no file: of a million that were found in a folder none is asked for.
        let areAllPipes = writes.byPlace.keys.allSatisfy { if case .pipe = $0 { true } else { false } }
        for read in reads where !areAllPipes || read.found == nil {
            for path in read.files {
                for place in FilePlace.places(readFor: path) {
                    guard let write = writes.byPlace[place] else { continue }
                    throw write.refusal(toReplace: path, namedBy: read.option)
                }
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

    /// The place of a file that is read, and of the description beside it, if there is one.
    fileprivate static func places(readFor path: String) -> [FilePlace] {
        let description = FilePlace(named: MapDescription.path(besideFileAt: path))
        let isThere = if case .file = description { true } else { false }
        return [FilePlace(named: path), isThere ? description : nil].compactMap { $0 }
    }
}

/// The files that are read, by whatever name: a last look before one is replaced, for what is in an archive may have
/// changed since its outputs were named.
struct UntouchableFiles: Sendable {
    private let places: Set<FilePlace>

    init(_ files: FilesInUse) {
        places = Set(files.reads.lazy.flatMap(\.files).flatMap(FilePlace.places(readFor:)))
    }

    func contains(_ path: String) -> Bool { FilePlace(of: path).map(places.contains) ?? false }
}

/// All that a command writes to: the streams it was started with, and its outputs.
private struct Writes {
    /// What is written, by where it is; devices, which may be anything else as well, and what is in folders that are
    /// not there yet are not among them.
    private(set) var byPlace: [FilePlace: Write] = [:]
    /// The first two that are one file.
    private(set) var conflict: ValidationError?

    init() {
        for write in [Write(.error), Write(.output)] { add(write) }
    }

    mutating func add(_ write: Write) {
        guard let place = write.place else { return }
        guard let other = byPlace.updateValue(write, forKey: place) else { return }
        // A stream takes what several write; a file that is replaced is another one then.
        guard other.isReplaced || write.isReplaced, conflict == nil else { return }
        conflict = write.refusal(beside: other)
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

    init(_ stream: Terminal.Stream) {
        self.init(name: stream.name, path: nil, place: FilePlace(of: stream), isReplaced: false)
    }

    private init(name: String, path: String?, place: FilePlace?, isReplaced: Bool) {
        self.name = name
        self.path = path
        self.place = place
        self.isReplaced = isReplaced
    }

    func refusal(toReplace read: String, namedBy option: String) -> ValidationError {
        let found = read == FileAccess.standardInputName ? "standard input" : read.printable
        let named = path.map { $0.isExactly(read) ? name : "\(name) \($0.printable)" } ?? name
        return ValidationError("\(named) would replace \(found), which is to be read (\(option)); name another file")
    }

    func refusal(beside other: Write) -> ValidationError {
        guard let path, let otherPath = other.path, name == other.name else {
            return ValidationError(
                "\(other.name) and \(name) are one file, \((path ?? other.path ?? name).printable); name another")
        }
        return ValidationError(
            "\(name): \(otherPath.printable) and \(path.printable) are one file, and both would be written; remove the "
                + "link, or name another folder")
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

extension String {
    /// The path of a folder, to put names behind.
    var asFolderPrefix: String { utf8.last == UInt8(ascii: "/") ? self : self + "/" }
}
