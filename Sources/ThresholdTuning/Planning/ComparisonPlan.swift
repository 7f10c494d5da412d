internal import RealModule
package import Support

/// The number of groups with which two systems on the same groups are found to differ.
///
///     print(ComparisonPlan(design, difference: 0.05).groups ?? 0)
///
/// The power is that of McNemar's exact test over independent presentations, summed over the number of presentations
/// that the systems decide differently (Connor, Biometrics 43 (1987), 207-211). Groups of several captures multiply the
/// presentations by the design effect, 1 + ((1 + cv²) m - 1) r with m captures a group on average, of a coefficient of
/// variation cv, and the intra-group correlation r (Eldridge, Ashby and Kerry, International Journal of Epidemiology 35
/// (2006), 1292-1300).
public struct ComparisonPlan: Sendable, Hashable {
    /// The planned evaluation; ``GroupPlan/Design/expected`` is the error rate of the better system.
    public let design: GroupPlan.Design
    /// The error rate of the worse system minus that of the better one.
    public let difference: Double
    /// The level of the test: with several species, that of Holm's first step over real scenes and each species.
    public let level: Double
    /// The groups of each class; nil if ``GroupPlan/mostGroups`` are too few.
    public let groups: Int?
    /// The probability that the test reports the difference, with these groups.
    public let power: Double?

    /// Precondition: both rates are below 1, and the difference is above 0.
    public init(_ design: GroupPlan.Design, difference: Double) {
        precondition(difference > 0 && design.expected + difference <= 1, "rates are shares")
        (self.design, self.difference) = (design, difference)
        level = (1 - design.confidence) / Double(design.rate == .bpcer ? 1 : design.speciesCount + 1)
        let sizes = design.groupSizes.map(Double.init)
        let mean = sizes.reduce(0, +) / Double(sizes.count)
        let squares = sizes.reduce(0) { $0 + $1 * $1 } / Double(sizes.count)
        let effect = 1 + (squares / mean - 1) * design.correlation
        let test = PairedTest(better: design.expected, worse: design.expected + difference, level: level)
        func presentations(_ groups: Int) -> Int { Int(Double(groups) * mean / effect) }
        // The power of an exact test rises with small steps down; bisection finds one of the crossings.
        var (tooFew, enough) = (0, 1)
        while enough <= GroupPlan.mostGroups, test.power(presentations(enough)) < design.probability {
            (tooFew, enough) = (enough, 2 * enough)
        }
        guard test.power(presentations(min(enough, GroupPlan.mostGroups))) >= design.probability else {
            (groups, power) = (nil, nil)
            return
        }
        while enough - tooFew > 1 {
            let middle = (tooFew + enough) / 2
            if test.power(presentations(middle)) < design.probability { tooFew = middle } else { enough = middle }
        }
        (groups, power) = (enough, test.power(presentations(enough)))
    }

    package var sentence: String {
        let (rate, classes) = (design.rate.name, design.classes)
        func percent(_ share: Double) -> String { NumberText.significant(100 * share, digits: 3) }
        let goal =
            "to detect a difference in \(rate) of \(percent(difference)) points "
            + "(\(percent(design.expected)) against \(percent(design.expected + difference)) %) with a probability of "
            + TuningReport.level(design.probability)
        guard let groups else { return "Found no plan of up to \(GroupPlan.mostGroups) groups of \(classes) \(goal)." }
        return "Collect \(NumberText.count(groups, "group")) of \(classes) \(goal)."
    }

    package func page(style: Style, width: Int) -> String {
        var page = ReportPage(style: style, width: width)
        page.lead(sentence, setting: style.bold)
        page.headline("Assumptions")
        page.add(design.capturesText)
        page.add("both systems decide the same captures, and their errors are independent of each other")
        let level = NumberText.significant(100 * level, digits: 3)
        page.add("McNemar's exact test at \(level) %, two-sided (Connor, 1987)")
        page.add("captures of a group are worth less by the design effect (Eldridge et al., 2006)")
        return page.text
    }

    package static let shape = Shape<ComparisonPlan> {
        Member("schema_version", .constant(1)) { _ in 1 }
        Member("provenance", Provenance.shape) { $0.design.provenance(difference: $0.difference) }
        Member("code", .word) { $0.groups == nil ? GroupPlan.Code.tooManyGroups : .planned }
        Member("sentence", .text) { $0.sentence }
        Member("rate", .word) { $0.design.rate }
        Member("species", .count) { $0.design.speciesCount }
        Member("difference", .number) { $0.difference }
        Member("expected", .number) { $0.design.expected }
        Member("group_sizes", .list(of: .count)) { $0.design.groupSizes }
        Member("correlation", .number) { $0.design.correlation }
        Member("level", .number) { $0.level }
        Member("probability", .number) { $0.design.probability }
        Member("groups", .count, or: .null) { $0.groups }
        Member("power", .number, or: .null) { $0.power }
    }
}

/// McNemar's exact test of two systems whose errors are independent of each other.
struct PairedTest {
    /// The probability that a presentation is decided differently.
    private let discordance: Double
    /// The share of these on which only the worse system errs.
    private let share: Double
    private let level: Double

    init(better: Double, worse: Double, level: Double) {
        let onlyWorse = worse * (1 - better)
        discordance = onlyWorse + better * (1 - worse)
        share = onlyWorse / discordance
        self.level = level
    }

    /// The probability that the test reports a difference.
    func power(_ presentations: Int) -> Double {
        let spread = (Double(presentations) * discordance * (1 - discordance)).squareRoot()
        let middle = Double(presentations) * discordance
        let counts = max(0, Int(middle - 9 * spread - 9))...min(presentations, Int(middle + 9 * spread + 9))
        var critical = -1
        return counts.reduce(0) { sum, count in
            // The largest number of one kind at which the test reports a difference; it rises with the count.
            while critical + 1 <= count / 2, ExactTests.mcNemar(critical + 1, count - critical - 1) <= level {
                critical += 1
            }
            guard critical >= 0 else { return sum }
            let found =
                Self.probability(atMost: critical, of: count, 1 - share)
                + Self.probability(atMost: critical, of: count, share)
            let weight =
                Self.probability(atMost: count, of: presentations, discordance)
                - Self.probability(atMost: count - 1, of: presentations, discordance)
            return sum + weight * found
        }
    }

    /// The binomial probability of at most a number. Source: DLMF 8.17.5.
    static func probability(atMost number: Int, of count: Int, _ share: Double) -> Double {
        if number < 0 { return 0 }
        if number >= count { return 1 }
        return min(1, max(0, BetaDistribution.cumulative(1 - share, Double(count - number), Double(number + 1))))
    }
}
