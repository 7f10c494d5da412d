import ArgumentParser
import DepthFiles
import Support

/// A list of paths, separated by newlines or NUL.
///
///     let paths = try PathList.read("list.txt")
enum PathList {
    /// Enough for ``maximumPaths`` paths of a hundred characters.
    private static let maximumByteCount = 1 << 30
    private static let maximumPaths = 10_000_000
    /// The memory that a path needs until its file is processed, in addition to the bytes of the path.
    private static let bytesPerPath = 200

    /// The paths in a list, or the error that prevents reading it. Checks that there is memory for the paths and
    /// their inputs.
    ///
    /// - Throws: `ValidationError` for a list that is too long.
    static func read(_ name: String) throws -> Result<[String], FileAccessError> {
        let list: [UInt8]
        do throws(FileAccessError) {
            list = try FileAccess.readNamed(name, maximumByteCount: maximumByteCount)
        } catch {
            return .failure(error)
        }
        let most = DepthFileList.maximumPaths(in: list)
        guard most <= maximumPaths else {
            throw ValidationError(
                "\(name.printable): found \(most) lines; expected at most \(maximumPaths); split the list")
        }
        let byteCount = most * bytesPerPath + 2 * list.count
        guard Memory.hasRoom(for: byteCount) else {
            return .failure(FileAccessError(name, .notEnoughMemory(byteCount: byteCount)))
        }
        let paths = DepthFileList.paths(in: list)
        return paths.isEmpty ? .failure(FileAccessError(name, .emptyList)) : .success(paths)
    }
}
