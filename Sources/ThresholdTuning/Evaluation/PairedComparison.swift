internal import RealModule

/// The paired decisions of two sets of parameters on the maps of one class.
public struct PairedComparison: Sendable, Hashable {
    /// The species of attack; nil for bona fide maps. An error is an accepted attack or a rejected bona fide map.
    public let species: String?
    /// The number of maps in the class.
    public let mapCount: Int
    /// Maps with a verdict from the given parameters only; not pairs.
    public let verdictOnlyGiven: Int
    /// Maps with a verdict from the other parameters only; not pairs.
    public let verdictOnlyAgainst: Int
    /// Maps with a verdict from both sides.
    public let pairCount: Int
    /// Maps that both sides decide wrongly.
    public let wrongInBoth: Int
    /// Maps that only the given parameters decide wrongly.
    public let wrongOnlyGiven: Int
    /// Maps that only the other parameters decide wrongly.
    public let wrongOnlyAgainst: Int
    /// Groups in which the given parameters make fewer errors.
    public let groupsWithFewer: Int
    /// Groups in which the given parameters make more errors.
    public let groupsWithMore: Int
    /// Groups in which both sides make the same number of errors.
    public let groupsAlike: Int
    /// McNemar's exact test over maps, two-sided; see ``probabilityOverGroups``.
    public let probabilityOverMaps: Double
    /// The exact permutation test over groups, two-sided. Maps of one group are not independent, so quote this one.
    public let probabilityOverGroups: Double

    /// Whether both sides give every map the same decision, or no verdict.
    var isAlike: Bool { wrongOnlyGiven + wrongOnlyAgainst + verdictOnlyGiven + verdictOnlyAgainst == 0 }

    /// Compares decisions on the same maps in the same order.
    ///
    /// - Parameter kind: the number of the class.
    init(_ kind: Int, given: EvaluatedParameters, against: EvaluatedParameters) {
        species = kind == 0 ? nil : given.presentations.species[kind - 1]
        let members = given.presentations.all.indices.filter { given.presentations.all[$0].kind == kind }
        func hasVerdict(_ side: EvaluatedParameters, _ index: Int) -> Bool { side.presentations.all[index].responded }
        mapCount = members.count
        verdictOnlyGiven = members.count { hasVerdict(given, $0) && !hasVerdict(against, $0) }
        verdictOnlyAgainst = members.count { hasVerdict(against, $0) && !hasVerdict(given, $0) }
        var (both, onlyGiven, onlyAgainst, pairs) = (0, 0, 0, 0)
        /// Errors of the given parameters minus those of the others, by group.
        var differences: [Int: Int] = [:]
        for index in members where hasVerdict(given, index) && hasVerdict(against, index) {
            pairs += 1
            let isWrong = { (side: EvaluatedParameters) in side.accepted[index] != (kind == 0) }
            switch (isWrong(given), isWrong(against)) {
            case (true, true): both += 1
            case (true, false): onlyGiven += 1
            case (false, true): onlyAgainst += 1
            case (false, false): break
            }
            differences[given.presentations.all[index].group, default: 0] +=
                (isWrong(given) ? 1 : 0) - (isWrong(against) ? 1 : 0)
        }
        pairCount = pairs
        (wrongInBoth, wrongOnlyGiven, wrongOnlyAgainst) = (both, onlyGiven, onlyAgainst)
        groupsWithFewer = differences.values.count { $0 < 0 }
        groupsWithMore = differences.values.count { $0 > 0 }
        groupsAlike = differences.values.count { $0 == 0 }
        probabilityOverMaps = ExactTests.mcNemar(onlyGiven, onlyAgainst)
        probabilityOverGroups = ExactTests.signFlip(Array(differences.values))
    }
}

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
