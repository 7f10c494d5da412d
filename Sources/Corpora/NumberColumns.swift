internal import PlainText
internal import Platform

/// Columns of numbers in a table of measurements, by the name of the file in each row: of those that not every table
/// has, such as what other measurements of a map came to.
///
///     let columns = try NumberColumns(bytes, of: ["plane_distance_median"], name: "measurements.csv")
///     let distance = columns.value(of: "plane_distance_median", file: "room/1.depth")
package struct NumberColumns: Sendable {
    /// Those of the names asked for that the table has a column of, in the order asked for.
    package let names: [String]
    private var values: [ExactText: [Double?]] = [:]

    /// Reads CSV or NDJSON, as ``MeasurementTable`` does; what that finds wrong with a table is not looked for again.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - names: the columns wanted; those that are not there are left out.
    ///   - name: what to call the file in errors.
    /// - Throws: ``CorpusError/badRow(table:line:found:expected:)`` for a cell that is neither a finite number nor
    ///   empty nor `null`.
    package init(_ bytes: [UInt8], of names: [String], name: String) throws(CorpusError) {
        if bytes.first == UInt8(ascii: "{") {
            self.names = try Self.readNDJSON(bytes, names, name, &values)
        } else {
            self.names = try Self.readCSV(bytes, names, name, &values)
        }
    }

    /// What a row holds; nil where its cell is empty, and for a file or a name that is not there.
    package func value(of name: String, file: String) -> Double? {
        guard let place = names.firstIndex(where: { $0.isExactly(name) }) else { return nil }
        return values[ExactText(file)].flatMap { $0[place] }
    }

    private static func readCSV(
        _ bytes: [UInt8], _ names: [String], _ table: String, _ values: inout [ExactText: [Double?]]
    ) throws(CorpusError) -> [String] {
        var records = CSVRecords(bytes)
        guard let header = records.next(),
            let file = header.firstIndex(where: { $0.isExactly(MeasurementColumn.file.name) })
        else { return [] }
        let columns = names.compactMap { name in
            header.firstIndex { $0.isExactly(name) }.map { (name: name, place: $0) }
        }
        while let record = records.next() {
            if record == header || record.count != header.count { continue }
            var row: [Double?] = []
            for column in columns {
                row.append(try number(record[column.place], column.name, table, line: records.line))
            }
            values[ExactText(record[file])] = row
        }
        return columns.map(\.name)
    }

    private static func readNDJSON(
        _ bytes: [UInt8], _ names: [String], _ table: String, _ values: inout [ExactText: [Double?]]
    ) throws(CorpusError) -> [String] {
        var found: [String] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            // The last one is not whole where its writer was interrupted.
            guard let object = try? JSONReader.read(Array(line)), let file = object[MeasurementColumn.file.name]?.string
            else { continue }
            if values.isEmpty { found = names.filter { object[$0] != nil } }
            var row: [Double?] = []
            for name in found {
                switch object[name] {
                case .null, nil: row.append(nil)
                case .number(let text): row.append(try number(text, name, table, line: index + 1))
                case let value?:
                    throw .badRow(
                        table: table, line: index + 1, found: "\(value.kindName) as \(name)", expected: expectation)
                }
            }
            values[ExactText(file)] = row
        }
        return found
    }

    private static let expectation = "a finite number, or nothing where it could not be measured"

    private static func number(
        _ text: String, _ column: String, _ table: String, line: Int
    ) throws(CorpusError) -> Double? {
        if text.isEmpty { return nil }
        guard let number = Double(text), number.isFinite else {
            throw .badRow(
                table: table, line: line, found: "\"\(text.printable)\" as \(column)", expected: expectation)
        }
        return number
    }
}
