internal import DepthAnalysis
internal import Support

/// A kind of map that is likely to be judged differently in f32 and f64, each hard on another step of the analysis.
///
/// There is none for the prominence threshold: below a million samples f32 and f64 agree on every pair of counts there.
enum CandidateFamily: CaseIterable {
    /// Depths on bin edges in random order.
    case terraces
    /// A ramp in steps of a bin, beside a block of rubble.
    case ramp
    /// A standard deviation at 0.5 m.
    case spread
    /// An edge share of about 1.19 %, where the coherence is 0.3.
    case edgeShare
    /// A slope of 0.1 m a pixel, near the sensor.
    case steepRamp
    /// So many far samples that f32 sums lose bits, and a standard deviation near 0.5 m.
    case longSums
    /// A depth range of 0.15 m.
    case screenRange
    /// A mean depth at an end of a screen's distances.
    case screenMean

    /// The cause a family is meant for. Others are left to their own families, whose maps are smaller.
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

    /// The next map of the family; nil where the numbers drawn make none.
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
    /// A map of `width` columns with as many whole rows as the samples fill; nil if that is not one of at least 3 rows.
    init?(rowsOf width: Int, _ samples: [Float]) {
        let height = samples.count / width
        guard width >= 3, height >= 3 else { return nil }
        try? self.init(width: width, height: height, samples: Array(samples.prefix(width * height)))
    }

    /// A map that is a function of column and row.
    init?(width: Int, height: Int, _ sample: (_ column: Int, _ row: Int) -> Float) {
        let samples = (0..<height).flatMap { row in (0..<width).map { column in sample(column, row) } }
        try? self.init(width: width, height: height, samples: samples)
    }
}

extension ParityAnalyzer {
    /// Halves an interval until the map made with its middle flips, or the server's value is as near to the threshold
    /// as it gets; nil where no map can be made.
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
