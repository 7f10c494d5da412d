internal import Support

/// The objective of tuning, and the effort to spend on it.
///
///     var options = TuningOptions()
///     options.objective = .acer
///     options.replicates = 0
public struct TuningOptions: Sendable, Hashable {
    /// The quantity to optimise.
    public var objective = TuningObjective.bpcer20
    /// The number of bootstrap replicates; 0 for no bootstrap, which needs no OpenBLAS.
    public var replicates = 1000
    /// The seed of all random numbers.
    public var seed: UInt64 = 1
    /// The confidence of all intervals.
    public var confidence = ConfidenceInterval.standardConfidence
    /// The number of folds of the cross-validation, 2 to 1,000.
    public var folds = 5
    /// The number of cross-validations, each with other folds.
    public var repeats = 3
    /// The protocol of the cross-validation. Inner cross-validations leave out groups only.
    public var leftOut = LeftOut.groups
    /// The largest number of further operating points to list; 0 for none.
    public var operatingPoints = 0
    /// The number of threads. Does not change any result.
    public var jobs = 1

    /// The permitted confidences of intervals. Above the upper end, no number of groups would be enough.
    package static let confidences = 0.5...0.9999
    /// The largest number of replicates, and of operating points.
    package static let maximumCount = 1_000_000
    /// The permitted numbers of folds. Each fold is tuned on nearly all rows, so the work grows with folds times rows.
    package static let foldCounts = 2...1000
    /// The permitted numbers of repeats.
    package static let repeatCounts = 1...1000

    /// Creates options with the default of each property.
    public init() {}

    /// The protocol of a cross-validation: what the test part of a fold has that its training part lacks.
    public enum LeftOut: Sendable, Hashable {
        /// Groups only: new scenes of known species. The number of folds is ``TuningOptions/folds``.
        case groups
        /// One species of attack at a time, with a part of the bona fide groups: an unknown species.
        case species
        /// One value of a column of the labels at a time: an unknown device or data set, for example.
        case domain(column: String)
    }

    var objectivesToReport: [TuningObjective] {
        let named = TuningObjective.named.map(\.objective)
        return named.contains(objective) ? named : named + [objective]
    }
}

extension TuningOptions.LeftOut {
    /// The protocol with a name: `species`, or a column of the labels. Nil leaves out groups only.
    package init(named name: String?) {
        self = name.map { $0 == Kind.species.rawValue ? .species : .domain(column: $0) } ?? .groups
    }

    /// The column of the labels whose values are left out.
    package var column: String? { if case .domain(let column) = self { column } else { nil } }

    /// The unseen data that the rates of a cross-validation are for, in words.
    var unseen: String {
        switch self {
        case .groups: "on new scenes"
        case .species: "for an unseen species"
        case .domain(let column): "for an unseen \(column.printable)"
        }
    }

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
            "Cross-validation that leaves out one species and a part of the real scenes at a time, \(foldCount) folds; "
                + "each APCER is that of an unseen species"
        case .domain(let column):
            "Cross-validation that leaves out one value of \(column.printable) at a time, \(foldCount) folds; each "
                + "rate is that of an unseen value"
        }
    }
}
