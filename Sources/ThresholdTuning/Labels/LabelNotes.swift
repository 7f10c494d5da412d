internal import Support

/// What labels leave open, which changes what rates mean.
public struct LabelNotes: Sendable, Hashable {
    /// Whether any label names a group; if none does, every map is one by itself.
    public let groupsAreGiven: Bool
    /// Attacks whose labels name no species: together they are one.
    public let attacksWithoutSpecies: Int
    /// All attacks.
    public let attacks: Int
    /// The columns of the labels that nothing was read from.
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

    /// Nothing is known of any label.
    static let none = LabelNotes(groupsAreGiven: true, attacksWithoutSpecies: 0, attacks: 0, ignoredColumns: [])

    /// What a reader must know before any rate, a sentence or two each.
    package var warnings: [String] { [withoutGroups, withoutSpecies].compactMap { $0 } }

    private var withoutGroups: String? {
        groupsAreGiven
            ? nil
            : "No label has a group: every map counts as a scene of its own. Where several show one scene, intervals "
                + "and tests promise more than the data holds; name the scenes in a column group of the labels."
    }

    /// That attacks have no species; nil where all have one.
    package var withoutSpecies: String? {
        guard attacksWithoutSpecies > 0 else { return nil }
        return "\(attacksWithoutSpecies) of \(NumberText.count(attacks, "attack")) without a species: together they "
            + "count as one, \(CaptureLabel.unspecified), in which a kind that passes more often is hidden; name the "
            + "kind of each attack in a column species of the labels."
    }

    /// The ignored columns in a sentence; nil where there are none.
    package var ignored: String? {
        guard !ignoredColumns.isEmpty else { return nil }
        let names = ignoredColumns.map { $0.isEmpty ? "(no name)" : $0.printable }
        return "columns of the labels that are ignored: \(names.joined(separator: ", "))"
    }
}
