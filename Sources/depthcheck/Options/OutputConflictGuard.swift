import ArgumentParser
import DepthFiles
import Support

/// A file or folder, and the option or argument (such as `<file>`) that named it.
struct NamedPath {
    let option: String
    /// The path; `-` is stdin.
    let path: String
    /// The regular files found in a folder that was searched; nil for any other path.
    var found: FilePaths?

    var files: FilePaths { found ?? [path] }
}

/// Guards the inputs of a command against its outputs.
struct OutputConflictGuard {
    var reads: [NamedPath]
    /// Folders that are read or managed as a whole, so that any new file in them would count as an input.
    var folders: [NamedPath] = []

    /// Refuses to overwrite an input, to write into a guarded folder, or to write one file twice, including where
    /// stdout or stderr is redirected to a file.
    func requireDistinct(_ outputs: some Sequence<Destination>) throws {
        try requireOneReaderOfStandardInput()
        var writes = Writes()
        for output in outputs { try writes.add(Write(output)) }
        try requireNoneRead(of: writes)
        if let conflict = writes.conflict { throw conflict }
        guard !folders.isEmpty else { return }
        for write in writes.byPlace.values.sorted(by: { ExactText($0.path ?? "") < ExactText($1.path ?? "") }) {
            try write.requireOutside(of: folders)
        }
    }

    /// Refuses conflicts of outputs in a folder if their names are not known yet, such as those of archive members.
    /// Every file in the folder with the given ending counts as an output, and so does a missing file with that ending
    /// that a link points to.
    ///
    /// - Parameter ending: the ending of the output names.
    func requireDistinct(outputsIn folder: String, ending: String, option: String = "--output") throws {
        let names = (try? FileAccess.names(inFolder: folder)) ?? []
        let outputs = names.filter { $0.utf8.reversed().starts(with: ending.utf8.reversed()) }
            .map { Destination(named: folder.asFolderPrefix + $0, option: option) }
        let identity = try? FileStatus(of: folder).identity
        let missing = Set(outputs.compactMap { $0.file.flatMap(FilePlace.init(of:)) }).compactMap { place in
            if case .name(let name, folder: identity) = place { name.text } else { nil as String? }
        }
        try requireDistinct(
            outputs
                + missing.filter { $0.utf8.reversed().starts(with: ending.utf8.reversed()) }
                .map { Destination(named: folder.asFolderPrefix + $0, option: option) })
    }

    private func requireNoneRead(of writes: Writes) throws {
        // A pipe is not an input file, so the files found in folders need not be checked.
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
        throw ValidationError("standard input can be read only once; found \(options); name a file")
    }
}

extension FilePlace {
    fileprivate init?(named path: String) {
        let isStandardInput = path == FileAccess.standardInputName
        guard let place = isStandardInput ? FilePlace(of: .input) : FilePlace(of: path) else { return nil }
        self = place
    }

    fileprivate static func places(readFor path: String) -> [FilePlace] {
        let description = FilePlace(named: MapDescription.path(besideFileAt: path))
        let isThere = if case .file = description { true } else { false }
        return [FilePlace(named: path), isThere ? description : nil].compactMap { $0 }
    }
}

/// The input files, checked again before each overwrite: an archive may have changed since its outputs were named.
struct ProtectedFiles: Sendable {
    private let places: Set<FilePlace>

    init(_ files: OutputConflictGuard) {
        places = Set(files.reads.lazy.flatMap(\.files).flatMap(FilePlace.places(readFor:)))
    }

    func contains(_ path: String) -> Bool { FilePlace(of: path).map(places.contains) ?? false }
}

private struct Writes {
    /// The outputs by place. Devices, which may be anything, and files in folders that do not exist yet are not
    /// included.
    private(set) var byPlace: [FilePlace: Write] = [:]
    private(set) var conflict: ValidationError?

    init() {
        for write in [Write(.error), Write(.output)] { add(write) }
    }

    mutating func add(_ write: Write) {
        guard let place = write.place else { return }
        guard let other = byPlace.updateValue(write, forKey: place) else { return }
        // Several writers can share a stream, but replacing a file creates another one.
        guard other.isReplaced || write.isReplaced, conflict == nil else { return }
        conflict = write.refusal(beside: other)
    }
}

private struct Write {
    let name: String
    /// Nil for a standard stream.
    let path: String?
    /// Nil for a device, which may be anything.
    let place: FilePlace?
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
        (self.name, self.path, self.place, self.isReplaced) = (name, path, place, isReplaced)
    }

    func refusal(toReplace read: String, namedBy option: String) -> ValidationError {
        let found = read == FileAccess.standardInputName ? "standard input" : read.printable
        let named = path.map { $0.isExactly(read) ? name : "\(name) \($0.printable)" } ?? name
        return ValidationError("\(named) would replace \(found), which is an input (\(option)); name another file")
    }

    func refusal(beside other: Write) -> ValidationError {
        guard let path, let otherPath = other.path, name == other.name else {
            return ValidationError(
                "\(other.name) and \(name) are the same file, \((path ?? other.path ?? name).printable); name another")
        }
        return ValidationError(
            "\(name): \(otherPath.printable) and \(path.printable) are the same file, and both would be written; "
                + "remove the link, or name another folder")
    }

    func requireOutside(of folders: [NamedPath]) throws {
        guard let path else { return }
        for folder in folders
        where FileAccess.isBelow(path, folder: folder.path) || place == FilePlace(of: folder.path) {
            throw ValidationError(
                "\(name) is \(path.printable), in \(folder.option) \(folder.path.printable), which is an input; "
                    + "name another file")
        }
    }
}

extension String {
    var asFolderPrefix: String { utf8.last == UInt8(ascii: "/") ? self : self + "/" }
}
