/// An interval, ends included.
public struct ConfidenceInterval: Sendable, Hashable {
    /// Its lower end.
    public let lower: Double
    /// Its upper end.
    public let upper: Double

    package init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// Clopper and Pearson's for a count and a total that need not be whole, with `tail` left out at each end.
    static func clopperPearson(errors: Double, total: Double, tail: Double) -> ConfidenceInterval {
        ConfidenceInterval(
            lower: errors <= 0 ? 0 : BetaDistribution.quantile(tail, errors, total - errors + 1),
            upper: errors >= total ? 1 : BetaDistribution.quantile(1 - tail, errors + 1, total - errors))
    }
}

/// How often something happened: errors out of presentations.
public struct ErrorRate: Sendable, Hashable {
    /// The presentations it happened to.
    public let errors: Int
    /// All presentations it could have happened to.
    public let total: Int

    init(errors: Int, total: Int) {
        precondition(errors >= 0 && errors <= total, "errors are counted among the presentations")
        self.errors = errors
        self.total = total
    }

    /// The share; nil of nothing.
    public var value: Double? { total == 0 ? nil : Double(errors) / Double(total) }

    /// The Clopper-Pearson interval: covers the true rate in at least `confidence` of all experiments, if presentations
    /// are independent of each other. Those of one scene are not; see ``GroupedRate``. Nil of nothing.
    ///
    /// Source: Clopper and Pearson, Biometrika 26 (1934); ISO/IEC 19795-1 on exact binomial intervals.
    public func clopperPearson(confidence: Double = 0.95) -> ConfidenceInterval? {
        guard total > 0 else { return nil }
        return .clopperPearson(errors: Double(errors), total: Double(total), tail: (1 - confidence) / 2)
    }
}
