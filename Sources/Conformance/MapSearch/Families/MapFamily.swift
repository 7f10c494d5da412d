internal import DepthAnalysis
internal import Support

/// A family of inputs that each stress some decisions of the analysis.
enum MapFamily: String, Sendable, CaseIterable {
    /// Depths on bin edges, in random order.
    case terraces
    /// A ramp with steps of one bin, beside a block of rubble.
    case ramp
    /// A standard deviation of 0.5 m.
    case spread
    /// An edge share of about 1.19 %, at which the coherence is 0.3.
    case edgeShare = "edge share"
    /// A slope of 0.1 m per pixel, near the sensor.
    case steepRamp = "steep ramp"
    /// Far samples in such numbers that f32 sums lose bits, with a standard deviation near 0.5 m.
    case longSums = "long sums"
    /// A depth range of 0.15 m.
    case screenRange = "screen range"
    /// A mean depth at a limit of the screen rule.
    case screenMean = "screen mean"
    /// Samples at the limits of the valid range, and numbers that are no depths.
    case limits = "limits of samples"
    /// At most four valid samples.
    case few = "few samples"
    /// Histograms with up to 25 layers, plateaus, and peaks at the prominence threshold.
    case histograms
    /// Gradients of 0.1 m a pixel, and neighbours that may not be usable.
    case gradients
    /// Numbers of edges and interior pixels for a coherence at 0.3.
    case edgeCounts = "edge counts"
    case screens
    /// Quadrants of about ten valid samples, or with a spread of 0.1 m.
    case quadrants
    /// Two depths with a standard deviation of 0.5 m.
    case twoDepths = "two depths"
    case rooms
    case dimensions
    /// No dimensions, and as many samples as sensors have, or as at a step of the inferred height.
    case inferredSizes = "inferred sizes"
    /// Numbers of samples and of bytes at powers of two and ten, and counts that overflow 16 and 20 bits.
    case large
    /// Files with unusual headers, other containers and other bytes around them.
    case files

    /// The decisions in docs/SPECIFICATION.md, §13, for which the family has inputs on both sides.
    var decisions: [String] {
        switch self {
        case .terraces, .ramp: ["D-06", "D-08", "D-26"]
        case .spread, .twoDepths: ["D-25"]
        case .edgeShare, .edgeCounts: ["D-27"]
        case .steepRamp: ["D-12"]
        case .gradients: ["D-11", "D-12"]
        case .longSums: ["D-25"]
        case .screenRange: ["D-16", "D-28"]
        case .screenMean: ["D-18", "D-19", "D-28"]
        case .limits: ["D-01", "D-02", "D-03", "D-11", "D-04"]
        case .few: ["D-04", "D-05", "D-14", "D-13"]
        case .histograms: ["D-06", "D-07", "D-08", "D-09", "D-26"]
        case .screens: ["D-15", "D-16", "D-17", "D-18", "D-19", "D-28"]
        case .quadrants: ["D-21", "D-22", "D-23", "D-24"]
        case .rooms: ["D-10", "D-20", "D-21", "D-14"]
        case .dimensions: ["D-35", "D-37", "D-10", "D-20"]
        case .inferredSizes: ["D-36", "D-37"]
        case .large: ["D-22", "D-35"]
        case .files: ["D-29", "D-30", "D-31", "D-32", "D-33", "D-34"]
        }
    }

    /// The share of the family among all inputs.
    private var weight: Int {
        switch self {
        case .terraces, .ramp, .spread, .steepRamp, .screenRange, .screenMean: 300
        case .edgeShare: 60
        case .longSums: 4
        case .limits, .few, .screens, .quadrants, .rooms: 2000
        case .histograms: 2600
        case .gradients: 1600
        case .edgeCounts: 300
        case .twoDepths, .dimensions, .files: 1400
        case .inferredSizes: 500
        case .large: 200
        }
    }

    static func drawn(_ random: inout SplitMix64) -> MapFamily {
        var left = random.below(allCases.reduce(0) { $0 + $1.weight })
        return allCases.first { family in
            left -= family.weight
            return left < 0
        } ?? .rooms
    }

    /// The next input of the family; nil if the random numbers give none.
    func input(_ analyzer: ParityAnalyzer, _ random: inout SplitMix64) -> MapInput? {
        switch self {
        case .terraces: Self.terraces(&random).map(MapInput.init)
        case .ramp: Self.ramp(&random).map(MapInput.init)
        case .spread: Self.spread(analyzer, &random).map(MapInput.init)
        case .edgeShare: Self.edgeShare(&random).map(MapInput.init)
        case .steepRamp: Self.steepRamp(&random).map(MapInput.init)
        case .longSums: Self.longSums(&random).map(MapInput.init)
        case .screenRange: Self.screenRange(&random).map(MapInput.init)
        case .screenMean: Self.screenMean(analyzer, &random).map(MapInput.init)
        case .limits: Self.limits(&random)
        case .few: Self.few(&random)
        case .histograms: Self.histogram(&random)
        case .gradients: Self.gradients(&random)
        case .edgeCounts: Self.edgeCounts(&random).map(MapInput.init)
        case .screens: Self.screen(&random)
        case .quadrants: Self.quadrants(&random)
        case .twoDepths: Self.twoDepths(&random)
        case .rooms: Self.room(&random)
        case .dimensions: Self.dimensions(&random)
        case .inferredSizes: Self.inferredSize(&random)
        case .large: Self.large(&random)
        case .files: Self.file(&random)
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
