internal import Support

/// The quantity that tuning optimises.
///
///     options.objective = .bpcer20
///     options.objective = .leastBPCER(maximumAPCER: 0.03)
///     options.objective = .leastCost(ErrorCosts(apcer: 5, bpcer: 1, prior: 0.01))
///
/// APCER always means the APCER of the worst species.
public enum TuningObjective: Sendable, Hashable {
    /// The least BPCER with APCER at or below a limit.
    case leastBPCER(maximumAPCER: Double)
    /// The least APCER with BPCER at or below a limit.
    case leastAPCER(maximumBPCER: Double)
    /// The least expected cost of a presentation.
    case leastCost(ErrorCosts)
    /// The least mean of APCER and BPCER. Used in the literature, but not defined by the standard.
    case acer
    /// The detection equal error rate over the smallest normalised margin: all thresholds are scaled together until
    /// APCER equals BPCER.
    case deer

    /// BPCER10: the least BPCER with APCER at most 10 %.
    public static let bpcer10 = leastBPCER(maximumAPCER: 0.1)
    /// BPCER20: the least BPCER with APCER at most 5 %.
    public static let bpcer20 = leastBPCER(maximumAPCER: 0.05)
    /// BPCER100: the least BPCER with APCER at most 1 %.
    public static let bpcer100 = leastBPCER(maximumAPCER: 0.01)

    /// The limits that can be requested. Showing a lower rate would take about three million groups of each species.
    package static let limits = 1e-6..<1

    /// The objectives that can be requested by name.
    public static let named: [(name: String, objective: TuningObjective)] = [
        ("bpcer10", .bpcer10), ("bpcer20", .bpcer20), ("bpcer100", .bpcer100), ("acer", .acer), ("deer", .deer),
    ]

    /// The objective with the given name; nil for an unknown name.
    public init?(named name: String) {
        guard let named = Self.named.first(where: { $0.name == name }) else { return nil }
        self = named.objective
    }
}

/// The costs of the two kinds of error, and the share of attacks.
///
///     let costs = ErrorCosts(apcer: 5, bpcer: 1, prior: 0.01)
///
/// The expected cost of a presentation is `prior * apcer * APCER + (1 - prior) * bpcer * BPCER`. It uses the APCER
/// of the worst species, as if every attacker knew which that is.
public struct ErrorCosts: Sendable, Hashable {
    /// The cost of an accepted attack, in any unit.
    public let apcer: Double
    /// The cost of a rejected bona fide presentation, in the same unit.
    public let bpcer: Double
    /// The share of attacks among presentations.
    public let prior: Double

    /// Combines costs and prior.
    ///
    /// - Precondition: costs are above 0, and the prior is strictly between 0 and 1.
    public init(apcer: Double, bpcer: Double, prior: Double) {
        precondition(apcer > 0 && bpcer > 0 && prior > 0 && prior < 1, "errors cost something and both kinds occur")
        self.apcer = apcer
        self.bpcer = bpcer
        self.prior = prior
    }

    func expected(apcer rate: Double, bpcer other: Double) -> Double {
        prior * apcer * rate + (1 - prior) * bpcer * other
    }
}

extension TuningObjective {
    /// The limit on APCER; nil if there is none.
    public var maximumAPCER: Double? { if case .leastBPCER(let limit) = self { limit } else { nil } }

    /// The limit on BPCER; nil if there is none.
    public var maximumBPCER: Double? { if case .leastAPCER(let limit) = self { limit } else { nil } }

    /// The costs of a cost objective; nil for any other objective.
    public var costs: ErrorCosts? { if case .leastCost(let costs) = self { costs } else { nil } }

    /// A short name for programs: the name of the objective or, if it has none, of its family.
    public var name: String {
        if let named = Self.named.first(where: { $0.objective == self }) { return named.name }
        return switch self {
        case .leastBPCER: "bpcer_at_max_apcer"
        case .leastAPCER: "apcer_at_max_bpcer"
        case .leastCost: "expected_cost"
        case .acer, .deer: preconditionFailure("these have names of their own")
        }
    }

    /// A sort key for two rates, lower being better: the excess over the limit, the quantity to minimise, and the
    /// other rate as a tie-breaker.
    package func rank(apcer: Double, bpcer: Double) -> (excess: Double, value: Double, other: Double) {
        switch self {
        case .leastBPCER(let limit): (max(0, apcer - limit), bpcer, apcer)
        case .leastAPCER(let limit): (max(0, bpcer - limit), apcer, bpcer)
        case .leastCost(let costs): (0, costs.expected(apcer: apcer, bpcer: bpcer), apcer)
        case .acer, .deer: (0, (apcer + bpcer) / 2, apcer)
        }
    }

    /// Whether rates are within the limit; nil if there is no limit or no rate.
    public func isMet(by rates: ErrorRates) -> Bool? {
        guard maximumAPCER != nil || maximumBPCER != nil, let apcer = rates.worstAPCER, let bpcer = rates.bpcer.value
        else { return nil }
        return rank(apcer: apcer, bpcer: bpcer).excess == 0
    }

    /// The number by which measurement variants are compared, lower being better: the quantity to minimise plus the
    /// excess over the limit. A limit met on the training data holds only approximately elsewhere. Without the excess,
    /// the variant that breaks the limit most would win; with a hard limit, chance would decide.
    package func figure(of rates: ErrorRates) -> Double? {
        guard let apcer = rates.worstAPCER, let bpcer = rates.bpcer.value else { return nil }
        let rank = rank(apcer: apcer, bpcer: bpcer)
        return rank.excess + rank.value
    }

}

extension TuningObjective {
    /// The name of the objective in reports.
    public var title: String {
        func text(_ number: Double) -> String { NumberText.significant(number, digits: 6) }
        return switch self {
        case .leastBPCER(let limit): "least BPCER at APCER (worst species) <= \(text(100 * limit)) %"
        case .leastAPCER(let limit): "least APCER (worst species) at BPCER <= \(text(100 * limit)) %"
        case .leastCost(let costs):
            "least expected cost, \(text(costs.prior)) x \(text(costs.apcer)) x APCER (worst species) + "
                + "\(text(1 - costs.prior)) x \(text(costs.bpcer)) x BPCER"
        case .acer: "least ACER (literature usage)"
        case .deer: "detection equal error rate (D-EER) over the smallest normalised margin"
        }
    }

    /// A figure as text: a share in per cent, or a cost.
    package func text(ofFigure figure: Double?) -> String {
        guard case .leastCost = self, let figure else { return TuningReport.percent(figure) }
        return NumberText.significant(figure, digits: 4)
    }

    package var figureTitle: String {
        func percent(_ share: Double) -> String { NumberText.significant(100 * share, digits: 6) + " %" }
        return switch self {
        case .leastBPCER(let limit): "BPCER plus what APCER (worst species) is above \(percent(limit))"
        case .leastAPCER(let limit): "APCER (worst species) plus what BPCER is above \(percent(limit))"
        case .leastCost: "expected cost"
        case .acer, .deer: "ACER"
        }
    }
}
