/// The errors of one class, counted by group, with an interval that accounts for the dependence between captures of one
/// scene.
///
///     let poster = report.tuned.assessment.grouped.apcer[2]
///     print(poster.rate.errors, poster.groupsWithErrors, poster.groups, poster.interval)
///
/// The interval is for the rate over maps, if groups are a random sample with their sizes. It is a mid-P interval with
/// an effective sample size in place of the number of presentations; the more the sizes of groups differ, the nearer it
/// is to a Clopper-Pearson interval. The effective size is the number of presentations divided by the larger of two
/// design effects: Kish's, and that of the linearised variance of a ratio. If there are no errors, or if thresholds
/// were chosen on the same data, captures of a group are assumed to agree. The effective size is then (sum n)^2 / sum
/// n^2, the number of groups if all have equal size; the variance of the choice reduces it further. Errors never
/// shorten the interval: its upper end is at least that of the class without errors. An interval never has zero width.
///
/// Sources: Kish, Survey Sampling (1965); Fleiss and Cuzick, Applied Psychological Measurement 3 (1979), 537-542; Korn
/// and Graubard, Survey Methodology 24 (1998), 193-201. `tools/dev/tuning/interval-coverage` measures the coverage
/// (docs/COVERAGE.md).
public struct GroupedRate: Sendable, Hashable {
    /// The rate over all groups.
    public let rate: ErrorRate
    /// Groups with at least one presentation that has a verdict.
    public let groups: Int
    /// Groups with at least one error.
    public let groupsWithErrors: Int
    /// The sizes of the groups, and whether the rate depends on them.
    public let sizes: GroupSizes
    /// The effective number of independent presentations.
    public let effectiveSize: Double
    /// The effective size if the presentations of each group agree, as in a class without errors: the number of groups
    /// if all have equal size, and less otherwise.
    public let flawlessSize: Double
    /// The interval of the rate; nil without any presentation that has a verdict.
    public let interval: ConfidenceInterval?
    /// The confidence level of the interval taken alone, as a share.
    public let level: Double
    private let observedShare: Double

    /// - Parameters:
    ///   - counts: the errors of each group; groups without presentations are ignored.
    ///   - tail: the probability left out at each end.
    ///   - choiceVariance: the variance of the rate due to the choice of thresholds; nil if they were not chosen on
    ///     these presentations.
    init(_ counts: [ErrorRate], tail: Double, choiceVariance: Double? = nil) {
        let totals = GroupTotals(counts)
        rate = ErrorRate(errors: totals.errors, total: totals.presentations)
        groups = totals.groups
        groupsWithErrors = totals.groupsWithErrors
        sizes = GroupSizes(counts)
        flawlessSize = totals.flawlessSize
        observedShare = totals.observedShare
        // The choices share most of their data, so their variance is too low. The assumption that captures of a group
        // agree compensates for that (docs/COVERAGE.md).
        effectiveSize =
            choiceVariance.map { variance in
                totals.spread > 0 ? 1 / (1 / totals.flawlessSize + variance / totals.spread) : totals.flawlessSize
            } ?? totals.effectiveSize
        level = 1 - 2 * tail
        interval = Self.interval(rate, size: effectiveSize, flawlessSize, observedShare, tail: tail)
    }

    /// Whether the interval of a class with these totals ends at or below `limit`. Faster than the interval.
    static func isWithin(_ limit: Double, _ totals: GroupTotals, tail: Double) -> Bool {
        guard totals.presentations > 0 else { return false }
        let (size, observed) = (totals.effectiveSize, totals.observedShare)
        let share = Double(totals.errors) / Double(totals.presentations)
        return upperEndWithoutErrors(of: totals.flawlessSize, tail: tail, observed) <= limit
            && ConfidenceInterval.isMidPUpperEnd(
                atMost: limit, errors: share * size, total: size, tail: tail, observed: observed)
    }

    /// The interval that leaves out `tail` at each end.
    func interval(tail: Double) -> ConfidenceInterval? {
        Self.interval(rate, size: effectiveSize, flawlessSize, observedShare, tail: tail)
    }

    private static func interval(
        _ rate: ErrorRate, size: Double, _ flawlessSize: Double, _ observed: Double, tail: Double
    ) -> ConfidenceInterval? {
        rate.value.map { share in
            let found = ConfidenceInterval.midP(errors: share * size, total: size, tail: tail, observed: observed)
            let flawless = upperEndWithoutErrors(of: flawlessSize, tail: tail, observed)
            return ConfidenceInterval(lower: min(found.lower, 1 - flawless), upper: max(found.upper, flawless))
        }
    }

    /// The upper end of the interval of this class if it had no errors; 1 without presentations.
    func upperEndWithoutErrors(tail: Double) -> Double {
        groups == 0 ? 1 : Self.upperEndWithoutErrors(of: flawlessSize, tail: tail, observedShare)
    }

    private static func upperEndWithoutErrors(of size: Double, tail: Double, _ observed: Double = 0.5) -> Double {
        ConfidenceInterval.midP(errors: 0, total: size, tail: tail, observed: observed).upper
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
