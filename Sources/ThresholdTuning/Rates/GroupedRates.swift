/// The error rates of a list of decisions, each with its interval.
///
/// The interval of BPCER has the requested confidence by itself. The intervals of the species have it together
/// (Bonferroni). ``worstAPCER`` has it too, whichever species is the worst on new scenes.
public struct GroupedRates: Sendable, Hashable {
    /// BPCER.
    public let bpcer: GroupedRate
    /// The APCER of each species.
    public let apcer: [GroupedRate]

    /// The interval of the highest APCER of a species. Nil without any attack that has a verdict.
    ///
    /// It reaches from the highest lower end of the species' intervals to their highest upper end without the
    /// correction for their number. The highest rate exceeds this end only if the worst species exceeds its own, so
    /// upper ends need no correction (an intersection-union test; Berger, Technometrics 24 (1982), 295-300).
    public let worstAPCER: ConfidenceInterval?

    /// The probability below the lower end, and above the upper end, of each of `count` simultaneous intervals.
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

    /// The errors of each class by group, in group order. Groups without verdicts in the class are omitted, because
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
/// interval decides whether an objective is met. The number does not depend on how many species there are, because the
/// upper end of the worst species needs no correction (``GroupedRates/worstAPCER``).
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
