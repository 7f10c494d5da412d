import DepthAnalysis

extension FormatDefinition {
    static let numberTable = FormatDefinition(
        noun: "text table", content: "rows of the same number of numbers", remedy: "make all rows equally long",
        stored: StoredFormat(.table, isHeaded: NumberTable.begins, isGuess: true) {
            (bytes, request) throws(DepthFileError) in
            guard let table = NumberTable(bytes) else { throw .otherFormat(.table, container: .none) }
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

    /// Nil for bytes that are no such table, for few rows or columns, which are matrices or lists, and for rows or
    /// columns that are numbered.
    init?(_ bytes: [UInt8]) {
        var numbers: [Float] = []
        var (width, height) = (0, 0)
        for line in bytes.split(whereSeparator: Self.isLineEnd) {
            guard let row = Self.numbers(in: line) else { return nil }
            if row.isEmpty { continue }
            if height == 0 { width = row.count }
            guard row.count == width else { return nil }
            numbers += row
            height += 1
        }
        guard min(width, height) > NumPyHeader.maximumMatrixSide, max(width, height) <= ReadingOptions.largestDimension
        else { return nil }
        let (heading, margin) = (numbers.prefix(width), (0..<height).map { numbers[$0 * width] })
        for line in [Array(heading), margin]
        where line[0] <= 1 && line.enumerated().allSatisfy({ $1 == line[0] + Float($0) }) { return nil }
        dimensions = MapDimensions(width: width, height: height)
        self.numbers = numbers
    }

    /// Whether the first row can be one of a table.
    static func begins(_ bytes: [UInt8]) -> Bool {
        // The first bytes rule out nearly every map.
        guard bytes.count >= 2 * (NumPyHeader.maximumMatrixSide + 1), bytes.prefix(64).allSatisfy(isTableByte),
            let line = bytes.split(maxSplits: 1, whereSeparator: isLineEnd).first, let row = numbers(in: line)
        else { return false }
        return row.count > NumPyHeader.maximumMatrixSide
    }

    /// The numbers of a row; nil for anything else, such as decimal commas or empty fields.
    private static func numbers(in line: ArraySlice<UInt8>) -> [Float]? {
        let space = UInt8(ascii: " ")
        let separators = ",;\t".utf8.filter(line.contains)
        guard separators.count <= 1 else { return nil }
        var fields = line.split(separator: separators.first ?? space, omittingEmptySubsequences: separators.isEmpty)
            .map { $0.split(separator: space) }
        if fields.last?.isEmpty == true { fields.removeLast() }
        var numbers: [Float] = []
        for field in fields {
            guard field.count == 1, field[0].count <= 40, field[0].allSatisfy(isTableByte),
                let number = Float(String(decoding: field[0], as: UTF8.self))
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Whether a byte can occur in a number, in `nan` and `inf`, or between numbers.
    static func isTableByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || "+-.,;eEnNaAiIfF \t\r\n".utf8.contains(byte)
    }
}
