internal import DepthAnalysis
internal import RealModule

/// Maps whose edge coherence lies at the threshold of 0.3.
extension CandidateFamily {
    /// Layers without an edge: a ramp that dwells at three distances, a few bins thick each. Slopes stay below 0.1 m a pixel.
    private static func calmDepth(_ column: Int, of width: Int) -> Float {
        let position = 9 * Double(column) / Double(max(width - 1, 1))
        let part = Int(position)
        let rest = position - Double(part)
        // Per ninth of the width: dwell, climb, climb, and so on.
        let climbed = Double(part / 3) * 1.3 + [0, 0.1, 0.7][part % 3] + rest * [0.1, 0.6, 0.6][part % 3]
        return Float(1 + climbed)
    }

    /// As many edges as bring the coherence of both profiles as close to 0.3 as whole numbers can.
    static func edgeShare(_ random: inout SearchRandom) -> DepthMap? {
        // The smallest shares that flip were seen from some thousand interior pixels on.
        let start = random.whole(2000...60_000)
        for interior in start...start + 30_000 {
            let edges = Int((Double(interior) * -Double.log(0.7) / 30).rounded())
            let ratio = Double(edges) / Double(interior)
            let server = 1 - Double.exp(-ratio * 30) > 0.3
            let client = 1 - Float.exp(-(Float(edges) / Float(interior)) * 30) > 0.3
            if server != client { return map(interior: interior, edges: edges) }
        }
        return nil
    }

    /// A calm map with this many interior pixels and edges: a lone raised sample makes edges of its four neighbours, one on the
    /// left border of its only interior neighbour.
    private static func map(interior: Int, edges: Int) -> DepthMap? {
        let width = max(120, Int(Double(interior).squareRoot()) + 2)
        let rows = (interior + width - 3) / (width - 2)
        let missing = rows * (width - 2) - interior
        guard var samples = DepthMap(width: width, height: rows + 2, { column, _ in calmDepth(column, of: width) })?.samples
        else { return nil }
        let (quads, singles) = (edges / 4, edges % 4)
        var places: [Int] = []
        for row in stride(from: 2, to: rows - 2, by: 3) {
            for column in stride(from: 4, to: width - 3, by: 3) { places.append(row * width + column) }
        }
        guard places.count >= quads, rows > 3 * singles + 3 else { return nil }
        // Samples out of range are no interior pixels; those in the last interior row are far from any raised one.
        for column in 0..<missing { samples[rows * width + 1 + column] = 0 }
        for place in places.prefix(quads) { samples[place] += 0.5 }
        for single in 0..<singles { samples[(1 + 3 * single) * width] += 0.5 }
        return DepthMap(rowsOf: width, samples)
    }

    /// A ramp of a tenth of a metre a pixel: each gradient is 0.1 m give or take a rounding, and the f32 literal for 0.1 is
    /// larger than the f64 one.
    static func steepRamp(_ random: inout SearchRandom) -> DepthMap? {
        let width = random.whole(12...60)
        let height = random.whole(3...20)
        let near = random.decimal(0.1...1, per: 10)
        var depths: [Float] = []
        var tenths = 0
        var dwell = 0
        for _ in 0..<width {
            depths.append(Float(near) + Float(tenths) / 10)
            dwell = dwell > 0 ? dwell - 1 : (random.whole(0...3) == 0 ? random.whole(1...6) : 0)
            if dwell == 0, tenths < 150 { tenths += 1 }
        }
        return DepthMap(width: width, height: height) { column, _ in depths[column] }
    }
}
