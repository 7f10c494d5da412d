internal import DepthFiles
internal import Support

/// A JSON object beside the depth files of a sample with their reading options, like a row of a manifest.
///
///     {"width": 256, "height": 192, "units_per_metre": 1000, "invalid": [0, 65535], "caption": "…"}
///
/// Other members are ignored, because such files may contain anything about a sample.
enum SideFile {
    /// The options, which default to the general ones.
    case read(ReadingOptions)
    /// The file is invalid.
    case unusable(name: String, ManifestFault)

    /// Parses a side file.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - name: the name of the file in errors.
    ///   - options: the defaults for options that it omits.
    init(_ bytes: [UInt8], name: String, over options: ReadingOptions) {
        do throws(ManifestFault) { self = .read(try options.knowing(Self.cells(bytes))) } catch {
            self = .unusable(name: name, error)
        }
    }

    private static func cells(
        _ bytes: [UInt8]
    ) throws(ManifestFault) -> [(column: DepthFileManifest.Column, text: String)] {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch {
            throw ManifestFault("\(error.finding) in line \(error.line)", expected: "JSON")
        }
        var cells: [(column: DepthFileManifest.Column, text: String)] = []
        for member in value.members ?? [] {
            guard let column = DepthFileManifest.Column(rawValue: member.key), column != .file else { continue }
            cells.append((column, try text(member.value, of: column)))
        }
        return cells
    }

    private static func text(_ value: JSONValue, of column: DepthFileManifest.Column) throws(ManifestFault) -> String {
        if case .null = value { return "" }
        let values = column == .invalid ? value.elements ?? [value] : [value]
        return try values.map { value throws(ManifestFault) in
            switch value {
            case .string(let text), .number(let text): return text
            case .null, .flag, .array, .object:
                throw ManifestFault("no number as \(column.rawValue)", expected: "one")
            }
        }.joined(separator: " ")
    }
}
