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

    private enum Outcome {
        case read([UInt8])
        case failed(FileAccessError)
    }

    private static let known = Mutex<[(path: String, outcome: Outcome)]>([])

    /// - Throws: also for a file of more than 1 MiB.
    static func read(_ path: String) throws(FileAccessError) -> [UInt8] {
        let outcome = known.withLock { known in
            if let before = known.first(where: { $0.path.isExactly(path) }) { return before.outcome }
            let outcome = opened(path)
            known.append((path, outcome))
            return outcome
        }
        switch outcome {
        case .read(let bytes): return bytes
        case .failed(let error): throw error
        }
    }

    /// What is read of a file that an option names: `-` is a file of that name. Nothing for nil.
    static func named(_ path: String?, by option: String) -> [NamedPath] {
        path.map { [NamedPath(option: option, path: $0 == "-" ? "./-" : $0)] } ?? []
    }

    private static func opened(_ path: String) -> Outcome {
        do throws(FileAccessError) {
            return .read(try FileAccess.read(path, maximumByteCount: maximumByteCount))
        } catch {
            return .failed(error)
        }
    }
}
