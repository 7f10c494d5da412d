internal import Support

/// Systems evaluated on the same labelled maps, with each pair compared.
///
///     let evaluation = try inputs.evaluation()
///     print(evaluation.headline)
public struct SystemEvaluation: Sendable {
    /// The facts about the data for reports.
    struct Data: Sendable {
        var overlap = TuningOverlap.unknown
        var unmatched = LabelMismatch()
        var unreadable: [String] = []
        var labelNotes = LabelNotes.none
        /// The digests of the tables of each system and of its development set.
        var tables: [(TableDigests?, development: TableDigests?)] = []
        /// The digests of the tuning data.
        var tunedOn: [String] = []
        var lowerIsReal = false
    }

    /// The systems, in the order in which they were given.
    public let systems: [EvaluatedSystem]
    /// Every pair of systems, ordered by the first system, then by the second.
    public let pairs: [ThresholdEvaluation]
    /// The confidence of all intervals, and of all tests of one pair together.
    public let confidence: Double
    /// The unit of a decision, such as a video; nil if each map is decided alone.
    public let unit: DecisionUnit?
    /// The column of the labels whose values are the parts of ``matrices``.
    public let matrixColumn: String?
    /// For each system, thresholds chosen on one part of the maps and tested on another; empty without a column.
    public let matrices: [PartMatrix]
    let data: Data

    init(
        _ systems: [EvaluatedSystem], confidence: Double = ConfidenceInterval.standardConfidence,
        unit: DecisionUnit? = nil, matrixColumn: String? = nil, matrices: [PartMatrix] = [], data: Data = Data()
    ) {
        (self.systems, self.confidence, self.unit) = (systems, confidence, unit)
        (self.matrixColumn, self.matrices, self.data) = (matrixColumn, matrices, data)
        pairs = systems.indices.flatMap { first in
            systems[(first + 1)...].map { second in
                ThresholdEvaluation(
                    given: systems[first], against: second, confidence: confidence, unit: unit)
            }
        }
    }

    /// The first system, which figures show.
    public var given: EvaluatedSystem { systems[0] }
    /// The second system, which the first is compared with; nil for a single system.
    public var against: EvaluatedSystem? { systems.count > 1 ? systems[1] : nil }
    /// Whether the maps were used for tuning, as far as known.
    public var overlap: TuningOverlap { data.overlap }
    /// The comparisons of the first system with all others.
    public var pairsOfGiven: ArraySlice<ThresholdEvaluation> { pairs.prefix(systems.count - 1) }

    /// The first line of reports: the answer on the first pair, or the rates of a single system.
    public var headline: String { pairs.first?.answer.headline ?? given.headline }
    /// The lines after ``headline``.
    public var details: String { pairs.first?.answer.details ?? given.details }

    var remarks: DataRemarks {
        DataRemarks(
            unreadable: data.unreadable, unmatched: data.unmatched, notes: data.labelNotes,
            groups: GroupWarning.all(given.grouped, species: given.presentations.species))
    }

    /// A sentence about systems that are worse than chance; nil if there are none.
    var suspicion: String? {
        let worse = systems.filter(\.isWorseThanChance)
        return worse.isEmpty
            ? nil
            : GroupedRates.suspicion(
                worse.map { ($0.name, $0.pooledACER) }, ofScores: worse.contains { $0.parameters == nil })
    }
}

extension EvaluatedSystem {
    /// The main result as a sentence.
    var headline: String {
        let curve = scored.worstSpeciesCurve
        let eer = curve.map { "EER of the worst species \(TuningReport.percent($0.equalErrorRate.rate)), " } ?? ""
        return "\(name.printable): \(eer)APCER of the worst species \(TuningReport.percent(rates.worstAPCER)), "
            + "BPCER \(TuningReport.percent(rates.bpcer.value))."
    }
    var details: String { "Operating point: \(operatingPoint.words)." }
}

/// Rates on one part of the maps at a threshold chosen on another part, such as two data sets.
public struct PartMatrix: Sendable {
    /// The rates of one cell.
    public struct Cell: Sendable {
        /// The part that the threshold was chosen on.
        public let chosenOn: String
        /// The part that the threshold was tested on.
        public let testedOn: String
        /// The rates of the worst species, with the threshold; nil if a class has no verdict in one of the parts.
        public let worstSpecies: ErrorCurve.Point?
        /// The rates of all attacks at the same threshold.
        public let pooled: ErrorCurve.Point?
        /// The bona fide presentations, and attacks, of the tested part that have a verdict.
        let counts: (bonaFide: Int, attacks: Int)
    }

    /// The name of the system.
    public let name: String
    /// The names of the parts.
    public let parts: [String]
    /// The cells by rows, then columns.
    public let cells: [Cell]

    /// The limit on parts: each cell searches a curve.
    static let maximumPartCount = 100

    init(of system: EvaluatedSystem) throws(TuningError) {
        name = system.name
        let parts = system.presentations.partNames
        self.parts = parts
        guard parts.count <= Self.maximumPartCount else {
            throw .tooManyValues(parts.count, column: "of the matrix", most: Self.maximumPartCount)
        }
        let sets = parts.indices.map(system.scored.part)
        let curves = sets.map { ($0.worstSpeciesCurve, $0.pooledCurve) }
        cells = parts.indices.flatMap { row in
            let threshold = curves[row].0?.equalErrorRate.threshold
            return parts.indices.map { column in
                Cell(
                    chosenOn: parts[row], testedOn: parts[column],
                    worstSpecies: threshold.flatMap { curves[column].0?.point(at: $0) },
                    pooled: threshold.flatMap { curves[column].1?.point(at: $0) },
                    counts: sets[column].counts)
            }
        }
    }

    static let shape = Shape<PartMatrix> {
        Member("name", .text) { $0.name }
        Member("cells", .list(of: cell)) { $0.cells }
    }
    private static let cell = Shape<Cell> {
        Member("chosen_on", .text) { $0.chosenOn }
        Member("tested_on", .text) { $0.testedOn }
        Member("threshold", .number, or: .null) { $0.worstSpecies?.threshold }
        Member("hter", .number, or: .null) { $0.worstSpecies?.hter }
        Member("apcer_worst", .number, or: .null) { $0.worstSpecies?.apcer }
        Member("bpcer", .number, or: .null) { $0.worstSpecies?.bpcer }
        Member("hter_pooled", .number, or: .null) { $0.pooled?.hter }
        Member("apcer_pooled", .number, or: .null) { $0.pooled?.apcer }
        Member("bona_fide", .count) { $0.counts.bonaFide }
        Member("attacks", .count) { $0.counts.attacks }
    }
}

extension ScoredPresentations {
    /// The bona fide presentations and the attacks that have a score.
    fileprivate var counts: (bonaFide: Int, attacks: Int) {
        let counts = presentations.counts { $0.responded }
        return (counts[0], counts.dropFirst().reduce(0, +))
    }
}
