internal import Support

/// Remarks on the data in the reports of tuning and evaluation.
package struct DataRemarks {
    let unreadable: [String]
    let unmatched: LabelMismatch
    let notes: LabelNotes
    var groups: [GroupWarning] = []

    /// Warnings for the top of the report.
    package var warnings: [String] { notes.warnings + groups.map(\.sentence) }

    /// Paragraphs on unreadable files, ignored columns and skipped files: a title, and the files to list below it.
    package var paragraphs: [(title: String, files: [String])] {
        let unread = unreadable.isEmpty ? [] : ["\(unreadable.count) could not be read and count as non-responses"]
        return (unread + [notes.ignored].compactMap { $0 }).map { ($0, []) }
            + unmatched.kinds.filter { !$0.files.isEmpty }.map { kind in
                ("skipped, \(kind.words): \(kind.files.count)", kind.files.map(\.printable))
            }
    }

    static let shape = Shape<DataRemarks> {
        Member("groups_given", .flag) { $0.notes.groupsAreGiven }
        Member("attacks_without_species", .count) { $0.notes.attacksWithoutSpecies }
        Member("ignored_label_columns", .texts) { $0.notes.ignoredColumns }
        Member("group_warnings", .list(of: GroupWarning.shape)) { $0.groups }
        Member("unreadable", .texts) { $0.unreadable }
        for (place, kind) in LabelMismatch().kinds.enumerated() {
            Member(kind.key, .texts) { $0.unmatched.kinds[place].files }
        }
    }
}

extension LabelledMeasurements {
    package var remarks: DataRemarks { DataRemarks(unreadable: unreadable, unmatched: unmatched, notes: notes) }
}

extension TuningReport {
    var remarks: DataRemarks {
        DataRemarks(
            unreadable: unreadable, unmatched: unmatched, notes: labelNotes,
            groups: GroupWarning.all(tuned.assessment.grouped, species: presentations.species))
    }
}
