internal import DepthAnalysis
internal import DepthFiles
internal import PlanarityMeasurements
package import Support

/// The format of a table of measurements.
public enum MeasurementFormat: String, Sendable, CaseIterable {
    /// A header, then one row per file. Repeated headers are skipped when reading, so tables can be concatenated.
    case csv
    /// One JSON object per line.
    case ndjson
}

/// A column of a table of measurements. Numbers that results of `analyze` also contain have the same names there.
enum MeasurementColumn: Hashable {
    case file, fileDigest, fileByteCount, fileModified, fileChanged, fileNumber, parametersDigest, measuringDigest,
        reading
    case field(SceneAnalysis.Field)
    /// The value that the screen rule compares. It follows from two fields, but is written for other readers of the
    /// table.
    case depthRange
    case candidatesVersion
    case candidate(CandidateMeasurement)
    case noteCodes, serverCode, error, errorCode

    /// The columns on the file and the run.
    static let ofRun: [MeasurementColumn] = [
        .file, .fileDigest, .fileByteCount, .fileModified, .fileChanged, .fileNumber, .parametersDigest,
        .measuringDigest, .reading,
    ]
    /// The columns of candidate measurements.
    static let ofCandidates = [.candidatesVersion] + CandidateMeasurement.allCases.map(MeasurementColumn.candidate)
    static func all(withCandidates hasCandidates: Bool) -> [MeasurementColumn] {
        hasCandidates ? allThereAre : plain
    }
    private static let measured = ofRun + MapMeasurement.fields.map(MeasurementColumn.field) + [.depthRange]
    private static let plain = measured + ofReading
    private static let allThereAre = measured + ofCandidates + ofReading
    /// The columns on how the file was read.
    static let ofReading: [MeasurementColumn] = [.noteCodes, .serverCode, .error, .errorCode]

    var name: String { definition.name }

    /// Nil if the measurement was not possible.
    func value(in row: MapMeasurement) -> AnalysisFieldValue? { definition.value(row) }

    private var definition: (name: String, value: (MapMeasurement) -> AnalysisFieldValue?) {
        switch self {
        case .file: ("file", { .text($0.file) })
        case .fileDigest: ("file_sha256", { .text($0.fileDigest) })
        case .fileByteCount: ("file_bytes", { .whole($0.fileStamp.byteCount) })
        case .fileModified: ("file_modified", { .text($0.fileStamp.modified) })
        case .fileChanged: ("file_changed", { .text($0.fileStamp.changed) })
        // As text, because an inode number may exceed the range of a signed integer.
        case .fileNumber: ("file_number", { .text($0.fileStamp.number.description) })
        case .parametersDigest: ("parameters_sha256", { .text($0.provenance.parametersDigest) })
        case .measuringDigest: ("measuring_sha256", { .text($0.provenance.measuringDigest) })
        case .reading: ("reading", { .text($0.provenance.reading) })
        case .field(let field): (field.rawValue, { field.value(in: $0.analysis) })
        case .depthRange: (SceneAnalysis.depthRangeKey, { .real($0.depthRange) })
        case .candidatesVersion: ("candidates_version", { .text($0.provenance.candidatesVersion) })
        case .candidate(let candidate): (candidate.rawValue, { $0.candidates[candidate].map(AnalysisFieldValue.real) })
        // Joined even in JSON, so that every member of a row is a plain value.
        case .noteCodes: (ResultField.noteCodes.rawValue, { .text($0.noteCodes.joined(separator: " ")) })
        case .serverCode: (ResultField.serverCode.rawValue, { .text($0.serverCode) })
        case .error: (ResultField.error.rawValue, { .text($0.error) })
        case .errorCode: (ResultField.errorCode.rawValue, { .text($0.errorCode) })
        }
    }

    /// The arithmetic of the numbers in the column: candidates are f64 in every profile.
    func arithmetic(of row: MapMeasurement) -> AnalysisProfile {
        if case .candidate = self { .server } else { row.analysis.profile }
    }

    private var schema: JSONSchema {
        switch self {
        case .field(let field): field.schema
        case .fileByteCount: .integer
        case .depthRange: .number
        case .fileDigest, .parametersDigest, .measuringDigest: .hexadecimal
        default: .string
        }
    }

    /// The schema of a JSON line, with or without candidates. Impossible measurements are null.
    package static func schema(withCandidates hasCandidates: Bool) -> JSONSchema {
        .object(
            all(withCandidates: hasCandidates).map { column in
                if case .candidate = column { return JSONSchema.Member(column.name, .number.orNull) }
                return JSONSchema.Member(column.name, column.schema)
            })
    }
}

extension MeasurementFormat {
    /// The header line of a table with this provenance, including its newline; empty for NDJSON.
    public func header(_ provenance: MeasuringProvenance) -> String {
        self == .csv ? CSV.row(MeasurementColumn.all(withCandidates: provenance.hasCandidates).map(\.name)) + "\n" : ""
    }

    /// One measurement as a line, including its newline. Numbers are the shortest decimals that parse to the same
    /// bits in the profile's arithmetic.
    public func line(_ row: MapMeasurement) -> String {
        let columns = MeasurementColumn.all(withCandidates: row.provenance.hasCandidates)
        switch self {
        case .csv:
            return CSV.row(columns.map { $0.value(in: row)?.cell(in: $0.arithmetic(of: row)) ?? "" }) + "\n"
        case .ndjson:
            var writer = JSONWriter(.compact)
            writer.object { writer in
                for column in columns {
                    writer.key(column.name)
                    guard let value = column.value(in: row) else {
                        writer.null()
                        continue
                    }
                    writer.value(value, in: column.arithmetic(of: row))
                }
            }
            return writer.text + "\n"
        }
    }

    package static var schema: JSONSchema {
        .anyOf([false, true].map(MeasurementColumn.schema(withCandidates:)))
    }
}
