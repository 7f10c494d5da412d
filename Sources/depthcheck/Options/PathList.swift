import ArgumentParser
import DepthFiles
import Support

/// A file with one path a line, or separated by NUL.
///
///     let paths = try PathList.read("list.txt")
enum PathList {
    /// Lists of paths may be long: as many as ``mostPaths``, of a hundred letters.
    private static let maximumByteCount = 1 << 30
    /// Paths in a list. A file of whom nothing is wanted but a line of output is worth the memory of its path.
    private static let mostPaths = 10_000_000
    /// What a path takes until its file was worked on, besides its own bytes.
    private static let byteCountOfPath = 200

    /// The paths in a list, where there is memory for them and for what is made of them; or why there are none.
    ///
    /// - Throws: `ValidationError` for a list that is too long.
    static func read(_ name: String) throws -> Result<[String], FileAccessError> {
        let list: [UInt8]
        do throws(FileAccessError) {
            list = try FileAccess.readNamed(name, maximumByteCount: maximumByteCount)
        } catch {
            return .failure(error)
        }
        let most = DepthFileList.mostPaths(in: list)
        guard most <= mostPaths else {
            throw ValidationError(
                "--files-from is a list of \(most) lines; expected at most \(mostPaths); split it")
        }
        let byteCount = most * byteCountOfPath + 2 * list.count
        guard Memory.hasRoom(for: byteCount) else {
            return .failure(FileAccessError(name, .notEnoughMemory(byteCount: byteCount)))
        }
        let paths = DepthFileList.paths(in: list)
        return paths.isEmpty ? .failure(FileAccessError(name, .emptyList)) : .success(paths)
    }
}
