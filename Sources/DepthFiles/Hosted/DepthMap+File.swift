public import DepthAnalysis
import Platform

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
        self = try Self.read(path, options)
    }

    /// Reads a depth file away from the caller's actor, so that a main thread goes on meanwhile.
    ///
    ///     let map = try await DepthMap(contentsOf: "room.bin.gz")
    ///
    /// - Parameters:
    ///   - path: the file; symbolic links are followed.
    ///   - options: what is known about it. By default dimensions are inferred, as the capture server does.
    /// - Throws: ``ReadingError``: the file cannot be read, or is no depth map.
    @concurrent
    public init(contentsOf path: String, options: ReadingOptions = ReadingOptions()) async throws(ReadingError) {
        self = try Self.read(path, options)
    }

    private static func read(_ path: String, _ options: ReadingOptions) throws(ReadingError) -> DepthMap {
        try DepthFileReader(options: options).open(contentsOf: path).decoded().map
    }
}
