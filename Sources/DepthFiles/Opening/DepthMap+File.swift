public import DepthAnalysis
import Support

extension DepthMap {
    /// Reads a depth file of any supported format, synchronously.
    ///
    ///     let map = try DepthMap(contentsOf: "room.bin.gz")
    ///
    /// The notes about how the file was read are dropped; ``DepthFileReader/read(_:)`` returns them.
    ///
    /// - Parameters:
    ///   - path: the file; symbolic links are followed.
    ///   - options: what the caller knows about the file. By default dimensions are inferred, as the capture server
    ///     does.
    /// - Throws: ``ReadingError`` if the file cannot be read or is not a depth map.
    public init(contentsOf path: String, options: ReadingOptions = ReadingOptions()) throws(ReadingError) {
        self = try DepthFileReader(options: options).open(contentsOf: path).decoded().map
    }

    /// Reads a depth file off the caller's actor, so that a main thread is not blocked.
    ///
    ///     let map = try await DepthMap.load(contentsOf: "room.bin.gz")
    ///
    /// This is not an overload of `init(contentsOf:options:)`, because in asynchronous code the compiler would prefer
    /// it.
    ///
    /// - Parameters:
    ///   - path: the file; symbolic links are followed.
    ///   - options: what the caller knows about the file. By default dimensions are inferred, as the capture server
    ///     does.
    /// - Throws: ``ReadingError`` if the file cannot be read or is not a depth map.
    @concurrent
    public static func load(
        contentsOf path: String, options: ReadingOptions = ReadingOptions()
    ) async throws(ReadingError) -> DepthMap {
        try DepthMap(contentsOf: path, options: options)
    }
}
