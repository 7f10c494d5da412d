package import Support

package protocol Checked: Sendable {
    func summary(_ names: OptionNaming) -> CheckSummary
    func json(_ names: OptionNaming) -> String
    var knownFailures: [String]? { get }
}

extension Checked {
    /// 0 for success, 2 if something could not be read, otherwise 1.
    package var exitCode: Int32 { summary(.none).exitCode }
}

package struct CheckSummary: Sendable {
    let check: String
    let unit: String
    let set: String
    let subject: String
    let isGood: Bool
    /// One line that begins with `PASS` or `FAIL`.
    let headline: String
    let seconds: Double
    let entries: [Entry]
    let groups: [Group]
    var skipped: [Entry] = []
    var skipReason = ""
    var known: [Entry] = []
    var accepted: [String] = []
    let acceptedCount: Int
    /// The compared members and the number of answers that have them, one line each.
    var compared: [String] = []
    /// All remarks, one line each; ``accepted`` and ``compared`` are among them.
    let remarks: [String]

    var exitCode: Int32 {
        if entries.contains(where: \.isUnreadable) { return 2 }
        return isGood ? 0 : 1
    }

    func groups(of entry: Entry) -> [Group] { groups.filter { $0.member(entry.place) != nil } }

    /// The table of a group as printable lines; if it has none, the number of its members.
    func table(_ group: Group, width: Int = .max, isShort: Bool = false) -> [String] {
        guard !group.table.rows.isEmpty else {
            return group.members.allSatisfy { !$0.place.isOfSet } ? [NumberText.count(group.members.count, unit)] : []
        }
        let table = group.table
        let count = isShort ? table.shownCount : .max
        let lines = table.lines(table.rows.prefix(count))
        let left = max(0, table.rows.count - count)
        return (lines.contains { $0.count > width } ? table.lines(table.narrowRows.prefix(count)) : lines)
            + (left == 0 ? [] : ["and \(NumberText.count(left, "more \(table.titles[0])"))"])
    }
}

extension CheckSummary {
    /// A golden or case that was compared, or a faulty part of the set.
    struct Entry: Sendable {
        let place: Place
        let className: String
        var seconds = 0.0
        var findings: [Finding] = []

        var isUnreadable: Bool { findings.contains(where: \.isUnreadable) }
    }

    struct Place: Sendable, Hashable {
        let id: String
        let path: String
        /// The rule that it guards; nil if that is unknown.
        var guards: String?
        let isOfSet: Bool
    }

    struct Finding: Sendable {
        let code: String
        let headline: String
        let details: [String]
        let isUnreadable: Bool
    }

    struct Group: Sendable {
        let title: String
        /// The confidence in the cause, its alternatives and its consequences; one sentence each.
        let remarks: [String]
        let table: Table
        let fields: String
        let members: [Member]

        struct Member: Sendable {
            let place: Place
            /// The failure, without repeating the title of the group.
            let lines: [String]
        }

        func member(_ place: Place) -> Member? { members.first { $0.place == place } }
    }

    struct Table: Sendable {
        let titles: [String]
        let numberColumn: Int
        let rows: [[String]]
        /// The rows with less in the last column, for narrow lines.
        let narrowRows: [[String]]
        var shownCount = Int.max
    }
}

extension CheckSummary.Table {
    fileprivate func lines(_ rows: ArraySlice<[String]>) -> [String] {
        let all = ([titles] + rows).map { $0.map(\.printable) }
        let widths = titles.indices.dropLast().map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { column, text in
                guard column < widths.count else { return text }
                guard column == numberColumn else { return text.padded(to: widths[column] + 2) }
                return String(repeating: " ", count: widths[column] - text.count) + text + "  "
            }
            return cells.joined().withoutTrailingSpaces
        }
    }
}
