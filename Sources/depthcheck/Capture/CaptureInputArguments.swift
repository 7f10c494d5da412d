import ArgumentParser
import DepthFiles
import Reports
import Support

struct CaptureInputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            Multipart bodies, hash-only bodies, case files, folders with photo.jpg, depth.bin and metadata.json, \
            folders of any of these (*.json, *.body), or - for standard input.
            """, valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the paths in this file, one per line or separated by NUL; - is standard input.", valueName: "list"),
        completion: .file())
    var filesFrom: String?

    @Option(
        parsing: .unconditional,
        help: "The boundary of multipart bodies, from the Content-Type of the request. [default: from their first line]"
    )
    var boundary: String?

    func requirePaths() throws {
        if paths.isEmpty, filesFrom == nil {
            throw ValidationError("found no captures; expected files, folders, - or --files-from")
        }
    }

    func validate() throws {
        if paths.contains("") { throw ValidationError("found an empty file name; expected a file or a folder") }
        if paths.count(where: { $0 == FileAccess.standardInputName }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
    }

    struct ResolvedCaptures {
        var inputs: [DepthFileInput] = []
        var isSingle: Bool
        /// Files with other uses, such as options, which are not captures even in a folder of captures.
        fileprivate let others: Set<FilePlace>
    }

    /// Resolves the captures.
    func resolved(excluding others: [NamedPath] = []) throws -> ResolvedCaptures {
        var found = ResolvedCaptures(
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

    /// All files that are read, including those in folders, those that cases name, and the list.
    func named(_ found: ResolvedCaptures, besides outputs: [Destination]) -> [NamedPath] {
        let isFileWritten =
            outputs.contains { $0.file != nil }
            || [Terminal.Stream.output, .error].contains { if case .file? = FilePlace(of: $0) { true } else { false } }
        let list = filesFrom.map { [NamedPath(option: "--files-from", path: $0)] } ?? []
        let paths = found.inputs.compactMap { if case .path(let path) = $0 { path } else { nil } }
        return list
            + paths.flatMap { path in
                guard path != FileAccess.standardInputName else { return [path] }
                if FileAccess.isFolder(path) { return CaptureInputReader.partFiles(inFolder: path) }
                return [path] + (isFileWritten ? CaptureInputReader().files(ofCase: path) : [])
            }.map { NamedPath(option: "<path>", path: $0) }
    }
}

extension CaptureInputArguments.ResolvedCaptures {
    /// Whether all inputs are case files, as far as this is known before reading them.
    func areAllCases(_ reader: CaptureInputReader) -> Bool {
        inputs.allSatisfy { if case .path(let path) = $0 { reader.isCase(path) ?? true } else { true } }
    }

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
            let candidates = inside.filter { !(FilePlace(of: $0).map(others.contains) ?? false) }
            let captures = candidates.filter(Self.isCapture)
            // A folder without captures is an input itself, so that it is reported.
            inputs += (captures.isEmpty ? [path] : captures).map { .path($0) }
            if !captures.isEmpty {
                Self.report(skipped: candidates.filter { !captures.contains($0) }, of: captures, in: path)
            }
        } catch {
            inputs.append(.failure(error))
        }
    }

    private static func report(skipped others: [String], of captures: [String], in folder: String) {
        guard !others.isEmpty else { return }
        let named = Set(captures.flatMap { CaptureInputReader().files(ofCase: $0) })
        let skipped = others.filter { !$0.lastPathPart.hasPrefix(".") && !named.contains($0) }.map(\.lastPathPart)
        guard !skipped.isEmpty else { return }
        let names = skipped.prefix(5).map(\.printable).joined(separator: ", ") + (skipped.count > 5 ? ", …" : "")
        Terminal.report(
            "skipped \(skipped.count) of \(skipped.count + captures.count) files and folders in \(folder.printable) "
                + "(\(names)); captures in it are *.json, *.body and folders of parts")
    }

    /// Whether a path in a folder of captures is a capture. One part without the other parts is not.
    private static func isCapture(_ path: String) -> Bool {
        if FileAccess.isFolder(path) { return !CaptureInputReader.partFiles(inFolder: path).isEmpty }
        let name = path.lowercased()
        return FileAccess.isFile(path) && !path.lastPathPart.hasPrefix(".")
            && !CaptureInputReader.isPart(path.lastPathPart)
            && [".json", ".body"].contains(where: name.hasSuffix)
    }
}
