import DepthAnalysis
import Support
import TestSupport
import Testing

@testable import Conformance

@Suite struct FlipFinderTests {
    /// Families with large maps are omitted, so that a debug build is quick.
    @Test func aSmallSearchFindsFlipsDeterministically() throws {
        var search = FlipFinder(seed: 7, budget: 160)
        search.families = [.terraces, .spread, .screenRange, .steepRamp]
        let found = search.run()
        let verdicts = found.filter(\.parity.verdictFlips).map(\.cause)
        #expect(verdicts.contains(.binEdges) && verdicts.contains(.gradientThreshold), "\(verdicts)")
        #expect(found.contains { $0.cause == .screenRange && $0.parity.screenFlips })
        for flip in found {
            let fresh = ParityAnalyzer().analyze(flip.map)
            #expect(fresh.responsible.map(\.cause).allSatisfy { $0 == flip.cause } && !fresh.responsible.isEmpty)
            #expect(flip.map.samples.count <= flip.originalCount)
            #expect(flip.cause.canFlipVerdict == flip.parity.verdictFlips)
        }
        #expect(search.run().map(\.map) == found.map(\.map))
    }

    @Test func anotherSeedFindsOtherMaps() {
        let maps = [1, 2].map { (seed: UInt64) in
            var search = FlipFinder(seed: seed, budget: 40)
            search.families = [.terraces, .screenRange]
            return search.run().map(\.map)
        }
        #expect(!maps[0].isEmpty && maps[0] != maps[1])
    }

    @Test func rangesIncludeTheirEnds() {
        var random = SplitMix64(seed: 3)
        #expect(Set((0..<200).map { _ in random.integer(2...4) }) == [2, 3, 4])
        #expect((0..<200).allSatisfy { _ in (0.2...0.4).contains(random.decimal(0.2...0.4, per: 10)) })
        #expect(Set((0..<200).map { _ in random.decimal(0.2...0.4, per: 10) }) == [0.2, 0.3, 0.4])
        #expect(random.inRandomOrder([1, 2, 3, 4]).sorted() == [1, 2, 3, 4])
    }
}

extension FlipCause {
    /// Whether the cause can change a verdict with the server's constants.
    ///
    /// A screen's depths span less than 0.15 m, so their standard deviation is below 0.075 m and the verdict is
    /// `fail` whatever the result of the screen check; the quadrant check only warns.
    fileprivate var canFlipVerdict: Bool {
        switch self {
        case .binEdges, .prominence, .deviationRounding, .lostBits, .gradientThreshold, .coherenceRounding: true
        case .screenRange, .screenUniformity, .screenMean, .quadrantRounding: false
        }
    }
}
