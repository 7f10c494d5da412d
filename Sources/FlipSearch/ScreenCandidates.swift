internal import DepthAnalysis
internal import ParityReports

/// Maps that nearly look like a screen. Whether they do changes no verdict: what is that flat fails anyway.
extension CandidateFamily {
    /// From just above the near end of the valid range to 0.15 m behind it: only there is the f32 difference inexact,
    /// for a difference of numbers within a factor of two of each other is exact.
    static func screenRange(_ random: inout SearchRandom) -> DepthMap? {
        let near = Float(0.1 + 0.049 * random.share())
        let far = Float(Double(near) + 0.15)
        var samples = Array(repeating: Float(0.22), count: random.whole(12...40))
        let shift = random.whole(-2...2)
        samples[0] = near
        samples[1] = Float(bitPattern: UInt32(Int(far.bitPattern) + shift))
        return DepthMap(rowsOf: random.whole(3...5), random.shuffled(samples))
    }

    /// A mean depth just at 0.2 m or 1.5 m.
    static func screenMean(_ analyzer: ParityAnalyzer, _ random: inout SearchRandom) -> DepthMap? {
        let (width, height) = (random.whole(3...24), random.whole(3...18))
        let wanted = random.one(of: [0.2, 1.5])
        let offsets = (0..<width * height).map { _ in 0.04 * (random.share() - 0.5) }
        func map(_ middle: Double) -> DepthMap? { DepthMap(rowsOf: width, offsets.map { Float(middle + $0) }) }
        var (below, above) = (wanted - 0.05, wanted + 0.05)
        for _ in 0..<40 {
            let middle = (below + above) / 2
            guard let map = map(middle) else { return nil }
            let parity = analyzer.analyze(map)
            if parity.screenFlips { return map }
            if parity.server.meanDepth > wanted { above = middle } else { below = middle }
        }
        return map(above)
    }
}
