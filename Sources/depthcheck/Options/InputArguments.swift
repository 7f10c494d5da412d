import ArgumentParser
import DepthFiles
import Platform

/// The files a command works on.
struct InputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Depth files, folders of them, or - for standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with one path a line (or separated by NUL), or - for standard input.", valueName: "list"),
        completion: .file())
    var filesFrom: String?

    /// Lists of paths may be long: ten million of a hundred letters.
    private static let maximumListByteCount = 1 << 30

    func validate() throws {
        if files.contains("") { throw ValidationError("a file name is empty") }
        let readers = files.filter { $0 == "-" }.count + (filesFrom == "-" ? 1 : 0)
        if readers > 1 { throw ValidationError("standard input can be read only once") }
    }

    /// Whether nothing was named.
    var isEmpty: Bool { files.isEmpty && filesFrom == nil }

    /// Makes it wrong usage to name nothing. For the `validate` of a command that cannot do without files.
    func requireSome() throws {
        if isEmpty { throw ValidationError("no file was named; expected files, folders, - or --files-from") }
    }

    /// The inputs in order, folders replaced by the depth files below them.
    var inputs: [DepthFileInput] {
        var inputs = files.flatMap(Self.expand)
        if let filesFrom {
            do throws(FileAccessError) {
                let list = try FileAccess.readNamed(filesFrom, maximumByteCount: Self.maximumListByteCount)
                let paths = DepthFileList.paths(in: list)
                if paths.isEmpty { throw FileAccessError(filesFrom, .emptyList) }
                inputs += paths.flatMap(Self.expand)
            } catch {
                inputs.append(.failure(error))
            }
        }
        return inputs
    }

    /// Whether one result is expected at most: one file that is named itself.
    var isSingleFile: Bool {
        filesFrom == nil && files.count == 1 && !FileAccess.isFolder(files[0])
    }

    private static func expand(_ path: String) -> [DepthFileInput] {
        guard FileAccess.isFolder(path) else { return [.success(path)] }
        do throws(FileAccessError) {
            let found = try DepthFileList.files(below: path)
            return found.files.map { .success($0) } + found.failures.map { .failure($0) }
        } catch {
            return [.failure(error)]
        }
    }
}
