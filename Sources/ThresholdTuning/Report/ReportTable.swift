package import Support

/// A column of a table: its name, its meaning, and the cell of each row. docs/TUNING.md lists the columns.
struct TableColumn<Row> {
    let name: String
    /// The name in tables for people.
    let heading: String
    let meaning: String
    let unit: ColumnUnit
    /// The range of values, in words.
    let range: String
    /// Whether tables for people have the column.
    let isPrinted: Bool
    let cell: (Row) -> JSONValue

    init(
        _ name: String, heading: String? = nil, _ meaning: String, _ unit: ColumnUnit, _ range: String? = nil,
        isPrinted: Bool = true, _ cell: @escaping (Row) -> JSONValue
    ) {
        self.name = name
        self.heading = heading ?? name.replacingScalars(["_": " "])
        self.meaning = meaning
        self.unit = unit
        self.range = range ?? unit.range
        self.isPrinted = isPrinted
        self.cell = cell
    }
}

/// The unit of a column, with its default range.
enum ColumnUnit: String {
    case share, difference, probability, count, metres, layers, none
    case words = "text"
    case deviates = "normal deviates"

    fileprivate var range: String {
        switch self {
        case .share, .probability: "0 to 1"
        case .difference: "-1 to 1"
        case .count, .layers: "whole, from 0"
        case .metres, .none: "from 0"
        case .words: "any"
        case .deviates: "any number"
        }
    }

    var schema: JSONSchema {
        switch self {
        case .share, .difference, .probability, .metres, .none, .deviates: .number
        case .count, .layers: .count
        case .words: .string
        }
    }
}

/// A table to write to a file: JSON with an object for each row, Markdown, LaTeX, or CSV with a header, depending on
/// the extension.
///
///     try write(OperatingPointTable.curves(of: report).text(for: "curves.csv"))
///
/// CSV and JSON have shares and all digits; Markdown and LaTeX, for people, have per cent and rounded numbers.
package struct ReportTable {
    let names: [String]
    let headings: [String]
    let units: [ColumnUnit]
    /// Whether tables for people have each column.
    let printed: [Bool]
    let rowCount: Int
    var provenance: Provenance?
    /// The caption of the LaTeX table.
    var caption: String?
    /// The number of columns of text on the page that the LaTeX table fits: 1 or 2.
    package var columnsOfPage = 1
    /// The cells of a row, created on demand: all cells at once need far more memory than the text.
    let cells: (Int) -> [JSONValue]

    init<Row>(_ rows: [Row], _ columns: [TableColumn<Row>], of provenance: Provenance? = nil) {
        self.provenance = provenance
        names = columns.map(\.name)
        headings = columns.map(\.heading)
        units = columns.map(\.unit)
        printed = columns.map(\.isPrinted)
        rowCount = rows.count
        cells = { number in columns.map { $0.cell(rows[number]) } }
    }

    /// The table in the format of the path's extension.
    package func text(for path: String) -> String {
        switch path {
        case _ where path.hasSuffix(".json"): json
        case _ where path.hasSuffix(".md"): markdown
        case _ where path.hasSuffix(".tex"): latex
        default: csv
        }
    }

    /// CSV with a header; null cells are empty.
    var csv: String {
        var text = CSV.row(names) + "\n"
        for number in 0..<rowCount {
            for (place, cell) in cells(number).enumerated() {
                if place > 0 { text += "," }
                switch cell {
                case .string(let words): text += CSV.row([words])
                case .number(let digits): text += digits
                case .flag(let flag): text += flag.description
                case .null, .array, .object: break
                }
            }
            text += "\n"
        }
        return text
    }

    /// The rows with their provenance.
    private var json: String {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.member("schema_version", 1)
            if let provenance { writer.member("provenance") { Provenance.shape.write(provenance, to: &$0) } }
            writer.member("rows") { writeRows(to: &$0) }
        }
        return writer.text + "\n"
    }

    /// An array with one object per row.
    package func writeRows(to writer: inout JSONWriter) {
        writer.array(isInline: false) { writer in
            for number in 0..<rowCount {
                writer.value(.object(zip(names, cells(number)).map(JSONValue.Member.init)))
            }
        }
    }
}

extension JSONValue {
    /// A number; null for nil or a number that is not finite.
    init(_ number: Double?) {
        self = number.flatMap { $0.isFinite ? .number("\($0)") : nil } ?? .null
    }

    init(_ number: Int?) { self = number.map { .number("\($0)") } ?? .null }
    init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
}

// JSON Schemas of tables.

extension ReportTable {
    /// The schema of a JSON table with these columns. Any cell may be null.
    ///
    /// - Parameter species: a placeholder for a species in column names.
    static func schema<Row>(_ columns: [TableColumn<Row>], anySpecies species: String? = nil) -> JSONSchema {
        schema(
            ofRow: .object(
                columns.map { column in
                    if let species, column.name.contains(species) {
                        let pattern =
                            "^"
                            + column.name.split(separator: species, omittingEmptySubsequences: false)
                            .joined(separator: ".*") + "$"
                        return JSONSchema.Member(pattern, column.unit.schema.orNull, .pattern)
                    }
                    return JSONSchema.Member(column.name, column.unit.schema.orNull)
                }))
    }

    static func schema(ofRow row: JSONSchema) -> JSONSchema {
        .object([
            JSONSchema.Member("schema_version", .constant(1)), JSONSchema.Member("provenance", Provenance.shape.schema),
            JSONSchema.Member("rows", .list(of: row)),
        ])
    }
}
