internal import RealModule

/// Exact two-sided tests of paired decisions.
enum ExactTests {
    /// McNemar's exact test. The two sides decide `first + second` pairs differently: `first` in favour of one side,
    /// `second` in favour of the other. Returns the probability of a split at least as uneven if both sides are equally
    /// likely; 1 if there are no such pairs.
    ///
    /// Pairs must be independent of each other; for maps in groups use ``signFlip(_:)``.
    ///
    /// Source: McNemar, Psychometrika 12 (1947); its exact form is the binomial sign test.
    static func mcNemar(_ first: Int, _ second: Int) -> Double {
        let (smaller, total) = (min(first, second), first + second)
        // If the split is as even as possible, every split is at least as uneven, so the probability is 1.
        guard total - smaller > smaller + 1 else { return 1 }
        // P(X <= k) of Binomial(n, 1/2) is I_{1/2}(n - k, k + 1). Source: DLMF 8.17.5.
        return min(1, 2 * BetaDistribution.cumulative(0.5, Double(total - smaller), Double(smaller + 1)))
    }

    /// The permutation test of paired differences, one per group: the probability that the absolute sum is at least as
    /// large as observed if each sign is equally likely. The test is exact, because it counts all sign patterns. The
    /// result is 1 if all differences are 0, and that of McNemar's test if all are 1 or -1.
    ///
    /// Groups must be independent of each other. Maps within a group need not be.
    ///
    /// Source: Fisher, The Design of Experiments (1935), 21.
    static func signFlip(_ differences: [Int]) -> Double {
        let sizes = differences.map(abs).filter { $0 > 0 }
        let observed = abs(differences.reduce(0, +))
        if sizes.allSatisfy({ $0 == 1 }) {
            let positive = differences.count { $0 > 0 }
            return mcNemar(positive, sizes.count - positive)
        }
        let total = sizes.reduce(0, +)
        /// The probability of each possible sum of the sizes that get a positive sign.
        var probability = Array(repeating: 0.0, count: total + 1)
        probability[0] = 1
        var reached = 0
        for size in sizes {
            reached += size
            for sum in stride(from: reached, through: 0, by: -1) {
                probability[sum] = (probability[sum] + (sum >= size ? probability[sum - size] : 0)) / 2
            }
        }
        return min(1, probability.indices.reduce(0) { abs(2 * $1 - total) >= observed ? $0 + probability[$1] : $0 })
    }

    /// The number of groups that must differ before a unanimous outcome can reach a probability of at most `level`:
    /// the least n with 2 * (1/2)^n <= level.
    static func leastGroupCount(for level: Double) -> Int {
        max(1, Int((1 - Double.log2(level)).rounded(.up)))
    }
}
