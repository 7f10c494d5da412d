import Support
import Synchronization

/// A small file that an option names, such as a parameter file.
///
///     let bytes = try ArgumentFile.read("parameters.json")
///
/// The contents are cached: arguments may be validated several times, but a pipe can be read only once.
enum ArgumentFile {
    /// Such files have a few hundred bytes; a much larger file is something else.
    static let maximumByteCount = 1 << 20

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

    /// The file that an option names, where `-` is a regular file name. Empty for nil.
    static func named(_ path: String?, by option: String) -> [NamedPath] {
        path.map { [NamedPath(option: option, path: $0 == "-" ? "./-" : $0)] } ?? []
    }
}
