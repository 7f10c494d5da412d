public import DepthAnalysis
import Support

extension DepthMap {
    /// Reads a depth file, whatever its format, and returns when done.
    ///
    ///     let map = try DepthMap(contentsOf: "room.bin.gz")
    ///
    /// What a reader of the map should know of how it was found is left out; ``DepthFileReader/read(_:)`` tells.
    ///
    /// - Parameters:
    ///   - path: the file; symbolic links are followed.
    ///   - options: what is known about it. By default dimensions are inferred, as the capture server does.
    /// - Throws: ``ReadingError``: the file cannot be read, or is no depth map.
    public init(contentsOf path: String, options: ReadingOptions = ReadingOptions()) throws(ReadingError) {
        self = try DepthFileReader(options: options).open(contentsOf: path).decoded().map
    }

    /// Reads a depth file away from the caller's actor, so that a main thread goes on meanwhile.
    ///
    ///     let map = try await DepthMap.load(contentsOf: "room.bin.gz")
    ///
    /// Not an overload of `init(contentsOf:options:)`: in asynchronous code the compiler would take it for every call
    /// of that.
    ///
    /// - Parameters:
    ///   - path: the file; symbolic links are followed.
    ///   - options: what is known about it. By default dimensions are inferred, as the capture server does.
    /// - Throws: ``ReadingError``: the file cannot be read, or is no depth map.
    @concurrent
    public static func load(
        contentsOf path: String, options: ReadingOptions = ReadingOptions()
    ) async throws(ReadingError) -> DepthMap {
        try DepthMap(contentsOf: path, options: options)
    }
}
