internal import Support

extension TuningOptions.LeftOut {
    /// The name in JSON: `groups`, `species`, or the column.
    var name: String {
        switch self {
        case .groups: "groups"
        case .species: "species"
        case .domain(let column): column
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

    /// The reason why there is no cross-validation.
    var obstacle: String {
        switch self {
        case .groups: "fewer than two groups of real scenes or of attacks"
        case .species: "without some species, or its share of the real scenes, there is a class without a verdict"
        case .domain(let column):
            "without some value of \(column.printable) there is a class without a verdict; each value must leave real "
                + "scenes and attacks of other groups to tune on"
        }
    }
}
