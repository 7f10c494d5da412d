import Conformance
import DepthFiles
import Reports
import Support

/// Standard error that the shell redirects to a regular file, which may be one of the inputs: `2>> map.bin.gz`.
///
///     ErrorFile.holdMessages()
///     // Look up the inputs; OutputConflictGuard writes or drops the messages.
///     ErrorFile.finish()
///
/// Not even an error message is appended to an input. Messages are held until ``OutputConflictGuard`` knows all inputs.
enum ErrorFile {
    /// Holds messages if standard error is a regular file.
    static func holdMessages() {
        if case .file? = FilePlace(of: .error) { Terminal.holdErrors() }
    }

    /// Writes the messages of a command that ended before its inputs were known, such as wrong usage, unless the file
    /// may be an input. Call it when nothing more is written.
    static func finish() {
        guard Terminal.hasHeldErrors else { return }
        if Inputs(arguments: Array(Machine.arguments.dropFirst())).mayBeErrorFile {
            Terminal.dropErrors()
        } else {
            Terminal.releaseErrors()
        }
    }
}

/// The inputs that arguments may name, whether or not they parse.
private struct Inputs {
    let arguments: [String]
    private let place = FilePlace(of: .error)

    init(arguments: [String]) { self.arguments = arguments }

    var mayBeErrorFile: Bool {
        let named = arguments.flatMap(Self.paths)
        if isErrorFile("/dev/stdin") || named.contains(where: isErrorFile) { return true }
        // An empty file, as after `2> log`, has nothing to lose.
        guard (try? FileStatus(of: Terminal.Stream.error.rawValue).byteCount) != 0 else { return false }
        let paths = named + listed(by: "--files-from", Self.lines) + listed(by: "--manifest", Self.cells)
        return paths.contains { isErrorFile($0) || holdsErrorFile($0) } || isInGoldenSet(paths) || isInCase(paths)
    }

    /// Whether a path leads to the file, or to a member of it.
    private func isErrorFile(_ path: String) -> Bool { FilePlace(of: DepthArchive.file(readFor: path)) == place }

    /// The paths that an argument may contain: `FILE`, `--option=FILE` or `-oFILE`.
    private static func paths(in argument: String) -> [String] {
        let value = argument.firstIndex(of: "=").map { String(argument[argument.index(after: $0)...]) }
        let joined = argument.hasPrefix("-") ? String(argument.dropFirst(2)) : nil
        return [argument, value, joined].compactMap { $0 }
    }

    /// Whether the file is below a folder, under its own name, a link or a hard link.
    private func holdsErrorFile(_ folder: String) -> Bool {
        guard FileAccess.isFolder(folder) else { return false }
        if let path = FileAccess.resolved("/dev/stderr"), FileAccess.isBelow(path, folder: folder) { return true }
        let found = try? DepthFileList.files(below: folder, FileSelection(takesAll: true))
        return found?.files.contains(where: isErrorFile) ?? false
    }

    private func listed(by option: String, _ paths: (_ list: [UInt8], _ name: String) -> [String]) -> [String] {
        let behind = zip(arguments, arguments.dropFirst()).filter { $0.0 == option }.map(\.1)
        let joined = arguments.filter { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
        return (behind + joined).map { $0 == FileAccess.standardInputName ? "/dev/stdin" : $0 }
            .flatMap { paths((try? FileAccess.readFile($0, maximumByteCount: 1 << 30)) ?? [], $0) }
    }

    private static func lines(of list: [UInt8], named name: String) -> [String] { DepthFileList.paths(in: list) }

    /// Every cell, because the command may have ended on a malformed manifest.
    private static func cells(of manifest: [UInt8], named name: String) -> [String] {
        CSVRecords(manifest).joined().map { $0.isAbsolutePath ? $0 : name.folderPrefix + $0 }
    }

    private func isInGoldenSet(_ paths: [String]) -> Bool {
        guard arguments.first == "golden" else { return false }
        return (paths + [InstalledFolder.path(of: GoldenSetArgument.defaultPath)]).contains { path in
            // Read only the manifest: the command may have ended on a malformed set.
            let manifest = try? FileAccess.readFile("\(path)/\(Manifest.fileName)", maximumByteCount: 16 << 20)
            let fixtures = manifest.flatMap { try? JSONReader.read($0) }?["fixtures"]?.string
            return holdsErrorFile(path) || fixtures.map { holdsErrorFile("\(path)/\($0)") } ?? false
        }
    }

    private func isInCase(_ paths: [String]) -> Bool {
        guard arguments.first == "capture" else { return false }
        if ["check", "requests"].contains(arguments.dropFirst().first),
            holdsErrorFile(InstalledFolder.path(of: ConformanceSetArgument.defaultPath))
        {
            return true
        }
        let files = paths.flatMap { path in
            FileAccess.isFolder(path)
                ? ((try? FileAccess.names(inFolder: path)) ?? []).map { path.asFolderPrefix + $0 } : [path]
        }
        return files.filter(FileAccess.isFile)
            .contains { CaptureInputReader().files(ofCase: $0).contains(where: isErrorFile) }
    }
}
