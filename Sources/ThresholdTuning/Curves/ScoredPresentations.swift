public import DepthAnalysis

/// Presentations with the scores along which curves are drawn: from a score file, or the smallest normalised margin of
/// the rule.
///
///     let scored = ScoredPresentations(presentations, parameters)
///     print(scored.curve(ofSpecies: 0)?.auc ?? .nan)
///
/// The rule is a conjunction, so the score is the smallest margin: that of the deciding threshold. The parameters
/// accept scores above 0; with all thresholds scaled by 1 + s, they accept scores above s. The score is -1 if no
/// scaling accepts the presentation, for example because the screen rule rejects it. docs/TUNING.md has the formula.
public struct ScoredPresentations: Sendable {
    /// The presentations.
    public let presentations: LabelledPresentations
    /// The score of each presentation; nil without a verdict.
    public let scores: [Double?]
    /// Whether the scores are normalised margins, of which none is below -1.
    let areMargins: Bool

    /// Scores presentations.
    ///
    /// - Parameters:
    ///   - presentations: measured with `parameters`.
    ///   - parameters: the parameters whose thresholds the score scales.
    public init(_ presentations: LabelledPresentations, _ parameters: AnalysisParameters) {
        self.init(
            presentations,
            scores: zip(presentations.all, presentations.decisions(parameters)).map { presentation, decision in
                presentation.responded ? decision.margin : nil
            })
    }

    /// - Parameter scores: one for each presentation; nil without a verdict.
    init(_ presentations: LabelledPresentations, scores: [Double?], areMargins: Bool = true) {
        precondition(scores.count == presentations.count, "each presentation has a score or none")
        self.presentations = presentations
        self.scores = scores
        self.areMargins = areMargins
    }

    /// The presentations of one part, for a ``PartMatrix``.
    func part(_ part: Int) -> ScoredPresentations {
        let indices = scores.indices.filter { presentations.all[$0].part == part }
        return ScoredPresentations(
            presentations.subset(indices), scores: indices.map { scores[$0] }, areMargins: areMargins)
    }

    /// The scores of one class; class 0 is bona fide.
    func scores(ofClass kind: Int) -> [Double] {
        zip(presentations.all, scores).compactMap { $0.kind == kind ? $1 : nil }
    }

    /// The scores of each species of attack.
    private var scoresOfSpecies: [[Double]] {
        var scores = Array(repeating: [Double](), count: presentations.classCount)
        for (presentation, score) in zip(presentations.all, self.scores) {
            if let score { scores[presentation.kind].append(score) }
        }
        return Array(scores.dropFirst())
    }

    /// The curve of one species; nil if none of its attacks, or no bona fide presentation, has a verdict.
    public func curve(ofSpecies species: Int) -> ErrorCurve? {
        ErrorCurve(
            bonaFide: scores(ofClass: 0), attacks: [scores(ofClass: species + 1)], ofMargins: areMargins)
    }

    /// The curve of the worst species, which can differ between thresholds; nil if no attack, or no bona fide
    /// presentation, has a verdict.
    public var worstSpeciesCurve: ErrorCurve? {
        ErrorCurve(bonaFide: scores(ofClass: 0), attacks: scoresOfSpecies, ofMargins: areMargins)
    }

    /// The curve of all attacks, whatever their species; nil if no attack, or no bona fide presentation, has a
    /// verdict.
    public var pooledCurve: ErrorCurve? {
        ErrorCurve(bonaFide: scores(ofClass: 0), attacks: [scoresOfSpecies.flatMap { $0 }], ofMargins: areMargins)
    }

    /// The decisions at a threshold of the score.
    package func accepted(above threshold: Double) -> [Bool] { scores.map { ($0 ?? -.infinity) > threshold } }
}

extension LabelledPresentations {
    /// The same presentations with all attacks as one species, for rates over all attacks.
    var pooled: LabelledPresentations {
        LabelledPresentations(
            profile: profile, species: species.isEmpty ? [] : ["attacks"], groupNames: groupNames,
            domainNames: domainNames, partNames: partNames,
            all: all.map { presentation in
                var pooled = presentation
                pooled.kind = min(presentation.kind, 1)
                return pooled
            })
    }
}

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
