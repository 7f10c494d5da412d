internal import DepthAnalysis
internal import Support

/// A comparison of parameters with others on labelled maps that they were not tuned on.
///
///     let evaluation = ThresholdEvaluation(given: tuned, against: present, confidence: 0.95)
///     print(evaluation.answer.sentence)
public struct ThresholdEvaluation: Sendable {
    /// The parameters under evaluation.
    public let given: EvaluatedParameters
    /// The parameters they are compared with.
    public let against: EvaluatedParameters
    /// The confidence of all intervals. The tests together report a false difference with probability at most 1 -
    /// `confidence`.
    public let confidence: Double
    /// Paired comparisons of bona fide maps and of each species of attack.
    public let comparisons: [PairedComparison]
    /// The unit of a decision, such as a video; nil if each map is decided alone.
    public let unit: DecisionUnit?
    /// Maps that the parameters were tuned on; nil if the tuning data are unknown.
    public let overlap: TuningOverlap?
    /// Files on which labels and measurements disagree.
    public let unmatched: LabelMismatch
    /// Files that could not be read; they count as non-responses.
    public let unreadable: [String]
    /// Gaps in the labels: missing groups, missing species, ignored columns.
    public let labelNotes: LabelNotes

    /// Compares two sets of parameters.
    ///
    /// - Parameters:
    ///   - given: the parameters under evaluation.
    ///   - against: the other parameters, applied to the same maps in the same order.
    ///   - confidence: a share, such as 0.95.
    ///   - unit: the unit that both sides decide; nil if each map is decided by itself.
    ///   - overlap: the maps that the parameters were tuned on.
    ///   - labelled: the source of the maps, which supplies the list of omitted files; nil if none were omitted.
    public init(
        given: EvaluatedParameters, against: EvaluatedParameters,
        confidence: Double = ConfidenceInterval.standardConfidence, unit: DecisionUnit? = nil,
        overlap: TuningOverlap? = nil, of labelled: LabelledMeasurements? = nil
    ) {
        precondition(given.presentations.count == against.presentations.count, "both sides have the same maps")
        self.given = given
        self.against = against
        self.confidence = confidence
        self.unit = unit
        self.overlap = overlap
        unmatched = labelled?.unmatched ?? LabelMismatch()
        unreadable = labelled?.unreadable ?? []
        labelNotes = labelled?.notes ?? .none
        comparisons = (0..<given.presentations.classCount).map { PairedComparison($0, given: given, against: against) }
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
        let byFile = Dictionary(uniqueKeysWithValues: rows.map { (ExactText($0.file), $0) })
        let differing =
            other.rows.filter { byFile[ExactText($0.file)]?.fileDigest != $0.fileDigest }.map(\.file)
            + Set(byFile.keys).subtracting(other.rows.map(\.file).exactTexts).sorted().map(\.text)
        guard differing.isEmpty else { throw .notTheSameMaps(differing) }
        return try LabelledMeasurements(
            rows: other.rows.compactMap { byFile[ExactText($0.file)] }, labels: other.labels, isLenient: false,
            ignoredColumns: other.notes.ignoredColumns)
    }
}

/// Maps that parameters were tuned on. Rates on these are optimistic.
public struct TuningOverlap: Sendable, Hashable {
    /// One source of tuning data.
    public enum Source: Sendable {
        /// Labels, which give names and groups.
        case labels([CaptureLabel])
        /// Measurements, which give names and file digests.
        case measurements([MapMeasurement])
    }

    /// Files whose bytes equal those of a tuning file.
    public let sameFiles: [String]
    /// Files named like a tuning file whose bytes are not known.
    public let sameNames: [String]
    /// Groups of two or more maps named like a tuning group.
    public let sameGroups: [String]

    /// Whether there is no overlap.
    public var isEmpty: Bool { sameFiles.isEmpty && sameNames.isEmpty && sameGroups.isEmpty }

    /// Finds the maps of `labelled` among the tuning data.
    public init(of labelled: LabelledMeasurements, in sources: [Source]) {
        var (names, digests, groups): (Set<ExactText>, Set<String>, Set<ExactText>) = ([], [], [])
        var named: Set<ExactText> = []
        for source in sources {
            switch source {
            case .labels(let labels):
                names.formUnion(labels.map(\.file).exactTexts)
                groups.formUnion(labels.map(\.group).exactTexts)
            case .measurements(let rows):
                digests.formUnion(rows.map(\.fileDigest).filter { !$0.isEmpty })
                named.formUnion(rows.map(\.file).exactTexts)
            }
        }
        sameFiles = labelled.rows.filter { digests.contains($0.fileDigest) }.map(\.file)
        names.subtract(named)
        sameNames = labelled.rows.map(\.file).filter { names.contains(ExactText($0)) }
        // A map without a group forms its own, named after the file: a shared name there is a shared file name.
        let files = labelled.rows.map(\.file).exactTexts
        sameGroups = labelled.labels.map(\.group).exactTexts.intersection(groups).subtracting(files).sorted()
            .map(\.text)
    }
}

/// One rate of both sides, a row of the evaluation reports.
struct EvaluationRate {
    let name: String
    let key: String
    let given: GroupedRate
    let against: GroupedRate
}

extension ThresholdEvaluation {
    var rates: [EvaluationRate] {
        let species = zip(given.grouped.apcer, against.grouped.apcer)
        return [EvaluationRate(name: "BPCER", key: "bpcer", given: given.grouped.bpcer, against: against.grouped.bpcer)]
            + zip(given.presentations.species, species).map { name, sides in
                EvaluationRate(name: "APCER \(name)", key: name, given: sides.0, against: sides.1)
            }
    }
}
