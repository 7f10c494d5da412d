internal import DepthAnalysis
internal import DepthReports
internal import PlainText

/// How measurements are written.
public enum MeasurementFormat: String, Sendable, CaseIterable {
    /// A header, then one row a file. Repeated headers are skipped when reading, so parts join by concatenation.
    case csv
    /// One JSON object a line.
    case ndjson
}

/// The columns of a table of measurements, in order. Where a result of `analyze` has the number, the name is the same.
enum MeasurementColumn: String, CaseIterable, CodingKey {
    case file
    case fileDigest = "file_sha256"
    case parametersDigest = "parameters_sha256"
    case measuringDigest = "measuring_sha256"
    case reading
    case profile
    case status
    case width
    case height
    case totalCount = "total_count"
    case validCount = "valid_count"
    case coverage
    case standardDeviation = "depth_variance"
    case layerCount = "depth_layers"
    case edgeCoherence = "edge_coherence"
    case minimumDepth = "min_depth"
    case maximumDepth = "max_depth"
    case depthRange = "depth_range"
    case meanDepth = "mean_depth"
    case medianDepth = "median_depth"
    case uniformityRatio = "uniformity_ratio"
    case isScreenLike = "is_screen_like"
    case minimumQuadrantStandardDeviation = "min_quadrant_variance"
    case interiorCount = "interior_count"
    case edgeCount = "edge_count"
    case error

    /// One field of a measurement.
    enum Field {
        case text(WritableKeyPath<MapMeasurement, String>)
        case integer(WritableKeyPath<MapMeasurement, Int>)
        case number(WritableKeyPath<MapMeasurement, Double>)
        case flag(WritableKeyPath<MapMeasurement, Bool>)
        case profile
        case status
    }

    var field: Field {
        switch self {
        case .file: .text(\.file)
        case .fileDigest: .text(\.fileDigest)
        case .parametersDigest: .text(\.parametersDigest)
        case .measuringDigest: .text(\.measuringDigest)
        case .reading: .text(\.reading)
        case .profile: .profile
        case .status: .status
        case .width: .integer(\.width)
        case .height: .integer(\.height)
        case .totalCount: .integer(\.totalCount)
        case .validCount: .integer(\.validCount)
        case .coverage: .number(\.coverage)
        case .standardDeviation: .number(\.standardDeviation)
        case .layerCount: .integer(\.layerCount)
        case .edgeCoherence: .number(\.edgeCoherence)
        case .minimumDepth: .number(\.minimumDepth)
        case .maximumDepth: .number(\.maximumDepth)
        case .depthRange: .number(\.depthRange)
        case .meanDepth: .number(\.meanDepth)
        case .medianDepth: .number(\.medianDepth)
        case .uniformityRatio: .number(\.uniformityRatio)
        case .isScreenLike: .flag(\.isScreenLike)
        case .minimumQuadrantStandardDeviation: .number(\.minimumQuadrantStandardDeviation)
        case .interiorCount: .integer(\.interiorCount)
        case .edgeCount: .integer(\.edgeCount)
        case .error: .text(\.error)
        }
    }
}

extension MeasurementFormat {
    /// The line a file of measurements begins with, its line end included; empty for NDJSON.
    public var header: String {
        self == .csv ? CSV.row(MeasurementColumn.allCases.map(\.rawValue)) + "\n" : ""
    }

    /// One measurement as a line, its line end included. Numbers are the shortest decimals that read back to the same bits in
    /// the profile's arithmetic.
    public func line(_ measurement: MapMeasurement) -> String {
        switch self {
        case .csv: CSV.row(MeasurementColumn.allCases.map { measurement.csvText($0) }) + "\n"
        case .ndjson: measurement.jsonLine + "\n"
        }
    }
}

extension MapMeasurement {
    fileprivate func csvText(_ column: MeasurementColumn) -> String {
        switch column.field {
        case .text(let path): self[keyPath: path]
        case .integer(let path): self[keyPath: path].description
        case .number(let path): profile.shortestDecimal(self[keyPath: path])
        case .flag(let path): self[keyPath: path].description
        case .profile: profile.rawValue
        case .status: status.rawValue
        }
    }

    fileprivate var jsonLine: String {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            for column in MeasurementColumn.allCases {
                writer.key(column)
                switch column.field {
                case .text(let path): writer.value(self[keyPath: path])
                case .integer(let path): writer.value(self[keyPath: path])
                case .number(let path) where profile == .client: writer.value(Float(self[keyPath: path]))
                case .number(let path): writer.value(self[keyPath: path])
                case .flag(let path): writer.value(self[keyPath: path])
                case .profile: writer.value(profile.rawValue)
                case .status: writer.value(status.rawValue)
                }
            }
        }
        return writer.text
    }
}
