internal import DepthAnalysis

/// Maps whose standard deviation lies at the threshold of 0.5 m.
extension CandidateFamily {
    /// Depths relative to the middle of three distances, the middle one three bins thick: three layers.
    private static func distances(_ count: Int, _ random: inout SearchRandom) -> [Double] {
        let share = 0.15 + 0.2 * random.share()
        return (0..<count).map { _ in
            let choice = random.share()
            if choice < share { return -1 }
            if choice > 1 - share { return 1 }
            return -0.04 + 0.04 * Double(random.whole(0...2))
        }
    }

    /// Scales the distances until the server's standard deviation is just on the wanted side of the threshold.
    ///
    /// Halves an interval of scales as far as f64 can; returns both of its ends as maps.
    static func spread(_ analyzer: ParityAnalyzer, _ random: inout SearchRandom) -> DepthMap? {
        let width = random.whole(3...24)
        let height = random.whole(3...18)
        let middle = random.decimal(1.5...18, per: 10)
        let distances = distances(width * height, &random)
        func map(_ scale: Double) -> DepthMap? {
            DepthMap(rowsOf: width, distances.map { Float(middle + scale * $0) })
        }
        var (below, above) = (0.25, 1.4)
        for _ in 0..<40 {
            let scale = (below + above) / 2
            guard let map = map(scale) else { return nil }
            let parity = analyzer.analyze(map)
            if parity.verdictFlips { return map }
            if parity.server.standardDeviation > 0.5 { above = scale } else { below = scale }
        }
        return map(above)
    }

    /// Far and many: each addition to an f32 sum of millions rounds to a quarter or a half, and mostly to the same side.
    static func longSums(_ analyzer: ParityAnalyzer, _ random: inout SearchRandom) -> DepthMap? {
        let (width, height) = random.one(of: [(480, 360), (640, 480), (768, 576)])
        let middle = random.decimal(15...18.5, per: 100)
        let distances = distances(width * height, &random)
        func map(_ scale: Double) -> DepthMap? {
            DepthMap(rowsOf: width, distances.map { Float(middle + scale * $0) })
        }
        let target = 0.5 + random.one(of: [-0.006, -0.003, 0.003, 0.006])
        guard let first = map(0.7) else { return nil }
        let scale = 0.7 * target / analyzer.analyze(first).server.standardDeviation
        return map(scale)
    }
}
