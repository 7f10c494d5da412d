import DepthAnalysis

extension FormatDefinition {
    static let numberTable = FormatDefinition(
        noun: "text table", content: "rows of the same number of numbers", remedy: "make all rows equally long",
        stored: StoredFormat(.table, isHeaded: { NumberTable($0) != nil }, isGuess: true) {
            (bytes, request) throws(DepthFileError) in
            guard let table = NumberTable(bytes) else {
                throw .storedDamaged(.table, detail: "rows of different lengths")
            }
            guard table.numbers.count <= request.limit / 4 else {
                throw .tooLarge(container: .none, limit: request.limit)
            }
            return StoredMap(
                dimensions: table.dimensions, numbers: .metres(table.numbers), byteCount: bytes.count,
                notes: [.tableRead(table.dimensions)])
        })
}

/// A rectangular table of numbers as text, separated by commas, semicolons, tabs or spaces: a map in metres.
///
///     NumberTable(Array("1.5,1.6\n1.5,nan\n".utf8))  // nil: two columns are a list of points
struct NumberTable {
    let dimensions: MapDimensions
    let numbers: [Float]

    /// Nil for bytes that are no such table, and for few rows or columns, which are matrices or lists.
    init?(_ bytes: [UInt8]) {
        // The first bytes rule out nearly every map.
        guard bytes.count >= 2 * (NumPyHeader.maximumMatrixSide + 1), bytes.prefix(64).allSatisfy(Self.isTableByte)
        else { return nil }
        var numbers: [Float] = []
        var (width, height) = (0, 0)
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let fields = line.split { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 || $0 == 0x20 }
            if fields.isEmpty { continue }
            for field in fields {
                guard field.count <= 40, field.allSatisfy(Self.isTableByte),
                    let number = Float(String(decoding: field, as: UTF8.self))
                else { return nil }
                numbers.append(number)
            }
            if height == 0 { width = fields.count }
            guard fields.count == width, width > NumPyHeader.maximumMatrixSide else { return nil }
            height += 1
        }
        guard height > NumPyHeader.maximumMatrixSide, max(width, height) <= ReadingOptions.largestDimension else {
            return nil
        }
        dimensions = MapDimensions(width: width, height: height)
        self.numbers = numbers
    }

    /// Whether a byte can occur in a number, in `nan` and `inf`, or between numbers.
    static func isTableByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || "+-.,;eEnNaAiIfF \t\r\n".utf8.contains(byte)
    }
}

extension Collection<UInt8> {
    /// Whether the bytes contain a text.
    func contains(sequence text: String) -> Bool {
        let text = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: text) }
    }
}
