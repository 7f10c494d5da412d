/// All constants of the analysis, with the server's values as defaults.
///
///     var parameters = AnalysisParameters()
///     parameters.coherenceThreshold = 0.2
///     let analyzer = try DepthAnalyzer(parameters: parameters)
///
/// Types match the server's: the valid range is `Float`, all other real numbers are `Double`. The client profile
/// rounds each to `Float` before use, which yields the client's literals. Property names describe the number; JSON
/// keys (``AnalysisParameters/Key``) are the server's.
///
/// Source: specification §2.
public struct AnalysisParameters: Sendable, Hashable {
    /// Valid depths in metres. A centre sample may equal either end; a neighbour must be above the lower end.
    public var validRange = ValidRange.standard
    /// The number of bins of the depth histogram.
    public var histogramBinCount = 50
    /// A layer is a peak above this share of the tallest smoothed bin.
    public var peakProminenceRatio = 0.05
    /// An edge is a pixel whose gradient is above this, in metres per pixel.
    public var gradientThreshold = 0.1
    /// The gain g of the coherence `1 - exp(-g * r)` for an edge share r.
    public var edgeGain = 30.0
    /// The depths of a screen span less than this, in metres.
    public var screenDepthRangeMaximum = 0.15
    /// Samples closer to the median than this, in metres, are uniform.
    public var screenBand = 0.05
    /// A screen's share of uniform samples is above this.
    public var screenUniformityThreshold = 0.85
    /// The mean depth of a screen is at least this, in metres.
    public var screenDistanceMinimum = 0.2
    /// The mean depth of a screen is at most this, in metres.
    public var screenDistanceMaximum = 1.5
    /// The quadrant check passes if every measured quadrant's standard deviation is above this, in metres.
    public var quadrantStandardDeviationThreshold = 0.1
    /// A quadrant with fewer valid samples is skipped.
    public var quadrantMinimumSampleCount = 10
    /// A real scene's standard deviation is above this, in metres.
    public var standardDeviationThreshold = 0.5
    /// A real scene has at least this many layers.
    public var layerThreshold = 3
    /// A real scene's edge coherence is above this.
    public var coherenceThreshold = 0.3

    /// Creates parameters with the server's values.
    public init() {}

    /// The server's values.
    public static let standard = AnalysisParameters()

    /// The only member of a parameter file that is not a parameter: the provenance of tuned parameters.
    package static let tuningMember = "tuning"
}

/// A reason why parameters cannot be used.
public enum AnalysisParameterError: Error, Hashable, CustomStringConvertible {
    /// The key is not a parameter.
    case unknownKey(String)
    /// The value has another JSON type than the parameter.
    case wrongType(AnalysisParameters.Key, expected: String)
    /// The value is outside the parameter's allowed range.
    case outOfRange(AnalysisParameters.Key, found: String, expected: String)

    /// Describes what was found, what was expected and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let key):
            let known = AnalysisParameters.Key.allCases.map { $0.rawValue }.joined(separator: ", ")
            return "found the key \"\(key)\"; expected only \(known); correct or remove it"
        case .wrongType(let key, let expected):
            return "found a value of the wrong type for \(key.rawValue); expected \(expected); correct it"
        case .outOfRange(let key, let found, let expected):
            return "found \(found) for \(key.rawValue); expected \(expected); correct it"
        }
    }
}
