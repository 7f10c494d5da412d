/// A histogram of ranks with a sum per block. An insertion takes two additions; counting a range of ranks or
/// finding the next one takes a number of steps proportional to the square root of the rank count.
///
///     var counts = RankCounts(rankCount: 1000)
///     counts.insert(7)
///     counts.count(above: 3, through: 9)     // 1
///     counts.next(above: 3)                  // 7
///
/// Ranks are in 0..<rankCount; -1 is the place before all of them.
struct RankCounts {
    private var counts: [Int32]
    private var sums: [Int32]
    /// The binary logarithm of the number of ranks in a block.
    private let shift: Int

    init(rankCount: Int) {
        // About the square root: half the bits of the rank count.
        shift = max(4, (Int.bitWidth - rankCount.leadingZeroBitCount) / 2)
        counts = Array(repeating: 0, count: rankCount)
        sums = Array(repeating: 0, count: rankCount >> shift + 1)
    }

    mutating func insert(_ rank: Int) {
        counts[rank] += 1
        sums[rank >> shift] += 1
    }

    /// The number of insertions of this rank.
    subscript(rank: Int) -> Int { Int(counts[rank]) }

    /// The number of insertions above `lower` and up to `upper`, which is at least `lower`.
    func count(above lower: Int, through upper: Int) -> Int {
        let (first, last) = ((lower + 1) >> shift, (upper + 1) >> shift)
        if first == last { return sum(counts[lower + 1..<upper + 1]) }
        return sum(counts[lower + 1..<(first + 1) << shift]) + sum(sums[first + 1..<last])
            + sum(counts[last << shift..<upper + 1])
    }

    /// The lowest inserted rank above `lower`; nil if there is none.
    func next(above lower: Int) -> Int? {
        let start = lower + 1
        guard start < counts.count else { return nil }
        let block = start >> shift
        let blockEnd = min((block + 1) << shift, counts.count)
        if let rank = (start..<blockEnd).first(where: { counts[$0] > 0 }) { return rank }
        guard let next = sums[(block + 1)...].firstIndex(where: { $0 > 0 }) else { return nil }
        return counts[(next << shift)...].firstIndex { $0 > 0 }
    }

    private func sum(_ counts: ArraySlice<Int32>) -> Int { Int(counts.reduce(0, &+)) }
}

/// The lowest rank with at most `allowed` insertions above it; -1 while there are at most `allowed` in all. It
/// never falls.
struct RisingRank {
    private(set) var rank = -1
    private var counts: RankCounts
    /// The number of insertions above `rank`.
    private var above = 0
    private let allowed: Int

    init(rankCount: Int, allowed: Int) {
        counts = RankCounts(rankCount: rankCount)
        self.allowed = allowed
    }

    mutating func insert(_ inserted: Int) {
        counts.insert(inserted)
        guard inserted > rank else { return }
        above += 1
        while above > allowed, let next = counts.next(above: rank) {
            rank = next
            above -= counts[next]
        }
    }
}
