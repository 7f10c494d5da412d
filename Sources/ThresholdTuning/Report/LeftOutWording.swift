internal import Support

extension TuningOptions.LeftOut {
    /// The kind in JSON.
    enum Kind: String, CaseIterable {
        case groups, species, column
    }

    var kind: Kind {
        switch self {
        case .groups: .groups
        case .species: .species
        case .domain: .column
        }
    }

    /// The column of ``TuningOptions/LeftOut/domain(column:)``.
    var column: String? { if case .domain(let column) = self { column } else { nil } }

    /// The protocol of a cross-validation with this number of folds.
    func title(foldCount: Int) -> String {
        switch self {
        case .groups: "Nested cross-validation over groups, \(foldCount) folds"
        case .species:
            "Cross-validation that leaves out one species and a part of the real scenes at a time, \(foldCount) folds"
        case .domain(let column):
            "Cross-validation that leaves out one value of \(column.printable) at a time, \(foldCount) folds"
        }
    }
}
