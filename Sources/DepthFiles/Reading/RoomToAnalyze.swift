package import DepthAnalysis
internal import Support

extension DepthMap {
    /// Calls `body`, which analyses the map with these analyzers, one after the other.
    ///
    ///     let analysis = try map.withRoomToAnalyze([analyzer], path: path) { analyzer.analyze(map) }
    ///
    /// - Throws: ``ReadingError``, without calling it, where there is too little memory: the file is told by its path.
    package func withRoomToAnalyze<Result>(
        _ analyzers: [DepthAnalyzer], path: String, _ body: () -> Result
    ) throws(ReadingError) -> Result {
        let byteCount = analyzers.map { $0.workingByteCount(for: self) }.max() ?? 0
        guard let result = Memory.withRoom(for: byteCount, freeing: byteCount, body) else {
            throw .inaccessible(FileAccessError(path, .notEnoughMemory(byteCount: byteCount)))
        }
        return result
    }
}
