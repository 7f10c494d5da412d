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
    /// The sum of the squared numbers of presentations.
    var squares = 0.0
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
        squares += Double(number) * Double(count.total) * Double(count.total)
        discordance +=
            Double(number) * Double(count.errors) * Double(count.total - count.errors) / Double(count.total)
    }

    /// p (1 - p) for the rate p over all groups.
    var spread: Double {
        guard presentations > 0 else { return 0 }
        let share = Double(errors) / Double(presentations)
        return share * (1 - share)
    }

    /// The intra-group correlation by Fleiss and Cuzick, moved towards 1 as if one more group with the rarer decision
    /// agreed entirely.
    var correlation: Double {
        guard spread > 0, groups > 1, presentations > groups else { return 1 }
        let evidence = Double(min(groupsWithErrors, groupsWithCorrect))
        return 1 - min(1, discordance / (Double(presentations - groups) * spread)) * evidence / (evidence + 1)
    }

    /// The number of presentations divided by Kish's design effect; 0 without presentations.
    ///
    /// - Parameter ofChoice: the further part of the design effect, due to the choice of thresholds.
    func effectiveSize(correlation: Double, ofChoice: Double = 0) -> Double {
        guard presentations > 0 else { return 0 }
        let total = Double(presentations)
        return total / (1 + (squares / total - 1) * correlation + ofChoice)
    }

    /// The effective size if the presentations of each group agree; 0 without presentations.
    var flawlessSize: Double {
        presentations > 0 ? Double(presentations) * Double(presentations) / squares : 0
    }
}
