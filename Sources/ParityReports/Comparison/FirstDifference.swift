internal import DepthAnalysis

/// Where two analyses of a map part: the earliest whole number behind a measurement that differs.
package enum FirstDifference: Sendable, Hashable {
    /// This histogram bin holds another number of samples.
    case bin(Int, server: Int, client: Int)
    /// The histograms are equal, but this bin is a peak on one side only.
    case peak(bin: Int, isServers: Bool)
    /// Other numbers of pixels are edges.
    case edgeCount(server: Int, client: Int)

    /// Where the numbers of layers come from different histograms or peaks; nil where both are equal.
    static func ofLayers(_ server: SceneAnalysis, _ client: SceneAnalysis) -> FirstDifference? {
        for (bin, counts) in zip(server.histogramCounts, client.histogramCounts).enumerated()
        where counts.0 != counts.1 {
            return .bin(bin, server: counts.0, client: counts.1)
        }
        guard let bin = Set(server.peakBins).symmetricDifference(client.peakBins).min() else { return nil }
        return .peak(bin: bin, isServers: server.peakBins.contains(bin))
    }

    /// Whether other numbers of pixels are edges; nil where both are equal.
    static func ofEdges(_ server: SceneAnalysis, _ client: SceneAnalysis) -> FirstDifference? {
        server.edgeCount == client.edgeCount
            ? nil : .edgeCount(server: server.edgeCount, client: client.edgeCount)
    }
}
