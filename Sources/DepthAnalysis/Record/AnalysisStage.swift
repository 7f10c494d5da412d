/// The steps of the analysis, in order of dependency: the first step that diverges is the one to investigate.
public enum AnalysisStage: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Samples and dimensions from bytes (specification §10).
    case decoding
    /// Valid samples (§3).
    case validity
    /// Mean, standard deviation, nearest and farthest sample (§4).
    case statistics
    /// Samples per bin (§5).
    case histogram
    /// Smoothed histogram and its peaks (§5).
    case peaks = "smoothing/peaks"
    /// Interior and edge pixels, and their coherence (§6).
    case gradient
    /// Median, screen band and screen pattern (§7).
    case screen = "median/band"
    /// The quadrants (§8).
    case quadrants = "quadrant"
    /// The verdict (§9).
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
