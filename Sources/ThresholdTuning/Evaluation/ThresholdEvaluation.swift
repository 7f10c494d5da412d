internal import DepthAnalysis
internal import Support

/// A comparison of two systems on labelled maps that they were not tuned on.
///
///     let evaluation = ThresholdEvaluation(given: tuned, against: present, confidence: 0.95)
///     print(evaluation.answer.sentence)
public struct ThresholdEvaluation: Sendable {
    /// The system under evaluation.
    public let given: EvaluatedSystem
    /// The system it is compared with.
    public let against: EvaluatedSystem
    /// The confidence of all intervals. The tests together report a false difference with probability at most 1 -
    /// `confidence`.
    public let confidence: Double
    /// Paired comparisons of bona fide maps and of each species of attack.
    public let comparisons: [PairedComparison]
    /// The paired comparison of all attacks, whatever their species; nil if a side has no attack with a verdict.
    public let allAttacks: PairedComparison?
    /// The unit of a decision, such as a video; nil if each map is decided alone.
    public let unit: DecisionUnit?

    /// Compares two systems.
    init(
        given: EvaluatedSystem, against: EvaluatedSystem,
        confidence: Double = ConfidenceInterval.standardConfidence, unit: DecisionUnit? = nil
    ) {
        precondition(given.presentations.count == against.presentations.count, "both sides have the same maps")
        self.given = given
        self.against = against
        self.confidence = confidence
        self.unit = unit
        func rates(_ kind: Int) -> (GroupedRate, GroupedRate) {
            kind == 0
                ? (given.grouped.bpcer, against.grouped.bpcer)
                : (given.grouped.apcer[kind - 1], against.grouped.apcer[kind - 1])
        }
        comparisons = (0..<given.presentations.classCount).map { kind in
            PairedComparison(kind, rates(kind), given: given, against: against)
        }
        allAttacks = given.pooledAPCER.flatMap { pooled in
            against.pooledAPCER.map { PairedComparison(nil, (pooled, $0), given: given, against: against) }
        }
    }
}

extension LabelledMeasurements {
    /// These measurements, reordered to match other measurements of the same files.
    ///
    /// - Throws: ``TuningError/notTheSameMaps(_:)`` if a file is missing on either side or has different bytes, and
    ///   ``TuningError/mixedMeasurements(what:first:second:)`` if the profiles differ.
    public func ordered(as other: LabelledMeasurements) throws(TuningError) -> LabelledMeasurements {
        if let found = rows.first?.provenance.profile, let expected = other.rows.first?.provenance.profile,
            found != expected
        {
            throw .mixedMeasurements(what: "profile", first: expected.rawValue, second: found.rawValue)
        }
        let ordered = try ordered(as: other.rows.map(\.file)) { TuningError.notTheSameMaps($0) }
        let differing = zip(ordered.rows, other.rows).filter { $0.fileDigest != $1.fileDigest }.map(\.0.file)
        guard differing.isEmpty else { throw .notTheSameMaps(differing) }
        return ordered
    }
}
