/// Every constant of the analysis, with the server's values as default.
///
///     var parameters = AnalysisParameters()
///     parameters.coherenceThreshold = 0.2
///     let analyzer = try DepthAnalyzer(parameters: parameters)
///
/// A parameter is stored as the server stores it: the valid range as `Float`, the rest as `Double`. The client profile
/// rounds each to `Float` before use, which gives its literals. Names here say what a number is; the keys of the
/// JSON form (``AnalysisParameters/Key``) are the server's.
///
/// Source: specification §2.
public struct AnalysisParameters: Sendable, Hashable {
    /// Valid depths in metres. A centre sample is valid with both ends included, a neighbour only above the lower end.
    public var validRange = ValidRange.standard
    /// Bins of the depth histogram.
    public var histogramBinCount = 50
    /// A layer is a bin above this share of the tallest smoothed bin.
    public var peakProminenceRatio = 0.05
    /// An edge is a pixel whose gradient is above this, in metres per pixel.
    public var gradientThreshold = 0.1
    /// The gain g of the coherence `1 - exp(-g * r)` of an edge share r.
    public var edgeGain = 30.0
    /// A screen's depths span less than this, in metres.
    public var screenDepthRangeMaximum = 0.15
    /// Samples closer to the median than this, in metres, are uniform.
    public var screenBand = 0.05
    /// A screen's share of uniform samples is above this.
    public var screenUniformityThreshold = 0.85
    /// A screen's mean depth is at least this, in metres.
    public var screenDistanceMinimum = 0.2
    /// A screen's mean depth is at most this, in metres.
    public var screenDistanceMaximum = 1.5
    /// The quadrant check passes when every quadrant's standard deviation is above this, in metres.
    public var quadrantStandardDeviationThreshold = 0.1
    /// A quadrant with fewer valid samples is skipped.
    public var quadrantMinimumSampleCount = 10
    /// A real scene's standard deviation is above this, in metres.
    public var standardDeviationThreshold = 0.5
    /// A real scene has at least this many layers.
    public var layerThreshold = 3
    /// A real scene's edge coherence is above this.
    public var coherenceThreshold = 0.3

    /// The server's values.
    public init() {}

    /// The server's values.
    public static let standard = AnalysisParameters()
}

/// Why a set of parameters cannot be used.
public enum ParameterError: Error, Hashable, CustomStringConvertible {
    /// A key that is no parameter.
    case unknownKey(String)
    /// A value of another JSON type than the parameter's.
    case wrongType(AnalysisParameters.Key, expected: String)
    /// A value without meaning for its parameter.
    case outOfRange(AnalysisParameters.Key, found: String, expected: String)

    /// What was found, what was expected and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let key):
            let known = AnalysisParameters.Key.allCases.map { $0.rawValue }.joined(separator: ", ")
            return "found the key \"\(key)\"; expected only \(known); correct or remove it"
        case .wrongType(let key, let expected):
            return "found a value of another type for \(key.rawValue); expected \(expected); correct it"
        case .outOfRange(let key, let found, let expected):
            return "found \(found) for \(key.rawValue); expected \(expected); correct it"
        }
    }
}
