internal import DepthAnalysis
internal import DepthFiles
internal import FoundationEssentials
internal import PlainText

/// A file of measurements, read.
public struct MeasurementTable: Sendable {
    /// How it is written.
    public let format: MeasurementFormat
    /// Its rows in order.
    public let rows: [MapMeasurement]
    /// The bytes up to the end of the last whole row. Fewer than the file has, if whoever wrote it was interrupted.
    public let completeByteCount: Int

    /// Reads CSV or NDJSON; which of them is seen by the first byte.
    ///
    /// Columns may stand in any order and more of them may be there. Headers that repeat, as they do when files are joined by
    /// concatenation, are skipped. A last row without its line end is not read: it may be torn.
    ///
    /// - Parameters:
    ///   - bytes: the file. None make an empty table.
    ///   - name: what to call the file in errors.
    /// - Throws: ``CorpusError``: no header, a missing column, a row that does not fit, or a file that is measured twice.
    public init(_ bytes: [UInt8], name: String) throws(CorpusError) {
        if bytes.first == UInt8(ascii: "{") {
            format = .ndjson
            (rows, completeByteCount) = try Self.readNDJSON(bytes, name: name)
        } else {
            format = .csv
            (rows, completeByteCount) = try Self.readCSV(bytes, name: name)
        }
        var seen: Set<String> = []
        for row in rows where !seen.insert(row.file).inserted { throw .measuredTwice(file: row.file, table: name) }
    }

    private static func readCSV(_ bytes: [UInt8], name: String) throws(CorpusError) -> ([MapMeasurement], Int) {
        var records = CSVRecords(bytes)
        guard let header = records.next(), records.completeByteCount > 0 else { return ([], 0) }
        var positions: [(MeasurementColumn, Int)] = []
        for column in MeasurementColumn.allCases {
            guard let position = header.firstIndex(of: column.rawValue) else {
                throw .missingColumn(column.rawValue, table: name)
            }
            positions.append((column, position))
        }
        var rows: [MapMeasurement] = []
        var completeByteCount = records.completeByteCount
        while let record = records.next(), records.completeByteCount > completeByteCount {
            completeByteCount = records.completeByteCount
            if record == header || record == [""] { continue }
            guard record.count == header.count else {
                throw .badRow(
                    table: name, line: records.line, found: "\(record.count) fields", expected: "\(header.count)")
            }
            rows.append(
                try MapMeasurement(table: name, line: records.line, texts: positions.map { ($0, record[$1]) }))
        }
        return (rows, completeByteCount)
    }

    private static func readNDJSON(_ bytes: [UInt8], name: String) throws(CorpusError) -> ([MapMeasurement], Int) {
        var rows: [MapMeasurement] = []
        var start = 0
        var line = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            line += 1
            if end > start {
                let texts: [String: String]
                do {
                    texts = try JSONDecoder().decode([String: PlainValue].self, from: Data(bytes[start..<end]))
                        .mapValues(\.text)
                } catch {
                    throw .badRow(table: name, line: line, found: "no JSON object of plain values", expected: "one")
                }
                var fields: [(MeasurementColumn, String)] = []
                for column in MeasurementColumn.allCases {
                    guard let text = texts[column.rawValue] else {
                        throw .missingColumn(column.rawValue, table: name)
                    }
                    fields.append((column, text))
                }
                rows.append(try MapMeasurement(table: name, line: line, texts: fields))
            }
            start = end + 1
        }
        return (rows, start)
    }

    /// A string, a number or a flag of JSON, as the text CSV would have.
    private struct PlainValue: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                text = flag.description
            } else if let integer = try? container.decode(Int.self) {
                text = integer.description
            } else if let number = try? container.decode(Double.self) {
                text = number.description
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}

extension MapMeasurement {
    /// A row from its fields as text; every column must be among them.
    fileprivate init(table: String, line: Int, texts: [(MeasurementColumn, String)]) throws(CorpusError) {
        func fail(_ column: MeasurementColumn, _ text: String, _ expected: String) -> CorpusError {
            .badRow(table: table, line: line, found: "\"\(text)\" as \(column.rawValue)", expected: expected)
        }
        self.init(
            SceneAnalysis(unavailable: .unreadable, profile: .server, width: 0, height: 0, totalCount: 0), file: "",
            fileDigest: "",
            provenance: MeasuringProvenance(analyzer: DepthAnalyzer(), reading: .init()))
        for (column, text) in texts {
            switch column.field {
            case .text(let path): self[keyPath: path] = text
            case .integer(let path):
                guard let value = Int(text) else { throw fail(column, text, "a whole number") }
                self[keyPath: path] = value
            case .number(let path):
                // A client's decimals are the shortest of a Float: read as one they give its bits.
                let value = profile == .client ? Float(text).map(Double.init) : Double(text)
                guard let value, value.isFinite else { throw fail(column, text, "a number") }
                self[keyPath: path] = value
            case .flag(let path):
                guard let value = Bool(text) else { throw fail(column, text, "true or false") }
                self[keyPath: path] = value
            case .profile:
                guard let value = AnalysisProfile(rawValue: text) else { throw fail(column, text, "server or client") }
                profile = value
            case .status:
                guard let value = SceneAnalysis.Status(rawValue: text) else {
                    throw fail(column, text, "pass, fail or unavailable")
                }
                status = value
            }
        }
    }
}
