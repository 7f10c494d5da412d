/// The sums over the groups of a class that ``GroupedRate`` depends on.
struct GroupTotals: Hashable {
    /// Groups with presentations.
    var groups = 0
    var presentations = 0
    var errors = 0
    /// Groups with at least one error.
    var groupsWithErrors = 0
    /// Groups with at least one correct decision.
    var groupsWithCorrect = 0
    /// The sums of squared presentations, of squared errors, and of errors times presentations.
    var squares = 0.0
    var squaredErrors = 0.0
    var products = 0.0
    /// The sum of errors times correct decisions divided by presentations.
    var discordance = 0.0

    init() {}

    /// The totals of the errors of each group; groups without presentations are ignored.
    init(_ counts: [ErrorRate]) {
        for count in counts where count.total > 0 { add(count) }
    }

    /// Adds a number of groups, each with these errors.
    mutating func add(_ count: ErrorRate, times number: Int = 1) {
        groups += number
        presentations += number * count.total
        errors += number * count.errors
        if count.errors > 0 { groupsWithErrors += number }
        if count.errors < count.total { groupsWithCorrect += number }
        let (times, total, wrong) = (Double(number), Double(count.total), Double(count.errors))
        squares += times * total * total
        squaredErrors += times * wrong * wrong
        products += times * wrong * total
        discordance += times * wrong * (total - wrong) / total
    }

    /// The rate p over all groups.
    private var share: Double { presentations > 0 ? Double(errors) / Double(presentations) : 0 }

    /// p (1 - p).
    var spread: Double { share * (1 - share) }

    /// The number of presentations divided by the larger of two design effects; 0 without presentations.
    ///
    /// One is Kish's, with the intra-group correlation of Fleiss and Cuzick. The other follows from the linearised
    /// variance of a ratio, sum (errors - p n)^2 / (sum n)^2, which also covers errors that depend on the size of the
    /// group. Both are moved towards the effect of groups whose presentations all agree, as if the rarer decision had
    /// ``agreeingGroups`` more such groups.
    var effectiveSize: Double {
        guard spread > 0, groups > 1, presentations > groups else { return flawlessSize }
        let total = Double(presentations)
        let evidence = Double(min(groupsWithErrors, groupsWithCorrect))
        let weight = evidence / (evidence + Self.agreeingGroups)
        let correlation = 1 - weight * min(1, discordance / ((total - Double(groups)) * spread))
        let linearised = max(0, squaredErrors - 2 * share * products + share * share * squares) / (total * spread)
        let agreement = squares / total
        return total / max(1, 1 + (agreement - 1) * correlation, weight * linearised + (1 - weight) * agreement)
    }

    /// Chosen by simulation (docs/COVERAGE.md).
    private static let agreeingGroups = 1.5

    /// The effective size if the presentations of each group agree; 0 without presentations.
    var flawlessSize: Double {
        presentations > 0 ? Double(presentations) * Double(presentations) / squares : 0
    }

    /// The share of the observed count's probability that counts: 1/2 for equal sizes, as in a mid-P interval. The more
    /// sizes differ, the nearer it is to 1, as in a Clopper-Pearson interval.
    var observedShare: Double { groups > 0 ? 1 - flawlessSize / Double(groups) / 2 : 1 }
}
