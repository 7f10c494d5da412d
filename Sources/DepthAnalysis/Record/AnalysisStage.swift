/// The steps of the analysis, in the order in which one builds on another: the first that diverged is where to look.
public enum AnalysisStage: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Bytes to samples, and the dimensions (specification §10).
    case decoding
    /// Which samples are valid (§3).
    case validity
    /// Mean, standard deviation, nearest and farthest (§4).
    case statistics
    /// Samples a bin (§5).
    case histogram
    /// Smoothing the histogram and finding its peaks (§5).
    case peaks = "smoothing/peaks"
    /// Interior and edge pixels, and their coherence (§6).
    case gradient
    /// Median, the band around it, the screen pattern (§7).
    case screen = "median/band"
    /// The quadrants (§8).
    case quadrants = "quadrant"
    /// The answer put together (§9).
    case verdict

    /// The name in reports.
    public var name: String { rawValue }

    /// The order of the steps.
    public static func < (left: AnalysisStage, right: AnalysisStage) -> Bool { left.place < right.place }

    private var place: Int {
        switch self {
        case .decoding: 0
        case .validity: 1
        case .statistics: 2
        case .histogram: 3
        case .peaks: 4
        case .gradient: 5
        case .screen: 6
        case .quadrants: 7
        case .verdict: 8
        }
    }
}
