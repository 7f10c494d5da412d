import DepthAnalysis

/// Kinds of data that the kernels take different ways for.
enum Kind: CaseIterable {
    /// A room with a floor, boxes and a little noise.
    case smooth
    /// The same with 3 % holes.
    case holes
    /// Every sample on its own.
    case noise
    /// One value.
    case constant
    /// Every sample on the edge of a bin.
    case edges

    func map(width: Int, height: Int) -> DepthMap {
        var generator = Generator()
        var samples: [Float] = []
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = (Float(column) / Float(width), Float(row) / Float(height))
                var depth = y > 0.6 ? 1.2 + (1 - y) * 4 : 2.5 + 1.2 * x + 0.8 * y
                if x > 0.2 && x < 0.4 && y > 0.3 && y < 0.8 { depth = 1.4 + 0.3 * x }
                if x > 0.6 && x < 0.85 && y > 0.45 && y < 0.9 { depth = 1.9 + 0.2 * y }
                depth += Float.random(in: -0.007...0.007, using: &generator)
                switch self {
                case .smooth: samples.append(depth)
                case .holes: samples.append(Int.random(in: 0..<100, using: &generator) < 3 ? 0 : depth)
                case .noise: samples.append(Float.random(in: 0.2...8, using: &generator))
                case .constant: samples.append(1.5)
                case .edges: samples.append(0.5 + 0.1 * Float(Int.random(in: 0...50, using: &generator)))
                }
            }
        }
        guard let map = try? DepthMap(width: width, height: height, samples: samples) else { fatalError("no grid") }
        return map
    }
}

/// The same random numbers in every run.
private struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 42

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
