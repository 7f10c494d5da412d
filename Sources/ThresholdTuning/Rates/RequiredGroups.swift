/// The number of error-free groups needed to bound error rates with the intervals of the reports.
///
///     let required = RequiredGroups(.bpcer20, speciesCount: 6, confidence: 0.95)
///     print(required.eachSpecies)  // 107
///
/// This is the least number of equally large groups whose interval for zero errors ends at or below the limit. The same
/// interval decides whether an objective is met.
public struct RequiredGroups: Sendable, Hashable {
    /// The APCER to bound: the limit of the objective, or 10 % if it has none.
    public let apcer: Double
    /// The BPCER to bound: the limit of the objective, or 10 % if it has none.
    public let bpcer: Double
    /// The number of groups needed of each species.
    public let eachSpecies: Int
    /// The number of groups needed of bona fide scenes.
    public let bonaFide: Int
    /// The probability that the interval of each species leaves out at each end.
    let speciesTail: Double
    let bonaFideTail: Double

    /// - Parameters:
    ///   - objective: supplies the limits.
    ///   - speciesCount: the number of species with a verdict, whose intervals hold simultaneously.
    ///   - confidence: the confidence of all intervals.
    public init(_ objective: Objective, speciesCount: Int, confidence: Double) {
        // A limit of 0 is ignored, because no data can show that a rate is 0.
        func bound(_ limit: Double?) -> Double { limit.flatMap { $0 > 0 ? $0 : nil } ?? 0.1 }
        apcer = bound(objective.maximumAPCER)
        bpcer = bound(objective.maximumBPCER)
        speciesTail = GroupedRates.tail(ofEach: speciesCount, confidence: confidence)
        bonaFideTail = GroupedRates.tail(ofEach: 1, confidence: confidence)
        eachSpecies = GroupedRate.groupsWithoutErrors(toBound: apcer, tail: speciesTail)
        bonaFide = GroupedRate.groupsWithoutErrors(toBound: bpcer, tail: bonaFideTail)
    }
}

extension GroupedRate {
    /// The upper end of the interval for `size` independent presentations without an error.
    static func upperEndWithoutErrors(of size: Double, tail: Double) -> Double {
        ConfidenceInterval.clopperPearson(errors: 0, total: size, tail: tail).upper
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
