package import DepthAnalysis

/// A number both profiles report, in the order of the JSON vocabulary.
package enum ParityField: CaseIterable, Sendable, Hashable {
    /// ``SceneAnalysis/standardDeviation``
    case standardDeviation
    /// ``SceneAnalysis/layerCount``
    case layerCount
    /// ``SceneAnalysis/edgeCoherence``
    case edgeCoherence
    /// ``SceneAnalysis/minimumDepth``
    case minimumDepth
    /// ``SceneAnalysis/maximumDepth``
    case maximumDepth
    /// ``SceneAnalysis/coverage``
    case coverage
    /// ``SceneAnalysis/meanDepth``
    case meanDepth
    /// ``SceneAnalysis/medianDepth``
    case medianDepth
    /// ``SceneAnalysis/peakDepths``
    case peakDepths
    /// ``SceneAnalysis/uniformityRatio``
    case uniformityRatio
    /// ``SceneAnalysis/minimumQuadrantStandardDeviation``
    case minimumQuadrantStandardDeviation

    /// The JSON name of the field.
    package var key: SceneAnalysis.Key {
        switch self {
        case .standardDeviation: .standardDeviation
        case .layerCount: .layerCount
        case .edgeCoherence: .edgeCoherence
        case .minimumDepth: .minimumDepth
        case .maximumDepth: .maximumDepth
        case .coverage: .coverage
        case .meanDepth: .meanDepth
        case .medianDepth: .medianDepth
        case .peakDepths: .peakDepths
        case .uniformityRatio: .uniformityRatio
        case .minimumQuadrantStandardDeviation: .minimumQuadrantStandardDeviation
        }
    }

    /// How far two analyses of the same map lie apart: the absolute difference, calculated in f64.
    ///
    /// Of peak depths it is the largest difference of a pair. Nil where there is nothing to compare: peak depths of different
    /// numbers of layers, and the smallest quadrant where none was measured, for which the profiles have a different word.
    package func difference(_ server: SceneAnalysis, _ client: SceneAnalysis) -> Double? {
        switch self {
        case .standardDeviation: abs(server.standardDeviation - client.standardDeviation)
        case .layerCount: Double(abs(server.layerCount - client.layerCount))
        case .edgeCoherence: abs(server.edgeCoherence - client.edgeCoherence)
        case .minimumDepth: abs(server.minimumDepth - client.minimumDepth)
        case .maximumDepth: abs(server.maximumDepth - client.maximumDepth)
        case .coverage: abs(server.coverage - client.coverage)
        case .meanDepth: abs(server.meanDepth - client.meanDepth)
        case .medianDepth: abs(server.medianDepth - client.medianDepth)
        case .peakDepths:
            server.peakDepths.count == client.peakDepths.count
                ? zip(server.peakDepths, client.peakDepths).map { abs($0 - $1) }.max() : nil
        case .uniformityRatio: abs(server.uniformityRatio - client.uniformityRatio)
        case .minimumQuadrantStandardDeviation:
            server.quadrants.contains { $0.standardDeviation != nil }
                ? abs(server.minimumQuadrantStandardDeviation - client.minimumQuadrantStandardDeviation) : nil
        }
    }
}
