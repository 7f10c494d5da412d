/// The errors of one class, counted by group, with an interval that does not take captures of one scene for
/// independent.
///
///     let poster = report.tuned.assessment.grouped.apcer[2]
///     print(poster.rate.errors, poster.groupsWithErrors, poster.groups, poster.interval)
///
/// The interval is Korn and Graubard's: Clopper and Pearson's, with the effective number of presentations in place of
/// their number. That is their number over the design effect (the variance of the rate between groups over that of as
/// many independent presentations), for few groups made smaller by the ratio of two t quantiles squared. Where errors
/// are few that variance is itself uncertain, and 0 where there are none: the effective number is therefore never more
/// than Kish's for groups whose members all say the same, (sum n)^2 over sum n^2, which for groups of one size is the
/// number of groups. So an interval never collapses.
///
/// Sources: Korn and Graubard, Survey Methodology 24 (1998), 193-201; Kish, Survey Sampling (1965). `tools/coverage`
/// counts how often it holds (docs/COVERAGE.md).
public struct GroupedRate: Sendable, Hashable {
    /// Of all groups.
    public let rate: ErrorRate
    /// Groups with at least one presentation that has a verdict.
    public let groups: Int
    /// Those of them with an error.
    public let groupsWithErrors: Int
    /// How many independent presentations these groups are worth.
    public let effectiveSize: Double
    /// How many they are worth where no error is seen: the number of groups that are alike in size, less of others.
    public let flawlessSize: Double
    /// Nil without any presentation that has a verdict.
    public let interval: ConfidenceInterval?
    /// The confidence of the interval by itself, as a share.
    public let level: Double

    /// - Parameters:
    ///   - counts: of each group; those without presentations say nothing.
    ///   - tail: the probability that is left out at each end.
    ///   - choiceVariance: the variance of the rate that comes from the choice of thresholds.
    init(_ counts: [ErrorRate], tail: Double, choiceVariance: Double = 0) {
        let counts = counts.filter { $0.total > 0 }
        rate = ErrorRate(errors: counts.reduce(0) { $0 + $1.errors }, total: counts.reduce(0) { $0 + $1.total })
        groups = counts.count
        groupsWithErrors = counts.count { $0.errors > 0 }
        let total = Double(rate.total)
        let alike = counts.isEmpty ? 0 : total * total / counts.reduce(0) { $0 + Double($1.total) * Double($1.total) }
        let size = Self.effectiveSize(counts, of: rate, atMost: alike, tail: tail, choiceVariance: choiceVariance)
        effectiveSize = size
        flawlessSize = alike
        level = 1 - 2 * tail
        interval = rate.value.map { .clopperPearson(errors: $0 * size, total: size, tail: tail) }
    }

    private static func effectiveSize(
        _ counts: [ErrorRate], of rate: ErrorRate, atMost alike: Double, tail: Double, choiceVariance: Double
    ) -> Double {
        guard let share = rate.value else { return 0 }
        let total = Double(rate.total)
        let spread = share * (1 - share)
        guard counts.count > 1, spread > 0 else { return alike }
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
        return min(alike, total / designEffect * ratio * ratio)
    }
}

/// The error rates of some decisions, each with its interval.
///
/// That of BPCER stands by itself. Those of the species hold together: all of them cover their rates with the
/// confidence asked for (Bonferroni: each leaves out its share of what may be left out), and with them
/// ``worstAPCER``, whichever species is the worst on new scenes.
public struct GroupedRates: Sendable, Hashable {
    /// Of real scenes.
    public let bpcer: GroupedRate
    /// Of each species.
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

    /// What an interval leaves out at each end, where those of `count` species hold together.
    static func tail(ofEach count: Int, confidence: Double) -> Double { (1 - confidence) / 2 / Double(max(1, count)) }

    /// The species that have a presentation with a verdict.
    package var judgedSpeciesCount: Int { apcer.count { $0.groups > 0 } }

    /// Takes decisions, one a presentation.
    ///
    /// - Parameter choiceVariances: by class; zero for thresholds that were not chosen on these presentations.
    package init(
        _ presentations: Presentations, accepted: [Bool], confidence: Double, choiceVariances: [Double]? = nil
    ) {
        let counts = Self.countsByGroup(presentations, accepted: accepted)
        let judgedSpecies = counts.dropFirst().count { !$0.isEmpty }
        let rates = counts.indices.map { kind in
            GroupedRate(
                counts[kind],
                tail: Self.tail(ofEach: kind == 0 ? 1 : judgedSpecies, confidence: confidence),
                choiceVariance: choiceVariances?[kind] ?? 0)
        }
        bpcer = rates[0]
        apcer = Array(rates.dropFirst())
    }

    /// For each class the errors of its groups, in the order of the groups: of those alone that have presentations
    /// with a verdict, for most groups have one class.
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
