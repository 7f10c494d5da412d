package import Support

/// Remarks on the data in the reports of tuning and evaluation.
package struct DataRemarks {
    let unreadable: [String]
    let unmatched: LabelMismatch
    let notes: LabelNotes

    /// Warnings for the top of the report.
    package var warnings: [String] { notes.warnings }

    /// The number of unreadable, omitted and ignored files: a title and the files to list below it.
    package var paragraphs: [(title: String, files: [String])] {
        let unread = unreadable.isEmpty ? [] : ["\(unreadable.count) could not be read and count as non-responses"]
        return (unread + [notes.ignored].compactMap { $0 }).map { ($0, []) }
            + unmatched.kinds.filter { !$0.files.isEmpty }.map { kind in
                ("skipped, \(kind.words): \(kind.files.count)", kind.files.map(\.printable))
            }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("groups_given", notes.groupsAreGiven)
        writer.member("attacks_without_species", notes.attacksWithoutSpecies)
        writer.member("ignored_label_columns", notes.ignoredColumns)
        writer.member("unreadable", unreadable)
        for kind in unmatched.kinds { writer.member(kind.key, kind.files) }
    }
}

extension LabelledMeasurements {
    package var remarks: DataRemarks { DataRemarks(unreadable: unreadable, unmatched: unmatched, notes: notes) }
}

extension TuningReport {
    var remarks: DataRemarks { DataRemarks(unreadable: unreadable, unmatched: unmatched, notes: labelNotes) }
}

extension Evaluation {
    var remarks: DataRemarks { DataRemarks(unreadable: unreadable, unmatched: unmatched, notes: labelNotes) }
}

extension DataRemarks {
    static var members: [JSONSchema.Member] {
        JSONSchema.members([
            "groups_given": .flag, "attacks_without_species": .count, "ignored_label_columns": .strings,
            "unreadable": .strings,
        ]) + LabelMismatch().kinds.map { JSONSchema.Member($0.key, .strings) }
    }
}
