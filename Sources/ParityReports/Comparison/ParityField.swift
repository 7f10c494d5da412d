package import DepthAnalysis

extension SceneAnalysis.Field {
    /// The numbers that both profiles measure and that can drift apart: those of the result itself, and of the whole
    /// ones those that come after the samples were counted.
    package static let drifting = allCases.filter { field in
        switch field.kind {
        case .real, .reals: !field.isInStages
        case .whole: !field.isInStages && field.stage > .validity
        default: false
        }
    }

    /// How far two analyses of the same map lie apart: the absolute difference, calculated in f64.
    ///
    /// Of peak depths it is the largest difference of a pair. Nil where there is nothing to compare: lists of different
    /// lengths, and the smallest quadrant where none was measured, for which the profiles have a different word.
    package func difference(_ server: SceneAnalysis, _ client: SceneAnalysis) -> Double? {
        if self == .minimumQuadrantStandardDeviation, !server.hasMeasuredQuadrant { return nil }
        switch (value(in: server), value(in: client)) {
        case (.reals(let server), .reals(let client)):
            return server.count == client.count ? zip(server, client).map { abs($0 - $1) }.max() : nil
        case (let server, let client):
            guard let server = server.number, let client = client.number else { return nil }
            return abs(server - client)
        }
    }
}
