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

/// A column of a table of measurements. Numbers that are also in results of `analyze` have the same name.
enum MeasurementColumn: Hashable {
    case file, fileDigest, fileByteCount, fileModified, fileChanged, fileNumber, parametersDigest, measuringDigest,
        reading
    case field(SceneAnalysis.Field)
    /// The value that the screen rule compares. It follows from two fields, but is written for other readers of the
    /// table.
    case depthRange
    case candidatesVersion
    case candidate(Candidate)
    case noteCodes, serverCode, error, errorCode

    /// The columns on the file and the run.
    static let ofRun: [MeasurementColumn] = [
        .file, .fileDigest, .fileByteCount, .fileModified, .fileChanged, .fileNumber, .parametersDigest,
        .measuringDigest, .reading,
    ]
    /// The columns of candidate measurements.
    static let ofCandidates = [.candidatesVersion] + Candidate.allCases.map(MeasurementColumn.candidate)
    static func all(withCandidates hasCandidates: Bool) -> [MeasurementColumn] {
        hasCandidates ? allThereAre : plain
    }
    private static let measured = ofRun + MapMeasurement.fields.map(MeasurementColumn.field) + [.depthRange]
    private static let plain = measured + ofReading
    private static let allThereAre = measured + ofCandidates + ofReading
    /// The columns on how the file was read.
    static let ofReading: [MeasurementColumn] = [.noteCodes, .serverCode, .error, .errorCode]

    var name: String {
        switch self {
        case .file: "file"
        case .fileDigest: "file_sha256"
        case .fileByteCount: "file_bytes"
        case .fileModified: "file_modified"
        case .fileChanged: "file_changed"
        case .fileNumber: "file_number"
        case .parametersDigest: "parameters_sha256"
        case .measuringDigest: "measuring_sha256"
        case .reading: "reading"
        case .field(let field): field.rawValue
        case .depthRange: SceneAnalysis.depthRangeKey
        case .candidatesVersion: "candidates_version"
        case .candidate(let candidate): candidate.rawValue
        case .noteCodes: ResultField.noteCodes.rawValue
        case .serverCode: ResultField.serverCode.rawValue
        case .error: ResultField.error.rawValue
        case .errorCode: ResultField.errorCode.rawValue
        }
    }

    /// The arithmetic of the numbers in the column: candidates are f64 in every profile.
    func arithmetic(of row: MapMeasurement) -> AnalysisProfile {
        if case .candidate = self { .server } else { row.analysis.profile }
    }

    /// Nil if the measurement was not possible.
    func value(in row: MapMeasurement) -> FieldValue? {
        switch self {
        case .file: .text(row.file)
        case .fileDigest: .text(row.fileDigest)
        case .fileByteCount: .whole(row.fileStamp.byteCount)
        case .fileModified: .text(row.fileStamp.modified)
        case .fileChanged: .text(row.fileStamp.changed)
        // As text, because an inode number may exceed the range of a signed integer.
        case .fileNumber: .text(row.fileStamp.number.description)
        case .parametersDigest: .text(row.provenance.parametersDigest)
        case .measuringDigest: .text(row.provenance.measuringDigest)
        case .reading: .text(row.provenance.reading)
        case .field(let field): field.value(in: row.analysis)
        case .depthRange: .real(row.depthRange)
        case .candidatesVersion: .text(row.provenance.candidatesVersion)
        case .candidate(let candidate): row.candidates[candidate].map(FieldValue.real)
        // Joined even in JSON, so that every member of a row is a plain value.
        case .noteCodes: .text(row.noteCodes.joined(separator: " "))
        case .serverCode: .text(row.serverCode)
        case .error: .text(row.error)
        case .errorCode: .text(row.errorCode)
        }
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
}

extension MeasurementColumn {
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
    package static var schema: JSONSchema {
        .anyOf([false, true].map(MeasurementColumn.schema(withCandidates:)))
    }
}
