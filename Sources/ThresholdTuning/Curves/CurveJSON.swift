internal import Support

// The JSON members of curves in the report of an evaluation.

extension ScoreMeasures {
    /// The measures of the score: of the worst species, of all attacks, and of each species.
    static let shape = Shape<ScoreMeasures> {
        Member("worst_species", measures, or: .null) { $0.worstSpecies }
        Member("pooled", measures, or: .null) { $0.pooled }
        Member("species", .map(of: measures.orNull)) { Array(zip($0.species, $0.ofSpecies)) }
    }
    private static let measures = Shape<Measures> {
        Member("auc", .number) { $0.auc }
        Member("eer", .number) { $0.equalErrorRate }
        Member("eer_threshold", .number) { $0.equalErrorThreshold }
        Member("bpcer10", .number) { $0.bpcer10 }
        Member("bpcer20", .number) { $0.bpcer20 }
        Member("bpcer100", .number) { $0.bpcer100 }
    }
}

extension ThresholdTransfer {
    /// The rates at thresholds that the development set chooses.
    static let shape = Shape<(worstSpecies: ThresholdTransfer?, pooled: ThresholdTransfer?)> {
        Member("worst_species", transfer, or: .null) { $0.worstSpecies }
        Member("pooled", transfer, or: .null) { $0.pooled }
    }
    private static let transfer = Shape<ThresholdTransfer> {
        point.members { $0.atEqualErrors }
        Member("epc", .list(of: weighted)) { $0.expectedPerformance }
    }
    private static let weighted = Shape<ExpectedPerformance> {
        Member("weight", .number) { $0.weight }
        point.members { $0.test }
    }
    private static let point = Shape<ErrorCurve.Point> {
        Member("threshold", .number) { $0.threshold }
        Member("apcer", .number) { $0.apcer }
        Member("bpcer", .number) { $0.bpcer }
        Member("hter", .number) { $0.hter }
    }
}
