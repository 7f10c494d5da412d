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
        case .species: "if a species and its share of the real scenes are left out, a class has no map with a verdict"
        case .domain(let column):
            "if a value of \(column.printable) is left out, a class has no map with a verdict; the rest needs real "
                + "scenes and attacks of other groups to tune on"
        }
    }
}
