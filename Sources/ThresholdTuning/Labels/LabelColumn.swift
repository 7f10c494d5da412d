internal import Support

/// A column of a file of labels, and what else it is called.
enum LabelColumn: String, CaseIterable {
    case file, label, species, group

    /// Whether a file of labels must have it.
    var isRequired: Bool { self == .file || self == .label }

    /// What people call it, in small letters and digits alone. Without its own column each of these would change what
    /// the answer means without a word: attacks become one species, every map a group by itself.
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

    /// What other names of columns end with.
    private static let endings = ["id", "ids", "name", "names", "no", "number", "nr", "key", "code", "label", "s"]

    /// Whether a column of another name is probably this one: another of its names, one with its name among its words,
    /// one that differs from it in spelling, or a short form of it.
    func resembles(_ name: String) -> Bool {
        let folded = Resemblance.folded(name)
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let stems = [folded] + Self.endings.filter(folded.hasSuffix).map { String(folded.dropLast($0.count)) }
        return stems.contains(where: otherNames.contains) || words.contains(Substring(rawValue))
            || Resemblance.distance(folded, rawValue) <= rawValue.count / 3
            || stems.contains { Resemblance.isShortForm($0, of: rawValue) }
    }

    /// Where the columns stand in a header, and the columns that are ignored.
    ///
    /// - Throws: ``CorpusError``: a column that is missing, there twice, or probably there under another name.
    static func positions(
        in header: [String], table: String
    ) throws(CorpusError) -> (positions: [LabelColumn: Int], ignored: [String]) {
        var positions: [LabelColumn: Int] = [:]
        var others: [String] = []
        for (position, name) in header.enumerated() {
            guard let column = LabelColumn(rawValue: name) else {
                others.append(name)
                continue
            }
            if positions.updateValue(position, forKey: column) != nil {
                throw .labelColumnTwice(name, table: table)
            }
        }
        for column in allCases where positions[column] == nil {
            let resembling = others.first(where: column.resembles)
            if column.isRequired {
                throw .missingLabelColumn(column.rawValue, table: table, found: header, resembling: resembling)
            }
            if let resembling { throw .resemblingLabelColumn(resembling, column: column.rawValue, table: table) }
        }
        return (positions, others)
    }
}
