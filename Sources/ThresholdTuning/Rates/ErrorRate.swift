internal import RealModule

/// An interval, ends included.
public struct ConfidenceInterval: Sendable, Hashable {
    /// Its lower end.
    public let lower: Double
    /// Its upper end.
    public let upper: Double
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
    /// are independent of each other. Those of one scene are not, so see the bootstrap over groups beside it. Nil of
    /// nothing.
    ///
    /// Source: Clopper and Pearson, Biometrika 26 (1934); ISO/IEC 19795-1 on exact binomial intervals.
    public func clopperPearson(confidence: Double = 0.95) -> ConfidenceInterval? {
        guard total > 0 else { return nil }
        let tail = (1 - confidence) / 2
        let k = Double(errors)
        let n = Double(total)
        return ConfidenceInterval(
            lower: errors == 0 ? 0 : BetaDistribution.quantile(tail, k, n - k + 1),
            upper: errors == total ? 1 : BetaDistribution.quantile(1 - tail, k + 1, n - k))
    }

    /// What "no error in n" says: the rate at which n independent presentations show none with probability 1 -
    /// `confidence`. Any rate above it would have shown an error more surely than that. 1 for n = 0.
    ///
    /// About 3 / n for 95 %, the rule of three. Source: Hanley and Lippman-Hand, JAMA 249 (1983).
    static func upperBoundWithoutErrors(in count: Int, confidence: Double = 0.95) -> Double {
        count == 0 ? 1 : -Double.expMinusOne(Double.log(onePlus: -confidence) / Double(count))
    }

    /// How many independent presentations without an error it takes to bound the rate by `limit`.
    static func countWithoutErrors(toBound limit: Double, confidence: Double = 0.95) -> Int {
        Int((Double.log(onePlus: -confidence) / Double.log(onePlus: -limit)).rounded(.up))
    }
}
