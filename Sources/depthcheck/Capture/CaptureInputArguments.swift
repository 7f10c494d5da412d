import ArgumentParser
import CaptureReports
import DepthFiles
import Support

/// The captures a command works on.
struct CaptureInputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            Multipart bodies, folders with photo.jpg, depth.bin and metadata.json, hash-only bodies, case files, \
            folders of them (*.json, *.body and such folders), or - for standard input.
            """, valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with one path a line (or separated by NUL), or - for standard input.", valueName: "list"),
        completion: .file())
    var filesFrom: String?

    @Option(
        parsing: .unconditional,
        help: "The boundary of multipart bodies, as the request's Content-Type has it. [default: in their first line]")
    var boundary: String?

    func validate() throws {
        if paths.isEmpty, filesFrom == nil {
            throw ValidationError("no capture was named; expected files, folders, - or --files-from")
        }
        if paths.contains("") { throw ValidationError("a file name is empty") }
        if paths.count(where: { $0 == FileAccess.standardInputName }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
        if boundary == "" { throw ValidationError("--boundary is empty; expected that of the request's Content-Type") }
    }

    var reader: CaptureInputReader { CaptureInputReader(boundary: boundary) }

    /// What stands where files and folders were named.
    struct Found {
        /// The captures in order; folders of captures are replaced by what is in them.
        var inputs: [DepthFileInput] = []
        /// Whether one result is expected at most.
        var isSingle: Bool
        /// Files that are something else, though they stand in such a folder.
        fileprivate let others: Set<FilePlace>
    }

    /// Looks the captures up.
    ///
    /// - Parameter others: files that are something else, though they stand in such a folder.
    /// - Throws: `ValidationError` for a list that is too long.
    func found(apartFrom others: [NamedPath] = []) throws -> Found {
        var found = Found(
            isSingle: filesFrom == nil && paths.count == 1, others: Set(others.compactMap { FilePlace(of: $0.path) }))
        for path in paths { found.add(path) }
        if let filesFrom {
            switch try PathList.read(filesFrom) {
            case .success(let paths): for path in paths { found.add(path) }
            case .failure(let error): found.inputs.append(.failure(error))
            }
        }
        return found
    }

    /// All files that are read: also those in folders, those that cases name, and the list.
    ///
    /// - Parameter outputs: what is written; files that cases name are looked up only if something goes to a file.
    func named(_ found: Found, besides outputs: [Destination]) -> [NamedPath] {
        let isFileWritten =
            outputs.contains { $0.file != nil }
            || [Terminal.Stream.output, .error].contains { if case .file? = FilePlace(of: $0) { true } else { false } }
        let list = filesFrom.map { [NamedPath(option: "--files-from", path: $0)] } ?? []
        let paths = found.inputs.compactMap { if case .path(let path) = $0 { path } else { nil } }
        return list
            + paths.flatMap { path in
                guard path != FileAccess.standardInputName else { return [path] }
                if FileAccess.isFolder(path) { return CaptureInputReader.partFiles(inFolder: path) }
                return [path] + (isFileWritten ? reader.files(ofCase: path) : [])
            }.map { NamedPath(option: "<path>", path: $0) }
    }
}

extension CaptureInputArguments.Found {
    /// Whether no input but case files is among them, as far as that can be known before they are judged.
    func areAllCases(_ reader: CaptureInputReader) -> Bool {
        inputs.allSatisfy { if case .path(let path) = $0 { reader.isCase(path) ?? true } else { true } }
    }

    /// Adds a capture, or those in a folder.
    fileprivate mutating func add(_ path: String) {
        let isFolder = path != FileAccess.standardInputName && FileAccess.isFolder(path)
        guard isFolder, CaptureInputReader.partFiles(inFolder: path).isEmpty else {
            inputs.append(.path(path))
            return
        }
        isSingle = false
        do throws(FileAccessError) {
            let names = try FileAccess.names(inFolder: path)
            let inside = names.map { "\(path.hasSuffix("/") ? String(path.dropLast()) : path)/\($0)" }
            let captures = inside.filter { Self.isCapture($0) && !(FilePlace(of: $0).map(others.contains) ?? false) }
            // A folder without captures is reported as what it is.
            inputs += (captures.isEmpty ? [path] : captures).map { .path($0) }
        } catch {
            inputs.append(.failure(error))
        }
    }

    private static func isCapture(_ path: String) -> Bool {
        if FileAccess.isFolder(path) { return !CaptureInputReader.partFiles(inFolder: path).isEmpty }
        let name = path.lowercased()
        return FileAccess.isFile(path) && !path.lastPathPart.hasPrefix(".")
            && [".json", ".body"].contains(where: name.hasSuffix)
    }
}
