internal import Support

/// What a map shows, as the researcher says.
public struct CaptureLabel: Sendable, Hashable {
    /// The file as `measure` names it.
    public let file: String
    /// Whether it is a bona fide presentation: a real scene.
    public let isBonaFide: Bool
    /// The kind of attack (in the standard's words the presentation attack instrument species); empty for a real scene.
    public let species: String
    /// Whether the labels name the species, in a column of its own or by the label itself; true for a real scene.
    public let hasNamedSpecies: Bool
    /// What rows share that are not independent of each other, such as a scene or a device. A file without a group is
    /// one by itself.
    public let group: String

    static let bonaFideWords = ["bona_fide", "bonafide", "real", "genuine", "live"]
    /// Words for an attack that say nothing of its species.
    static let attackWords = ["attack", "spoof", "fake"]
    /// Words for an attack that are its species where no other is given.
    static let speciesWords = ["flat", "screen", "print", "monitor", "poster", "photo", "wall"]

    /// The species of attacks whose labels name none.
    static let unspecified = "unspecified"

    /// Understands one row of a file of labels; words count whatever their case. Nil for a word that is none of those
    /// above.
    init?(file: String, word: String, species: String, group: String) {
        let word = word.lowercased()
        isBonaFide = Self.bonaFideWords.contains(word)
        let isSpecies = Self.speciesWords.contains(word)
        guard isBonaFide || isSpecies || Self.attackWords.contains(word) else { return nil }
        let implied = isSpecies ? word : Self.unspecified
        hasNamedSpecies = isBonaFide || isSpecies || !species.isEmpty
        self.species = isBonaFide ? "" : species.isEmpty ? implied : species
        self.file = file
        self.group = group.isEmpty ? file : group
    }
}

/// A file of labels, `try LabelTable(bytes, name: "labels.csv").labels`: CSV with the columns `file` and `label` and,
/// if there are any, `species` and `group`.
public struct LabelTable: Sendable {
    /// The labels in order. A file labelled twice is there twice.
    public let labels: [CaptureLabel]
    /// The columns that nothing is read from, in order.
    public let ignoredColumns: [String]

    /// Reads CSV (RFC 4180). Columns may be in any order; empty lines are skipped. Other columns are ignored, but one
    /// that is probably meant to be a missing one is an error: ignored, it would change the answer without a word.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: what to call it in errors.
    /// - Throws: ``CorpusError/missingLabelColumn(_:table:found:resembling:)``,
    ///   ``CorpusError/resemblingLabelColumn(_:column:table:)``, ``CorpusError/labelColumnTwice(_:table:)`` or
    ///   ``CorpusError/badRow(table:line:found:expected:)``.
    public init(_ bytes: [UInt8], name: String) throws(CorpusError) {
        var records = CSVRecords(bytes)
        let header = records.next() ?? []
        let (positions, ignored) = try LabelColumn.positions(in: header, table: name)
        ignoredColumns = ignored
        var labels: [CaptureLabel] = []
        while let record = records.next() {
            if record == [""] { continue }
            guard record.count == header.count else {
                throw .badRow(
                    table: name, line: records.line, found: "\(record.count) fields", expected: "\(header.count)")
            }
            func cell(_ column: LabelColumn) -> String { positions[column].map { record[$0] } ?? "" }
            guard
                let label = CaptureLabel(
                    file: cell(.file), word: cell(.label), species: cell(.species), group: cell(.group))
            else {
                let words = CaptureLabel.bonaFideWords + CaptureLabel.attackWords + CaptureLabel.speciesWords
                throw .badRow(
                    table: name, line: records.line, found: "the label \"\(cell(.label))\"",
                    expected: "one of " + words.joined(separator: ", "))
            }
            labels.append(label)
        }
        self.labels = labels
    }
}
