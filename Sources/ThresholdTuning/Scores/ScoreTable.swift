internal import Support

/// The score that a detector gives one map.
public struct MapScore: FileRow, Hashable {
    /// The name of the file, as in the labels.
    public let file: String
    /// The score; a higher score means bona fide. Nil if the detector has no verdict.
    public let score: Double?
    /// The decision of the detector, whether the map is bona fide; nil if there is only a score.
    public let isAccepted: Bool?
}

/// Scores joined with their labels.
public typealias LabelledScores = Labelled<MapScore>

/// A score file: the scores of any detector, in CSV or NDJSON with `file` and `score`, and optionally `decision`.
///
///     let rows = try ScoreTable(bytes, name: "classifier.csv").rows
public struct ScoreTable: Sendable {
    /// The rows in order.
    public let rows: [MapScore]
    /// The names of ignored columns, in order.
    public let ignoredColumns: [String]

    /// The words of a decision for bona fide, in lower case.
    public static let acceptedWords = ["bona_fide", "bonafide", "real", "genuine", "live", "accept", "true", "1"]
    /// The words of a decision for an attack.
    public static let rejectedWords = ["attack", "spoof", "fake", "reject", "false", "0"]

    /// Whether bytes look like a score file: there is no column of digests, as in measurements.
    public static func isScores(_ bytes: [UInt8]) -> Bool {
        var records = TableRecords(bytes, name: "")
        guard let names = try? records.next()?.names ?? [""] else { return bytes.first == UInt8(ascii: "{") }
        if names == [""] { return false }
        let digests: [MeasurementColumn] = [.fileDigest, .measuringDigest, .parametersDigest]
        return names.contains(Column.score.rawValue) || !digests.contains { names.contains($0.name) }
    }

    private enum Column: String, CaseIterable { case file, score, decision }

    /// Reads CSV or NDJSON, which the first byte distinguishes. An empty or null score means no verdict.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - name: the name of the file in errors.
    ///   - lowerIsReal: whether a lower score means bona fide: then all scores change their sign.
    /// - Throws: ``CorpusError`` for a missing column, an invalid row, a file with two rows, or no rows.
    public init(_ bytes: [UInt8], name: String, lowerIsReal: Bool = false) throws(CorpusError) {
        var records = TableRecords(bytes, name: name)
        var rows: [MapScore] = []
        var ignored: [String] = []
        var hasDecisions: Bool?
        var lines: [ExactText: Int] = [:]
        while let record = try records.next() {
            func cell(_ column: Column) -> String? {
                record.names.firstIndex(of: column.rawValue).map { record.cells[$0] }
            }
            func bad(_ found: String, _ expected: String) -> CorpusError {
                .badRow(table: name, line: record.line, found: found, expected: expected)
            }
            for column in [Column.file, .score] where !record.names.contains(column.rawValue) {
                throw .missingScoreColumn(column.rawValue, table: name, line: record.line, found: record.names)
            }
            for name in record.names where Column(rawValue: name) == nil && !ignored.contains(where: name.isExactly) {
                ignored.append(name)
            }
            if record.isHeader { continue }
            let file = cell(.file) ?? ""
            guard !file.isEmpty else { throw bad("no file", "its name, as in the labels") }
            if let first = lines.updateValue(record.line, forKey: ExactText(file)) {
                throw bad("\(file.printable) a second time, after line \(first)", "one row for each file")
            }
            let text = cell(.score) ?? ""
            let score = Double(text)
            guard text.isEmpty || score?.isFinite == true else {
                throw bad("the score \"\(text.printable)\"", "a finite number, or nothing for no verdict")
            }
            let word = cell(.decision) ?? ""
            if text.isEmpty {
                guard word.isEmpty else { throw bad("a decision without a score", "both or neither") }
            } else {
                guard hasDecisions ?? !word.isEmpty == !word.isEmpty else {
                    throw bad(
                        word.isEmpty ? "a score without a decision" : "a decision",
                        "a decision with every score, or with none")
                }
                hasDecisions = !word.isEmpty
            }
            rows.append(
                MapScore(
                    file: file, score: score.map { lowerIsReal ? -$0 : $0 }, isAccepted: try Self.decision(word, bad)))
        }
        guard !rows.isEmpty else { throw .noScores(table: name) }
        (self.rows, ignoredColumns) = (rows, ignored)
    }

    private static func decision(
        _ word: String, _ bad: (String, String) -> CorpusError
    ) throws(CorpusError) -> Bool? {
        let folded = word.lowercased()
        if folded.isEmpty { return nil }
        if acceptedWords.contains(folded) { return true }
        if rejectedWords.contains(folded) { return false }
        throw bad(
            "the decision \"\(word.printable)\"", "one of \((acceptedWords + rejectedWords).joined(separator: ", "))")
    }
}

/// The records of a CSV or NDJSON file as named cells.
private struct TableRecords {
    struct Record {
        let line: Int
        let names: [String]
        let cells: [String]
        /// Whether this is the header of a CSV file, whose cells are its names.
        var isHeader = false
    }

    private let bytes: [UInt8]
    private let name: String
    private var records: CSVRecords
    private var header: [String]?
    private let isNDJSON: Bool
    private var (start, line) = (0, 0)

    init(_ bytes: [UInt8], name: String) {
        (self.bytes, self.name) = (bytes, name)
        records = CSVRecords(bytes)
        isNDJSON = bytes.first == UInt8(ascii: "{")
    }

    mutating func next() throws(CorpusError) -> Record? { isNDJSON ? try nextObject() : try nextRow() }

    private mutating func nextRow() throws(CorpusError) -> Record? {
        while let cells = records.next() {
            guard let header else {
                header = cells
                return Record(line: records.line, names: cells, cells: cells, isHeader: true)
            }
            if cells == [""] || cells == header { continue }
            guard cells.count == header.count else {
                throw .badRow(
                    table: name, line: records.line, found: "\(cells.count) fields", expected: "\(header.count)")
            }
            return Record(line: records.line, names: header, cells: cells)
        }
        return nil
    }

    private mutating func nextObject() throws(CorpusError) -> Record? {
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let text = bytes[start..<end]
            (start, line) = (end + 1, line + 1)
            if text.allSatisfy({ [0x20, 0x0D, 0x09].contains($0) }) { continue }
            let members = try? JSONReader.read(Array(text)).members
            let cells = members?.compactMap(\.value.plainText)
            guard let members, let cells, cells.count == members.count else {
                throw .badRow(table: name, line: line, found: "no JSON object of plain values", expected: "one")
            }
            return Record(line: line, names: members.map(\.key), cells: cells)
        }
        return nil
    }
}
