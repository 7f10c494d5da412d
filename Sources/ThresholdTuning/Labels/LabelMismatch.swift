internal import Support

/// Where measurements and labels do not belong together.
public struct LabelMismatch: Sendable, Hashable {
    /// Measured files without a label.
    public var unlabelled: [String] = []
    /// Labelled files that were not measured.
    public var unknown: [String] = []
    /// Files with more than one label.
    public var doublyLabelled: [String] = []

    /// Whether there is nothing to complain about.
    public var isEmpty: Bool { kinds.allSatisfy(\.files.isEmpty) }

    /// What there is to complain about, its JSON key made of underscores.
    package var kinds: [(key: String, words: String, files: [String])] {
        [
            ("unlabelled", "without a label", unlabelled),
            ("labelled_but_not_measured", "labelled but not measured", unknown),
            ("labelled_twice", "labelled twice", doublyLabelled),
        ]
    }

    /// Each kind counted and its first files listed, on one line.
    public var message: String {
        let parts = kinds.filter { !$0.files.isEmpty }.map { kind in
            let listed = kind.files.prefix(10).map(\.printable).joined(separator: ", ")
            return "\(kind.files.count) \(kind.words) (\(listed)\(kind.files.count > 10 ? ", …" : ""))"
        }
        return "found files " + parts.joined(separator: ", ")
            + "; expected one label for each measured file; "
            + "correct the labels or give --ignore-unlabelled to leave these out"
    }
}

/// Measurements with their labels: what thresholds are judged by.
///
///     let labelled = try LabelledMeasurements(rows: rows, labels: labels, isLenient: false)
public struct LabelledMeasurements: Sendable {
    /// The measurements that have exactly one label, in the order of their table.
    public let rows: [MapMeasurement]
    /// Their labels.
    public let labels: [CaptureLabel]
    /// What was left out.
    public let leftOut: LabelMismatch
    /// What the labels do not say, and what is not read of them.
    public let notes: LabelNotes

    /// Files that could not be read; they are among the non-responses.
    var unreadable: [String] { rows.filter { !$0.error.isEmpty }.map(\.file) }

    /// Joins by file name.
    ///
    /// - Parameters:
    ///   - rows: measurements, each file once.
    ///   - labels: in any order.
    ///   - isLenient: whether files that do not match are left out instead of being an error. Of a file labelled twice
    ///     no label is believed, also if both are the same.
    ///   - ignoredColumns: those of the labels that nothing was read from.
    /// - Throws: ``TuningError/labelsDoNotMatch(_:)``.
    public init(
        rows: [MapMeasurement], labels: [CaptureLabel], isLenient: Bool, ignoredColumns: [String] = []
    ) throws(TuningError) {
        var byFile: [ExactText: CaptureLabel] = [:]
        var mismatch = LabelMismatch()
        var doubly: Set<ExactText> = []
        for label in labels where byFile.updateValue(label, forKey: ExactText(label.file)) != nil {
            if doubly.insert(ExactText(label.file)).inserted { mismatch.doublyLabelled.append(label.file) }
        }
        mismatch.unlabelled = rows.map(\.file).filter { byFile[ExactText($0)] == nil }
        mismatch.unknown = Set(byFile.keys).subtracting(rows.map(\.file).exactTexts).sorted().map(\.text)
        guard isLenient || mismatch.isEmpty else { throw .labelsDoNotMatch(mismatch) }
        leftOut = mismatch
        self.rows = rows.filter { row in
            let file = ExactText(row.file)
            return byFile[file] != nil && !doubly.contains(file)
        }
        self.labels = self.rows.compactMap { byFile[ExactText($0.file)] }
        notes = LabelNotes(self.labels, ignoredColumns: ignoredColumns)
    }
}
