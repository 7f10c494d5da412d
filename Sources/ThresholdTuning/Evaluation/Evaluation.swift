internal import DepthAnalysis
internal import Support

/// Parameters judged on labelled maps they were not chosen on, beside other parameters on the same maps.
///
///     let evaluation = try Evaluation(given: tuned, against: present, confidence: 0.95)
///     print(evaluation.answer.sentence)
public struct Evaluation: Sendable {
    /// The parameters in question.
    public let given: JudgedParameters
    /// What they are held against.
    public let against: JudgedParameters
    /// Of all intervals; the tests together call a difference that is none with at most 1 - this probability.
    public let confidence: Double
    /// Real scenes and each species of attack, compared map by map.
    public let comparisons: [PairedComparison]
    /// What of the maps was there when the parameters were tuned; nil where nobody said what that was.
    public let overlap: TuningOverlap?
    /// What labels and measurements did not agree on.
    public let leftOut: LabelMismatch
    /// Files that could not be read; they are among the non-responses.
    public let unreadable: [String]
    /// What the labels do not say, and what was not read of them.
    public let labelNotes: LabelNotes

    /// Compares two sets of parameters.
    ///
    /// - Parameters:
    ///   - given: the parameters in question.
    ///   - against: others, that judged the same maps in the same order.
    ///   - confidence: a share, such as 0.95.
    ///   - overlap: what is known of the data the parameters were tuned on.
    ///   - labelled: where the maps come from, to say what was left out; nil where they are all there is.
    public init(
        given: JudgedParameters, against: JudgedParameters, confidence: Double = 0.95, overlap: TuningOverlap? = nil,
        of labelled: LabelledMeasurements? = nil
    ) {
        precondition(given.presentations.count == against.presentations.count, "both judge the same maps")
        self.given = given
        self.against = against
        self.confidence = confidence
        self.overlap = overlap
        leftOut = labelled?.leftOut ?? LabelMismatch()
        unreadable = labelled?.unreadable ?? []
        labelNotes = labelled?.notes ?? .none
        comparisons = (0..<given.presentations.classCount).map { PairedComparison($0, given: given, against: against) }
    }
}

extension LabelledMeasurements {
    /// These measurements with the rows in the order of others of the same files.
    ///
    /// - Throws: ``TuningError/notTheSameMaps(_:)`` if a file is missing on either side or has other bytes, and
    ///   ``TuningError/mixedMeasurements(what:first:second:)`` if the two were measured in different profiles.
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

/// Maps that were there when parameters were tuned: of these, rates are flattering.
public struct TuningOverlap: Sendable, Hashable {
    /// What the parameters were tuned on, as far as it was kept.
    public enum Source: Sendable {
        /// Names and groups.
        case labels([CaptureLabel])
        /// Names and bytes.
        case measurements([MapMeasurement])
    }

    /// Files with the bytes of a file that was tuned on.
    public let sameFiles: [String]
    /// Files with the name of one whose bytes are not known.
    public let sameNames: [String]
    /// Groups of two maps or more with the name of a group that was tuned on.
    public let sameGroups: [String]

    /// Whether nothing is shared.
    public var isEmpty: Bool { sameFiles.isEmpty && sameNames.isEmpty && sameGroups.isEmpty }

    /// Looks for maps of `labelled` in what was tuned on.
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
        // A map without a group is one by itself, called like its file: that is a name shared, not a group.
        let files = labelled.rows.map(\.file).exactTexts
        sameGroups = labelled.labels.map(\.group).exactTexts.intersection(groups).subtracting(files).sorted()
            .map(\.text)
    }
}
