import Platform
import Synchronization

/// A small file that an option names, such as one of parameters.
///
///     let bytes = try ArgumentFile.read("parameters.json")
///
/// It is read once, however often the arguments are looked at: a pipe can be read only once.
enum ArgumentFile {
    /// Such files are a few hundred bytes; a larger file is something else.
    private static let maximumByteCount = 1 << 20

    private static let known = Mutex<[String: [UInt8]]>([:])

    /// - Throws: also for a file of more than 1 MiB.
    static func read(_ path: String) throws(FileAccessError) -> [UInt8] {
        if let bytes = known.withLock({ $0[path] }) { return bytes }
        let bytes = try FileAccess.read(path, maximumByteCount: maximumByteCount)
        known.withLock { $0[path] = bytes }
        return bytes
    }
}
