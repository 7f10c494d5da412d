internal import Support

// JSON Schemas of tables.

extension ReportTable {
    /// The schema of a JSON table with these columns. Any cell may be null.
    ///
    /// - Parameter species: a placeholder for a species in column names.
    static func schema<Row>(_ columns: [TableColumn<Row>], anySpecies species: String? = nil) -> JSONSchema {
        .list(
            of: .object(
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
}

extension ColumnUnit {
    var schema: JSONSchema {
        switch self {
        case .share, .metres, .none, .deviates: .number
        case .count, .layers: .count
        case .words: .string
        }
    }
}
