internal import DepthAnalysis
internal import Support

extension Float {
    /// The number that is `steps` representable numbers above a positive one.
    func moved(by steps: Int) -> Float { Float(bitPattern: UInt32(Int(bitPattern) + steps)) }
}

extension SplitMix64 {
    /// A number exactly at a limit, or one or two representable numbers beside it.
    mutating func beside(_ limit: Float) -> Float { limit.moved(by: one(of: [0, 0, 1, -1, 2, -2])) }

    /// A side of a small map: often odd, and sometimes 1.
    mutating func side(upTo longest: Int = 9) -> Int { integer(1...longest) }
}

extension MapFamily {
    private static let noDepths: [Float] = [
        .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, -1, 1e30, 25, 20.5,
        Float(0.1).nextDown, Float(20).nextUp,
    ]

    static func noDepth(_ random: inout SplitMix64) -> Float { random.one(of: noDepths) }

    static func limits(_ random: inout SplitMix64) -> MapInput? {
        let (columns, rows) = (random.side(), random.side())
        let samples = (0..<columns * rows).map { _ in
            switch random.below(8) {
            case 0...2: random.beside(0.1)
            case 3, 4: random.beside(20)
            case 5, 6: noDepth(&random)
            default: Float(random.decimal(0.2...19, per: 100))
            }
        }
        return MapInput(samples, columns: columns)
    }

    /// Up to four valid samples, in any order of depth, among invalid ones.
    static func few(_ random: inout SplitMix64) -> MapInput? {
        let (columns, rows) = (random.side(upTo: 6), random.side(upTo: 6))
        let others = random.below(2) == 0 ? [Float](repeating: noDepth(&random), count: 1) : noDepths
        var samples = (0..<columns * rows).map { _ in random.one(of: others) }
        let depths: [Float] = [0.1, 0.5, 1, Float(1).nextUp, 2, Float(random.decimal(0.2...19, per: 10)), 20]
        for _ in 0..<random.below(5) { samples[random.below(samples.count)] = random.one(of: depths) }
        return MapInput(samples, columns: columns)
    }

    /// Gradients near 0.1 m: halves of steps of 0.2 m, or of 0.12 m and 0.16 m, whose squares add up to that of 0.2 m.
    static func gradients(_ random: inout SplitMix64) -> MapInput? {
        let (columns, rows) = (random.integer(2...9), random.integer(2...7))
        let base = random.one(of: [0.11, 0.25, 0.5, 1, 1.5, 5] as [Float])
        let steps: [Float] = [0, 0, 0, 0.2, 0.2, 0.1, 0.12, 0.16]
        let samples = (0..<columns * rows).map { _ in
            switch random.below(12) {
            case 0: noDepth(&random)
            case 1: random.beside(0.1)
            default: random.beside(base + random.one(of: steps))
            }
        }
        return MapInput(samples, columns: columns)
    }

    /// Two depths about 1 m apart. If half of the samples have each, the standard deviation is near 0.5 m.
    static func twoDepths(_ random: inout SplitMix64) -> MapInput? {
        let (columns, rows) = (random.integer(2...12), 2 * random.integer(1...6))
        let count = columns * rows
        let near = Float(random.decimal(0.25...18, per: 4))
        let far = random.beside(near + 1)
        let nearCount = random.below(4) == 0 ? random.integer(1...count) : count / 2
        let samples = (0..<count).map { $0 < nearCount ? near : far }
        return MapInput(random.inRandomOrder(samples), columns: columns)
    }

    static func room(_ random: inout SplitMix64) -> MapInput? {
        let (columns, rows) = (random.integer(1...24), random.integer(1...18))
        let layers = (0..<random.integer(1...6)).map { _ in random.decimal(0.2...18, per: 100) }
        let noise = random.one(of: [0, 0.01, 0.1, 1])
        let holes = random.one(of: [0, 0, 10, 60])
        let samples = (0..<columns * rows).map { _ in
            random.below(100) < holes
                ? noDepth(&random) : Float(random.one(of: layers) + noise * (random.share() - 0.5))
        }
        return MapInput(samples, columns: columns)
    }
}
