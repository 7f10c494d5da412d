internal import Support

extension TuningOptions.LeftOut {
    /// The protocol of a name: `species`, or a column of the labels. Nil leaves out groups only.
    package init(named name: String?) {
        self = name.map { $0 == Kind.species.rawValue ? .species : .domain(column: $0) } ?? .groups
    }

    /// The column of the labels whose values are left out.
    package var column: String? { if case .domain(let column) = self { column } else { nil } }

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
