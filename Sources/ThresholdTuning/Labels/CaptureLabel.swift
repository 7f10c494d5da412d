public import Corpora
internal import PlainText

/// What a map shows, as the researcher says.
public struct CaptureLabel: Sendable, Hashable {
    /// The file as `measure` names it.
    public let file: String
    /// Whether it is a bona fide presentation: a real scene.
    public let isBonaFide: Bool
    /// The kind of attack (in the standard's words the presentation attack instrument species); empty for a real scene.
    public let species: String
    /// What rows share that are not independent of each other, such as a scene or a device. A file without a group is
    /// one by itself.
    public let group: String

    static let bonaFideWords = ["bona_fide", "bonafide", "real", "genuine", "live"]
    /// Words for an attack that say nothing of its species.
    static let attackWords = ["attack", "spoof", "fake"]
    /// Words for an attack that are its species where no other is given.
    static let speciesWords = ["flat", "screen", "print", "monitor", "poster", "photo", "wall"]

    /// Understands one row of a file of labels; words count whatever their case. Nil for a word that is none of those
    /// above.
    init?(file: String, word: String, species: String, group: String) {
        let word = word.lowercased()
        isBonaFide = Self.bonaFideWords.contains(word)
        let isSpecies = Self.speciesWords.contains(word)
        guard isBonaFide || isSpecies || Self.attackWords.contains(word) else { return nil }
        let implied = isSpecies ? word : "unspecified"
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

    /// Reads CSV (RFC 4180). Columns may stand in any order and more of them may be there; empty lines are skipped.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: what to call it in errors.
    /// - Throws: ``CorpusError/missingLabelColumn(_:table:found:)`` or
    ///   ``CorpusError/badRow(table:line:found:expected:)``.
    public init(_ bytes: [UInt8], name: String) throws(CorpusError) {
        var records = CSVRecords(bytes)
        let header = records.next() ?? []
        func position(_ column: String) throws(CorpusError) -> Int {
            guard let position = header.firstIndex(of: column) else {
                throw .missingLabelColumn(column, table: name, found: header)
            }
            return position
        }
        let file = try position("file")
        let word = try position("label")
        let (species, group) = (header.firstIndex(of: "species"), header.firstIndex(of: "group"))
        var labels: [CaptureLabel] = []
        while let record = records.next() {
            if record == [""] { continue }
            guard record.count == header.count else {
                throw .badRow(
                    table: name, line: records.line, found: "\(record.count) fields", expected: "\(header.count)")
            }
            guard
                let label = CaptureLabel(
                    file: record[file], word: record[word], species: species.map { record[$0] } ?? "",
                    group: group.map { record[$0] } ?? "")
            else {
                let words = CaptureLabel.bonaFideWords + CaptureLabel.attackWords + CaptureLabel.speciesWords
                throw .badRow(
                    table: name, line: records.line, found: "the label \"\(record[word])\"",
                    expected: "one of " + words.joined(separator: ", "))
            }
            labels.append(label)
        }
        self.labels = labels
    }
}
