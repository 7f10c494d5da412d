internal import DepthAnalysis
internal import Support

/// A family of maps likely to get different verdicts in f32 and f64, each stressing one step of the analysis.
///
/// There is no family for the prominence threshold: below a million samples, f32 and f64 agree on every pair of
/// counts.
enum MapFamily: CaseIterable {
    /// Depths on bin edges, in random order.
    case terraces
    /// A ramp with steps of one bin, beside a block of rubble.
    case ramp
    /// A standard deviation of 0.5 m.
    case spread
    /// An edge share of about 1.19 %, at which the coherence is 0.3.
    case edgeShare
    /// A slope of 0.1 m per pixel, near the sensor.
    case steepRamp
    /// Far samples in such numbers that f32 sums lose bits, with a standard deviation near 0.5 m.
    case longSums
    /// A depth range of 0.15 m.
    case screenRange
    /// A mean depth at a limit of the screen rule.
    case screenMean

    /// The cause that the family targets. Other causes are left to their own families, whose maps are smaller.
    var aim: FlipCause {
        switch self {
        case .terraces, .ramp: .binEdges
        case .spread: .deviationRounding
        case .edgeShare: .coherenceRounding
        case .steepRamp: .gradientThreshold
        case .longSums: .lostBits
        case .screenRange: .screenRange
        case .screenMean: .screenMean
        }
    }

    /// The next map of the family; nil if the random numbers give none.
    func map(_ analyzer: ParityAnalyzer, _ random: inout SplitMix64) -> DepthMap? {
        switch self {
        case .terraces: Self.terraces(&random)
        case .ramp: Self.ramp(&random)
        case .spread: Self.spread(analyzer, &random)
        case .edgeShare: Self.edgeShare(&random)
        case .steepRamp: Self.steepRamp(&random)
        case .longSums: Self.longSums(&random)
        case .screenRange: Self.screenRange(&random)
        case .screenMean: Self.screenMean(analyzer, &random)
        }
    }
}

extension DepthMap {
    /// A map of `width` columns and all complete rows; nil for fewer than 3 rows or columns.
    init?(rowsOf width: Int, _ samples: [Float]) {
        let height = samples.count / width
        guard width >= 3, height >= 3 else { return nil }
        try? self.init(width: width, height: height, samples: Array(samples.prefix(width * height)))
    }

    init?(width: Int, height: Int, _ sample: (_ column: Int, _ row: Int) -> Float) {
        let samples = (0..<height).flatMap { row in (0..<width).map { column in sample(column, row) } }
        try? self.init(width: width, height: height, samples: samples)
    }
}

extension ParityAnalyzer {
    /// Bisects an interval until the map made from the midpoint flips, or the server's value is as near the
    /// threshold as possible; nil if a map cannot be made.
    func flip(
        _ flips: KeyPath<MapParity, Bool>, where value: KeyPath<SceneAnalysis, Double>, is threshold: Double,
        between below: Double, _ above: Double, _ map: (Double) -> DepthMap?
    ) -> DepthMap? {
        var (below, above) = (below, above)
        for _ in 0..<40 {
            let middle = (below + above) / 2
            guard let map = map(middle) else { return nil }
            let parity = analyze(map)
            if parity[keyPath: flips] { return map }
            if parity.server[keyPath: value] > threshold { above = middle } else { below = middle }
        }
        return map(above)
    }
}
