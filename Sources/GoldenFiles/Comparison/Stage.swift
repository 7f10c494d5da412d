/// The steps of the analysis, in the order in which one builds on another: the first that diverged is where to look.
package enum Stage: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Bytes to samples, and the dimensions (specification §10).
    case decoding
    /// Which samples are valid (§3).
    case validity
    /// Mean, standard deviation, nearest and farthest (§4).
    case statistics
    /// Samples a bin (§5).
    case histogram
    /// Smoothing the histogram and finding its peaks (§5).
    case peaks
    /// Interior and edge pixels, and their coherence (§6).
    case gradient
    /// Median, the band around it, the screen pattern (§7).
    case screen
    /// The quadrants (§8).
    case quadrants
    /// The answer put together (§9).
    case verdict

    /// The order of the steps.
    package static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }

    /// The name in reports.
    package var name: String {
        switch self {
        case .decoding: "decoding"
        case .validity: "validity"
        case .statistics: "statistics"
        case .histogram: "histogram"
        case .peaks: "smoothing/peaks"
        case .gradient: "gradient"
        case .screen: "median/band"
        case .quadrants: "quadrant"
        case .verdict: "verdict"
        }
    }
}
