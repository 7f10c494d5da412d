import ArgumentParser
import CaptureReports
import Platform

/// The captures a command works on.
struct CaptureInputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            Multipart bodies, folders with photo.jpg, depth.bin and metadata.json, hash-only bodies, case files, \
            folders of them (*.json, *.body and such folders), or - for standard input.
            """, valueName: "path"),
        completion: .file())
    var paths: [String]

    @Option(
        parsing: .unconditional,
        help: "The boundary of multipart bodies, as the request's Content-Type has it. [default: in their first line]")
    var boundary: String?

    func validate() throws {
        if paths.contains("") { throw ValidationError("a file name is empty") }
        if boundary == "" { throw ValidationError("--boundary is empty; expected that of the request's Content-Type") }
    }

    var reader: CaptureInputReader { CaptureInputReader(boundary: boundary) }

    /// What stands where files and folders were named.
    struct Found {
        /// The captures in order; folders of captures are replaced by what is in them.
        var paths: [String] = []
        /// Whether one result is expected at most.
        var isSingle: Bool
    }

    /// Looks the captures up.
    ///
    /// - Parameter others: files that are something else, though they stand in such a folder.
    func found(apartFrom others: [NamedPath] = []) -> Found {
        var found = Found(isSingle: paths.count == 1)
        let others = Set(others.compactMap { FilePlace(of: $0.path) })
        for path in paths {
            let isFolder = path != FileAccess.standardInputName && FileAccess.isFolder(path)
            guard isFolder, CaptureInputReader.partFiles(inFolder: path).isEmpty,
                let names = try? FileAccess.names(inFolder: path)
            else {
                found.paths.append(path)
                continue
            }
            let inside = names.map { "\(path.hasSuffix("/") ? String(path.dropLast()) : path)/\($0)" }
            let captures = inside.filter { Self.isCapture($0) && !(FilePlace(of: $0).map(others.contains) ?? false) }
            // A folder without captures is reported as what it is.
            found.paths += captures.isEmpty ? [path] : captures
            found.isSingle = false
        }
        return found
    }

    private static func isCapture(_ path: String) -> Bool {
        if FileAccess.isFolder(path) { return !CaptureInputReader.partFiles(inFolder: path).isEmpty }
        let name = path.lowercased()
        return FileAccess.isFile(path) && !path.lastPathPart.hasPrefix(".")
            && [".json", ".body"].contains(where: name.hasSuffix)
    }

    /// All files that are read: also those in folders, and those that cases name.
    ///
    /// - Parameter output: where results go; to a stream nothing else is looked up.
    func named(_ found: Found, besides output: Destination) -> [NamedPath] {
        found.paths.flatMap { path in
            guard path != FileAccess.standardInputName else { return [path] }
            if FileAccess.isFolder(path) { return CaptureInputReader.partFiles(inFolder: path) }
            return [path] + (output.file == nil ? [] : reader.files(ofCase: path))
        }.map { NamedPath(option: "<path>", path: $0) }
    }
}
