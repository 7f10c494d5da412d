internal import DepthAnalysis
internal import RealModule
internal import Support

extension MapFamily {
    /// Layers without an edge: a ramp with plateaus at three distances, each a few bins thick.
    private static func calmDepth(_ column: Int, of width: Int) -> Float {
        let position = 9 * Double(column) / Double(max(width - 1, 1))
        let part = Int(position)
        let rest = position - Double(part)
        // Each third of the width is a plateau and two climbs, each a ninth wide.
        let climbed = Double(part / 3) * 1.3 + [0, 0.1, 0.7][part % 3] + rest * [0.1, 0.6, 0.6][part % 3]
        return Float(1 + climbed)
    }

    /// Finds numbers of edges and interior pixels for which f32 and f64 round the coherence to different sides of 0.3.
    static func edgeShare(_ random: inout SplitMix64) -> DepthMap? {
        let start = random.integer(2000...60_000)
        for interior in start...start + 30_000 {
            let edges = Int((Double(interior) * -Double.log(0.7) / 30).rounded())
            let ratio = Double(edges) / Double(interior)
            let server = 1 - Double.exp(-ratio * 30) > 0.3
            let client = 1 - Float.exp(-(Float(edges) / Float(interior)) * 30) > 0.3
            if server != client { return map(interior: interior, edges: edges) }
        }
        return nil
    }

    /// A map with exactly the given numbers of interior pixels and edges.
    static func map(interior: Int, edges: Int) -> DepthMap? {
        let width = max(120, Int(Double(interior).squareRoot()) + 2)
        let rows = (interior + width - 3) / (width - 2)
        let missing = rows * (width - 2) - interior
        guard
            var samples = DepthMap(width: width, height: rows + 2, { column, _ in calmDepth(column, of: width) })?
                .samples
        else { return nil }
        let (quads, singles) = (edges / 4, edges % 4)
        var places: [Int] = []
        for row in stride(from: 2, to: rows - 2, by: 3) {
            for column in stride(from: 4, to: width - 3, by: 3) { places.append(row * width + column) }
        }
        guard places.count >= quads, rows > 3 * singles + 3 else { return nil }
        // The excess samples get an invalid depth, so that they are not interior pixels.
        for column in 0..<missing { samples[rows * width + 1 + column] = 0 }
        for place in places.prefix(quads) { samples[place] += 0.5 }
        for single in 0..<singles { samples[(1 + 3 * single) * width] += 0.5 }
        return DepthMap(rowsOf: width, samples)
    }

    /// A zigzag of 0.2 m, two pixels up and two down, followed by a calm part.
    static func steepRamp(_ random: inout SplitMix64) -> DepthMap? {
        let near = random.decimal(0.11...0.24, per: 1000)
        let calm = random.integer(100...160)
        let steep = 2 * random.integer(2...5) + 1
        return DepthMap(width: steep + calm, height: random.integer(3...12)) { column, _ in
            column < steep
                ? Float(near + [0, 0.1, 0.2, 0.1][column % 4])
                : Float(near - 0.95 + Double(calmDepth(column - steep, of: calm)))
        }
    }
}
