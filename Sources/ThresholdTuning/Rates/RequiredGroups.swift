/// How many groups without an error it takes to bound error rates by the intervals that reports give.
///
///     let required = RequiredGroups(.bpcer20, speciesCount: 6, confidence: 0.95)
///     print(required.eachSpecies)  // 107
///
/// It is the least number of groups, alike in size, whose interval of no errors at all ends within the limit. The same
/// interval decides whether an objective is met.
public struct RequiredGroups: Sendable, Hashable {
    /// The APCER to bound: what the objective allows, or 10 % where it sets no limit.
    public let apcer: Double
    /// The BPCER to bound: the same.
    public let bpcer: Double
    /// The groups that each species takes.
    public let eachSpecies: Int
    /// The groups that real scenes take.
    public let bonaFide: Int
    /// What the interval of each species leaves out at each end.
    let speciesTail: Double
    /// What that of real scenes does.
    let bonaFideTail: Double

    /// - Parameters:
    ///   - objective: what sets a limit.
    ///   - speciesCount: the species with a verdict, whose intervals hold together.
    ///   - confidence: of all intervals.
    public init(_ objective: Objective, speciesCount: Int, confidence: Double) {
        // No data can show a rate to be 0, so that is no limit.
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
    /// The upper end of the interval of `size` independent presentations without an error.
    static func upperEndWithoutErrors(of size: Double, tail: Double) -> Double {
        ConfidenceInterval.clopperPearson(errors: 0, total: size, tail: tail).upper
    }

    /// The least number of groups, alike in size and without an error, whose interval ends at `limit` or below.
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
