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
