package import DepthAnalysis
internal import Support

extension OpenedDepthFile {
    /// Calls `body`, which allocates `byteCount` bytes, once the byte budget has them. The reservation for the file
    /// itself is kept meanwhile.
    package func reserving<Result>(_ byteCount: Int, _ body: () -> Result) -> Result {
        withExtendedLifetime(reservation) {
            reservation?.reserve(byteCount)
            defer { reservation?.release(byteCount) }
            return body()
        }
    }

    /// Calls `body`, which analyses a map of the file with each of these analyzers in turn.
    ///
    ///     let analysis = file.reserving([analyzer], for: map) { analyzer.analyze(map) }
    package func reserving<Result>(
        _ analyzers: [DepthAnalyzer], for map: DepthMap, _ body: () -> Result
    ) -> Result {
        reserving(analyzers.map { $0.workingByteCount(for: map) }.max() ?? 0, body)
    }
}
