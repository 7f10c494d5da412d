public import Support

/// An error in a corpus or a table. ``description`` gives the message.
public enum CorpusError: Error, Hashable, Sendable {
    /// A required column is missing.
    case missingColumn(String, table: String)
    /// A manifest has an unknown or duplicate column. If the column is nil, `file` is missing.
    case unusableColumn(String?, table: String, known: [String])
    /// A label file lacks a required column. `found` lists its columns, and `resembling` is one that is probably
    /// meant.
    case missingLabelColumn(String, table: String, found: [String], resembling: String? = nil)
    /// A label file lacks an optional column, but has one that is probably meant to be it.
    case resemblingLabelColumn(String, column: String, table: String)
    /// A label file has a column twice.
    case labelColumnTwice(String, table: String)
    /// A label file lacks the column that a ``LabelMapping`` names.
    case missingMappedColumn(String, column: String, table: String, found: [String])
    /// A pair of a ``LabelMapping`` names neither a column nor one of the known meanings of a label.
    case badLabelMapping(String, meanings: [String])
    /// A ``LabelMapping`` has a column or a label twice.
    case mappedTwice(String)
    /// A label is not one of the known words. Lines are counted from 1.
    case unknownLabel(String, column: String, table: String, line: Int, words: [String])
    /// A row is invalid. Lines are counted from 1.
    case badRow(table: String, line: Int, found: String, expected: String)
    /// A row of measurements contradicts itself. Lines are counted from 1.
    case contradictoryRow(file: String, table: String, line: Int, found: String, expected: String)
    /// A score file lacks a column. Lines are counted from 1.
    case missingScoreColumn(String, table: String, line: Int, found: [String])
    /// A score file has no rows.
    case noScores(table: String)
    /// A file has two rows of measurements.
    case measuredTwice(file: String, table: String)
    /// The output already exists, and resuming was not requested.
    case outputExists(path: String)
    /// The output to resume has a different provenance: `what` is the column that differs.
    case otherRun(path: String, what: String, found: String, expected: String)
    /// Another process is writing the same output.
    case outputInUse(path: String)
    /// Another process removed, replaced or changed the output.
    case outputLost(path: String, OutputLoss)
    /// Two files have the same relative path, a file was named twice, or an archive and a map in it were both named.
    case sameName(file: String, first: String, second: String)
    /// A path is not below the root that names are relative to.
    case outsideRoot(path: String, root: String)
    /// The text of a part is not of the form I/N with 1 <= I <= N.
    case badPart(String)
    /// There is not enough memory to read a table.
    case notEnoughMemory(table: String, byteCount: Int)
    /// A file could not be opened, read or written.
    case system(path: String, text: String)
}

/// A change of an output by another process.
public enum OutputLoss: Hashable, Sendable {
    /// The file no longer has a name.
    case removed
    /// The name belongs to another file.
    case replaced
    /// The file is shorter than the bytes written to it.
    case cut(byteCount: Int, expected: Int)
    /// The file is longer than the bytes written to it.
    case extended(byteCount: Int, expected: Int)
    /// The file has other bytes than those written to it.
    case overwritten

    fileprivate var finding: String {
        switch self {
        case .removed: "removed"
        case .replaced: "replaced by another file"
        case .cut(let byteCount, let expected): "truncated to \(byteCount) of \(expected) bytes"
        case .extended(let byteCount, let expected): "extended from \(expected) to \(byteCount) bytes"
        case .overwritten: "overwritten in place"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .removed, .replaced: "run the command again"
        case .cut, .extended, .overwritten: "remove the file and run the command again"
        }
    }
}

extension CorpusError: CustomStringConvertible, PresentedError {
    /// One line: what was found, what was expected, what to do.
    public var description: String { wording.description }

    package var isLackOfMemory: Bool { if case .notEnoughMemory = self { true } else { false } }

    package var wording: Message {
        func name(_ path: String) -> String { path.printable }
        return switch self {
        case .missingColumn(let column, let table):
            "\(name(table)): found no column \"\(column)\"; expected one in the header; "
                + "regenerate the table with this version"
        case .unusableColumn(let column, let table, let known):
            "\(name(table)): found \(column.map { "the column \"\($0)\"" } ?? "no column \"file\""); "
                + "expected file and any of \(known.dropFirst().joined(separator: ", ")), each once; "
                + "correct the first line"
        case .missingLabelColumn(let column, let table, let found, let resembling):
            "\(name(table)): found \(Self.columns(found)); expected a column \"\(column)\": labels need file, the file "
                + "as named by measure, and label, and may have species and group; "
                + Self.remedy(missing: column, found, resembling: resembling)
        case .resemblingLabelColumn(let found, let column, let table):
            "\(name(table)): found the column \"\(found.printable)\" and no column \"\(column)\"; expected \(column) "
                + "\(column == "species" ? "for the kind of attack" : "for what maps have in common, such as a scene")"
                + "; rename \(name(found)) to \(column), or give \(option: .labelMap) \(column)=\(name(found)), "
                + "or rename it to another name if it is something else"
        case .missingMappedColumn(let wanted, let column, let table, let found):
            "\(name(table)): found \(Self.columns(found)); expected the column \"\(wanted.printable)\", which "
                + "\(option: .labelMap) gives for \(column); correct \(option: .labelMap), or the first line of "
                + "the file"
        case .badLabelMapping(let pair, let meanings):
            "found \"\(pair.printable)\" in \(option: .labelMap); expected file, label, species or group and the "
                + "name of its column, such as group=subject, or a label and its meaning, such as 1=attack (one of "
                + "\(meanings.joined(separator: ", "))); correct \(option: .labelMap)"
        case .mappedTwice(let word):
            "found \"\(word.printable)\" twice in \(option: .labelMap); expected it once; remove one of them"
        case .unknownLabel(let label, let column, let table, let line, let words):
            "\(name(table)):\(line): found the label \"\(label.printable)\" in the column \"\(column.printable)\"; "
                + "expected one of \(words.joined(separator: ", ")); correct the row, or give its meaning with "
                + "\(option: .labelMap), such as 1=attack"
        case .labelColumnTwice(let column, let table):
            "\(name(table)): found the column \"\(column)\" twice; expected it once; rename or remove one of them"
        case .badRow(let table, let line, let found, let expected):
            "\(name(table)):\(line): found \(found); expected \(expected); correct or remove the row"
        case .contradictoryRow(let file, let table, let line, let found, let expected):
            "\(name(table)):\(line): found \(found) for \(name(file)); expected \(expected); measure the file again, "
                + "or remove the row"
        case .missingScoreColumn(let column, let table, let line, let found):
            "\(name(table)):\(line): found \(Self.columns(found)); expected a column \"\(column)\": scores need file, "
                + "as in the labels, and score, and may have decision; name the column \(column), or add it"
        case .noScores(let table):
            "\(name(table)): found no scores; expected a row for each labelled file; write the scores again"
        case .measuredTwice(let file, let table):
            "\(name(table)): found two rows for \(name(file)); expected one per file; remove one of them"
        case .outputExists(let path):
            "\(name(path)): found an existing file; expected none; give \(option: .resume) to continue it, or "
                + "remove it"
        case .otherRun(let path, let what, let found, let expected):
            "\(name(path)): found rows with \(what) \(found); expected \(expected) as requested now; "
                + "give the options of the interrupted run, or write to another file"
        case .outputInUse(let path):
            "\(name(path)): found another process writing to it; expected none; wait for it or write to another file"
        case .outputLost(let path, let loss):
            "\(name(path)): found the file \(loss.finding) while rows were written to it; "
                + "expected no other process to change it; \(loss.remedy)"
        case .sameName(_, let first, let second) where first.isExactly(second):
            "found \(name(first)) named twice; expected each file once; name it once"
        case .sameName(_, let first, let second) where first.pathLies(in: second) || second.pathLies(in: first):
            "found \(name(first)) and \(name(second)) named; expected each map once; name one of them"
        case .sameName(let file, let first, let second):
            "found \(name(first)) and \(name(second)), both named \(name(file)); expected one file per name; "
                + "give \(option: .root) with a folder above both"
        case .outsideRoot(let path, let root):
            "\(name(path)): found outside the root \(name(root)); expected a path below it; correct \(option: .root)"
        case .badPart(let text):
            "found the shard \"\(text)\"; expected I/N with I from 1 to N, such as 3/8; correct \(option: .part)"
        case .notEnoughMemory(let table, let byteCount):
            "\(name(table)): found too little memory for its rows; expected \(byteCount >> 20) MiB; "
                + "free memory, raise the limit of the process, or split the table"
        case .system(let path, let text): "\(name(path)): \(text)"
        }
    }

    private static func remedy(missing column: String, _ found: [String], resembling: String?) -> Message {
        if isSeparatedOtherwise(found) { return "separate the columns by commas" }
        guard let name = resembling?.printable else { return "name the column \(column), or add it" }
        return "rename the column \(name) to \(column), or give \(option: .labelMap) \(column)=\(name)"
    }

    private static func columns(_ names: [String]) -> String {
        let listed =
            names.prefix(12).map { name in
                let start = name.prefix(80)
                return String(start).printable + (start.endIndex < name.endIndex ? "…" : "")
            }.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
        return switch names.filter({ !$0.isEmpty }).count {
        case 0: "no header"
        case 1: "the one column \(listed)"
        default: "the columns \(listed)"
        }
    }

    /// Whether the header of a table seems to use a separator other than commas.
    private static func isSeparatedOtherwise(_ names: [String]) -> Bool {
        names.count == 1 && names[0].contains { ";\t|".contains($0) }
    }
}

extension String {
    /// Whether the path names a member of the archive.
    fileprivate func pathLies(in archive: String) -> Bool { utf8.starts(with: (archive + "/").utf8) }
}
