internal import DepthFiles
internal import Support

/// A JSON object beside the depth files of a sample that says how they are read: what the line of a manifest says.
///
///     {"width": 256, "height": 192, "units_per_metre": 1000, "invalid": [0, 65535], "caption": "…"}
///
/// Members of other names are none of its business: such files hold whatever is known of a sample.
enum SideFile {
    /// It was read; of an object that says nothing, with the options that were there.
    case read(ReadingOptions)
    /// It says what cannot be understood.
    case unusable(name: String, ManifestFault)

    /// A side file is a few hundred bytes; many have more to tell than how files are read.
    static let maximumByteCount = 1 << 20

    /// Reads one.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: its name, for errors.
    ///   - options: what is known of all files, for what it leaves out.
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
