internal import RealModule
package import Support

/// The number of groups that `evaluate` needs to find a difference between two systems on the same groups.
///
///     print(ComparisonPlan(design, difference: 0.05).likely?.groups ?? 0)
///
/// The power is simulated: each system's errors are beta-binomial and independent of the other's. The test is that of
/// ``PairedComparison/probabilityOverGroups``.
public struct ComparisonPlan: Sendable, Hashable {
    /// The planned evaluation; ``GroupPlan/Design/expected`` is the error rate of the better system.
    public let design: GroupPlan.Design
    /// The error rate of the worse system minus that of the better one.
    public let difference: Double
    /// The level of the test of one class, by the Bonferroni inequality over all classes (real scenes and each
    /// species). The adjustment of ``ThresholdEvaluation/adjustedProbabilities`` never needs a lower level.
    public let level: Double
    /// The groups of each class, and the power with them; nil if ``GroupPlan/mostGroups`` are too few.
    public let likely: GroupPlan.Size?

    /// Precondition: both rates are at most 1, and the difference is above 0.
    public init(_ design: GroupPlan.Design, difference: Double) {
        precondition(difference > 0 && design.expected + difference <= 1, "rates are shares")
        (self.design, self.difference) = (design, difference)
        level = (1 - design.confidence) / Double(design.speciesCount + 1)
        let draws = PairedDraws(design, difference: difference, level: level)
        let most = draws.normalGroups
        likely =
            most > 2 * Double(GroupPlan.mostGroups)
            ? nil
            : CorrelatedGroups.leastGroups(from: 1, to: min(Int(most) + 1, GroupPlan.mostGroups)) {
                draws.power($0).isAtLeast(design.probability)
            }.map { draws.power($0, isEvaluation: true).size($0) }
    }

    package var sentence: String {
        let (rate, classes) = (design.rate.name, design.classes)
        func percent(_ share: Double) -> String { NumberText.significant(100 * share, digits: 3) }
        let goal =
            "to detect a difference in \(rate) of \(percent(difference)) points "
            + "(\(percent(design.expected)) against \(percent(design.expected + difference)) %) with a probability of "
            + TuningReport.level(design.probability)
        guard let likely else { return "Found no plan of up to \(GroupPlan.mostGroups) groups of \(classes) \(goal)." }
        return "Collect \(NumberText.count(likely.groups, "group")) of \(classes) \(goal)."
    }

    package func page(style: Style, width: Int) -> String {
        var page = ReportPage(style: style, width: width)
        page.lead(sentence, setting: style.bold)
        page.headline("Assumptions")
        page.add(design.capturesText)
        page.add("both systems decide the same captures, and their errors are independent of each other")
        page.add(
            "the difference is found by the test of evaluate over groups, adjusted for real scenes and "
                + "\(design.speciesCount) species: at \(NumberText.significant(100 * level, digits: 3)) % or below")
        if let likely {
            page.add(
                "simulated (seed \(design.seed)): \(GroupPlanReport.text(ofProbability: likely)), in draws that were "
                    + "not used to choose the number")
        }
        return page.text
    }

    package static let shape = Shape<ComparisonPlan> {
        Member("schema_version", .constant(1)) { _ in 1 }
        Member("provenance", Provenance.shape) { $0.design.provenance(difference: $0.difference) }
        Member("code", .word) { $0.likely == nil ? GroupPlan.Code.tooManyGroups : .planned }
        Member("sentence", .text) { $0.sentence }
        Member("rate", .word) { $0.design.rate }
        Member("species", .count) { $0.design.speciesCount }
        Member("difference", .number) { $0.difference }
        Member("expected", .number) { $0.design.expected }
        Member("group_sizes", .list(of: .count)) { $0.design.groupSizes }
        Member("correlation", .number) { $0.design.correlation }
        Member("level", .number) { $0.level }
        Member("probability", .number) { $0.design.probability }
        Member("likely", GroupPlanReport.size, or: .null) { $0.likely }
        Member("seed", .text) { $0.design.seed.description }
    }
}

/// Simulated comparisons of two systems.
private struct PairedDraws {
    private let design: GroupPlan.Design
    private let level: Double
    /// The possible sizes of a group, with the distribution of each system's number of errors.
    private let sizes: [(captures: Int, errors: [GuidedDraw])]
    /// The groups that the normal approximation needs, with the design effect of correlated captures.
    let normalGroups: Double

    init(_ design: GroupPlan.Design, difference: Double, level: Double) {
        (self.design, self.level) = (design, level)
        let rates = [design.expected, design.expected + difference]
        sizes = design.groupSizes.map { captures in
            (
                captures,
                rates.map { rate in
                    GuidedDraw(
                        CorrelatedGroups.probabilities(
                            captures: captures, rate: rate, correlation: design.correlation))
                }
            )
        }
        let total = Double(design.groupSizes.reduce(0, +))
        let squares = design.groupSizes.reduce(0.0) { $0 + Double($1 * $1) }
        let effect = 1 + (squares / total - 1) * design.correlation
        let deviates = NormalDeviate.of(level / 2) + NormalDeviate.of(1 - design.probability)
        let variance = rates.reduce(0) { $0 + $1 * (1 - $1) }
        normalGroups =
            deviates * deviates * variance / (difference * difference) * effect * Double(sizes.count) / total
    }

    /// The share of simulated comparisons that find the difference. For every number of groups, a stream begins with
    /// the same groups.
    func power(_ groups: Int, isEvaluation: Bool = false) -> Share {
        let most = isEvaluation ? 4000.0 : 1000
        let count = Int(max(200, min(most, 2e6 / Double(groups))))
        let first = isEvaluation ? CorrelatedGroups.evaluationStream : 0
        return Share((first..<first + count).count { isFound(groups, $0) }, of: count)
    }

    private func isFound(_ groups: Int, _ stream: Int) -> Bool {
        var random = SplitMix64(seed: design.seed, stream: stream)
        let counts = (0..<groups).map { _ in
            let size = sizes[sizes.count > 1 ? random.below(sizes.count) : 0]
            return PairedComparison.Counts(
                pairs: size.captures, given: size.errors[0].draw(random.unit()),
                against: size.errors[1].draw(random.unit()))
        }
        return PairedComparison.isFound(counts, level: level)
    }
}
