package import DepthAnalysis

/// How far a field was apart over many maps: the largest, mean and 99th-percentile absolute difference, and where.
package struct Drift: Sendable, Hashable {
    private var differences: [Double] = []
    /// The file of the largest difference, the first of equals; nil while all are 0.
    package private(set) var place: String?
    /// The largest difference; 0 for none.
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

    /// The smallest difference that at least 99 % of the maps do not exceed (the nearest rank); 0 for none.
    package var percentile99: Double {
        guard !differences.isEmpty else { return 0 }
        // 99 n / 100, rounded up, in whole numbers.
        let rank = (99 * differences.count + 99) / 100
        return differences.sorted()[rank - 1]
    }
}

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
