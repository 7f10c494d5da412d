/// The names of columns, and the meanings of labels, in a label file of another program.
///
///     let mapping = try LabelMapping(["label=is_attack,1=attack,0=bona_fide", "group=subject"])
///     let labels = try LabelTable(bytes, name: "labels.csv", mapping: mapping).labels
public struct LabelMapping: Sendable, Hashable {
    private var names: [LabelColumn: String] = [:]
    /// By labels in lower case.
    private var meanings: [String: String] = [:]

    /// No mapping: columns and labels have their own names.
    public init() {}

    /// Parses pairs, each in a text of its own or separated by commas: `COLUMN=NAME` for one of the columns file,
    /// label, species and group, or `LABEL=MEANING` for a word that ``LabelTable`` knows.
    ///
    /// - Throws: ``CorpusError/badLabelMapping(_:meanings:)`` or ``CorpusError/mappedTwice(_:)``.
    public init(_ texts: [String]) throws(CorpusError) {
        for text in texts {
            for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map(String.init)
                guard sides.count == 2 else { throw .badLabelMapping(String(pair), meanings: CaptureLabel.words) }
                try add(sides[0], sides[1])
            }
        }
    }

    /// Takes pairs of a column and its name, or of a label and its meaning.
    ///
    /// - Throws: as ``init(_:)``.
    package init(pairs: [(left: String, right: String)]) throws(CorpusError) {
        for (left, right) in pairs { try add(left, right) }
    }

    private mutating func add(_ left: String, _ right: String) throws(CorpusError) {
        guard !left.isEmpty, !right.isEmpty else {
            throw .badLabelMapping("\(left)=\(right)", meanings: CaptureLabel.words)
        }
        let earlier: String?
        if let column = LabelColumn(rawValue: left) {
            earlier = names.updateValue(right, forKey: column)
        } else {
            guard CaptureLabel.words.contains(right.lowercased()) else {
                throw .badLabelMapping("\(left)=\(right)", meanings: CaptureLabel.words)
            }
            earlier = meanings.updateValue(right, forKey: left.lowercased())
        }
        if earlier != nil { throw .mappedTwice(left) }
    }

    /// The name of a column in the file.
    func name(of column: LabelColumn) -> String { names[column] ?? column.rawValue }

    /// Whether the column has another name in the file.
    func isMapped(_ column: LabelColumn) -> Bool { names[column] != nil }

    /// The meaning of a label, or the label itself.
    func meaning(of label: String) -> String { meanings[label.lowercased()] ?? label }
}
