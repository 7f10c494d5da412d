internal import DepthAnalysis
internal import Support

extension CheckReport: Checked {
    package var json: String { Self.shape.text(of: self) + "\n" }

    package var summary: CheckSummary {
        CheckSummary(
            check: "golden check", unit: "golden", set: set, subject: subject, isGood: isGood, headline: headline,
            seconds: seconds, entries: (setFailures + entries).map(\.summary), groups: groups.map(\.summary),
            skipped: skipped.map { CheckReport.Entry(id: $0.id, guards: "", path: $0.path).summary },
            skipReason: skipReason, accepted: otherwiseAcceptedLines, remarks: remarks)
    }
}

extension CheckReport.Entry {
    fileprivate var place: CheckSummary.Place {
        CheckSummary.Place(id: id, path: path, guards: guards, isOfSet: guards == nil)
    }

    fileprivate var summary: CheckSummary.Entry {
        let folder = guards == nil ? "set" : id.split(separator: "/").first ?? "set"
        return CheckSummary.Entry(
            place: place, className: "golden.\(folder)", seconds: seconds,
            findings: failures.map {
                CheckSummary.Finding(
                    code: $0.code, headline: $0.headline, details: $0.details, isUnreadable: $0.isUnreadable)
            })
    }
}

extension FailureGroup {
    fileprivate var summary: CheckSummary.Group {
        let tallies = tallies
        func rows(_ apart: (Tally) -> String) -> [[String]] {
            tallies.map { [$0.field.path, $0.field.stage.name, "\($0.goldenCount)", apart($0)] }
        }
        return CheckSummary.Group(
            title: title, remarks: remarks,
            table: CheckSummary.Table(
                titles: ["field", "stage", "goldens", "apart at most"], numberColumn: 2, rows: rows(\.allDistances),
                narrowRows: rows(\.distance)),
            fields: tallies.map { "\($0.field.path) (\($0.goldenCount))" }.joined(separator: ", "),
            members: members.map { CheckSummary.Group.Member(place: $0.entry.place, lines: lines(of: $0)) })
    }
}
