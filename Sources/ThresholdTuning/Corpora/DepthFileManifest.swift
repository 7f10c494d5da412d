internal import DepthAnalysis
public import DepthFiles
internal import Support

/// A table of depth files with individual reading options, so that one run can use files from several sources.
///
///     let manifest = try DepthFileManifest(bytes, path: "uploads/manifest.csv", options: ReadingOptions())
///     for entry in manifest.entries { print(entry.path, entry.options) }
public struct DepthFileManifest: Sendable {
    /// A file and its reading options.
    public struct Entry: Sendable, Hashable {
        /// The name in the manifest.
        public let file: String
        /// The path to open.
        public let path: String
        /// The reading options.
        public let options: ReadingOptions
    }

    enum Column: String, CaseIterable {
        case file, width, height
        case bytesPerRow = "row_bytes"
        case unitsPerMetre = "units_per_metre"
        case sampleType = "sample_type"
        /// Numbers that mean "no reading", separated by spaces.
        case invalid
    }

    /// The path of the manifest.
    public let path: String
    /// The rows in order.
    public let entries: [Entry]

    /// Parses a manifest: CSV with a header. Columns may be in any order; an empty cell leaves its option unset.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the manifest.
    ///   - path: the path of the manifest; paths in it are relative to its folder.
    ///   - options: the defaults for options that a row omits.
    /// - Throws: ``CorpusError`` if a column is unknown or missing, or a row is invalid.
    public init(_ bytes: [UInt8], path: String, options: ReadingOptions) throws(CorpusError) {
        self.path = path
        try Self.requireMemory(for: bytes, path: path)
        var records = CSVRecords(bytes)
        var columns: [Column] = []
        for name in records.next() ?? [] {
            guard let column = Column(rawValue: name), !columns.contains(column) else {
                throw .unusableColumn(name, table: path, known: Column.allCases.map(\.rawValue))
            }
            columns.append(column)
        }
        guard columns.contains(.file) else {
            throw .unusableColumn(nil, table: path, known: Column.allCases.map(\.rawValue))
        }
        let folder = path.folderPrefix
        var entries: [Entry] = []
        while let record = records.next() {
            if record == [""] { continue }
            do throws(ManifestFault) {
                guard record.count == columns.count else {
                    throw ManifestFault(NumberText.count(record.count, "field"), expected: "\(columns.count)")
                }
                entries.append(try Self.entry(Array(zip(columns, record)), folder: folder, options: options))
            } catch {
                throw .badRow(table: path, line: records.line, found: error.found, expected: error.expected)
            }
        }
        self.entries = entries
    }

    /// The memory of an entry and its input, while the list of them grows.
    private static let byteCountOfEntry = 400

    /// Checks that all entries fit in memory. A row has at least a name of one letter.
    private static func requireMemory(for bytes: [UInt8], path: String) throws(CorpusError) {
        let rowCount = min(bytes.count { $0 == UInt8(ascii: "\n") } + 1, bytes.count / 2 + 1)
        let byteCount = rowCount * byteCountOfEntry + 2 * bytes.count
        guard Memory.hasRoom(for: byteCount) else { throw .notEnoughMemory(table: path, byteCount: byteCount) }
    }

    private static func entry(
        _ cells: [(column: Column, text: String)], folder: String, options: ReadingOptions
    ) throws(ManifestFault) -> Entry {
        let file = cells.first { $0.column == .file }?.text ?? ""
        guard !file.isEmpty else { throw ManifestFault("no file", expected: "its path") }
        guard file != FileAccess.standardInputName else {
            throw ManifestFault("standard input as file", expected: "the path of a file")
        }
        let path = file.isAbsolutePath ? file : folder + file
        return Entry(file: file, path: path, options: try options.knowing(cells))
    }
}

/// An invalid value in a manifest or side file, and what was expected.
struct ManifestFault: Error {
    let found: String
    let expected: String

    init(_ found: String, expected: String) {
        self.found = found
        self.expected = expected
    }
}

extension ReadingOptions {
    /// These options, overridden by non-empty cells.
    func knowing(
        _ cells: [(column: DepthFileManifest.Column, text: String)]
    ) throws(ManifestFault) -> ReadingOptions {
        var options = self
        var (width, height) = (Int?.none, Int?.none)
        let side = 1...ReadingOptions.largestDimension
        for (column, text) in cells where !text.isEmpty {
            switch column {
            case .file: break
            case .width: width = try column.whole(text, in: side)
            case .height: height = try column.whole(text, in: side)
            case .bytesPerRow: options.bytesPerRow = try column.whole(text, in: 4...Int.max)
            case .unitsPerMetre: options.unitsPerMetre = try column.number(text, "a number above 0") { $0 > 0 }
            case .sampleType:
                guard let type = SampleType(rawValue: text) else {
                    throw ManifestFault(
                        "\"\(text)\" as sample_type",
                        expected: SampleType.allCases.map(\.rawValue).joined(separator: ", "))
                }
                options.sampleType = type
            case .invalid:
                options.invalidValues = try text.split(separator: " ").map { word throws(ManifestFault) in
                    try column.number(String(word), "numbers with spaces between them") { _ in true }
                }
            }
        }
        if let width, let height {
            options.dimensions = MapDimensions(width: width, height: height)
        } else if width != nil || height != nil {
            throw ManifestFault(
                "only a \(width == nil ? "height" : "width")", expected: "width and height together")
        }
        if let bytesPerRow = options.bytesPerRow {
            guard let dimensions = options.dimensions else {
                throw ManifestFault("row_bytes without dimensions", expected: "width and height as well")
            }
            guard bytesPerRow / 4 >= dimensions.width else {
                throw ManifestFault(
                    "\(bytesPerRow) as row_bytes", expected: "4 bytes for each of \(dimensions.width) samples")
            }
        }
        return options
    }
}

extension DepthFileManifest.Column {
    fileprivate func whole(_ text: String, in range: ClosedRange<Int>) throws(ManifestFault) -> Int {
        guard let number = Int(text), range.contains(number) else {
            let limit = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw ManifestFault(
                "\"\(text)\" as \(rawValue)", expected: "a whole number from \(range.lowerBound)\(limit)")
        }
        return number
    }

    fileprivate func number(
        _ text: String, _ expected: String, _ isGood: (Float) -> Bool
    ) throws(ManifestFault) -> Float {
        guard let number = Float(text), number.isFinite, isGood(number) else {
            throw ManifestFault("\"\(text)\" as \(rawValue)", expected: expected)
        }
        return number
    }
}
