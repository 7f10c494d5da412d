internal import Support

enum LabelColumn: String, CaseIterable {
    case file, label, species, group

    var isRequired: Bool { self == .file || self == .label }

    /// Common alternative names, in lowercase letters and digits only. Ignoring such a column would silently change
    /// the result: all attacks would form one species, or every map its own group.
    private var otherNames: Set<String> {
        switch self {
        case .file: ["filename", "filepath", "path", "name", "image", "map", "input"]
        case .label: ["class", "truth", "groundtruth", "target", "isreal", "isattack", "y"]
        case .species:
            [
                "pai", "pais", "paispecies", "paitype", "attackspecies", "attacktype", "attackkind", "typeofattack",
                "spooftype", "spoofspecies", "presentationattackinstrument", "attackinstrument", "instrument",
                "specie", "type", "kind",
            ]
        case .group: ["scene", "session", "subject", "person", "participant", "recording", "cluster"]
        }
    }

    private static let endings = ["id", "ids", "name", "names", "no", "number", "nr", "key", "code", "label", "s"]

    /// Whether a name probably means this column: an alternative name, a name that contains this one as a word, a
    /// misspelling, or an abbreviation.
    func resembles(_ name: String) -> Bool {
        let folded = Resemblance.folded(name)
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let stems = [folded] + Self.endings.filter(folded.hasSuffix).map { String(folded.dropLast($0.count)) }
        return stems.contains(where: otherNames.contains) || words.contains(Substring(rawValue))
            || Resemblance.distance(folded, rawValue) <= rawValue.count / 3
            || stems.contains { Resemblance.isShortForm($0, of: rawValue) }
    }

    /// The positions of the columns in a header, and the ignored columns.
    static func positions(
        in header: [String], _ mapping: LabelMapping, table: String
    ) throws(CorpusError) -> (positions: [LabelColumn: Int], ignored: [String]) {
        var positions: [LabelColumn: Int] = [:]
        var others: [String] = []
        for (position, name) in header.enumerated() {
            // One column can be both the label and the species.
            let columns = allCases.filter { mapping.name(of: $0) == name }
            if columns.isEmpty { others.append(name) }
            for column in columns {
                if positions.updateValue(position, forKey: column) != nil {
                    throw .labelColumnTwice(name, table: table)
                }
            }
        }
        for column in allCases where positions[column] == nil {
            if mapping.isMapped(column) {
                throw .missingMappedColumn(
                    mapping.name(of: column), column: column.rawValue, table: table, found: header)
            }
            let resembling = others.first(where: column.resembles)
            if column.isRequired {
                throw .missingLabelColumn(column.rawValue, table: table, found: header, resembling: resembling)
            }
            if let resembling { throw .resemblingLabelColumn(resembling, column: column.rawValue, table: table) }
        }
        return (positions, others)
    }
}

/// The names of columns, and the meanings of labels, in a label file of another program.
///
///     let mapping = try LabelMapping(["label=is_attack,1=attack,0=bona_fide", "group=subject"])
///     let labels = try LabelTable(bytes, name: "labels.csv", mapping: mapping).labels
public struct LabelMapping: Sendable, Hashable {
    private var names: [LabelColumn: String] = [:]
    /// Meanings by lowercase label.
    private var meanings: [String: String] = [:]

    /// No mapping: columns and labels have the standard names.
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

    /// Uses pairs of a column and its name, or of a label and its meaning.
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
