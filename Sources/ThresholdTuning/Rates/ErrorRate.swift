/// A closed confidence interval.
public struct ConfidenceInterval: Sendable, Hashable {
    /// The lower end.
    public let lower: Double
    /// The upper end.
    public let upper: Double

    /// The confidence of intervals if none is given.
    public static let standardConfidence = 0.95

    package init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// The Clopper-Pearson interval, which leaves out `tail` at each end. Counts need not be whole.
    static func clopperPearson(errors: Double, total: Double, tail: Double) -> ConfidenceInterval {
        ConfidenceInterval(
            lower: errors <= 0 ? 0 : BetaDistribution.quantile(tail, errors, total - errors + 1),
            upper: errors >= total ? 1 : BetaDistribution.quantile(1 - tail, errors + 1, total - errors))
    }

    /// The mid-P interval: the Clopper-Pearson interval that counts half of the probability of the observed count. It
    /// leaves out about `tail` at each end. Counts need not be whole.
    ///
    /// Source: Lancaster, Biometrika 36 (1949), 370-382; Berry and Armitage, The Statistician 44 (1995), 417-423.
    static func midP(errors: Double, total: Double, tail: Double) -> ConfidenceInterval {
        func end(_ probability: Double) -> Double {
            BetaDistribution.midPQuantile(probability, errors: errors, correct: total - errors)
        }
        return ConfidenceInterval(
            lower: errors <= 0 ? 0 : end(tail), upper: errors >= total ? 1 : end(1 - tail))
    }

    /// Whether the upper end of ``midP(errors:total:tail:)`` is at most `limit`, without computing it.
    static func isMidPUpperEnd(atMost limit: Double, errors: Double, total: Double, tail: Double) -> Bool {
        if errors >= total { return limit >= 1 }
        if limit >= 1 { return true }
        return BetaDistribution.midPCumulative(limit, errors: errors, correct: total - errors) >= 1 - tail
    }
}

/// An error rate: the number of errors out of a number of presentations.
public struct ErrorRate: Sendable, Hashable {
    /// The number of errors.
    public let errors: Int
    /// The number of presentations.
    public let total: Int

    init(errors: Int, total: Int) {
        precondition(errors >= 0 && errors <= total, "errors are counted among the presentations")
        self.errors = errors
        self.total = total
    }

    /// The share of errors; nil without presentations.
    public var value: Double? { total == 0 ? nil : Double(errors) / Double(total) }

    /// The Clopper-Pearson interval: it covers the true rate in at least `confidence` of all experiments if
    /// presentations are independent. Presentations of one scene are not; see ``GroupedRate``. Nil without
    /// presentations.
    ///
    /// Source: Clopper and Pearson, Biometrika 26 (1934); ISO/IEC 19795-1 on exact binomial intervals.
    public func clopperPearson(confidence: Double = ConfidenceInterval.standardConfidence) -> ConfidenceInterval? {
        guard total > 0 else { return nil }
        return .clopperPearson(errors: Double(errors), total: Double(total), tail: (1 - confidence) / 2)
    }
}
