internal import DepthAnalysis
internal import PlanarityMeasurements
internal import Reports
package import Support

/// How measurements are written.
public enum MeasurementFormat: String, Sendable, CaseIterable {
    /// A header, then one row a file. Repeated headers are skipped when reading, so parts join by concatenation.
    case csv
    /// One JSON object a line.
    case ndjson
}

/// A column of a table of measurements. Where a result of `analyze` has the number, the name is the same.
enum MeasurementColumn: Hashable {
    case file, fileDigest, fileByteCount, fileModified, fileChanged, fileNumber, parametersDigest, measuringDigest,
        reading
    case field(SceneAnalysis.Field)
    /// What the screen rule compares; follows from two fields, for whoever reads the table elsewhere.
    case depthRange
    case candidatesVersion
    case candidate(Candidate)
    case noteCodes, serverCode, error, errorCode

    /// Those of the file and of the run.
    static let ofRun: [MeasurementColumn] = [
        .file, .fileDigest, .fileByteCount, .fileModified, .fileChanged, .fileNumber, .parametersDigest,
        .measuringDigest, .reading,
    ]
    /// Those of the measurements beside the server's.
    static let ofCandidates = [.candidatesVersion] + Candidate.allCases.map(MeasurementColumn.candidate)
    /// The columns in order.
    static func all(withCandidates hasCandidates: Bool) -> [MeasurementColumn] {
        hasCandidates ? allThereAre : plain
    }
    private static let measured = ofRun + MapMeasurement.fields.map(MeasurementColumn.field) + [.depthRange]
    private static let plain = measured + ofReading
    private static let allThereAre = measured + ofCandidates + ofReading
    /// What came of reading the file.
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

    /// In whose arithmetic a number in the column is written: candidates are f64 whatever the profile.
    func arithmetic(of row: MapMeasurement) -> AnalysisProfile {
        if case .candidate = self { .server } else { row.analysis.profile }
    }

    /// What stands in the column; nil where nothing could be measured.
    func value(in row: MapMeasurement) -> FieldValue? {
        switch self {
        case .file: .text(row.file)
        case .fileDigest: .text(row.fileDigest)
        case .fileByteCount: .whole(row.fileStamp.byteCount)
        case .fileModified: .text(row.fileStamp.modified)
        case .fileChanged: .text(row.fileStamp.changed)
        // As text: a file system may number its files beyond what a signed number holds.
        case .fileNumber: .text(row.fileStamp.number.description)
        case .parametersDigest: .text(row.provenance.parametersDigest)
        case .measuringDigest: .text(row.provenance.measuringDigest)
        case .reading: .text(row.provenance.reading)
        case .field(let field): field.value(in: row.analysis)
        case .depthRange: .real(row.depthRange)
        case .candidatesVersion: .text(row.provenance.candidatesVersion)
        case .candidate(let candidate): row.candidates[candidate].map(FieldValue.real)
        // In one cell even as JSON, so that every member of a row is a plain value.
        case .noteCodes: .text(row.noteCodes.joined(separator: " "))
        case .serverCode: .text(row.serverCode)
        case .error: .text(row.error)
        case .errorCode: .text(row.errorCode)
        }
    }
}

extension MeasurementFormat {
    /// The line a file of measurements made in this way begins with, its line end included; empty for NDJSON.
    public func header(_ provenance: MeasuringProvenance) -> String {
        self == .csv ? CSV.row(MeasurementColumn.all(withCandidates: provenance.hasCandidates).map(\.name)) + "\n" : ""
    }

    /// One measurement as a line, its line end included. Numbers are the shortest decimals that read back to the same
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

    /// A line of measurements as JSON, with candidates or without. Where nothing could be measured it has null.
    package static func schema(withCandidates hasCandidates: Bool) -> JSONSchema {
        .object(
            all(withCandidates: hasCandidates).map { column in
                if case .candidate = column { return JSONSchema.Member(column.name, .number.orNull) }
                return JSONSchema.Member(column.name, column.schema)
            })
    }
}

extension MeasurementFormat {
    /// A line of NDJSON.
    package static var schema: JSONSchema {
        .anyOf([false, true].map(MeasurementColumn.schema(withCandidates:)))
    }
}
