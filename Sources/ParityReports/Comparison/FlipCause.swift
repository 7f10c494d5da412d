internal import DepthAnalysis

/// What makes a check come out differently in f32 and f64.
package enum FlipCause: String, CaseIterable, Sendable, Hashable {
    /// Samples on the edge of a histogram bin fall to its other side.
    case binEdges = "bin_edges"
    /// The histograms are equal, but a bin at the prominence threshold is above it on one side only.
    case prominence
    /// The standard deviation lies at its threshold, and the last bits decide.
    case deviationRounding = "deviation_rounding"
    /// The f32 sums of many samples lose so many bits that the standard deviation is off by more than was promised.
    case lostBits = "lost_bits"
    /// Gradients lie at the edge threshold, so that other pixels are edges.
    case gradientThreshold = "gradient_threshold"
    /// The same edges were counted, but their coherence lies at its threshold, and the last bits decide.
    case coherenceRounding = "coherence_rounding"
    /// The depth range lies at a screen's.
    case screenRange = "screen_range"
    /// The uniformity lies at a screen's.
    case screenUniformity = "screen_uniformity"
    /// The mean depth lies at one of a screen's.
    case screenMean = "screen_mean"
    /// The standard deviation of a quadrant lies at the threshold of the warning.
    case quadrantRounding = "quadrant_rounding"

    /// Whether the cause can change a verdict with the server's constants.
    ///
    /// A screen's depths span less than 0.15 m, so their standard deviation is below 0.075 m and the verdict is `fail`
    /// whatever the screen check says; the quadrant check only warns.
    package var canFlipVerdict: Bool {
        switch self {
        case .binEdges, .prominence, .deviationRounding, .lostBits, .gradientThreshold, .coherenceRounding: true
        case .screenRange, .screenUniformity, .screenMean, .quadrantRounding: false
        }
    }

    /// The cause of a check that comes out differently.
    init(of check: Check, _ server: SceneAnalysis, _ client: SceneAnalysis) {
        self =
            switch check {
            case .standardDeviation:
                ParityPromise.standardDeviation.isKept(server, client) ? .deviationRounding : .lostBits
            case .layers: server.histogramCounts == client.histogramCounts ? .prominence : .binEdges
            case .edgeCoherence: server.edgeCount == client.edgeCount ? .coherenceRounding : .gradientThreshold
            case .screenRange: .screenRange
            case .screenUniformity: .screenUniformity
            case .screenNearest, .screenFarthest: .screenMean
            case .quadrant: .quadrantRounding
            }
    }
}
