import Support
import Synchronization

/// A small file that an option names, such as one of parameters.
///
///     let bytes = try ArgumentFile.read("parameters.json")
///
/// It is read once, however often the arguments are looked at: a pipe can be read only once.
enum ArgumentFile {
    /// Such files are a few hundred bytes; a larger file is something else.
    private static let maximumByteCount = 1 << 20

    private static let known = Mutex<[ExactText: Result<[UInt8], FileAccessError>]>([:])

    /// - Throws: also for a file of more than 1 MiB.
    static func read(_ path: String) throws(FileAccessError) -> [UInt8] {
        let result = known.withLock { known in
            let result =
                known[ExactText(path)]
                ?? Result { () throws(FileAccessError) in
                    try FileAccess.read(path, maximumByteCount: maximumByteCount)
                }
            known[ExactText(path)] = result
            return result
        }
        return try result.get()
    }

    /// What is read of a file that an option names: `-` is a file of that name. Nothing for nil.
    static func named(_ path: String?, by option: String) -> [NamedPath] {
        path.map { [NamedPath(option: option, path: $0 == "-" ? "./-" : $0)] } ?? []
    }
}
