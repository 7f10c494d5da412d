internal import Support

/// The ground truth of one map.
public struct CaptureLabel: Sendable, Hashable {
    /// The file name, as in the measurements.
    public let file: String
    /// Whether the map is a bona fide presentation: a real scene.
    public let isBonaFide: Bool
    /// The species of attack (presentation attack instrument species); empty for a bona fide presentation.
    public let species: String
    /// Whether the species has a name, from its own column or implied by the label; true for a bona fide
    /// presentation.
    public let hasNamedSpecies: Bool
    /// The scene, device or other source that dependent rows share. A file without a group forms a group of its own.
    public let group: String
    /// The value of the column that the caller named, such as a device; nil without one.
    public let domain: String?
    /// The value of the column that a matrix is made of, such as a data set; nil without one.
    public let part: String?

    static let bonaFideWords = ["bona_fide", "bonafide", "real", "genuine", "live"]
    /// Words for an attack that do not name a species.
    static let attackWords = ["attack", "spoof", "fake"]
    /// Words for an attack that name its species unless the species column does.
    static let speciesWords = ["flat", "screen", "print", "monitor", "poster", "photo", "wall"]

    /// All known words.
    static let words = bonaFideWords + attackWords + speciesWords

    static let unspecified = "unspecified"

    /// Parses one row of a label file, ignoring case; nil for a word that is not in ``words``.
    init?(
        file: String, word: String, species: String, group: String, domain: String? = nil, part: String? = nil
    ) {
        let word = word.lowercased()
        isBonaFide = Self.bonaFideWords.contains(word)
        let isSpecies = Self.speciesWords.contains(word)
        guard isBonaFide || isSpecies || Self.attackWords.contains(word) else { return nil }
        let implied = isSpecies ? word : Self.unspecified
        hasNamedSpecies = isBonaFide || isSpecies || !species.isEmpty
        self.species = isBonaFide ? "" : species.isEmpty ? implied : species
        self.file = file
        self.group = group.isEmpty ? file : group
        self.domain = domain
        self.part = part
    }
}

/// A label file in CSV with the columns `file` and `label`, and optionally `species` and `group`.
///
///     let labels = try LabelTable(bytes, name: "labels.csv").labels
public struct LabelTable: Sendable {
    /// The labels in order, including duplicates.
    public let labels: [CaptureLabel]
    /// The names of ignored columns, in order.
    public let ignoredColumns: [String]

    /// Parses CSV (RFC 4180). Columns may be in any order, and empty lines are skipped. Other columns are ignored,
    /// except that one resembling a missing column is an error: ignoring it would silently change the result.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - name: the name of the file in errors.
    ///   - mapping: the names of columns and the meanings of labels, if they differ from the standard ones.
    ///   - domainColumn: the column of ``CaptureLabel/domain``: its name in the file, or the standard name of a mapped
    ///     column. Each row needs a value in it.
    ///   - domainsAreGroups: whether rows without a group are grouped by their domain.
    ///   - partColumn: the column of ``CaptureLabel/part``, in the same way as `domainColumn`.
    /// - Throws: ``CorpusError/missingLabelColumn(_:table:found:resembling:)``,
    ///   ``CorpusError/missingMappedColumn(_:column:table:found:)``,
    ///   ``CorpusError/resemblingLabelColumn(_:column:table:)``, ``CorpusError/labelColumnTwice(_:table:)``,
    ///   ``CorpusError/unknownLabel(_:column:table:line:words:)`` or
    ///   ``CorpusError/badRow(table:line:found:expected:)``.
    public init(
        _ bytes: [UInt8], name: String, mapping: LabelMapping = LabelMapping(), domainColumn: String? = nil,
        domainsAreGroups: Bool = false, partColumn: String? = nil
    ) throws(CorpusError) {
        let table = name
        var records = CSVRecords(bytes)
        let header = records.next() ?? []
        let (positions, ignored) = try LabelColumn.positions(in: header, mapping, table: name)
        func place(_ column: String?) throws(CorpusError) -> Int? {
            guard let column else { return nil }
            let name = header.contains(column) ? column : LabelColumn(rawValue: column).map(mapping.name) ?? column
            guard let place = header.firstIndex(of: name) else {
                throw .missingLabelColumn(name, table: table, found: header)
            }
            return place
        }
        let (domainPlace, partPlace) = (try place(domainColumn), try place(partColumn))
        let further = [domainPlace, partPlace].compactMap { $0 }
        ignoredColumns = ignored.filter { name in !further.contains { header[$0] == name } }
        var rows: [(line: Int, cells: [String])] = []
        while let record = records.next() {
            if record == [""] { continue }
            guard record.count == header.count else {
                throw .badRow(
                    table: name, line: records.line, found: "\(record.count) fields", expected: "\(header.count)")
            }
            rows.append((records.line, record))
        }
        // If a column of whole numbers has missing values, pandas writes 1.0 for 1, and empty cells.
        for place in header.indices where place != positions[.file] {
            let isOfFloats = rows.allSatisfy { row in
                let cell = row.cells[place].cell
                return cell.isEmpty || cell.withoutZeroFraction != cell
            }
            for row in rows.indices {
                let cell = rows[row].cells[place].cell
                rows[row].cells[place] = isOfFloats ? cell.withoutZeroFraction : cell
            }
        }
        var labels: [CaptureLabel] = []
        for (line, record) in rows {
            for place in further where record[place].isEmpty {
                throw .badRow(
                    table: name, line: line, found: "no value in the column \(header[place].printable)",
                    expected: "one")
            }
            let domain = domainPlace.map { record[$0] }
            func cell(_ column: LabelColumn) -> String { positions[column].map { record[$0] } ?? "" }
            guard
                let label = CaptureLabel(
                    file: cell(.file), word: mapping.meaning(of: cell(.label)), species: cell(.species),
                    group: domainsAreGroups && cell(.group).isEmpty ? domain ?? "" : cell(.group), domain: domain,
                    part: partPlace.map { record[$0] })
            else {
                throw .unknownLabel(
                    cell(.label), column: mapping.name(of: .label), table: name, line: line,
                    words: CaptureLabel.words)
            }
            labels.append(label)
        }
        self.labels = labels
    }
}
