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
        var columns: [ReadingColumn] = []
        for name in records.next() ?? [] {
            guard let column = ReadingColumn(rawValue: name), !columns.contains(column) else {
                throw .unusableColumn(name, table: path, known: ReadingColumn.allCases.map(\.rawValue))
            }
            columns.append(column)
        }
        guard columns.contains(.file) else {
            throw .unusableColumn(nil, table: path, known: ReadingColumn.allCases.map(\.rawValue))
        }
        let folder = path.folderPrefix
        var entries: [Entry] = []
        while let record = records.next() {
            if record == [""] { continue }
            do throws(ReadingColumnError) {
                guard record.count == columns.count else {
                    throw ReadingColumnError(NumberText.count(record.count, "field"), expected: "\(columns.count)")
                }
                entries.append(try Self.entry(Array(zip(columns, record)), folder: folder, options: options))
            } catch {
                throw .badRow(table: path, line: records.line, found: error.found, expected: error.expected)
            }
        }
        self.entries = entries
    }

    /// The memory that an entry and its input need while the list grows.
    private static let byteCountOfEntry = 400

    /// Checks that all entries fit in memory. A row has at least a name of one letter.
    private static func requireMemory(for bytes: [UInt8], path: String) throws(CorpusError) {
        let rowCount = min(bytes.count { $0 == UInt8(ascii: "\n") } + 1, bytes.count / 2 + 1)
        let byteCount = rowCount * byteCountOfEntry + 2 * bytes.count
        guard Memory.hasRoom(for: byteCount) else { throw .notEnoughMemory(table: path, byteCount: byteCount) }
    }

    private static func entry(
        _ cells: [(column: ReadingColumn, text: String)], folder: String, options: ReadingOptions
    ) throws(ReadingColumnError) -> Entry {
        let file = cells.first { $0.column == .file }?.text ?? ""
        guard !file.isEmpty else { throw ReadingColumnError("no file", expected: "its path") }
        guard file != FileAccess.standardInputName else {
            throw ReadingColumnError("standard input as file", expected: "the path of a file")
        }
        let path = file.isAbsolutePath ? file : folder + file
        return Entry(file: file, path: path, options: try options.knowing(cells))
    }
}
