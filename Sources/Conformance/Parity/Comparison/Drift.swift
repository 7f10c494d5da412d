package import DepthAnalysis

/// The differences of a field over many maps: the largest, the mean and the 99th percentile of the absolute
/// difference.
package struct Drift: Sendable, Hashable {
    private var differences: [Double] = []
    /// The first file with the largest difference; nil while all differences are 0.
    package private(set) var place: String?
    /// The largest difference; 0 without maps.
    package private(set) var largest = 0.0

    package init() {}

    package var count: Int { differences.count }

    package mutating func add(_ difference: Double, at file: String) {
        differences.append(difference)
        if difference > largest {
            largest = difference
            place = file
        }
    }

    package var mean: Double {
        differences.isEmpty ? 0 : differences.reduce(0, +) / Double(differences.count)
    }

    /// The smallest difference that at least 99 % of the maps do not exceed (nearest rank); 0 without maps.
    package var percentile99: Double {
        guard !differences.isEmpty else { return 0 }
        // ceil(99 n / 100) in whole numbers.
        let rank = (99 * differences.count + 99) / 100
        return differences.sorted()[rank - 1]
    }
}

extension SceneAnalysis.Field {
    /// The numeric fields in which the profiles can differ: all floating-point numbers outside the stages object, and
    /// the integers outside it that are computed after ``AnalysisStage/validity``.
    package static let drifting = allCases.filter { field in
        switch field.kind {
        case .real, .reals: !field.isInStages
        case .whole: !field.isInStages && field.stage > .validity
        default: false
        }
    }

    /// The absolute difference of two analyses of the same map, computed in f64.
    ///
    /// For peak depths, this is the largest difference between corresponding peaks. Nil if there is nothing to
    /// compare: lists of different lengths, or an unmeasured smallest quadrant, which the profiles represent
    /// differently.
    package func difference(_ server: SceneAnalysis, _ client: SceneAnalysis) -> Double? {
        guard isMeasured(in: server) else { return nil }
        switch (value(in: server), value(in: client)) {
        case (.reals(let server), .reals(let client)):
            return server.count == client.count ? zip(server, client).map { abs($0 - $1) }.max() : nil
        case (let server, let client):
            guard let server = server.number, let client = client.number else { return nil }
            return abs(server - client)
        }
    }
}
