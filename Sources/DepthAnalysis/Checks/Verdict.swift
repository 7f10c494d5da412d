extension SceneAnalysis {
    /// The verdict of an analysis.
    ///
    /// Source: specification §9.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Likely a real three-dimensional scene.
        case pass
        /// Likely not a real scene.
        case fail
        /// The map could not be read or analysed.
        case unavailable
    }
}

/// A failed check, or the reason why there is no verdict.
///
///     print(analysis.reasons)     // [the depths vary too little, too few layers]
public enum VerdictReason: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The standard deviation is not above its threshold.
    case standardDeviation = "standard_deviation"
    /// There are fewer layers than the threshold.
    case layers
    /// The edge coherence is not above its threshold.
    case edgeCoherence = "edge_coherence"
    /// The map looks like a screen.
    case screenLike = "screen_like"
    /// The map has no samples.
    case noSamples = "no_samples"
    /// No sample is valid.
    case noValidSample = "no_valid_sample"
    /// The client does not analyse maps with a side below 3 samples.
    case mapTooSmall = "map_too_small"
    /// The file could not be read as a depth map.
    case unreadable

    /// The reason in words; its name in JSON is the raw value.
    public var description: String {
        switch self {
        case .standardDeviation: "the depths vary too little"
        case .layers: "too few layers"
        case .edgeCoherence: "too few depth edges"
        case .screenLike: "looks like a screen"
        case .noSamples: "there are no samples"
        case .noValidSample: "no sample is valid"
        case .mapTooSmall: "a side is below 3 samples, the client's minimum"
        case .unreadable: "the file could not be read as a depth map"
        }
    }
}

extension SceneMeasurements {
    /// The failed checks, in the order of the specification; empty for a real scene. The quadrant check only warns,
    /// so it is never included.
    func reasonsAgainstRealScene(_ parameters: AnalysisParameters) -> [VerdictReason] {
        var reasons: [VerdictReason] = []
        if !(statistics.standardDeviation > Scalar(parameters.standardDeviationThreshold)) {
            reasons.append(.standardDeviation)
        }
        if !(layers.count >= parameters.layerThreshold) { reasons.append(.layers) }
        if !(edges.value > Scalar(parameters.coherenceThreshold)) { reasons.append(.edgeCoherence) }
        if screen.isScreenLike { reasons.append(.screenLike) }
        return reasons
    }
}
