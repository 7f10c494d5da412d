internal import RealModule
internal import Support

/// Intervals over groups for the measures of a score.
///
///     let intervals = ScoreIntervals(scored, ScoreMeasures(scored), confidence: 0.95)
///     print(intervals.pooled?.auc?.lower ?? .nan)
///
/// They are percentile intervals of the group bootstrap, expanded for few groups: the normal quantile of a tail is
/// replaced by t (n / (n - 1))^1/2. Here n is the effective number of groups of the smaller class, and t the same
/// quantile of the t distribution with n - 1 degrees of freedom. No interval has zero width. The intervals of EER and
/// of each BPCER contain the interval of the rate at the reported threshold. The interval of an AUC of 1 extends down
/// to 1 - r, where r is the upper end for a rate with no error in n groups.
///
/// Source: Hesterberg, The American Statistician 69 (2015), 371-386, on expanded percentiles.
public struct ScoreIntervals: Sendable {
    /// The intervals of one curve.
    public struct Measures: Sendable, Hashable {
        /// The interval of AUC.
        public let auc: ConfidenceInterval?
        /// The interval of the equal error rate.
        public let equalErrorRate: ConfidenceInterval?
        /// The interval of BPCER at APCER of at most 10 %.
        public let bpcer10: ConfidenceInterval?
        /// The interval of BPCER at APCER of at most 5 %.
        public let bpcer20: ConfidenceInterval?
        /// The interval of BPCER at APCER of at most 1 %.
        public let bpcer100: ConfidenceInterval?
    }

    /// The intervals of each species; nil if its attacks, or bona fide presentations, have no verdict.
    public let ofSpecies: [Measures?]
    /// The intervals of the worst species at each threshold.
    public let worstSpecies: Measures?
    /// The intervals of all attacks together.
    public let pooled: Measures?

    /// The method in reports.
    static let method = "expanded_percentile_group_bootstrap"
    /// The limits on the number of replicates; the more presentations, the fewer replicates.
    static let replicates = (least: 200, most: 1000)
    /// The limit on presentations in all replicates together, about two seconds of work.
    private static let presentationLimit = 20_000_000

    /// The seed of the replicates.
    public static let seed = TuningOptions().seed

    /// Computes the intervals.
    public init(_ scored: ScoredPresentations, confidence: Double, seed: UInt64 = ScoreIntervals.seed) {
        let presentations = scored.presentations
        let curves = presentations.species.indices.map { scored.curve(ofSpecies: $0) }
        let (worst, pooled) = (scored.worstSpeciesCurve, scored.pooledCurve)
        guard let worst, let pooled else {
            (ofSpecies, worstSpecies, self.pooled) = (curves.map { _ in nil }, nil, nil)
            return
        }
        let count = max(
            Self.replicates.least, min(Self.replicates.most, Self.presentationLimit / max(1, presentations.count)))
        let replicates = ScoreReplicates(
            scored, GroupResampling(presentations, replicateCount: count, seed: seed),
            reachesAll: worst.reachable.first?.apcer == 1 && worst.reachable.first?.bpcer == 0)
        let together = presentations.pooled
        let tail = GroupedRates.tail(ofEach: 1, confidence: confidence)
        func measures(
            _ curve: ErrorCurve, _ number: Int, _ presentations: LabelledPresentations,
            _ apcer: @escaping (GroupedRates) -> (rate: Double, interval: ConfidenceInterval)?,
            _ sizes: (GroupedRates) -> Double
        ) -> Measures {
            func rates(_ point: ErrorCurve.Point?) -> GroupedRates {
                GroupedRates(
                    presentations, accepted: scored.accepted(above: point?.highestRejected ?? 0), confidence: confidence
                )
            }
            let everything = rates(curve.points.first)
            let size = min(everything.bpcer.flawlessSize, sizes(everything))
            let expanded = Self.expanded(tail, size: size)
            func interval(_ measure: ScoreReplicates.Measure, containing other: ConfidenceInterval?)
                -> ConfidenceInterval?
            {
                var values = replicates.values(measure, ofCurve: number)
                let found = values.withUnsafeMutableBufferPointer {
                    Percentiles.interval($0, confidence: 1 - 2 * expanded)
                }
                guard let found, let other else { return found ?? other }
                return ConfidenceInterval(
                    lower: min(found.lower, other.lower), upper: max(found.upper, other.upper))
            }
            let equal = curve.equalErrorRate.threshold
            let atEqual = rates(curve.reachable.last { $0.threshold <= equal })
            let mean = ConfidenceInterval.ofMean(apcer(atEqual), atEqual.bpcer.alone)
            func bpcer(_ measure: ScoreReplicates.Measure, _ limit: Double) -> ConfidenceInterval? {
                interval(measure, containing: rates(curve.points.first { $0.apcer <= limit }).bpcer.interval)
            }
            let flawless = ConfidenceInterval.midP(errors: 0, total: max(1, size), tail: tail).upper
            return Measures(
                auc: interval(
                    .auc,
                    containing: curve.auc == 1
                        ? ConfidenceInterval(lower: 1 - flawless, upper: 1)
                        : curve.auc == 0 ? ConfidenceInterval(lower: 0, upper: flawless) : nil),
                equalErrorRate: interval(.equalErrorRate, containing: mean),
                bpcer10: bpcer(.bpcer10, 0.1), bpcer20: bpcer(.bpcer20, 0.05), bpcer100: bpcer(.bpcer100, 0.01))
        }
        func alone(_ rate: GroupedRate) -> (rate: Double, interval: ConfidenceInterval)? {
            rate.rate.value.flatMap { value in rate.interval(tail: tail).map { (value, $0) } }
        }
        ofSpecies = curves.enumerated().map { number, curve in
            curve.map {
                measures($0, number, presentations, { alone($0.apcer[number]) }, { $0.apcer[number].flawlessSize })
            }
        }
        worstSpecies = measures(
            worst, curves.count, presentations, \.worst,
            { $0.apcer.filter { $0.groups > 0 }.map(\.flawlessSize).min() ?? 0 })
        self.pooled = measures(
            pooled, curves.count + 1, together, { $0.apcer.first?.alone }, { $0.apcer.first?.flawlessSize ?? 0 })
    }

    /// The tail of percentiles for n = `size` groups: P(Z < -t (n / (n - 1))^1/2), with t of n - 1 degrees of freedom.
    static func expanded(_ tail: Double, size: Double) -> Double {
        let freedom = max(1, size - 1)
        // P(|T| > t) is I_x(freedom / 2, 1 / 2) at x = freedom / (freedom + t^2). Source: DLMF 8.17.
        let x = BetaDistribution.quantile(2 * tail, freedom / 2, 0.5)
        let t = (freedom * (1 - x) / x).squareRoot()
        return Double.erfc(t * ((freedom + 1) / freedom).squareRoot() / 2.0.squareRoot()) / 2
    }
}

extension ConfidenceInterval {
    /// The interval of the mean of two rates over different presentations, from the intervals of both rates.
    ///
    /// Source: Zou and Donner, Statistics in Medicine 27 (2008), 1693-1702 (MOVER).
    static func ofMean(
        _ one: (rate: Double, interval: ConfidenceInterval)?, _ other: (rate: Double, interval: ConfidenceInterval)?
    ) -> ConfidenceInterval? {
        guard let one, let other else { return nil }
        let mean = (one.rate + other.rate) / 2
        func root(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() / 2 }
        return ConfidenceInterval(
            lower: max(0, mean - root(one.rate - one.interval.lower, other.rate - other.interval.lower)),
            upper: min(1, mean + root(one.interval.upper - one.rate, other.interval.upper - other.rate)))
    }
}

extension GroupedRate {
    /// The rate and its interval; nil without presentations.
    var alone: (rate: Double, interval: ConfidenceInterval)? {
        rate.value.flatMap { value in interval.map { (value, $0) } }
    }
}

extension GroupedRates {
    /// The rate of the worst species and its interval; nil without attacks.
    var worst: (rate: Double, interval: ConfidenceInterval)? {
        apcer.compactMap(\.rate.value).max().flatMap { value in worstAPCER.map { (value, $0) } }
    }

    /// The interval of ACER, the mean of BPCER and the worst species' APCER.
    var acer: ConfidenceInterval? { .ofMean(bpcer.alone, worst) }
}

/// The intervals of the rates at a threshold that was chosen on other presentations, such as a development set.
struct ThresholdIntervals {
    let apcer: ConfidenceInterval?
    let bpcer: ConfidenceInterval?
    let hter: ConfidenceInterval?

    /// - Parameter isPooled: whether APCER is over all attacks rather than of the worst species.
    init(_ scored: ScoredPresentations, at threshold: Double, isPooled: Bool, confidence: Double) {
        let rates = GroupedRates(
            isPooled ? scored.presentations.pooled : scored.presentations, accepted: scored.accepted(above: threshold),
            confidence: confidence)
        (apcer, bpcer, hter) = (rates.worstAPCER, rates.bpcer.interval, rates.acer)
    }
}
