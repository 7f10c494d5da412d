/// The errors of one class, counted by group, with an interval that accounts for the dependence between captures of one
/// scene.
///
///     let poster = report.tuned.assessment.grouped.apcer[2]
///     print(poster.rate.errors, poster.groupsWithErrors, poster.groups, poster.interval)
///
/// The interval is Korn and Graubard's: the Clopper-Pearson interval with the effective sample size in place of the
/// number of presentations. The effective size is the number of presentations divided by the design effect (the
/// variance of the rate between groups, relative to the variance for the same number of independent presentations),
/// reduced for few groups by the squared ratio of two t quantiles. With few errors the variance estimate is
/// unreliable, and with none it is 0. Therefore the effective size is at most Kish's effective size for groups of
/// identical members, (sum n)^2 / sum n^2, which is the number of groups if all have equal size. An interval never has
/// zero width.
///
/// Sources: Korn and Graubard, Survey Methodology 24 (1998), 193-201; Kish, Survey Sampling (1965).
/// `tools/dev/tuning/coverage` measures the coverage (docs/COVERAGE.md).
public struct GroupedRate: Sendable, Hashable {
    /// The rate over all groups.
    public let rate: ErrorRate
    /// Groups with at least one presentation that has a verdict.
    public let groups: Int
    /// Groups with at least one error.
    public let groupsWithErrors: Int
    /// The effective number of independent presentations.
    public let effectiveSize: Double
    /// The cap on the effective size, which applies to a class without errors: the number of groups if all have equal
    /// size, and less otherwise.
    public let flawlessSize: Double
    /// The interval of the rate; nil without any presentation that has a verdict.
    public let interval: ConfidenceInterval?
    /// The confidence level of the interval taken alone, as a share.
    public let level: Double

    /// - Parameters:
    ///   - counts: the errors of each group; groups without presentations are ignored.
    ///   - tail: the probability left out at each end.
    ///   - choiceVariance: the variance of the rate due to the choice of thresholds.
    init(_ counts: [ErrorRate], tail: Double, choiceVariance: Double = 0) {
        let counts = counts.filter { $0.total > 0 }
        rate = ErrorRate(errors: counts.reduce(0) { $0 + $1.errors }, total: counts.reduce(0) { $0 + $1.total })
        groups = counts.count
        groupsWithErrors = counts.count { $0.errors > 0 }
        let total = Double(rate.total)
        let sizeCap = counts.isEmpty ? 0 : total * total / counts.reduce(0) { $0 + Double($1.total) * Double($1.total) }
        let size = Self.effectiveSize(counts, of: rate, atMost: sizeCap, tail: tail, choiceVariance: choiceVariance)
        effectiveSize = size
        flawlessSize = sizeCap
        level = 1 - 2 * tail
        interval = rate.value.map { .clopperPearson(errors: $0 * size, total: size, tail: tail) }
    }

    private static func effectiveSize(
        _ counts: [ErrorRate], of rate: ErrorRate, atMost sizeCap: Double, tail: Double, choiceVariance: Double
    ) -> Double {
        guard let share = rate.value else { return 0 }
        let total = Double(rate.total)
        let spread = share * (1 - share)
        guard counts.count > 1, spread > 0 else { return sizeCap }
        let squares = counts.reduce(0.0) { sum, group in
            let residual = Double(group.errors) - share * Double(group.total)
            return sum + residual * residual
        }
        let groups = Double(counts.count)
        let variance = groups / (groups - 1) * squares / (total * total) + choiceVariance
        let ratio =
            StudentDistribution.quantile(1 - tail, freedom: rate.total - 1)
            / StudentDistribution.quantile(1 - tail, freedom: counts.count - 1)
        let designEffect = variance / (spread / (total - 1))
        return min(sizeCap, total / designEffect * ratio * ratio)
    }
}

/// The error rates of a list of decisions, each with its interval.
///
/// The interval of BPCER holds alone. Those of the species hold simultaneously at the requested confidence
/// (Bonferroni), and so does ``worstAPCER``, whichever species is the worst on new scenes.
public struct GroupedRates: Sendable, Hashable {
    /// BPCER.
    public let bpcer: GroupedRate
    /// The APCER of each species.
    public let apcer: [GroupedRate]

    /// The interval of the highest APCER of a species: from the highest lower end to the highest upper end. Nil
    /// without any attack that has a verdict.
    public var worstAPCER: ConfidenceInterval? {
        let intervals = apcer.compactMap { $0.interval }
        guard let lower = intervals.map({ $0.lower }).max(), let upper = intervals.map({ $0.upper }).max() else {
            return nil
        }
        return ConfidenceInterval(lower: lower, upper: upper)
    }

    /// The probability that each of `count` simultaneous intervals leaves out at each end.
    static func tail(ofEach count: Int, confidence: Double) -> Double { (1 - confidence) / 2 / Double(max(1, count)) }

    /// The number of species with at least one verdict.
    package var evaluatedSpeciesCount: Int { apcer.count { $0.groups > 0 } }

    /// - Parameters:
    ///   - accepted: the decision for each presentation.
    ///   - choiceVariances: by class; zero for thresholds that were not chosen on these presentations.
    package init(
        _ presentations: Presentations, accepted: [Bool], confidence: Double, choiceVariances: [Double]? = nil
    ) {
        let counts = Self.countsByGroup(presentations, accepted: accepted)
        let evaluatedSpecies = counts.dropFirst().count { !$0.isEmpty }
        let rates = counts.indices.map { kind in
            GroupedRate(
                counts[kind],
                tail: Self.tail(ofEach: kind == 0 ? 1 : evaluatedSpecies, confidence: confidence),
                choiceVariance: choiceVariances?[kind] ?? 0)
        }
        bpcer = rates[0]
        apcer = Array(rates.dropFirst())
    }

    /// The errors of each class by group, in group order. Groups without verdicts in the class are omitted, since
    /// most groups have only one class.
    private static func countsByGroup(_ presentations: Presentations, accepted: [Bool]) -> [[ErrorRate]] {
        var counts = Array(repeating: [ErrorRate](), count: presentations.classCount)
        var lastGroups = Array(repeating: -1, count: presentations.classCount)
        let all = presentations.all
        let order = all.indices.filter { all[$0].responded }.sorted { (all[$0].group, $0) < (all[$1].group, $1) }
        for index in order {
            let (kind, group) = (all[index].kind, all[index].group)
            let errors = accepted[index] == (kind > 0) ? 1 : 0
            if lastGroups[kind] == group, let last = counts[kind].popLast() {
                counts[kind].append(ErrorRate(errors: last.errors + errors, total: last.total + 1))
            } else {
                counts[kind].append(ErrorRate(errors: errors, total: 1))
                lastGroups[kind] = group
            }
        }
        return counts
    }
}
