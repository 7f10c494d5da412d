internal import DepthAnalysis
internal import Support

// JSON Schemas shared by the reports of tuning and evaluation.

extension JSONSchema {
    /// Both ends of an interval, or null.
    static let interval = list(of: .number).orNull
    static let vocabulary = string

    static let objective =
        members(["objective": .string, "objective_title": .string])
        + members(
            [
                "max_apcer": .number, "max_bpcer": .number, "cost_apcer": .number, "cost_bpcer": .number,
                "prior": .number,
            ], .optional)
    static let validation = members([
        "replicates": .count, "seed": .string, "confidence": .number, "folds": .count,
        "left_out": .words(TuningOptions.LeftOut.Kind.self), "left_out_column": .string.orNull,
    ])
    static let requiredGroups = object([
        "each_species": .count, "to_bound_apcer": .number, "bona_fide": .count, "to_bound_bpcer": .number,
    ])
    static let shortfalls = list(
        of: object(["species": string.orNull, "groups": count, "effective_groups": number, "needed": count]))
    static let presentations = object(
        members([
            "profile": .words(AnalysisProfile.self), "maps": .count, "groups": .count, "bona_fide_groups": .count,
            "attack_groups": .map(of: .count),
        ]) + DataRemarks.members)

    /// The rates of both classes.
    ///
    /// - Parameter hasGroups: whether there are intervals over groups in addition to those over maps.
    static func rates(hasGroups: Bool = true) -> JSONSchema {
        let plain = members(["errors": .count, "total": .count, "value": .number.orNull, "clopper_pearson": interval])
        let grouped = members([
            "groups": .count, "groups_with_errors": .count, "effective_size": .number, "interval": interval,
            "interval_level": .number.orNull,
        ])
        let rate = hasGroups ? object(plain + grouped) : object(plain)
        return object([
            "bpcer": rate, "apcer": .map(of: rate), "apcer_worst_species": .string.orNull,
            "apcer_worst": .number.orNull, "apcer_worst_interval": interval,
            "apcer_worst_interval_level": .number.orNull, "acer_literature_usage": .number.orNull,
            "bpnrr": object(plain), "apnrr": .map(of: object(plain)),
        ])
    }

    static let thresholds = object(Thresholds.keys.map { Member($0.rawValue, $0.isWhole ? .count : .number) })
    /// The reasons of the verdict, each of which is one rule.
    static let verdictRule = words(
        SceneAnalysis.Check.allCases.compactMap(\.reason).map(\.rawValue).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        })
}

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
