internal import Support

/// Files on which measurements and labels disagree.
public struct LabelMismatch: Sendable, Hashable {
    /// Measured files without a label.
    public var unlabelled: [String] = []
    /// Labelled files that were not measured.
    public var unmeasured: [String] = []
    /// Files with more than one label.
    public var doublyLabelled: [String] = []

    /// Whether measurements and labels agree.
    public var isEmpty: Bool { kinds.allSatisfy(\.files.isEmpty) }

    /// Each kind of mismatch with its JSON key, its wording and its files.
    package var kinds: [(key: String, words: String, files: [String])] {
        [
            ("unlabelled", "without a label", unlabelled),
            ("labelled_but_not_measured", "labelled but not measured", unmeasured),
            ("labelled_twice", "labelled twice", doublyLabelled),
        ]
    }

    /// One line with the number of files of each kind and the first of their names.
    public var message: String { wording.description }

    var wording: Message {
        let parts = kinds.filter { !$0.files.isEmpty }.map { kind in
            let listed = kind.files.prefix(10).map(\.printable) + (kind.files.count > 10 ? ["…"] : [])
            return "\(NumberText.count(kind.files.count, "file")) \(kind.words) (\(listed.joined(separator: ", ")))"
        }
        return "found \(parts.joined(separator: ", ")); expected one label for each measured file; "
            + "correct the labels or give \(option: .ignoreUnlabelled) to skip these files"
    }
}

/// A row about one file.
public protocol FileRow: Sendable {
    /// The name of the file, as in the labels.
    var file: String { get }
}

extension MapMeasurement: FileRow {}

/// Measurements joined with their labels.
public typealias LabelledMeasurements = Labelled<MapMeasurement>

/// Rows joined with their labels.
///
///     let labelled = try LabelledMeasurements(rows: rows, labels: labels, isLenient: false)
public struct Labelled<Row: FileRow>: Sendable {
    /// The rows that have exactly one label, in table order.
    public let rows: [Row]
    /// The labels, in the order of ``rows``.
    public let labels: [CaptureLabel]
    /// The omitted files.
    public let unmatched: LabelMismatch
    /// Gaps in the labels, and ignored columns.
    public let notes: LabelNotes
    /// The digests of both tables; nil if they were not read from tables.
    package var tables: TableDigests?

    /// Joins rows and labels by file name.
    ///
    /// - Parameters:
    ///   - rows: the rows, each file once.
    ///   - labels: the labels, in any order.
    ///   - isLenient: whether to omit files that do not match instead of throwing. A file labelled twice is omitted
    ///     even if both labels are equal.
    ///   - ignoredColumns: the columns of the label file that were ignored.
    /// - Throws: ``TuningError/labelsDoNotMatch(_:)``.
    public init(
        rows: [Row], labels: [CaptureLabel], isLenient: Bool, ignoredColumns: [String] = []
    ) throws(TuningError) {
        var mismatch = LabelMismatch()
        var places: [ExactText: Int] = [:]
        var doubly: Set<ExactText> = []
        for (place, label) in labels.enumerated() where places.updateValue(place, forKey: ExactText(label.file)) != nil
        {
            if doubly.insert(ExactText(label.file)).inserted { mismatch.doublyLabelled.append(label.file) }
        }
        var matching: [(row: Row, label: CaptureLabel)] = []
        for row in rows {
            guard let place = places.removeValue(forKey: ExactText(row.file)) else {
                mismatch.unlabelled.append(row.file)
                continue
            }
            if !doubly.contains(ExactText(row.file)) { matching.append((row, labels[place])) }
        }
        mismatch.unmeasured = places.keys.sorted().map(\.text)
        guard isLenient || mismatch.isEmpty else { throw .labelsDoNotMatch(mismatch) }
        unmatched = mismatch
        self.rows = matching.map(\.row)
        self.labels = matching.map(\.label)
        notes = LabelNotes(self.labels, ignoredColumns: ignoredColumns)
    }

    /// These rows in the order of `files`, each of which occurs once.
    ///
    /// - Parameter error: the error for names that are only in `files` or only in these rows.
    func ordered<Failure>(
        as files: [String], otherwise error: ([String]) -> Failure
    ) throws(Failure) -> Labelled {
        if files.count == rows.count, zip(files, rows).allSatisfy({ $0.isExactly($1.file) }) {
            return self
        }
        var places = Dictionary(uniqueKeysWithValues: zip(rows.map { ExactText($0.file) }, rows.indices))
        var (order, differing): ([Int], [String]) = ([], [])
        for file in files {
            let place = places.removeValue(forKey: ExactText(file))
            if let place { order.append(place) } else { differing.append(file) }
        }
        differing += places.values.sorted().map { rows[$0].file }
        guard differing.isEmpty else { throw error(differing) }
        return Labelled(rows: order.map { rows[$0] }, labels: order.map { labels[$0] }, unmatched, notes)
    }

    private init(rows: [Row], labels: [CaptureLabel], _ unmatched: LabelMismatch, _ notes: LabelNotes) {
        (self.rows, self.labels, self.unmatched, self.notes) = (rows, labels, unmatched, notes)
    }
}

extension LabelledMeasurements {
    /// Files that could not be read; they count as non-responses.
    var unreadable: [String] { rows.filter { !$0.error.isEmpty }.map(\.file) }
}

/// Gaps in the labels that change the meaning of the rates.
public struct LabelNotes: Sendable, Hashable {
    /// Whether any label names a group. If none does, every map forms its own group.
    public let groupsAreGiven: Bool
    /// Attacks whose labels name no species; together they form one.
    public let attacksWithoutSpecies: Int
    /// The number of attacks.
    public let attacks: Int
    /// The columns of the label file that were ignored.
    public let ignoredColumns: [String]

    private init(groupsAreGiven: Bool, attacksWithoutSpecies: Int, attacks: Int, ignoredColumns: [String]) {
        self.groupsAreGiven = groupsAreGiven
        self.attacksWithoutSpecies = attacksWithoutSpecies
        self.attacks = attacks
        self.ignoredColumns = ignoredColumns
    }

    init(_ labels: [CaptureLabel], ignoredColumns: [String]) {
        self.init(
            groupsAreGiven: labels.contains { !$0.group.isExactly($0.file) },
            attacksWithoutSpecies: labels.count { !$0.hasNamedSpecies }, attacks: labels.count { !$0.isBonaFide },
            ignoredColumns: ignoredColumns)
    }

    static let none = LabelNotes(groupsAreGiven: true, attacksWithoutSpecies: 0, attacks: 0, ignoredColumns: [])

    /// The notes to print before any rate.
    package var warnings: [String] { [withoutGroups, withoutSpecies].compactMap { $0 } }

    private var withoutGroups: String? {
        groupsAreGiven
            ? nil
            : "No label has a group: every map counts as a scene of its own. If several show one scene, "
                + "intervals and tests are more optimistic than the data supports; name the scenes in a column "
                + "group of the labels."
    }

    /// A warning about attacks without a species; nil if there are none.
    package var withoutSpecies: String? {
        guard attacksWithoutSpecies > 0 else { return nil }
        return "\(attacksWithoutSpecies) of \(NumberText.count(attacks, "attack")) without a species: together they "
            + "count as one, \(CaptureLabel.unspecified), which hides a kind that passes more often; name the "
            + "kind of each attack in a column species of the labels."
    }

    /// A note on the ignored columns; nil if there are none.
    package var ignored: String? {
        guard !ignoredColumns.isEmpty else { return nil }
        let names = ignoredColumns.map { $0.isEmpty ? "(no name)" : $0.printable }
        return "ignored columns of the labels: \(names.joined(separator: ", "))"
    }
}
