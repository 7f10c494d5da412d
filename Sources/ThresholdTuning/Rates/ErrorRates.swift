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

extension Presentations {
    func rates(_ parameters: AnalysisParameters) -> ErrorRates { rates(accepted: accepted(parameters)) }

    /// The error rates of a list of decisions, one per presentation.
    package func rates(accepted: [Bool]) -> ErrorRates {
        var passed = Array(repeating: 0, count: classCount)
        for (presentation, isAccepted) in zip(all, accepted) where isAccepted { passed[presentation.kind] += 1 }
        return ErrorRates(accepted: passed, responses: counts { $0.responded }, totals: counts { _ in true })
    }
}
