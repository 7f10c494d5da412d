internal import RealModule
internal import Support

/// The paired decisions of two systems on the maps of one class, or on all attacks.
public struct PairedComparison: Sendable, Hashable {
    /// Whether the maps are bona fide. An error is an accepted attack or a rejected bona fide map.
    public let isBonaFide: Bool
    /// The species of attack; nil for bona fide maps and for all attacks.
    public let species: String?
    /// The number of maps in the class.
    public let mapCount: Int
    /// Maps with a verdict from the given system only; not pairs.
    public let verdictOnlyGiven: Int
    /// Maps with a verdict from the other system only; not pairs.
    public let verdictOnlyAgainst: Int
    /// Maps with a verdict from both sides.
    public let pairCount: Int
    /// Maps that both sides decide wrongly.
    public let wrongInBoth: Int
    /// Maps that only the given system decides wrongly.
    public let wrongOnlyGiven: Int
    /// Maps that only the other system decides wrongly.
    public let wrongOnlyAgainst: Int
    /// Groups in which the given system makes fewer errors.
    public let groupsWithFewer: Int
    /// Groups in which the given system makes more errors.
    public let groupsWithMore: Int
    /// Groups in which both sides make the same number of errors.
    public let groupsAlike: Int
    /// McNemar's exact test over maps, two-sided; see ``probabilityOverGroups``.
    public let probabilityOverMaps: Double
    /// The two-sided test over groups: the larger of two probabilities, from the exact permutation test and from the
    /// interval of the difference. The permutation test assumes that the sides are exchangeable in each group, which
    /// equal rates do not imply if errors cluster differently. Quote it rather than ``probabilityOverMaps``: maps of
    /// one group are not independent.
    public let probabilityOverGroups: Double
    /// The difference of the rates; nil if a side has no verdict.
    public let difference: RateDifference?
    /// The correlation of the errors of both sides over groups.
    let correlation: Double
    /// The probabilities up to 1/2 that the permutation test can have, rising.
    private let attainable: [Double]

    /// Whether both sides give every map the same decision, or both give it no verdict.
    var isAlike: Bool { wrongOnlyGiven + wrongOnlyAgainst + verdictOnlyGiven + verdictOnlyAgainst == 0 }

    /// The largest probability of at most `probability` that the permutation test can have; 0 if there is none.
    func attainable(atMost probability: Double) -> Double {
        attainable.last { $0 <= probability * (1 + 1e-9) } ?? 0
    }

    /// Compares decisions on the same maps in the same order.
    init(
        _ kind: Int?, _ rates: (given: GroupedRate, against: GroupedRate), given: EvaluatedSystem,
        against: EvaluatedSystem
    ) {
        isBonaFide = kind == 0
        species = kind.flatMap { $0 == 0 ? nil : given.presentations.species[$0 - 1] }
        let members = given.presentations.all.indices.filter { index in
            kind.map { $0 == given.presentations.all[index].kind } ?? (given.presentations.all[index].kind > 0)
        }
        func hasVerdict(_ side: EvaluatedSystem, _ index: Int) -> Bool { side.presentations.all[index].responded }
        mapCount = members.count
        verdictOnlyGiven = members.count { hasVerdict(given, $0) && !hasVerdict(against, $0) }
        verdictOnlyAgainst = members.count { hasVerdict(against, $0) && !hasVerdict(given, $0) }
        var (both, onlyGiven, onlyAgainst) = (0, 0, 0)
        var groups: [Int: Counts] = [:]
        for index in members where hasVerdict(given, index) && hasVerdict(against, index) {
            let isWrong = { (side: EvaluatedSystem) in side.accepted[index] != (kind == 0) }
            let wrong = (given: isWrong(given), against: isWrong(against))
            switch wrong {
            case (true, true): both += 1
            case (true, false): onlyGiven += 1
            case (false, true): onlyAgainst += 1
            case (false, false): break
            }
            groups[given.presentations.all[index].group, default: Counts()].add(wrong)
        }
        // The order is fixed, so that sums are the same each time.
        let counts = groups.sorted { $0.key < $1.key }.map(\.value)
        let differences = counts.map { $0.given - $0.against }
        pairCount = counts.reduce(0) { $0 + $1.pairs }
        (wrongInBoth, wrongOnlyGiven, wrongOnlyAgainst) = (both, onlyGiven, onlyAgainst)
        groupsWithFewer = differences.count { $0 < 0 }
        groupsWithMore = differences.count { $0 > 0 }
        groupsAlike = differences.count { $0 == 0 }
        probabilityOverMaps = ExactTests.mcNemar(onlyGiven, onlyAgainst)
        correlation = Self.correlation(counts)
        difference = RateDifference(rates.given, rates.against, correlation: correlation)
        let exchange = ExactTests.signFlip(differences)
        attainable = ExactTests.attainable(differences).filter { $0 <= 0.5 }
        probabilityOverGroups = max(
            exchange,
            RateDifference.probability(rates.given, rates.against, correlation: correlation, atLeast: exchange))
    }

    /// The pairs of one group, and the errors of each side.
    struct Counts {
        var (pairs, given, against) = (0, 0, 0)

        mutating func add(_ wrong: (given: Bool, against: Bool)) {
            pairs += 1
            given += wrong.given ? 1 : 0
            against += wrong.against ? 1 : 0
        }
    }

    /// Whether ``probabilityOverGroups`` of these groups is at most `level`.
    static func isFound(_ groups: [Counts], level: Double) -> Bool {
        func rate(_ errors: (Counts) -> Int) -> GroupedRate {
            GroupedRate(groups.map { ErrorRate(errors: errors($0), total: $0.pairs) }, tail: level / 2)
        }
        guard
            let difference = RateDifference(
                rate(\.given), rate(\.against), correlation: correlation(groups)),
            difference.excludesZero
        else { return false }
        return ExactTests.signFlip(groups.map { $0.given - $0.against }) <= level
    }

    /// The correlation over groups of both sides' deviations from their rates; 0 if a side errs never or always.
    private static func correlation(_ groups: [Counts]) -> Double {
        let pairs = groups.reduce(0.0) { $0 + Double($1.pairs) }
        let rates = (
            given: groups.reduce(0.0) { $0 + Double($1.given) } / max(1, pairs),
            against: groups.reduce(0.0) { $0 + Double($1.against) } / max(1, pairs)
        )
        var (product, given, against) = (0.0, 0.0, 0.0)
        for group in groups {
            let residual = Double(group.given) - rates.given * Double(group.pairs)
            let other = Double(group.against) - rates.against * Double(group.pairs)
            product += residual * other
            given += residual * residual
            against += other * other
        }
        guard given > 0, against > 0 else { return 0 }
        let found = product / (given * against).squareRoot()
        // A correlation above 0 shortens intervals, but is uncertain from few groups. From up to three, it counts as 0.
        let evidence = Double(groups.count { $0.given + $0.against > 0 })
        return found > 0 ? found * max(0, 1 - 3 / evidence) : found
    }
}

/// The difference of an error rate between two systems on the same groups, with its interval.
///
/// The interval combines the intervals of both rates with the correlation of the errors over groups. It needs no
/// assumption on how errors cluster in either system.
///
/// Source: Newcombe, Statistics in Medicine 17 (1998), 2635-2650, method 8, with the intervals of ``GroupedRate``; Zou
/// and Donner, Statistics in Medicine 27 (2008), 1693-1702.
public struct RateDifference: Sendable, Hashable {
    /// The rate of the given system minus that of the other.
    public let value: Double
    /// The interval of the difference.
    public let interval: ConfidenceInterval
    /// The confidence level of the interval, as a share.
    public let level: Double

    fileprivate var excludesZero: Bool { interval.lower > 0 || interval.upper < 0 }

    private init(_ value: Double, below: Double, above: Double, level: Double) {
        self.value = value
        self.level = level
        interval = ConfidenceInterval(lower: max(-1, value - below), upper: min(1, value + above))
    }

    /// Nil if a rate or an interval is nil.
    init?(
        _ given: (rate: Double?, interval: ConfidenceInterval?),
        _ against: (rate: Double?, interval: ConfidenceInterval?),
        correlation: Double, level: Double
    ) {
        guard let rate = given.rate, let other = against.rate, let own = given.interval, let others = against.interval
        else { return nil }
        func distance(_ first: Double, _ second: Double) -> Double {
            max(0, first * first + second * second - 2 * correlation * first * second).squareRoot()
        }
        self.init(
            rate - other, below: distance(rate - own.lower, others.upper - other),
            above: distance(own.upper - rate, other - others.lower), level: level)
    }

    init?(_ given: GroupedRate, _ against: GroupedRate, correlation: Double) {
        self.init(
            (given.rate.value, given.interval), (against.rate.value, against.interval), correlation: correlation,
            level: given.level)
    }

    /// The difference of a mean of two rates over different groups, such as ACER.
    static func mean(_ first: RateDifference, _ second: RateDifference) -> RateDifference {
        func half(_ first: Double, _ second: Double) -> Double { (first * first + second * second).squareRoot() / 2 }
        return RateDifference(
            (first.value + second.value) / 2,
            below: half(first.value - first.interval.lower, second.value - second.interval.lower),
            above: half(first.interval.upper - first.value, second.interval.upper - second.value), level: first.level)
    }

    /// The probability at which the interval begins to contain 0, to within 0.1 %; `least` if it is lower.
    fileprivate static func probability(
        _ given: GroupedRate, _ against: GroupedRate, correlation: Double, atLeast least: Double
    ) -> Double {
        func excludesZero(_ probability: Double) -> Bool {
            let tail = probability / 2
            guard
                let difference = RateDifference(
                    (given.rate.value, given.interval(tail: tail)), (against.rate.value, against.interval(tail: tail)),
                    correlation: correlation, level: 1 - probability)
            else { return false }
            return difference.excludesZero
        }
        guard least < 1, !excludesZero(least) else { return least }
        var (inside, outside) = (least, 1.0)
        while outside > inside * 1.001 {
            let middle = (inside * outside).squareRoot()
            if excludesZero(middle) { outside = middle } else { inside = middle }
        }
        return outside
    }

    /// The difference and its interval in percentage points.
    var points: String {
        func signed(_ share: Double) -> String {
            let text = NumberText.fixed(100 * share, digits: 2)
            return share > 0 ? "+" + text : text
        }
        return "\(signed(value)) points \(RateRows.ends(interval))"
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
    /// result is 1 if all differences are 0, and equals that of McNemar's test if all are 1 or -1.
    ///
    /// Groups must be independent of each other. Maps within a group need not be.
    ///
    /// Source: Fisher, The Design of Experiments (1935), 21.
    static func signFlip(_ differences: [Int]) -> Double {
        let observed = abs(differences.reduce(0, +))
        let sizes = differences.map(abs).filter { $0 > 0 }
        if sizes.allSatisfy({ $0 == 1 }) {
            let positive = differences.count { $0 > 0 }
            return mcNemar(positive, sizes.count - positive)
        }
        let (law, total) = (sumLaw(sizes), sizes.reduce(0, +))
        return min(1, law.indices.reduce(0) { abs(2 * $1 - total) >= observed ? $0 + law[$1] : $0 })
    }

    /// The probabilities that ``signFlip(_:)`` can have for differences of these sizes, rising.
    static func attainable(_ differences: [Int]) -> [Double] {
        let sizes = differences.map(abs).filter { $0 > 0 }
        let (law, total) = (sumLaw(sizes), sizes.reduce(0, +))
        var (sum, tails): (Double, [Double]) = (0, [])
        for place in 0...total / 2 where law[place] > 0 {
            sum += 2 * place == total ? law[place] : 2 * law[place]
            tails.append(min(1, sum))
        }
        return tails
    }

    /// The probability of each possible sum of the sizes that get a positive sign.
    private static func sumLaw(_ sizes: [Int]) -> [Double] {
        var probability = Array(repeating: 0.0, count: sizes.reduce(0, +) + 1)
        probability[0] = 1
        var reached = 0
        for size in sizes {
            reached += size
            for sum in stride(from: reached, through: 0, by: -1) {
                probability[sum] = (probability[sum] + (sum >= size ? probability[sum - size] : 0)) / 2
            }
        }
        return probability
    }

    /// The number of groups that must differ before a unanimous outcome can reach a probability of at most `level`:
    /// the least n with 2 * (1/2)^n <= level.
    static func leastGroupCount(for level: Double) -> Int {
        max(1, Int((1 - Double.log2(level)).rounded(.up)))
    }
}
