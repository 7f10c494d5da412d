internal import DepthAnalysis
internal import DepthFiles
internal import PlanarityMeasurements
internal import Support

/// A parsed table of measurements.
///
///     let rows = try MeasurementTable(bytes, name: "measurements.csv").rows
public struct MeasurementTable: Sendable {
    /// The format of the table.
    public let format: MeasurementFormat
    /// The rows in order.
    public let rows: [MapMeasurement]
    /// The number of bytes up to the end of the last complete row; less than the file size after an interrupted
    /// write.
    public let completeByteCount: Int
    /// The number of bytes after ``completeByteCount``: a torn row, which is not among ``rows``.
    public let tornByteCount: Int

    /// Parses CSV or NDJSON, which the first byte distinguishes.
    ///
    /// Columns may be in any order, and unknown columns are ignored. Repeated headers, as in concatenated files, are
    /// skipped. A last row without a newline is read only if it is clearly complete: a closed object, or a CSV row with
    /// the empty last cells of a file without error.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file; may be empty.
    ///   - name: the name of the file in errors.
    ///   - hasOneCorpus: whether a name identifies one file. In a table of several corpora, it may occur with
    ///     different bytes.
    /// - Throws: ``CorpusError`` for a missing header or column, an invalid row, or a file measured twice.
    public init(_ bytes: [UInt8], name: String, hasOneCorpus: Bool = true) throws(CorpusError) {
        try Self.requireMemory(for: bytes, name: name)
        if bytes.first == UInt8(ascii: "{") {
            format = .ndjson
            (rows, completeByteCount) = try Self.readNDJSON(bytes, name: name)
        } else {
            format = .csv
            (rows, completeByteCount) = try Self.readCSV(bytes, name: name)
        }
        tornByteCount = bytes.count - completeByteCount
        var seen: Set<[ExactText]> = []
        for row in rows {
            let key = hasOneCorpus ? [row.file] : [row.file, row.fileDigest]
            if seen.insert(key.map(ExactText.init)).inserted { continue }
            throw .measuredTwice(file: row.file, table: name)
        }
    }

    /// The memory of a row, including its text and what tuning derives from it.
    private static let byteCountOfRow = 3072

    /// The minimum length of a row: two SHA-256 of parameters in hexadecimal, and a separator between all cells.
    private static let leastTextOfRow = 2 * 64 + MeasurementColumn.all(withCandidates: false).count - 1

    /// Checks that all rows fit in memory. Lines too short for a row are not counted.
    private static func requireMemory(for bytes: [UInt8], name: String) throws(CorpusError) {
        let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let rowCount = min(lineCount, bytes.count / leastTextOfRow + 1)
        let byteCount = rowCount * byteCountOfRow + 2 * bytes.count
        guard Memory.hasRoom(for: byteCount) else { throw .notEnoughMemory(table: name, byteCount: byteCount) }
    }

    /// Whether bytes look like a table of measurements, which has a column of file digests.
    public static func isMeasurements(_ bytes: [UInt8]) -> Bool {
        if bytes.first == UInt8(ascii: "{") { return true }
        var records = CSVRecords(bytes)
        return records.next()?.contains(MeasurementColumn.fileDigest.name) == true
    }

    private static func readCSV(_ bytes: [UInt8], name: String) throws(CorpusError) -> ([MapMeasurement], Int) {
        var records = CSVRecords(bytes)
        guard let header = records.next(), records.completeByteCount > 0 else { return ([], 0) }
        var reader = RowReader(
            table: name, hasCandidates: header.contains(MeasurementColumn.candidatesVersion.name))
        let positions = try reader.columns.map { column throws(CorpusError) in
            guard let position = header.firstIndex(of: column.name) else {
                throw .missingColumn(column.name, table: name)
            }
            return position
        }
        var rows: [MapMeasurement] = []
        var completeByteCount = records.completeByteCount
        while let record = records.next() {
            let isEnded = records.completeByteCount > completeByteCount
            guard isEnded || isWhole(record, header) else {
                let lineCount = bytes[completeByteCount...].count { $0 == UInt8(ascii: "\n") } + 1
                // A torn row has one line. More lines follow an unclosed quote.
                guard lineCount == 1 else {
                    throw .badRow(
                        table: name, line: records.line, found: "an unterminated quote in \(lineCount) lines",
                        expected: "a closed quote")
                }
                break
            }
            completeByteCount = isEnded ? records.completeByteCount : bytes.count
            if record == header || record == [""] { continue }
            guard record.count == header.count else {
                throw .badRow(
                    table: name, line: records.line, found: "\(record.count) fields", expected: "\(header.count)")
            }
            rows.append(try reader.row(line: records.line) { record[positions[$0]] })
        }
        return (rows, completeByteCount)
    }

    /// Whether a record without a newline is a complete row: its last cells are empty, as for a file without error.
    private static func isWhole(_ record: [String], _ header: [String]) -> Bool {
        guard record.count == header.count, header.last == MeasurementColumn.errorCode.name,
            let error = header.firstIndex(of: MeasurementColumn.error.name)
        else { return false }
        return record[error].isEmpty && record[record.count - 1].isEmpty
    }

    private static func readNDJSON(_ bytes: [UInt8], name: String) throws(CorpusError) -> ([MapMeasurement], Int) {
        var reader = RowReader(table: name, hasCandidates: false)
        var rows: [MapMeasurement] = []
        // The index of each column in the previous row; nearly always, the next row has the same.
        var places: [Int] = []
        var start = 0
        var line = 0
        while start < bytes.count {
            line += 1
            let lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let end = lineEnd ?? bytes.count
            if end > start {
                let noObject = CorpusError.badRow(
                    table: name, line: line, found: "no JSON object of plain values", expected: "one")
                guard let members = try? JSONReader.read(Array(bytes[start..<end])).members else {
                    // Without a newline the row is torn, unless its object is closed.
                    if lineEnd == nil { break }
                    throw noObject
                }
                if rows.isEmpty {
                    let version = MeasurementColumn.candidatesVersion.name
                    reader = RowReader(table: name, hasCandidates: members.contains { $0.key == version })
                    places = reader.columns.map { _ in 0 }
                }
                var texts: [String] = []
                for (index, column) in reader.columns.enumerated() {
                    if places[index] >= members.count || members[places[index]].key != column.name {
                        guard let place = members.firstIndex(where: { $0.key == column.name }) else {
                            throw .missingColumn(column.name, table: name)
                        }
                        places[index] = place
                    }
                    guard let text = members[places[index]].value.plainText else { throw noObject }
                    texts.append(text)
                }
                rows.append(try reader.row(line: line) { texts[$0] })
            }
            start = min(end + 1, bytes.count)
        }
        return (rows, start)
    }
}

private struct RowReader {
    /// The columns to read. The profile precedes the numbers, because it determines their arithmetic.
    let columns: [MeasurementColumn]
    private static let always =
        MeasurementColumn.ofRun + [.field(.profile)]
        + MapMeasurement.fields.filter { $0 != .profile }.map(MeasurementColumn.field)
        + [.depthRange] + MeasurementColumn.ofReading

    let table: String
    /// The provenance of the previous row; nearly always, the next row has the same.
    private var provenance = MeasuringProvenance(
        parametersDigest: "", measuringDigest: "", reading: "", profile: .server, candidatesVersion: "")

    init(table: String, hasCandidates: Bool) {
        self.table = table
        columns = Self.always + (hasCandidates ? MeasurementColumn.ofCandidates : [])
    }

    mutating func row(line: Int, _ text: (Int) -> String) throws(CorpusError) -> MapMeasurement {
        var analysis = SceneAnalysis.empty
        var (file, fileDigest) = ("", "")
        var (byteCount, modified, changed, number) = (0, "", "", UInt64(0))
        var (noteCodes, serverCode, error, errorCode) = ("", "", "", "")
        var (parameters, measuring, reading) = ("", "", "")
        var candidates = SceneCandidates.unavailable
        var candidatesVersion = ""
        var depthRange: Double?
        for (index, column) in columns.enumerated() {
            let text = text(index)
            switch column {
            case .file: file = text
            case .fileDigest: fileDigest = text
            case .fileByteCount:
                guard let count: Int = text.whole(), count >= 0 else {
                    throw .badRow(
                        table: table, line: line, found: "\"\(text)\" as \(column.name)",
                        expected: "a number of bytes")
                }
                byteCount = count
            case .fileModified: modified = text
            case .fileChanged: changed = text
            case .fileNumber:
                guard let found: UInt64 = text.whole() else {
                    throw .badRow(
                        table: table, line: line, found: "\"\(text)\" as \(column.name)",
                        expected: "the number of a file")
                }
                number = found
            case .parametersDigest: parameters = text
            case .measuringDigest: measuring = text
            case .reading: reading = text.cell
            case .noteCodes: noteCodes = text.cell
            case .serverCode: serverCode = text.cell
            case .error: error = text.cell
            case .errorCode: errorCode = text.cell
            case .depthRange: depthRange = Double(text).flatMap { $0.isFinite ? $0 : nil }
            case .candidatesVersion: candidatesVersion = text.cell.withoutZeroFraction
            case .candidate(let candidate):
                if text.cell.isEmpty { continue }
                guard let value = Double(text), value.isFinite else {
                    throw .badRow(
                        table: table, line: line, found: "\"\(text)\" as \(column.name)",
                        expected: "a number, or nothing")
                }
                candidates[candidate] = value
            case .field(let field):
                guard let value = field.kind.value(text, in: analysis.profile), field.canBe(value),
                    analysis.set(field, to: value)
                else {
                    throw .badRow(
                        table: table, line: line, found: "\"\(text)\" as \(column.name)",
                        expected: field.expectation)
                }
            }
        }
        if provenance.parametersDigest != parameters || provenance.measuringDigest != measuring
            || provenance.reading != reading || provenance.profile != analysis.profile
            || provenance.candidatesVersion != candidatesVersion
        {
            provenance = MeasuringProvenance(
                parametersDigest: parameters, measuringDigest: measuring, reading: reading, profile: analysis.profile,
                candidatesVersion: candidatesVersion)
        }
        let row = MapMeasurement(
            file: file, fileDigest: fileDigest,
            fileStamp: FileStamp(byteCount: byteCount, modified: modified, changed: changed, number: number),
            provenance: provenance, analysis: analysis, candidates: candidates,
            noteCodes: noteCodes.split(separator: " ").map(String.init), serverCode: serverCode,
            error: error, errorCode: errorCode)
        if let contradiction = row.contradiction(depthRange: depthRange) {
            throw .contradictoryRow(
                file: file, table: table, line: line, found: contradiction.found, expected: contradiction.expected)
        }
        return row
    }
}

extension AnalysisFieldValue.Kind {
    /// The value of a cell; nil for a different kind. A client's decimals are the shortest for `Float`, so parsing
    /// them as `Float` restores the bits.
    fileprivate func value(_ text: String, in profile: AnalysisProfile) -> AnalysisFieldValue? {
        switch self {
        case .text: .text(text)
        case .flag: text.flag.map { .flag($0) }
        case .whole: text.whole().map { .whole($0) }
        case .real:
            (profile == .client ? Float(text).map(Double.init) : Double(text))
                .flatMap { $0.isFinite ? .real($0) : nil }
        case .texts, .wholes, .reals, .quadrants, .checks: nil
        }
    }
}

extension JSONValue {
    /// A plain value as in CSV; nil for lists and objects.
    var plainText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .flag(let flag): flag.description
        case .null: ""
        case .array, .object: nil
        }
    }
}

// The valid values of table cells. A table may come from anywhere, and values that no map has would distort the
// results.

extension SceneAnalysis.Field {
    /// Whether a map can have this value.
    func canBe(_ value: AnalysisFieldValue) -> Bool {
        switch value {
        case .whole(let number): wholeRange.contains(number)
        case .real(let number): realRange?.contains(number) ?? true
        default: true
        }
    }

    /// The valid values in words.
    var expectation: String {
        switch self {
        case .profile: "server or client"
        case .status: "pass, fail or unavailable"
        case .layerCount: "a whole number from 0 to \(wholeRange.upperBound)"
        default:
            switch kind {
            case .flag: "true or false"
            case .whole: "a whole number of at least 0"
            default:
                realRange.map { $0.upperBound == 1 ? "a number from 0 to 1" : "a number of at least 0" } ?? "a number"
            }
        }
    }

    private var wholeRange: ClosedRange<Int> {
        0...(self == .layerCount ? AnalysisParameters.Key.binCounts.upperBound : Int.max)
    }

    private var realRange: ClosedRange<Double>? {
        switch self {
        case .coverage, .edgeCoherence, .uniformityRatio: 0...1
        case .standardDeviation, .minimumQuadrantStandardDeviation: 0...Double.greatestFiniteMagnitude
        default: nil
        }
    }
}
