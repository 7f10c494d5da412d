public import DepthAnalysis
internal import Support

/// How two ways of deciding differ on the maps of one class: given parameters against others.
public struct PairedComparison: Sendable, Hashable {
    /// The species of attack; nil for real scenes. An error is an attack accepted, or a real scene rejected.
    public let species: String?
    /// All maps of the class.
    public let mapCount: Int
    /// Maps to which only the given parameters give a verdict: they are no pairs.
    public let verdictOnlyGiven: Int
    /// Maps to which only the others give one.
    public let verdictOnlyAgainst: Int
    /// Maps with a verdict in both ways.
    public let pairCount: Int
    /// Errors of both.
    public let wrongInBoth: Int
    /// Errors of the given parameters alone.
    public let wrongOnlyGiven: Int
    /// Errors of the others alone.
    public let wrongOnlyAgainst: Int
    /// Whether no map was decided wrongly on either side.
    package var isWithoutErrors: Bool { wrongInBoth + wrongOnlyGiven + wrongOnlyAgainst == 0 }
    /// Groups in which the given parameters make fewer errors.
    public let groupsWithFewer: Int
    /// Groups in which they make more.
    public let groupsWithMore: Int
    /// Groups in which both make as many.
    public let groupsAlike: Int
    /// McNemar's exact test over maps, two-sided; see ``probabilityOverGroups``.
    public let probabilityOverMaps: Double
    /// The exact permutation test over groups, two-sided: maps of one group are not independent, so this is the one to
    /// quote.
    public let probabilityOverGroups: Double

    /// Whether every map is decided alike, or left undecided alike.
    var isAlike: Bool { wrongOnlyGiven + wrongOnlyAgainst + verdictOnlyGiven + verdictOnlyAgainst == 0 }

    /// Compares decisions about the same maps in the same order.
    ///
    /// - Parameter kind: the number of the class.
    init(_ kind: Int, given: JudgedParameters, against: JudgedParameters) {
        species = kind == 0 ? nil : given.presentations.species[kind - 1]
        let members = given.presentations.all.indices.filter { given.presentations.all[$0].kind == kind }
        func hasVerdict(_ side: JudgedParameters, _ index: Int) -> Bool { side.presentations.all[index].responded }
        mapCount = members.count
        verdictOnlyGiven = members.count { hasVerdict(given, $0) && !hasVerdict(against, $0) }
        verdictOnlyAgainst = members.count { hasVerdict(against, $0) && !hasVerdict(given, $0) }
        var (both, onlyGiven, onlyAgainst, pairs) = (0, 0, 0, 0)
        /// Errors of the given parameters less those of the others, by group.
        var differences: [Int: Int] = [:]
        for index in members where hasVerdict(given, index) && hasVerdict(against, index) {
            pairs += 1
            let isWrong = { (side: JudgedParameters) in side.accepted[index] != (kind == 0) }
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

/// Parameters with what they decide about some presentations.
public struct JudgedParameters: Sendable {
    /// What reports call them, such as the name of their file.
    public let name: String
    /// All of them.
    public let parameters: AnalysisParameters
    /// What they judge, measured as they measure.
    public let presentations: Presentations
    /// Whether each presentation is accepted.
    package let accepted: [Bool]
    /// Counted on all presentations.
    public let rates: ErrorRates
    /// With their intervals.
    public let grouped: GroupedRates

    /// Judges presentations.
    ///
    /// - Parameter confidence: of the intervals.
    public init(
        name: String, parameters: AnalysisParameters, presentations: Presentations, confidence: Double = 0.95
    ) {
        self.init(
            name: name, parameters: parameters, presentations: presentations,
            accepted: presentations.accepted(parameters), confidence: confidence)
    }

    /// Takes decisions that `parameters` alone do not make, such as each by thresholds chosen without its group.
    package init(
        name: String, parameters: AnalysisParameters, presentations: Presentations, accepted: [Bool],
        confidence: Double
    ) {
        self.name = name.printable
        self.parameters = parameters
        self.presentations = presentations
        self.accepted = accepted
        rates = presentations.rates(accepted: accepted)
        grouped = GroupedRates(presentations, accepted: accepted, confidence: confidence)
    }
}
