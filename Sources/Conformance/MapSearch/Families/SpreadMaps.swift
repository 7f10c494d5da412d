internal import DepthAnalysis
internal import Support

extension MapFamily {
    /// Relative depths around three distances, the middle one three bins thick: three layers.
    private static func distances(_ count: Int, _ random: inout SplitMix64) -> [Double] {
        let share = 0.15 + 0.2 * random.share()
        return (0..<count).map { _ in
            let choice = random.share()
            if choice < share { return -1 }
            if choice > 1 - share { return 1 }
            return -0.04 + 0.04 * Double(random.integer(0...2))
        }
    }

    /// Scales the distances by bisection until the server's standard deviation is at the threshold.
    static func spread(_ analyzer: ParityAnalyzer, _ random: inout SplitMix64) -> DepthMap? {
        let width = random.integer(3...24)
        let height = random.integer(3...18)
        let middle = random.decimal(1.5...18, per: 10)
        let distances = distances(width * height, &random)
        return analyzer.flip(\.verdictFlips, where: \.standardDeviation, is: 0.5, between: 0.25, 1.4) { scale in
            DepthMap(rowsOf: width, distances.map { Float(middle + scale * $0) })
        }
    }

    /// Many far samples. At a sum of millions, f32 numbers are multiples of a half or one, so each addition rounds;
    /// if all distances have the same fraction, it always rounds to the same side.
    static func longSums(_ random: inout SplitMix64) -> DepthMap? {
        let (width, height) = random.one(of: [(640, 600), (640, 720), (800, 720), (960, 720)])
        let middle = Double(random.integer(15...18)) + random.decimal(0.18...0.24, per: 100)
        // With an eighth of the samples 1 m nearer and an eighth 1 m farther, the standard deviation is 0.5 m.
        let ends = Array(repeating: -1.0, count: width / 8) + Array(repeating: 1.0, count: width / 8)
        let bins = (0..<width - ends.count).map { -0.04 + 0.04 * Double($0 % 3) }
        // Equal rows do not affect the sums.
        let row = random.inRandomOrder(ends + bins)
        let variance = row.reduce(0) { $0 + $1 * $1 } / Double(width)
        // Lost bits shift the mean, and squared deviations from a wrong mean are larger.
        let scale = (0.5 - 0.001 * random.share()) / variance.squareRoot()
        return DepthMap(width: width, height: height) { column, _ in Float(middle + scale * row[column]) }
    }
}

/// Maps at the limits of the screen rule. The rule changes no verdict, because such flat maps fail anyway.
extension MapFamily {
    /// A range of 0.15 m that begins just beyond the near end of the valid range. Only there is the f32 difference
    /// inexact: subtracting numbers within a factor of two of each other is exact.
    static func screenRange(_ random: inout SplitMix64) -> DepthMap? {
        let near = Float(0.1 + 0.049 * random.share())
        let far = Float(Double(near) + 0.15)
        var samples = Array(repeating: Float(0.22), count: random.integer(12...40))
        let shift = random.integer(-2...2)
        samples[0] = near
        samples[1] = Float(bitPattern: UInt32(Int(far.bitPattern) + shift))
        return DepthMap(rowsOf: random.integer(3...5), random.inRandomOrder(samples))
    }

    static func screenMean(_ analyzer: ParityAnalyzer, _ random: inout SplitMix64) -> DepthMap? {
        let (width, height) = (random.integer(3...24), random.integer(3...18))
        let wanted = random.one(of: [0.2, 1.5])
        let offsets = (0..<width * height).map { _ in 0.04 * (random.share() - 0.5) }
        return analyzer.flip(
            \.screenFlips, where: \.meanDepth, is: wanted, between: wanted - 0.05, wanted + 0.05
        ) { middle in
            DepthMap(rowsOf: width, offsets.map { Float(middle + $0) })
        }
    }
}

extension MapFamily {
    private static let binCount = 50

    /// The nearest depth and the range of a histogram, in whole centimetres.
    private static func extent(_ random: inout SplitMix64) -> (near: Double, range: Double) {
        (random.decimal(0.2...4, per: 100), random.decimal(1.5...12, per: 100))
    }

    /// The depth at the lower edge of a bin, as computed in f32.
    private static func edge(_ bin: Int, _ near: Double, _ range: Double) -> Float {
        Float(near) + Float(bin) * (Float(range) / Float(binCount))
    }

    /// The first and the last bin are layers.
    static func terraces(_ random: inout SplitMix64) -> DepthMap? {
        let (near, range) = extent(&random)
        let first = random.integer(4...42)
        var samples: [Float] = []
        for bin in [0, binCount, first, first + 1, first + 2] {
            samples += Array(repeating: edge(bin, near, range), count: random.integer(1...6))
        }
        return DepthMap(rowsOf: random.integer(3...6), random.inRandomOrder(samples))
    }

    /// A ramp with one bin per column: where f32 moves a column to the neighbouring bin, it leaves a gap and a peak.
    static func ramp(_ random: inout SplitMix64) -> DepthMap? {
        let (near, range) = extent(&random)
        let rubble = random.integer(1...6)
        let height = random.integer(3...8)
        let steps = random.one(of: [1, 1, 2])
        return DepthMap(width: binCount / steps + 1 + rubble, height: height) { column, row in
            column < rubble
                ? edge((column + row) % 2 * binCount, near, range) : edge((column - rubble) * steps, near, range)
        }
    }
}
