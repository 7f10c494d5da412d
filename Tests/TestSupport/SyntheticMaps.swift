package import DepthAnalysis
internal import Support

/// Depth maps whose measurements can be computed by hand.
extension DepthMap {
    package static func make(width: Int, height: Int, _ sample: (_ column: Int, _ row: Int) -> Float) -> DepthMap {
        let samples = (0..<height).flatMap { row in (0..<width).map { column in sample(column, row) } }
        guard let map = try? DepthMap(width: width, height: height, samples: samples) else {
            preconditionFailure("width and height are positive")
        }
        return map
    }

    package static func constant(_ depth: Float, width: Int, height: Int) -> DepthMap {
        make(width: width, height: height) { _, _ in depth }
    }
}

/// The kinds of seeded maps; each stresses another part of the analysis.
package enum MapKind: CaseIterable, Sendable {
    /// Smooth ground with a few steps.
    case scene
    case sceneWithHoles
    /// Independent samples, some out of range.
    case noise
    case constant
    /// Values on the edges of 50 equal bins, and their neighbours.
    case binEdges
    /// The ends of the valid range, NaN, infinities, zeros, subnormals.
    case boundaryValues
    /// A few values, each repeated many times.
    case ties
    /// Differences of neighbours around the gradient threshold.
    case gradientThreshold
    /// Differences whose sum of squares is the threshold, give or take the last bits of a `Float`.
    case gradientGuard
    /// A narrow range at arm's length, near the limits of the screen check.
    case screen
    /// Values one step inside and outside the screen band around the median.
    case bandEnds
    /// Squared deviations of few bits, so that many sums lie midway between two floats.
    case roundingTies
    /// Most samples at the nearest and the farthest depth; one outlier may stretch the bins.
    case extremes
    /// A scene with rows of holes, samples at the lower end of the range, and samples that are usable only as
    /// neighbours.
    case brokenRows

    package func map(width: Int, height: Int, using generator: inout SeededGenerator) -> DepthMap {
        switch self {
        case .scene:
            return Self.scene(width: width, height: height, holeShare: 0, using: &generator)
        case .sceneWithHoles:
            return Self.scene(width: width, height: height, holeShare: 0.03, using: &generator)
        case .noise:
            return DepthMap.make(width: width, height: height) { _, _ in Float.random(in: -1...24, using: &generator) }
        case .constant:
            return .constant(Float.random(in: 0.1...20, using: &generator), width: width, height: height)
        case .binEdges:
            let near = Float.random(in: 0.1...3, using: &generator)
            let range = Float.random(in: 0.001...16, using: &generator)
            return DepthMap.make(width: width, height: height) { _, _ in
                let edge = near + range * Float(Int.random(in: 0...50, using: &generator)) / 50
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: return edge.nextUp
                case 1: return edge.nextDown
                default: return edge
                }
            }
        case .boundaryValues:
            let values: [Float] = [
                .nan, -.nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
                Float(0.1).nextDown, 0.1, Float(0.1).nextUp, Float(20).nextDown, 20, Float(20).nextUp, 1, 1.2, 25, -1,
            ]
            return DepthMap.make(width: width, height: height) { _, _ in
                values[Int.random(in: 0..<values.count, using: &generator)]
            }
        case .ties:
            let values = (0..<4).map { _ in Float.random(in: 0.1...20, using: &generator) }
            return DepthMap.make(width: width, height: height) { _, _ in
                values[Int.random(in: 0..<values.count, using: &generator)]
            }
        case .gradientThreshold:
            let near = Float.random(in: 0.11...3, using: &generator)
            return DepthMap.make(width: width, height: height) { _, _ in
                let step = near + 0.2 * Float(Int.random(in: 0...2, using: &generator))
                return Bool.random(using: &generator) ? step : step.nextUp
            }
        case .gradientGuard:
            // Depth rises by `along` per column and by `across` per row; along² + across² is near the squared
            // threshold.
            let angle = Float.random(in: 0...1.57, using: &generator)
            let along = 0.1 * (1 - angle * angle / 2 + angle * angle * angle * angle / 24)
            let across = (0.01 - along * along).squareRoot()
            let near = Float.random(in: 0.11...3, using: &generator)
            return DepthMap.make(width: width, height: height) { column, row in
                let depth = near + along * Float(column) + (across.isNaN ? 0 : across) * Float(row)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: return depth.nextUp
                case 1: return depth.nextDown
                default: return depth
                }
            }
        case .bandEnds:
            let median = Float.random(in: 0.2...3, using: &generator)
            let ends: [Float] = [median - 0.05, median + 0.05]
            return DepthMap.make(width: width, height: height) { _, _ in
                let end = ends[Int.random(in: 0...1, using: &generator)]
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: return end
                case 1: return end.nextUp
                case 2: return end.nextDown
                default: return median
                }
            }
        case .roundingTies:
            let steps: [Float] = [1, 0.5, 0.125, 0x1p-10, 0x1p-12]
            let step = steps[Int.random(in: 0..<steps.count, using: &generator)]
            let rare = Int.random(in: 2...60, using: &generator)
            return DepthMap.make(width: width, height: height) { _, _ in
                let isRare = Int.random(in: 0..<rare, using: &generator) == 0
                return 8 + (isRare ? 3 : step * Float(Int.random(in: -3...3, using: &generator)))
            }
        case .extremes:
            let near = Float.random(in: 0.1...2, using: &generator)
            let far = near + Float.random(in: 0.001...1, using: &generator)
            let stray = Int.random(in: 0..<2 * width * height, using: &generator)
            return DepthMap.make(width: width, height: height) { column, row in
                if row * width + column == stray { return 20 }
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: return Float.random(in: near...far, using: &generator)
                case 1, 2: return near
                default: return far
                }
            }
        case .brokenRows:
            let scene = Self.scene(width: width, height: height, holeShare: 0, using: &generator)
            let values: [Float] = [0, .nan, -1, Float(0.1), Float(0.1).nextDown, 25, .infinity]
            let broken = (0..<height).map { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            return DepthMap.make(width: width, height: height) { column, row in
                broken[row] && Int.random(in: 0..<3, using: &generator) == 0
                    ? values[Int.random(in: 0..<values.count, using: &generator)] : scene.samples[row * width + column]
            }
        case .screen:
            let near = Float.random(in: 0.15...1.5, using: &generator)
            let range = Float.random(in: 0.08...0.16, using: &generator)
            return DepthMap.make(width: width, height: height) { _, _ in
                near + range * Float.random(in: 0...1, using: &generator)
            }
        }
    }

    private static func scene(
        width: Int, height: Int, holeShare: Float, using generator: inout SeededGenerator
    ) -> DepthMap {
        let near = Float.random(in: 0.3...2, using: &generator)
        let slope = Float.random(in: 0...0.02, using: &generator)
        let steps = (0..<3).map { _ in
            (Int.random(in: 0...width, using: &generator), Float.random(in: -0.5...3, using: &generator))
        }
        return DepthMap.make(width: width, height: height) { column, row in
            if Float.random(in: 0..<1, using: &generator) < holeShare { return 0 }
            let ground = near + slope * Float(row) + Float.random(in: 0...0.01, using: &generator)
            return steps.reduce(ground) { depth, step in column >= step.0 ? depth + step.1 : depth }
        }
    }
}

package struct SeededGenerator: RandomNumberGenerator {
    private var generator: SplitMix64

    package init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    package mutating func next() -> UInt64 { generator.next() }
}
