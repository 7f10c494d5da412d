internal import Support

extension ServerCheckReport: Checked {
    package var json: String { Self.shape.text(of: self, .texts) + "\n" }

    package var summary: CheckSummary {
        CheckSummary(
            check: check, unit: "case", set: set.path, subject: subject, isGood: isGood, headline: headline,
            seconds: seconds, entries: (setFailures + entries).map { $0.summary(in: set) },
            groups: groups.map { $0.summary(in: set) }, accepted: acceptedLines, remarks: remarks)
    }
}

extension ServerCheckReport.Entry {
    fileprivate func place(in set: ConformanceSet) -> CheckSummary.Place {
        CheckSummary.Place(
            id: id, path: path, guards: testCase?.rules.first.map(set.text(ofRule:)) ?? testCase?.notes,
            isOfSet: testCase == nil)
    }

    fileprivate func summary(in set: ConformanceSet) -> CheckSummary.Entry {
        CheckSummary.Entry(
            place: place(in: set), className: "capture.\(testCase?.folder ?? "set")", seconds: seconds,
            findings: failures.map {
                CheckSummary.Finding(
                    code: $0.code, headline: $0.headline, details: $0.details, isUnreadable: $0.isUnreadable)
            })
    }
}

extension ServerCheckReport.Group {
    fileprivate func summary(in set: ConformanceSet) -> CheckSummary.Group {
        let (title, tallies) = (title(in: set), tallies)
        let rows = tallies.map { [$0.member, "\($0.count)", $0.example.values] }
        return CheckSummary.Group(
            title: title, remarks: remarks,
            table: CheckSummary.Table(
                titles: ["member", "cases", "most often"], numberColumn: 1, rows: rows, narrowRows: rows,
                shownCount: 10),
            fields: tallies.map { "\($0.member) (\($0.count))" }.joined(separator: ", "),
            members: members.map { member in
                let failure = member.failure
                let lines = failure.isHeadlineShown(below: title) ? [failure.headline] : []
                return .init(place: member.entry.place(in: set), lines: lines + failure.details)
            })
    }
}

extension CaseFailure {
    /// Whether the headline says more than the title of its group and its details.
    fileprivate func isHeadlineShown(below title: String) -> Bool {
        if case .differences = self { false } else { headline != title }
    }
}
