package import DepthAnalysis
package import Support

/// A JSON file beside a depth file with what the depth file does not store: `room.bin.gz.json` describes
/// `room.bin.gz`.
///
///     {"width": 160, "height": 90, "sample_type": "float32"}
///
/// `convert` writes one if the file would otherwise be read as another map. Options given by the user take
/// precedence.
package struct MapDescription: Sendable, Hashable {
    /// Width and height, if they differ from the inferred ones.
    package var dimensions: MapDimensions?
    package var sampleType: SampleType?
    /// The number of integer units in a metre.
    package var unitsPerMetre: Float?

    package init(_ options: ReadingOptions) {
        dimensions = options.dimensions
        sampleType = options.sampleType
        unitsPerMetre = options.unitsPerMetre
    }

    package static func path(besideFileAt path: String) -> String { path + ".json" }
    package var json: [UInt8] { Array((Self.shape.line(of: self) + "\n").utf8) }

    package static let shape = Shape<MapDescription> {
        Member("width", .count, or: .absentOrNull) { $0.dimensions?.width }
        Member("height", .count, or: .absentOrNull) { $0.dimensions?.height }
        Member("sample_type", .word, or: .absentOrNull) { $0.sampleType }
        Member("units_per_metre", .number, or: .absentOrNull) { $0.unitsPerMetre.map { Double($0) } }
    }

    /// A description is one line, but another program can have written the file.
    package static let maximumByteCount = 1 << 20

    /// Whether a description can be written beside the file at `path`. It can replace another description, but no
    /// other file and no link.
    package static func hasPlace(besideFileAt path: String) -> Bool {
        let name = Self.path(besideFileAt: path)
        guard FileAccess.endOfLinks(name).isExactly(name) else { return false }
        guard (try? FileStatus(of: name)) != nil else { return true }
        guard let bytes = try? FileAccess.readFile(name, maximumByteCount: maximumByteCount),
            let json = try? JSONReader.read(bytes)
        else { return false }
        return isDescription(json)
    }

    /// Whether JSON has only members of a description, unlike the result of `analyze`.
    private static func isDescription(_ json: JSONValue) -> Bool {
        json.members?.allSatisfy { shape.names.contains($0.key) } ?? false
    }

    /// Reads the description beside the file at `path`; nil if there is none. JSON with other members is not a
    /// description.
    ///
    /// - Throws: an error if the file is not JSON or the description is invalid.
    init?(besideFileAt path: String) throws(ReadingError) {
        let name = Self.path(besideFileAt: path)
        guard path != FileAccess.standardInputName, (try? FileStatus(of: name).kind) == .regular else { return nil }
        try self.init(ReadingError.readFile(name, limit: Self.maximumByteCount), of: path)
    }

    /// Reads the description of the file or member at `path` from its bytes, like ``init(besideFileAt:)``.
    package init?(_ bytes: [UInt8], of path: String) throws(ReadingError) {
        let name = Self.path(besideFileAt: path)
        func unusable(_ found: String, _ expected: String) -> ReadingError {
            .unusableMember(path: path, .unusableSideFile(name: name, found: found, expected: expected))
        }
        let json: JSONValue
        do throws(JSONError) { json = try JSONReader.read(bytes) } catch { throw unusable(error.finding, "JSON") }
        guard Self.isDescription(json) else { return nil }
        func member(_ key: String) -> JSONValue? {
            guard let value = json[key] else { return nil }
            if case .null = value { return nil }
            return value
        }
        if member("width") != nil || member("height") != nil {
            let sides = 1...ReadingOptions.largestDimension
            guard let width = member("width")?.whole, let height = member("height")?.whole, sides.contains(width),
                sides.contains(height)
            else { throw unusable("a missing or invalid width or height", "both as whole numbers from 1") }
            dimensions = MapDimensions(width: width, height: height)
        }
        if let value = member("sample_type") {
            guard case .string(let text) = value, let type = SampleType(rawValue: text) else {
                throw unusable("an unknown sample_type", SampleType.allCases.map(\.rawValue).joined(separator: ", "))
            }
            sampleType = type
        }
        if let value = member("units_per_metre") {
            guard case .number(let text) = value, let units = Float(text), units.isFinite, units > 0
            else { throw unusable("an invalid units_per_metre", "a number above 0") }
            unitsPerMetre = units
        }
    }

    /// Returns the options completed by the description. For a file with a header only the units are used.
    package func completing(_ options: ReadingOptions, hasHeader: Bool = false) -> ReadingOptions {
        var options = options
        if options.unitsPerMetre == nil { options.unitsPerMetre = unitsPerMetre }
        guard !hasHeader else { return options }
        if options.dimensions == nil { options.dimensions = dimensions }
        if options.sampleType == nil { options.sampleType = sampleType }
        return options
    }
}
