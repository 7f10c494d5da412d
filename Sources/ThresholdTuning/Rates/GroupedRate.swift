/// The errors of one class, counted by group, with an interval that accounts for the dependence between captures of one
/// scene.
///
///     let poster = report.tuned.assessment.grouped.apcer[2]
///     print(poster.rate.errors, poster.groupsWithErrors, poster.groups, poster.interval)
///
/// The interval is the mid-P interval with the effective sample size in place of the number of presentations. The
/// effective size is the number of presentations divided by Kish's design effect, which depends on the intra-group
/// correlation. With few groups in error the correlation is uncertain, and with none it is unknown. So Fleiss
/// and Cuzick's estimate is moved towards 1, as if one more group with the rarer decision agreed entirely. Without
/// errors, and if thresholds were chosen on the same data, the correlation is 1. The effective size is then Kish's for
/// groups of identical members, (sum n)^2 / sum n^2, which is the number of groups if all have equal size; the variance
/// of the choice reduces it further. Errors never shorten the interval: its upper end is at least that of a class
/// without errors. An interval never has zero width.
///
/// Sources: Kish, Survey Sampling (1965); Fleiss and Cuzick, Applied Psychological Measurement 3 (1979), 537-542.
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
    /// The effective size if the presentations of each group agree, as in a class without errors: the number of groups
    /// if all have equal size, and less otherwise.
    public let flawlessSize: Double
    /// The interval of the rate; nil without any presentation that has a verdict.
    public let interval: ConfidenceInterval?
    /// The confidence level of the interval taken alone, as a share.
    public let level: Double

    /// - Parameters:
    ///   - counts: the errors of each group; groups without presentations are ignored.
    ///   - tail: the probability left out at each end.
    ///   - choiceVariance: the variance of the rate due to the choice of thresholds; nil if they were not chosen on
    ///     these presentations.
    init(_ counts: [ErrorRate], tail: Double, choiceVariance: Double? = nil) {
        self.init(GroupTotals(counts), tail: tail, choiceVariance: choiceVariance)
    }

    init(_ totals: GroupTotals, tail: Double, choiceVariance: Double? = nil) {
        rate = ErrorRate(errors: totals.errors, total: totals.presentations)
        groups = totals.groups
        groupsWithErrors = totals.groupsWithErrors
        let total = Double(rate.total)
        let ofChoice = totals.spread > 0 ? (choiceVariance ?? 0) * total / totals.spread : 0
        // The choices share most of their data, so that their variance is too low. Taking the correlation as 1 balances
        // that (docs/COVERAGE.md).
        let correlation = choiceVariance == nil ? totals.correlation : 1
        effectiveSize = totals.effectiveSize(correlation: correlation, ofChoice: ofChoice)
        flawlessSize = totals.flawlessSize
        level = 1 - 2 * tail
        interval = Self.interval(rate, size: effectiveSize, flawlessSize: flawlessSize, tail: tail)
    }

    /// Whether the interval of a class with these totals ends at or below `limit`. Faster than the interval.
    static func isWithin(_ limit: Double, _ totals: GroupTotals, tail: Double) -> Bool {
        guard totals.presentations > 0 else { return false }
        let size = totals.effectiveSize(correlation: totals.correlation)
        let share = Double(totals.errors) / Double(totals.presentations)
        return upperEndWithoutErrors(of: totals.flawlessSize, tail: tail) <= limit
            && ConfidenceInterval.isMidPUpperEnd(atMost: limit, errors: share * size, total: size, tail: tail)
    }

    /// The interval that leaves out `tail` at each end.
    func interval(tail: Double) -> ConfidenceInterval? {
        Self.interval(rate, size: effectiveSize, flawlessSize: flawlessSize, tail: tail)
    }

    /// - Parameters:
    ///   - size: the effective size.
    ///   - flawlessSize: that of a class without errors.
    static func interval(
        _ rate: ErrorRate, size: Double, flawlessSize: Double, tail: Double
    ) -> ConfidenceInterval? {
        rate.value.map { share in
            let found = ConfidenceInterval.midP(errors: share * size, total: size, tail: tail)
            let flawless = upperEndWithoutErrors(of: flawlessSize, tail: tail)
            return ConfidenceInterval(lower: min(found.lower, 1 - flawless), upper: max(found.upper, flawless))
        }
    }

    /// The upper end of the interval for `size` independent presentations without an error.
    static func upperEndWithoutErrors(of size: Double, tail: Double) -> Double {
        ConfidenceInterval.midP(errors: 0, total: size, tail: tail).upper
    }

    /// The least number of equally large error-free groups whose interval ends at or below `limit`.
    static func groupsWithoutErrors(toBound limit: Double, tail: Double) -> Int {
        func isEnough(_ count: Int) -> Bool { upperEndWithoutErrors(of: Double(count), tail: tail) <= limit }
        var (tooFew, enough) = (0, 1)
        while !isEnough(enough) { (tooFew, enough) = (enough, 2 * enough) }
        while enough - tooFew > 1 {
            let middle = tooFew + (enough - tooFew) / 2
            if isEnough(middle) { enough = middle } else { tooFew = middle }
        }
        return enough
    }
}

/// The error rates of a list of decisions, each with its interval.
///
/// The interval of BPCER holds alone. Those of the species hold simultaneously at the requested confidence
/// (Bonferroni). ``worstAPCER`` also has this confidence, whichever species is the worst on new scenes.
public struct GroupedRates: Sendable, Hashable {
    /// BPCER.
    public let bpcer: GroupedRate
    /// The APCER of each species.
    public let apcer: [GroupedRate]

    /// The interval of the highest APCER of a species. Nil without any attack that has a verdict.
    ///
    /// It reaches from the highest lower end of the species' intervals to the highest upper end that they have without
    /// the correction for their number. The highest rate exceeds that end only if the worst species exceeds its own, so
    /// upper ends need no such correction (an intersection-union test; Berger, Technometrics 24 (1982), 295-300).
    public let worstAPCER: ConfidenceInterval?

    /// The probability that each of `count` simultaneous intervals leaves out at each end.
    static func tail(ofEach count: Int, confidence: Double) -> Double { (1 - confidence) / 2 / Double(max(1, count)) }

    /// - Parameters:
    ///   - accepted: the decision for each presentation.
    ///   - choiceVariances: by class; nil if thresholds were not chosen on these presentations.
    package init(
        _ presentations: LabelledPresentations, accepted: [Bool], confidence: Double, choiceVariances: [Double]? = nil
    ) {
        let counts = Self.countsByGroup(presentations, accepted: accepted)
        let evaluatedSpecies = counts.dropFirst().count { !$0.isEmpty }
        let rates = counts.indices.map { kind in
            GroupedRate(
                counts[kind],
                tail: Self.tail(ofEach: kind == 0 ? 1 : evaluatedSpecies, confidence: confidence),
                choiceVariance: choiceVariances?[kind])
        }
        let alone = Self.tail(ofEach: 1, confidence: confidence)
        let lower = rates.dropFirst().compactMap { $0.interval?.lower }.max()
        let upper = rates.dropFirst().compactMap { $0.interval(tail: alone)?.upper }.max()
        bpcer = rates[0]
        apcer = Array(rates.dropFirst())
        worstAPCER = lower.flatMap { lower in upper.map { ConfidenceInterval(lower: lower, upper: $0) } }
    }

    /// The errors of each class by group, in group order. Groups without verdicts in the class are omitted, since
    /// most groups have only one class.
    private static func countsByGroup(_ presentations: LabelledPresentations, accepted: [Bool]) -> [[ErrorRate]] {
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

/// The number of error-free groups needed to bound error rates with the intervals of the reports.
///
///     let required = RequiredGroups(.bpcer20, confidence: 0.95)
///     print(required.eachSpecies)  // 59
///
/// This is the least number of equally large groups whose interval for zero errors ends at or below the limit. The same
/// interval decides whether an objective is met. It does not depend on the number of species, because the upper end of
/// the worst species needs no correction (``GroupedRates/worstAPCER``).
public struct RequiredGroups: Sendable, Hashable {
    /// The APCER to bound: the limit of the objective, or 10 % if it has none.
    public let apcer: Double
    /// The BPCER to bound: the limit of the objective, or 10 % if it has none.
    public let bpcer: Double
    /// The number of groups needed of each species.
    public let eachSpecies: Int
    /// The number of groups needed of bona fide scenes.
    public let bonaFide: Int
    /// The probability that an interval leaves out at each end.
    let tail: Double

    /// Calculates the numbers of groups.
    ///
    /// - Parameters:
    ///   - objective: supplies the limits; 10 % for a rate that it does not limit.
    ///   - confidence: the confidence of all intervals.
    public init(_ objective: TuningObjective, confidence: Double) {
        // A limit of 0 is ignored, because no data can show that a rate is 0.
        func bound(_ limit: Double?) -> Double { limit.flatMap { $0 > 0 ? $0 : nil } ?? 0.1 }
        apcer = bound(objective.maximumAPCER)
        bpcer = bound(objective.maximumBPCER)
        tail = GroupedRates.tail(ofEach: 1, confidence: confidence)
        eachSpecies = GroupedRate.groupsWithoutErrors(toBound: apcer, tail: tail)
        bonaFide = GroupedRate.groupsWithoutErrors(toBound: bpcer, tail: tail)
    }
}
