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

    /// - Parameters:
    ///   - objective: supplies the limits.
    ///   - confidence: the confidence of all intervals.
    public init(_ objective: Objective, confidence: Double) {
        // A limit of 0 is ignored, because no data can show that a rate is 0.
        func bound(_ limit: Double?) -> Double { limit.flatMap { $0 > 0 ? $0 : nil } ?? 0.1 }
        apcer = bound(objective.maximumAPCER)
        bpcer = bound(objective.maximumBPCER)
        tail = GroupedRates.tail(ofEach: 1, confidence: confidence)
        eachSpecies = GroupedRate.groupsWithoutErrors(toBound: apcer, tail: tail)
        bonaFide = GroupedRate.groupsWithoutErrors(toBound: bpcer, tail: tail)
    }
}

extension GroupedRate {
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
