internal import DepthAnalysis
internal import ParityReports

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

    /// Scales the distances until the server's standard deviation is at the threshold, halving an interval of scales.
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

    /// Far and many: an f32 sum of millions is a whole or half number, so each addition rounds, and where all distances
    /// end in the same digits it rounds to the same side.
    static func longSums(_ random: inout SearchRandom) -> DepthMap? {
        let (width, height) = random.one(of: [(640, 600), (640, 720), (800, 720), (960, 720)])
        let middle = Double(random.whole(15...18)) + random.decimal(0.18...0.24, per: 100)
        // An eighth of the samples a metre nearer and an eighth a metre farther have a standard deviation of half a
        // metre.
        let ends = Array(repeating: -1.0, count: width / 8) + Array(repeating: 1.0, count: width / 8)
        let bins = (0..<width - ends.count).map { -0.04 + 0.04 * Double($0 % 3) }
        // Every row is the same, which the sums do not notice.
        let row = random.shuffled(ends + bins)
        let variance = row.reduce(0) { $0 + $1 * $1 } / Double(width)
        // Lost bits shift the mean, and squares of deviations from another mean are larger.
        let scale = (0.5 - 0.001 * random.share()) / variance.squareRoot()
        return DepthMap(width: width, height: height) { column, _ in Float(middle + scale * row[column]) }
    }
}
