import Support
import Testing

@testable import ThresholdTuning

@Suite struct RankCountTests {
    /// Numbers of ranks around whole blocks, few and many insertions, and all spans and starting ranks.
    @Test(arguments: [1, 2, 15, 16, 17, 63, 64, 65, 300], [0, 1, 4, 400])
    func countsAndNextRanksMatchALinearScan(rankCount: Int, inserted: Int) {
        var random = SplitMix64(seed: UInt64(rankCount * 1000 + inserted))
        var counts = RankCounts(rankCount: rankCount)
        var plain = Array(repeating: 0, count: rankCount)
        for _ in 0..<inserted {
            let rank = random.below(rankCount)
            counts.insert(rank)
            plain[rank] += 1
        }
        #expect((0..<rankCount).map { counts[$0] } == plain)
        for lower in -1..<rankCount {
            #expect(counts.next(above: lower) == plain.indices.first { $0 > lower && plain[$0] > 0 }, "above \(lower)")
            var expected = 0
            for upper in lower..<rankCount {
                if upper > lower { expected += plain[upper] }
                #expect(counts.count(above: lower, through: upper) == expected, "\(lower) to \(upper)")
            }
        }
    }

    /// After each insertion: the lowest rank with at most `allowed` inserted ranks above it.
    @Test(arguments: [0, 1, 3, 20]) func aRisingRankKeepsTheAllowedNumberAbove(allowed: Int) {
        var random = SplitMix64(seed: UInt64(allowed))
        var rising = RisingRank(rankCount: 50, allowed: allowed)
        var inserted: [Int] = []
        #expect(rising.rank == -1)
        for _ in 0..<200 {
            inserted.append(random.below(50))
            rising.insert(inserted[inserted.count - 1])
            let sorted = inserted.sorted(by: >)
            #expect(rising.rank == (sorted.count > allowed ? sorted[allowed] : -1), "after \(inserted.count)")
        }
    }
}
