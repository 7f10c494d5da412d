/// Every constant of the analysis, with the server's values as default.
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

extension AnalysisParameters {
    /// The parameters' names in JSON: the server's for its 13 named constants, ours for the three it leaves unnamed
    /// (`edgeGain`, `screenBand`, `quadrantMinimum`).
    public enum Key: String, CaseIterable, Sendable {
        /// ``AnalysisParameters/validRange``, nearest.
        case minValidDepth
        /// ``AnalysisParameters/validRange``, farthest.
        case maxValidDepth
        /// ``AnalysisParameters/histogramBinCount``
        case histogramBins
        /// ``AnalysisParameters/peakProminenceRatio``
        case peakProminenceRatio
        /// ``AnalysisParameters/gradientThreshold``
        case gradientThreshold
        /// ``AnalysisParameters/edgeGain``
        case edgeGain
        /// ``AnalysisParameters/screenDepthRangeMaximum``
        case screenDepthRangeMax
        /// ``AnalysisParameters/screenBand``
        case screenBand
        /// ``AnalysisParameters/screenUniformityThreshold``
        case screenUniformityThreshold
        /// ``AnalysisParameters/screenDistanceMinimum``
        case screenDistanceMin
        /// ``AnalysisParameters/screenDistanceMaximum``
        case screenDistanceMax
        /// ``AnalysisParameters/quadrantStandardDeviationThreshold``
        case minQuadrantVariance
        /// ``AnalysisParameters/quadrantMinimumSampleCount``
        case quadrantMinimum
        /// ``AnalysisParameters/standardDeviationThreshold``
        case varianceThreshold
        /// ``AnalysisParameters/layerThreshold``
        case layerThreshold
        /// ``AnalysisParameters/coherenceThreshold``
        case coherenceThreshold
    }

    /// Checks that the parameters describe an analysis that can be carried out.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:found:expected:)`` for the first parameter, in the order of
    ///   ``Key``, that is not finite or outside the range in which it has a meaning.
    public func validate() throws(ParameterError) {
        // Ten kilometres is beyond every depth sensor, and a million beyond every threshold. Both keep each square, sum
        // and product finite in f32.
        let farthest: Float = 10_000
        let largest = 1_000_000.0
        func require(_ condition: Bool, _ key: Key, _ found: some CustomStringConvertible, _ expected: String)
            throws(ParameterError)
        {
            guard condition else { throw .outOfRange(key, found: found.description, expected: expected) }
        }
        func requireNotNegative(_ value: Double, _ key: Key, _ unit: String) throws(ParameterError) {
            try require(value >= 0 && value <= largest, key, value, "a number from 0 to \(largest)\(unit)")
        }
        func requireShare(_ value: Double, _ key: Key) throws(ParameterError) {
            try require(value >= 0 && value <= 1, key, value, "a share from 0 to 1")
        }
        try require(
            validRange.lower >= 0 && validRange.lower < validRange.upper, .minValidDepth, validRange.lower,
            "metres of at least 0 and below maxValidDepth, which is \(validRange.upper)")
        try require(
            validRange.upper <= farthest, .maxValidDepth, validRange.upper, "at most \(farthest) metres")
        try require(
            (2...4096).contains(histogramBinCount), .histogramBins, histogramBinCount, "a whole number from 2 to 4096")
        try requireShare(peakProminenceRatio, .peakProminenceRatio)
        try requireNotNegative(gradientThreshold, .gradientThreshold, " metres per pixel")
        try requireNotNegative(edgeGain, .edgeGain, "")
        try requireNotNegative(screenDepthRangeMaximum, .screenDepthRangeMax, " metres")
        try requireNotNegative(screenBand, .screenBand, " metres")
        try requireShare(screenUniformityThreshold, .screenUniformityThreshold)
        try requireNotNegative(screenDistanceMinimum, .screenDistanceMin, " metres")
        try requireNotNegative(screenDistanceMaximum, .screenDistanceMax, " metres")
        try requireNotNegative(quadrantStandardDeviationThreshold, .minQuadrantVariance, " metres")
        try require(
            quadrantMinimumSampleCount >= 1, .quadrantMinimum, quadrantMinimumSampleCount,
            "a whole number of at least 1")
        try requireNotNegative(standardDeviationThreshold, .varianceThreshold, " metres")
        try require(layerThreshold >= 0, .layerThreshold, layerThreshold, "a whole number of at least 0")
        try requireNotNegative(coherenceThreshold, .coherenceThreshold, "")
    }
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
