internal import Support

/// The number of groups of each species that an evaluation needs to show that the APCER of every species is within a
/// limit.
///
///     let plan = GroupPlan(GroupPlan.Design(speciesCount: 6, limit: 0.05, expected: 0.01))
///     print(plan.required.eachSpecies, plan.likely?.groups)  // 59 Optional(219)
///
/// The limit is shown to hold if the interval of the worst species ends at or below it, as for the advice of tuning
/// (``GroupedRate``). With ``required`` groups this is possible, but only without errors; with ``likely`` groups it
/// happens with the requested probability. The plan is for thresholds that were not chosen on the data.
public struct GroupPlan: Sendable, Hashable {
    /// The evaluation to plan.
    public struct Design: Sendable, Hashable {
        /// The planned error rate.
        public enum Rate: String, Sendable, CaseIterable {
            /// The rate of accepted attacks of each species.
            case apcer
            /// The rate of rejected real scenes.
            case bpcer

            var name: String { rawValue.uppercased() }
        }

        /// The rate that the limit is for. BPCER is planned like the APCER of a single species.
        public var rate = Rate.apcer
        /// The number of species, with the same number of groups each.
        public var speciesCount: Int
        /// The rate that no class may exceed.
        public var limit: Double
        /// The true rate of every class, below the limit.
        public var expected: Double
        /// The captures of each group.
        public var capturesPerGroup = 1
        /// If groups are unequal, the captures of each group of a pilot: each planned group has one of these sizes, all
        /// equally probable. Empty if all groups have ``capturesPerGroup``.
        public var sizes: [Int] = []
        /// The intra-group correlation of errors: 0 if captures are independent, 1 if all captures of a group agree.
        public var correlation = 1.0
        /// The confidence of the intervals.
        public var confidence = ConfidenceInterval.standardConfidence
        /// The wanted probability of showing that the limit holds.
        public var probability = 0.8
        /// The random seed, for simulated captures.
        public var seed = TuningOptions().seed

        /// The numbers of species, and of captures of each group, that can be planned.
        package static let counts = 1...1000
        /// The wanted probabilities that can be planned.
        package static let probabilities = 0.01...0.9999

        /// The true APCER if none is given: a fifth of the limit.
        package static func expected(forLimit limit: Double) -> Double { limit / 5 }

        /// An evaluation with one capture per group; the other members have defaults.
        public init(speciesCount: Int, limit: Double, expected: Double) {
            (self.speciesCount, self.limit, self.expected) = (speciesCount, limit, expected)
        }

        /// Whether groups count as single presentations, so that probabilities are exact.
        public var isExact: Bool {
            Set(groupSizes).count == 1 && (groupSizes[0] == 1 || correlation == 1 || expected == 0)
        }

        /// The possible numbers of captures of a group.
        var groupSizes: [Int] { sizes.isEmpty ? [capturesPerGroup] : sizes }

        var classes: String {
            if rate == .bpcer { return "real scenes" }
            return speciesCount == 1 ? "one species" : "each of \(speciesCount) species"
        }

        var capturesText: String {
            let captures =
                sizes.isEmpty
                ? NumberText.count(capturesPerGroup, "capture") + " per group"
                : "\(sizes.min() ?? 0) to \(sizes.max() ?? 0) captures per group, as in \(sizes.count) groups of a "
                    + "pilot"
            return groupSizes == [1] ? "one capture per group" : "\(captures), intra-group correlation \(correlation)"
        }
    }

    /// A number of groups, and the probability that it suffices.
    public struct Size: Sendable, Hashable {
        /// The groups of each species.
        public let groups: Int
        /// The probability that every species is shown to be within the limit.
        public let probability: Double
        /// The simulation behind the probability; nil if the probability is exact.
        public let simulation: Simulation?

        init(groups: Int, probability: Double, simulation: Simulation? = nil) {
            (self.groups, self.probability, self.simulation) = (groups, probability, simulation)
        }
    }

    /// The precision of a simulated probability.
    ///
    ///     if let error = plan.likely?.simulation?.standardError { print("±", 2 * error) }
    public struct Simulation: Sendable, Hashable {
        /// The number of simulated evaluations. None of them was used to choose the number of groups.
        public let replicates: Int
        /// The standard error of the probability.
        public let standardError: Double
    }

    /// The kind of answer.
    public enum Code: String, Sendable, CaseIterable {
        /// A number of groups has the wanted probability.
        case planned
        /// More than ``mostGroups`` groups are needed.
        case tooManyGroups = "too_many_groups"
    }

    /// The largest number of groups of each species in a plan.
    public static let mostGroups = 100_000
    /// The most simulated evaluations for each number of groups that is tried.
    static let replicates = 20_000

    /// The planned evaluation.
    public let design: Design
    /// The numbers of groups below which the limit cannot be shown to hold.
    public let required: RequiredGroups
    /// The required groups, and the probability with them.
    public let possible: Size
    /// The least number of groups with the wanted probability, with a margin if it is simulated; nil if ``mostGroups``
    /// are too few.
    public let likely: Size?
    /// The least number of groups from which on the probability is never below the wanted one; nil if it is simulated.
    public let steady: Size?

    /// The kind of answer.
    public var code: Code { likely == nil ? .tooManyGroups : .planned }

    /// Precondition: the expected rate is below the limit.
    public init(_ design: Design) {
        precondition(design.expected < design.limit, "a limit below the true rate cannot be shown to hold")
        self.design = design
        required = RequiredGroups(.leastBPCER(maximumAPCER: design.limit), confidence: design.confidence)
        let exact = IndependentGroups(design, tail: required.tail)
        let least = required.eachSpecies
        if design.isExact {
            possible = Size(groups: least, probability: exact.probability(groups: least))
            likely = exact.leastGroups()
            steady = likely.flatMap { _ in exact.steadyGroups() }
        } else {
            let simulated = CorrelatedGroups(design, tail: required.tail)
            // Draws for more groups than a plan may have take minutes.
            let isTooMany = least > Self.mostGroups
            possible =
                isTooMany
                ? Size(groups: least, probability: exact.probability(groups: least)) : simulated.size(least)
            // Probably enough: if the captures of each group agreed, more groups would be needed.
            let most = exact.leastGroups()?.groups ?? min(2 * least, Self.mostGroups)
            likely = isTooMany ? nil : simulated.leastGroups(from: least, to: most).map(simulated.size)
            steady = nil
        }
    }
}

/// Groups that each count as one presentation: the number of groups with errors has a binomial distribution.
struct IndependentGroups {
    private let design: GroupPlan.Design
    private let tail: Double

    init(_ design: GroupPlan.Design, tail: Double) {
        (self.design, self.tail) = (design, tail)
    }

    /// Whether a species with this number of groups, some of them in error, is shown to be within the limit.
    private func isWithin(errors: Int, groups: Int) -> Bool {
        var totals = GroupTotals()
        totals.add(ErrorRate(errors: 1, total: 1), times: errors)
        totals.add(ErrorRate(errors: 0, total: 1), times: groups - errors)
        return GroupedRate.isWithin(design.limit, totals, tail: tail)
    }

    /// The probability that every species is within the limit.
    func probability(groups: Int) -> Double {
        guard isWithin(errors: 0, groups: groups) else { return 0 }
        let errors = leastCount(from: 0) { !isWithin(errors: $0, groups: groups) }.map { $0 - 1 } ?? 0
        return probability(atMost: errors, of: groups)
    }

    /// The probability that no species has more than `errors` groups in error.
    private func probability(atMost errors: Int, of groups: Int) -> Double {
        let one = BetaDistribution.cumulative(1 - design.expected, Double(groups - errors), Double(errors + 1))
        // Rounding errors can make a probability of almost 0 negative.
        return (0..<design.speciesCount).reduce(1) { product, _ in product * min(max(one, 0), 1) }
    }

    // More groups lower the probability, except at numbers from which one more group in error is within the limit.
    // There the probability rises, so it is lowest just below these numbers.

    /// The least number of groups with the wanted probability.
    func leastGroups() -> GroupPlan.Size? {
        let errors = leastCount(from: 0) { errors in
            groups(allowing: errors).map { probability(atMost: errors, of: $0) >= design.probability } ?? true
        }
        return errors.flatMap(size(allowing:))
    }

    /// The least number of groups such that it and every larger number have at least the wanted probability.
    func steadyGroups() -> GroupPlan.Size? {
        let errors = leastCount(from: 0) { errors in
            groups(allowing: errors + 1).map { probability(atMost: errors, of: $0 - 1) >= design.probability } ?? true
        }
        return errors.flatMap(size(allowing:))
    }

    private func size(allowing errors: Int) -> GroupPlan.Size? {
        groups(allowing: errors).map { GroupPlan.Size(groups: $0, probability: probability(atMost: errors, of: $0)) }
    }

    /// The least number of groups within the limit, `errors` of them in error; nil above ``GroupPlan/mostGroups``.
    private func groups(allowing errors: Int) -> Int? {
        leastCount(from: max(1, errors)) { isWithin(errors: errors, groups: $0) }
    }

    /// The least number for which `isEnough` holds, as for all larger ones; nil above ``GroupPlan/mostGroups``.
    private func leastCount(from least: Int, _ isEnough: (Int) -> Bool) -> Int? {
        guard !isEnough(least) else { return least }
        var (tooFew, enough) = (least, least + 1)
        while !isEnough(enough) {
            (tooFew, enough) = (enough, 2 * enough)
            if tooFew > GroupPlan.mostGroups { return nil }
        }
        while enough - tooFew > 1 {
            let middle = tooFew + (enough - tooFew) / 2
            if isEnough(middle) { enough = middle } else { tooFew = middle }
        }
        return enough <= GroupPlan.mostGroups ? enough : nil
    }
}
