/// What the best thresholds are to be best at.
///
///     options.objective = .bpcer20
///     options.objective = .leastBPCER(maximumAPCER: 0.03)
///     options.objective = .leastCost(ErrorCosts(apcer: 5, bpcer: 1, prior: 0.01))
///
/// APCER is that of the worst species throughout.
public enum Objective: Sendable, Hashable {
    /// The least BPCER where APCER is at most this.
    case leastBPCER(maximumAPCER: Double)
    /// The least APCER where BPCER is at most this.
    case leastAPCER(maximumBPCER: Double)
    /// The least expected cost of a presentation.
    case leastCost(ErrorCosts)
    /// The least mean of APCER and BPCER. A figure of the literature, not of the standard.
    case acer
    /// The detection equal error rate over the smallest normalised margin: all thresholds are scaled together until
    /// APCER and BPCER are equal.
    case deer

    /// The least BPCER where APCER is at most 10 %, known as BPCER10.
    public static let bpcer10 = leastBPCER(maximumAPCER: 0.1)
    /// The same at 5 %, known as BPCER20.
    public static let bpcer20 = leastBPCER(maximumAPCER: 0.05)
    /// The same at 1 %, known as BPCER100.
    public static let bpcer100 = leastBPCER(maximumAPCER: 0.01)

    /// Those with a name of their own, by which they can be asked for.
    public static let named: [(name: String, objective: Objective)] = [
        ("bpcer10", .bpcer10), ("bpcer20", .bpcer20), ("bpcer100", .bpcer100), ("acer", .acer), ("deer", .deer),
    ]

    /// The objective with that name of its own.
    public init?(named name: String) {
        guard let named = Self.named.first(where: { $0.name == name }) else { return nil }
        self = named.objective
    }
}

/// What the two kinds of error cost, and how often attacks come: the expected cost of a presentation is
/// `prior * apcer * APCER + (1 - prior) * bpcer * BPCER`, with the APCER of the worst species, as if every attacker
/// knew it.
///
///     let costs = ErrorCosts(apcer: 5, bpcer: 1, prior: 0.01)
public struct ErrorCosts: Sendable, Hashable {
    /// The cost of an attack that passes, in any unit.
    public let apcer: Double
    /// The cost of a real scene that fails, in the same unit.
    public let bpcer: Double
    /// The share of attacks among presentations.
    public let prior: Double

    /// Takes costs above 0 and a prior between 0 and 1.
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

extension Objective {
    /// The highest APCER that is put up with; nil where none is set.
    public var maximumAPCER: Double? { if case .leastBPCER(let limit) = self { limit } else { nil } }

    /// The highest BPCER that is put up with; nil where none is set.
    public var maximumBPCER: Double? { if case .leastAPCER(let limit) = self { limit } else { nil } }

    /// The costs that are weighed; nil where none are.
    public var costs: ErrorCosts? { if case .leastCost(let costs) = self { costs } else { nil } }

    /// A short name for programs: its own, or the one of its kind.
    public var name: String {
        if let named = Self.named.first(where: { $0.objective == self }) { return named.name }
        return switch self {
        case .leastBPCER: "bpcer_at_max_apcer"
        case .leastAPCER: "apcer_at_max_bpcer"
        case .leastCost: "expected_cost"
        case .acer, .deer: preconditionFailure("these have names of their own")
        }
    }

    /// How good two rates are, less being better: by how much the limit is broken, what is to be least, and the rate to
    /// prefer among equals.
    package func rank(apcer: Double, bpcer: Double) -> (excess: Double, value: Double, other: Double) {
        switch self {
        case .leastBPCER(let limit): (max(0, apcer - limit), bpcer, apcer)
        case .leastAPCER(let limit): (max(0, bpcer - limit), apcer, bpcer)
        case .leastCost(let costs): (0, costs.expected(apcer: apcer, bpcer: bpcer), apcer)
        case .acer, .deer: (0, (apcer + bpcer) / 2, apcer)
        }
    }

    /// Whether rates keep the limit, if there is one; nil where there is none, or no rate.
    public func isMet(by rates: ErrorRates) -> Bool? {
        guard maximumAPCER != nil || maximumBPCER != nil, let apcer = rates.worstAPCER, let bpcer = rates.bpcer.value
        else { return nil }
        return rank(apcer: apcer, bpcer: bpcer).excess == 0
    }

    /// The one number that ways of measuring are compared by, less being better: what is to be least, plus what a limit
    /// is broken by. A limit that held where thresholds were chosen holds only about elsewhere; without the addition
    /// the way that breaks it most would win, and as a condition it would be decided by chance.
    package func figure(of rates: ErrorRates) -> Double? {
        guard let apcer = rates.worstAPCER, let bpcer = rates.bpcer.value else { return nil }
        let rank = rank(apcer: apcer, bpcer: bpcer)
        return rank.excess + rank.value
    }

}
