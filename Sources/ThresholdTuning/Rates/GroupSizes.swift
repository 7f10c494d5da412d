internal import Support

/// The sizes of the groups of a class, and whether its rate depends on them.
///
///     if let effect = rate.sizes.effect, !effect.interval.contains(0) { print(effect.difference) }
public struct GroupSizes: Sendable, Hashable {
    /// The share of the largest group in the presentations; 0 without presentations.
    public let largestShare: Double
    /// The effect of group sizes; nil if all sizes are equal, or if the effective number of groups is below ten.
    public let effect: Effect?

    /// The rate over maps minus the mean rate of groups.
    public struct Effect: Sendable, Hashable {
        /// The mean rate of groups.
        public let meanRate: Double
        /// The rate over maps minus the mean rate.
        public let difference: Double
        /// The interval of the difference at ``GroupSizes/level``: normal, with the linearised variance over groups.
        ///
        /// Source: Cochran, Sampling Techniques (1977), 6.3, on ratios.
        public let interval: ConfidenceInterval

        /// Whether the interval excludes 0.
        public var isClear: Bool { interval.lower > 0 || interval.upper < 0 }
    }

    /// The level of ``Effect/interval``, so high that classes without an effect rarely get a warning.
    public static let level = 0.99
    /// A group with a larger share dominates its class.
    public static let dominantShare = 0.2

    /// Whether one of several groups dominates.
    public let isDominated: Bool

    init(_ counts: [ErrorRate]) {
        let groups = counts.filter { $0.total > 0 }
        let total = groups.reduce(0.0) { $0 + Double($1.total) }
        largestShare = Double(groups.map(\.total).max() ?? 0) / max(1, total)
        // Each of a few equal groups has a large share, so a dominant group must also exceed twice the mean share.
        let count = Double(groups.count)
        isDominated = groups.count > 1 && largestShare > max(Self.dominantShare, 2 / count)
        let squaredSizes = groups.reduce(0.0) { $0 + Double($1.total) * Double($1.total) }
        guard total * total >= 10 * squaredSizes, Set(groups.map(\.total)).count > 1 else {
            effect = nil
            return
        }
        let rate = groups.reduce(0.0) { $0 + Double($1.errors) } / total
        let rates = groups.map { Double($0.errors) / Double($0.total) }
        let mean = rates.reduce(0, +) / count
        let squares = zip(groups, rates).reduce(0.0) { sum, group in
            let residual = Double(group.0.errors) - rate * Double(group.0.total)
            let influence = count * residual / total - (group.1 - mean)
            return sum + influence * influence
        }
        let margin = -NormalDeviate.of((1 - Self.level) / 2) * (squares / (count * (count - 1))).squareRoot()
        let difference = rate - mean
        effect = Effect(
            meanRate: mean, difference: difference,
            interval: ConfidenceInterval(lower: difference - margin, upper: difference + margin))
    }
}

/// A warning that an interval over groups depends on few groups, or that the rate differs between large and small ones.
struct GroupWarning {
    enum Code: String, CaseIterable {
        case groupDominates = "group_dominates"
        case errorDependsOnSize = "error_depends_on_size"
    }

    let code: Code
    /// Nil for bona fide presentations.
    let species: String?
    private let sizes: GroupSizes
    private let rate: Double

    /// All warnings about the classes of a set of rates.
    static func all(_ rates: GroupedRates, species: [String]) -> [GroupWarning] {
        zip([nil] + species.map { Optional($0) }, [rates.bpcer] + rates.apcer).flatMap { species, rate in
            [(Code.groupDominates, rate.sizes.isDominated), (.errorDependsOnSize, rate.sizes.effect?.isClear ?? false)]
                .filter(\.1).map {
                    GroupWarning(code: $0.0, species: species, sizes: rate.sizes, rate: rate.rate.value ?? 0)
                }
        }
    }

    var sentence: String {
        let maps = species.map { "attacks of \($0.printable)" } ?? "real scenes"
        let name = species.map { "APCER of \($0.printable)" } ?? "BPCER"
        switch code {
        case .groupDominates:
            return "One group holds \(TuningReport.percent(sizes.largestShare)) of the \(maps): "
                + "their rate depends mostly on it, and its interval is wide."
        case .errorDependsOnSize:
            let isMore = (sizes.effect?.difference ?? 0) > 0
            return "\(name) depends on the size of the group: \(TuningReport.percent(rate)) over maps, and "
                + "\(TuningReport.percent(sizes.effect?.meanRate)) as the mean of groups; large groups fail "
                + "\(isMore ? "more" : "less") often. Intervals are for the rate over maps."
        }
    }

    static let shape = Shape<GroupWarning> {
        Member("code", .words(Code.allCases.map(\.rawValue))) { $0.code.rawValue }
        Member("species", .text, or: .null) { $0.species }
        Member("largest_share", .number) { $0.sizes.largestShare }
        Member("rate", .number) { $0.rate }
        Member("mean_rate_of_groups", .number, or: .null) { $0.sizes.effect?.meanRate }
        Member("difference_interval", .interval) { $0.sizes.effect?.interval }
        Member("sentence", .text) { $0.sentence }
    }
}
