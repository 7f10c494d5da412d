package import DepthAnalysis

/// A comparison of a measurement with a threshold. The screen is made of four of them.
///
/// Source: specification §7 to §9.
package enum ParityCheck: String, CaseIterable, Sendable, Hashable {
    /// Standard deviation above its threshold.
    case standardDeviation = "standard_deviation"
    /// Layers enough.
    case layers
    /// Edge coherence above its threshold.
    case edgeCoherence = "edge_coherence"
    /// Depth range below a screen's.
    case screenRange = "screen_range"
    /// Uniformity above a screen's.
    case screenUniformity = "screen_uniformity"
    /// Mean depth at least a screen's.
    case screenNearest = "screen_nearest"
    /// Mean depth at most a screen's.
    case screenFarthest = "screen_farthest"
    /// Flattest quadrant above its threshold; only warns.
    case quadrant

    /// The name for a person.
    package var name: String {
        switch self {
        case .standardDeviation: "standard deviation"
        case .layers: "layers"
        case .edgeCoherence: "edge coherence"
        case .screenRange: "depth range"
        case .screenUniformity: "uniformity"
        case .screenNearest, .screenFarthest: "mean depth"
        case .quadrant: "flattest quadrant"
        }
    }

    /// How the value is compared with the threshold.
    package var comparison: String {
        switch self {
        case .standardDeviation, .edgeCoherence, .screenUniformity, .quadrant: ">"
        case .layers, .screenNearest: ">="
        case .screenRange: "<"
        case .screenFarthest: "<="
        }
    }

    /// The entry of ``SceneAnalysis/reasons`` the check decides or helps to decide; nil for the quadrants, which only warn.
    var reason: VerdictReason? {
        switch self {
        case .standardDeviation: .standardDeviation
        case .layers: .layers
        case .edgeCoherence: .edgeCoherence
        case .screenRange, .screenUniformity, .screenNearest, .screenFarthest: .screenLike
        case .quadrant: nil
        }
    }

    /// The check as one profile carried it out: value and threshold as its arithmetic has them.
    package func outcome(in analysis: SceneAnalysis, _ parameters: AnalysisParameters) -> CheckOutcome {
        let profile = analysis.profile
        let value: Double =
            switch self {
            case .standardDeviation: analysis.standardDeviation
            case .layers: Double(analysis.layerCount)
            case .edgeCoherence: analysis.edgeCoherence
            case .screenRange: profile.rounded(analysis.maximumDepth - analysis.minimumDepth)
            case .screenUniformity: analysis.uniformityRatio
            case .screenNearest, .screenFarthest: analysis.meanDepth
            case .quadrant: analysis.minimumQuadrantStandardDeviation
            }
        let constant: Double =
            switch self {
            case .standardDeviation: parameters.standardDeviationThreshold
            case .layers: Double(parameters.layerThreshold)
            case .edgeCoherence: parameters.coherenceThreshold
            case .screenRange: parameters.screenDepthRangeMaximum
            case .screenUniformity: parameters.screenUniformityThreshold
            case .screenNearest: parameters.screenDistanceMinimum
            case .screenFarthest: parameters.screenDistanceMaximum
            case .quadrant: parameters.quadrantStandardDeviationThreshold
            }
        let threshold = profile.rounded(constant)
        let holds =
            switch self {
            // Without a measured quadrant the check passes by rule, whatever number stands for "none".
            case .quadrant: analysis.quadrantPasses
            case .standardDeviation, .edgeCoherence, .screenUniformity: value > threshold
            case .layers, .screenNearest: value >= threshold
            case .screenRange: value < threshold
            case .screenFarthest: value <= threshold
            }
        return CheckOutcome(value: value, threshold: threshold, holds: holds)
    }
}

/// One check of one profile.
package struct CheckOutcome: Sendable, Hashable {
    /// What was measured.
    package let value: Double
    /// What it was compared with: the client's is the server's rounded to f32.
    package let threshold: Double
    /// Whether the comparison holds.
    package let holds: Bool
}

extension AnalysisProfile {
    /// An f64 number as this profile has it. A difference of two f32 numbers is exact in f64 before it is rounded here, for
    /// their exponents are at most 8 apart; so it is the difference f32 subtraction gives.
    func rounded(_ number: Double) -> Double {
        switch self {
        case .server: number
        case .client: Double(Float(number))
        }
    }
}
