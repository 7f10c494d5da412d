/// The measures of a score that papers print, for each species, the worst species and all attacks.
///
///     let measures = ScoreMeasures(scored)
///     print(measures.worstSpecies?.equalErrorRate ?? .nan, measures.pooled?.auc ?? .nan)
public struct ScoreMeasures: Sendable {
    /// The measures of one curve.
    public struct Measures: Sendable, Hashable {
        /// AUC, see ``ErrorCurve/auc``.
        public let auc: Double
        /// EER, see ``ErrorCurve/equalErrorRate``.
        public let equalErrorRate: Double
        /// The threshold of the equal error rate.
        public let equalErrorThreshold: Double
        /// BPCER at APCER of at most 10 %.
        public let bpcer10: Double
        /// BPCER at APCER of at most 5 %.
        public let bpcer20: Double
        /// BPCER at APCER of at most 1 %.
        public let bpcer100: Double

        init(_ curve: ErrorCurve) {
            auc = curve.auc
            (equalErrorRate, equalErrorThreshold) = curve.equalErrorRate
            bpcer10 = curve.bpcer(atAPCER: 0.1)
            bpcer20 = curve.bpcer(atAPCER: 0.05)
            bpcer100 = curve.bpcer(atAPCER: 0.01)
        }
    }

    /// The names of the species.
    public let species: [String]
    /// The measures of each species; nil without verdicts.
    public let ofSpecies: [Measures?]
    /// The measures of the worst species at each threshold. Nil if no attack, or no bona fide presentation, has a
    /// verdict.
    public let worstSpecies: Measures?
    /// The measures of all attacks, whatever their species. Nil if no attack, or no bona fide presentation, has a
    /// verdict.
    public let pooled: Measures?

    /// Computes the measures.
    public init(_ scored: ScoredPresentations) {
        species = scored.presentations.species
        ofSpecies = species.indices.map { scored.curve(ofSpecies: $0).map(Measures.init) }
        worstSpecies = scored.worstSpeciesCurve.map(Measures.init)
        pooled = scored.pooledCurve.map(Measures.init)
    }
}
