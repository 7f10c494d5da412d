internal import DepthAnalysis

/// The error rates of one operating point, in the vocabulary of ISO/IEC 30107-3.
///
///     let rates = report.present.rates
///     print(rates.bpcer.value ?? 0, rates.worstAPCER ?? 0, rates.acer ?? 0)
///
/// Only the vocabulary is borrowed: a scene is not a biometric characteristic, so this is not a test by that
/// standard. APCER and BPCER are shares of the presentations with a verdict. Non-responses are counted separately.
public struct ErrorRates: Sendable, Hashable {
    /// APCER, the attack presentation classification error rate of each species: the share of attacks accepted.
    public let apcer: [ErrorRate]
    /// BPCER, the bona fide presentation classification error rate: the share of bona fide presentations rejected.
    public let bpcer: ErrorRate
    /// APNRR, the attack presentation non-response rate of each species.
    public let apnrr: [ErrorRate]
    /// BPNRR, the bona fide presentation non-response rate.
    public let bpnrr: ErrorRate

    /// Counts by class, bona fide first.
    init(accepted: [Int], responses: [Int], totals: [Int]) {
        bpcer = ErrorRate(errors: responses[0] - accepted[0], total: responses[0])
        bpnrr = ErrorRate(errors: totals[0] - responses[0], total: totals[0])
        apcer = accepted.indices.dropFirst().map { ErrorRate(errors: accepted[$0], total: responses[$0]) }
        apnrr = accepted.indices.dropFirst().map { ErrorRate(errors: totals[$0] - responses[$0], total: totals[$0]) }
    }

    /// The species with the highest APCER, the first if several are equal; nil without any attack that has a verdict.
    public var worstSpecies: Int? {
        var worst: (species: Int, value: Double)?
        for (species, rate) in apcer.enumerated() {
            guard let value = rate.value, value > worst?.value ?? -1 else { continue }
            worst = (species, value)
        }
        return worst?.species
    }

    /// The APCER of the worst species, the figure that the standard requires.
    public var worstAPCER: Double? { worstSpecies.flatMap { apcer[$0].value } }

    /// ACER, the mean of the worst species' APCER and BPCER. Common in the literature; not defined by the standard.
    public var acer: Double? {
        guard let worstAPCER, let bpcer = bpcer.value else { return nil }
        return (worstAPCER + bpcer) / 2
    }
}

extension LabelledPresentations {
    func rates(_ parameters: AnalysisParameters) -> ErrorRates { rates(accepted: accepted(parameters)) }

    /// The error rates of a list of decisions, one per presentation.
    package func rates(accepted: [Bool]) -> ErrorRates {
        var passed = Array(repeating: 0, count: classCount)
        for (presentation, isAccepted) in zip(all, accepted) where isAccepted { passed[presentation.kind] += 1 }
        return ErrorRates(accepted: passed, responses: counts { $0.responded }, totals: counts { _ in true })
    }
}

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

    /// The mid-P interval: a Clopper-Pearson interval that counts only half of the probability of the observed count.
    /// It leaves out about `tail` at each end. Counts need not be whole.
    ///
    /// Source: Lancaster, Biometrika 36 (1949), 370-382; Berry and Armitage, The Statistician 44 (1995), 417-423.
    ///
    /// - Parameter observed: the share of the observed count's probability that counts; 1 gives Clopper-Pearson.
    static func midP(errors: Double, total: Double, tail: Double, observed: Double = 0.5) -> ConfidenceInterval {
        func end(_ probability: Double, _ observed: Double) -> Double {
            BetaDistribution.binomialTailQuantile(
                probability, errors: errors, correct: total - errors, observed: observed)
        }
        return ConfidenceInterval(
            lower: errors <= 0 ? 0 : end(tail, observed), upper: errors >= total ? 1 : end(1 - tail, 1 - observed))
    }

    /// Whether the upper end of ``midP(errors:total:tail:observed:)`` is at most `limit`, without computing it.
    static func isMidPUpperEnd(
        atMost limit: Double, errors: Double, total: Double, tail: Double, observed: Double
    ) -> Bool {
        if errors >= total { return limit >= 1 }
        if limit >= 1 { return true }
        return BetaDistribution.binomialTail(limit, errors: errors, correct: total - errors, observed: 1 - observed)
            >= 1 - tail
    }
}

/// An error rate: the number of errors out of a number of presentations.
///
///     let rate = report.present.rates.bpcer
///     print(rate.errors, rate.total, rate.value ?? .nan, rate.clopperPearson()?.upper ?? .nan)
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
