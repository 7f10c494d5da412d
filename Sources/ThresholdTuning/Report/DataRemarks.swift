package import PlainText

/// What the reports of tuning and of evaluating say of the data itself, besides any rate.
package struct DataRemarks {
    let unreadable: [String]
    let leftOut: LabelMismatch
    let groupsAreGiven: Bool

    /// Said near the top where nothing says which maps belong together.
    package static let withoutGroups =
        "No label has a group: every map counts as a scene of its own. Where several show one scene, intervals and "
        + "tests promise more than the data holds; name the scenes in a column group of the labels."

    /// How much could not be read and was left out: a title, and the files to list under it.
    package var paragraphs: [(title: String, files: [String])] {
        let unread = unreadable.isEmpty ? [] : ["\(unreadable.count) could not be read and count as non-responses"]
        return unread.map { ($0, []) }
            + leftOut.kinds.filter { !$0.files.isEmpty }.map { kind in
                ("left out, \(kind.words): \(kind.files.count)", kind.files.map(\.printable))
            }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("groups_given", groupsAreGiven)
        writer.member("unreadable", unreadable)
        for kind in leftOut.kinds { writer.member(kind.key, kind.files) }
    }
}

extension LabelledMeasurements {
    /// What reports say of them besides any rate.
    package var remarks: DataRemarks {
        DataRemarks(unreadable: unreadable, leftOut: leftOut, groupsAreGiven: groupsAreGiven)
    }
}

extension TuningReport {
    var remarks: DataRemarks {
        DataRemarks(unreadable: unreadable, leftOut: leftOut, groupsAreGiven: groupsAreGiven)
    }
}

extension Evaluation {
    var remarks: DataRemarks {
        DataRemarks(unreadable: unreadable, leftOut: leftOut, groupsAreGiven: groupsAreGiven)
    }
}
