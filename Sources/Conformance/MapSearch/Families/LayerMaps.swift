internal import DepthAnalysis
internal import Support

/// Maps whose number of layers depends on single samples.
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

    /// The first and the last bin are layers. Between them, the smoothed counts of three neighbouring bins have a
    /// peak, which becomes a plateau when one of them loses a sample.
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
