internal import Support

/// Gaps in the labels that change the meaning of the rates.
public struct LabelNotes: Sendable, Hashable {
    /// Whether any label names a group. If none does, every map forms its own group.
    public let groupsAreGiven: Bool
    /// Attacks whose labels name no species; together they form one.
    public let attacksWithoutSpecies: Int
    /// The number of attacks.
    public let attacks: Int
    /// The columns of the label file that were ignored.
    public let ignoredColumns: [String]

    private init(groupsAreGiven: Bool, attacksWithoutSpecies: Int, attacks: Int, ignoredColumns: [String]) {
        self.groupsAreGiven = groupsAreGiven
        self.attacksWithoutSpecies = attacksWithoutSpecies
        self.attacks = attacks
        self.ignoredColumns = ignoredColumns
    }

    init(_ labels: [CaptureLabel], ignoredColumns: [String]) {
        self.init(
            groupsAreGiven: labels.contains { !$0.group.isExactly($0.file) },
            attacksWithoutSpecies: labels.count { !$0.hasNamedSpecies }, attacks: labels.count { !$0.isBonaFide },
            ignoredColumns: ignoredColumns)
    }

    static let none = LabelNotes(groupsAreGiven: true, attacksWithoutSpecies: 0, attacks: 0, ignoredColumns: [])

    /// The notes to print before any rate.
    package var warnings: [String] { [withoutGroups, withoutSpecies].compactMap { $0 } }

    private var withoutGroups: String? {
        groupsAreGiven
            ? nil
            : "No label has a group: every map counts as a scene of its own. If several show one scene, "
                + "intervals and tests are more optimistic than the data supports; name the scenes in a column "
                + "group of the labels."
    }

    /// A warning about attacks without a species; nil if there are none.
    package var withoutSpecies: String? {
        guard attacksWithoutSpecies > 0 else { return nil }
        return "\(attacksWithoutSpecies) of \(NumberText.count(attacks, "attack")) without a species: together they "
            + "count as one, \(CaptureLabel.unspecified), which hides a kind that passes more often; name the "
            + "kind of each attack in a column species of the labels."
    }

    /// A note on the ignored columns; nil if there are none.
    package var ignored: String? {
        guard !ignoredColumns.isEmpty else { return nil }
        let names = ignoredColumns.map { $0.isEmpty ? "(no name)" : $0.printable }
        return "ignored columns of the labels: \(names.joined(separator: ", "))"
    }
}
